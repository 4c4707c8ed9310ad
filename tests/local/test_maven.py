"""Maven's own settings decide where the jars come from."""

from pathlib import Path

import pytest

from kg.errors import LocalError
from kg.local.maven import repositories


def _found(tmp_path: Path, body: str, **environ: str) -> tuple[str, dict[str, str], Path]:
    home = tmp_path / ".m2"
    home.mkdir()
    head = '<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0">'
    (home / "settings.xml").write_text(f"{head}{body}</settings>")
    found = repositories({"HOME": str(tmp_path), **environ})
    return found.remote["central"], dict(found.proxies), found.local


def _mirror(of: str) -> str:
    mirror = (
        f"<mirror><id>corp</id><mirrorOf>{of}</mirrorOf><url>https://maven.corp.example/all/</url></mirror>"
    )
    return f"<mirrors>{mirror}</mirrors>"


@pytest.mark.parametrize("of", ["central", "*", "external:*", "other, central", "*,!other"])
def test_mirror(tmp_path: Path, of: str) -> None:
    """A mirror of central, by any of Maven's patterns, takes its place."""
    assert _found(tmp_path, _mirror(of))[0] == "https://maven.corp.example/all"


@pytest.mark.parametrize("of", ["other", "*,!central", "external:http:*"])
def test_other_mirror(tmp_path: Path, of: str) -> None:
    """A mirror of something else changes nothing."""
    assert "corp.example" not in _found(tmp_path, _mirror(of))[0]


def test_mirror_with_login(tmp_path: Path) -> None:
    """The login of the mirror's server is used, also from the environment, and never shown."""
    login = "<username>bot</username><password>${env.CORP_PASSWORD}</password>"
    body = _mirror("*") + f"<servers><server><id>corp</id>{login}</server></servers>"
    address, _, _ = _found(tmp_path, body, CORP_PASSWORD="p@ss")
    assert address == "https://bot:p%40ss@maven.corp.example/all"
    assert "p%40ss" not in repr(repositories({"HOME": str(tmp_path), "CORP_PASSWORD": "p@ss"}))


def test_proxy(tmp_path: Path) -> None:
    """Maven's active proxy is used where the environment names none."""
    body = (
        "<proxies><proxy><host>proxy.example</host><port>3128</port>"
        "<nonProxyHosts>localhost|*.corp.example</nonProxyHosts></proxy></proxies>"
    )
    _, proxies, _ = _found(tmp_path, body, HTTPS_PROXY="http://mine.example")
    assert proxies == {"HTTP_PROXY": "http://proxy.example:3128", "NO_PROXY": "localhost,.corp.example"}


def test_local_repository(tmp_path: Path) -> None:
    """Jars that Maven has already are looked for in its localRepository."""
    assert _found(tmp_path, "<localRepository>/srv/m2</localRepository>")[2] == Path("/srv/m2")


def test_broken_settings(tmp_path: Path) -> None:
    """A settings.xml that is no XML is named, not ignored."""
    with pytest.raises(LocalError, match=r"settings\.xml"):
        _found(tmp_path, "<mirrors>")
