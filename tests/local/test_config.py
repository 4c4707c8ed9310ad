"""Settings: where a value comes from, and what is said about a wrong one."""

from pathlib import Path

import pytest

from kg.config import COMMAND_LINE, DEFAULT, ENVIRONMENT, FILE, Settings, load, settable, unknown_names
from kg.errors import SettingsError


def test_precedence(tmp_path: Path) -> None:
    """The command line wins over the environment, that over the file, that over the default."""
    (tmp_path / "config.toml").write_text("neo4j_bolt_port = 1001\nneo4j_http_port = 1002\napi_port = 1003\n")
    environ = {"KG_HOME": str(tmp_path), "KG_NEO4J_BOLT_PORT": "2001", "KG_NEO4J_HTTP_PORT": "2002"}
    found = load({"neo4j_bolt_port": "3001"}, environ)
    assert (found.neo4j_bolt_port, found.neo4j_http_port, found.api_port) == (3001, 2002, 1003)
    assert found.api_host == "127.0.0.1"
    names = ("neo4j_bolt_port", "neo4j_http_port", "api_port", "api_host")
    assert [found.origins.get(name, DEFAULT) for name in names] == [COMMAND_LINE, ENVIRONMENT, FILE, DEFAULT]


@pytest.mark.parametrize(
    ("file", "environ", "said"),
    [
        ("api_prot = 1", {}, "did you mean api_port"),
        ("home = '/x'", {}, "cannot be set there"),
        ("api_port = ", {}, "is not TOML"),
        ("", {"KG_API_PORT": "http"}, "KG_API_PORT (api_port, from environment) must be a whole number"),
        ("", {"KG_API_PORT": "70000"}, "at most 65535"),
        ("embedder = 'guess'", {}, "must be one of embedded, compatible, hashing"),
        ("", {"KG_CONFIG": "/nowhere.toml"}, "KG_CONFIG names /nowhere.toml"),
    ],
)
def test_wrong_settings(tmp_path: Path, file: str, environ: dict[str, str], said: str) -> None:
    """A wrong setting is refused in one line that names it."""
    (tmp_path / "config.toml").write_text(file)
    with pytest.raises(SettingsError) as caught:
        load({}, {"KG_HOME": str(tmp_path), **environ})
    assert said in str(caught.value)
    assert "\n" not in str(caught.value).strip()


def test_two_installations(tmp_path: Path) -> None:
    """Another name is another data folder."""
    environ = {"HOME": str(tmp_path)}
    assert load({"name": "second"}, environ).home != load({}, environ).home


def test_given_neo4j(tmp_path: Path) -> None:
    """NEO4J_URI uses the Neo4j that is there, with the password of the variable or of the file."""
    secret = tmp_path / "password"
    secret.write_text("from-file\n")
    environ = {
        "KG_HOME": str(tmp_path),
        "NEO4J_URI": "neo4j://graph.example:7687",
        "NEO4J_PASSWORD_FILE": str(secret),
    }
    options = load({}, environ).graph_options()
    assert (options.uri, options.user, options.password) == (
        "neo4j://graph.example:7687",
        "neo4j",
        "from-file",
    )
    assert load({}, {**environ, "NEO4J_PASSWORD": "direct"}).graph_options().password == "direct"


def test_secrets_are_masked() -> None:
    """A secret is in no text that a Settings can become."""
    found = load({}, {"NEO4J_PASSWORD": "hush-hush", "NEO4J_URI": "bolt://x"})
    assert "hush-hush" not in repr(found) + str(found.graph_options())


def test_every_setting_is_described() -> None:
    """Each setting has a name in the environment and a sentence; no two share a name."""
    names = [name for item in settable() for name in item.metadata["names"]]
    assert len(names) == len(set(names))
    assert all(item.metadata["about"] for item in settable())
    assert {item.name for item in settable()} == set(Settings.__dataclass_fields__) - {"origins"}


def test_mistyped_variable_is_found() -> None:
    """A KG_ variable that sets nothing is named by `kg doctor`, not ignored."""
    assert unknown_names({"KG_API_PROT": "1", "KG_API_PORT": "2", "KG_TEST_NEO4J_URI": "x"}) == [
        "KG_API_PROT"
    ]
