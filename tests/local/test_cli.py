"""The commands, as a person runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kg.cli import app
from kg.cli.app import COMMANDS, main

_RUNNER = CliRunner()


def _run(home: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KG_", "NEO4J_"))}
    env = kept | {"KG_HOME": str(home)} | environ
    return subprocess.run(
        [sys.executable, "-m", "kg", *words], env=env, capture_output=True, text=True, timeout=60
    )


def test_error_is_one_line(tmp_path: Path) -> None:
    """A wrong setting ends with its exit code and one line, without a traceback."""
    done = _run(tmp_path, "status", KG_API_PORT="eighty")
    assert done.returncode == 2
    assert done.stderr.strip() == (
        "error: settings: KG_API_PORT (api_port, from environment) must be a whole number, not 'eighty'"
    )


def test_error_as_json(tmp_path: Path) -> None:
    """With --json an error is an object with its code; nothing but JSON is on the output."""
    done = _run(tmp_path, "--set", "api_prot=1", "config", "--json")
    assert done.returncode == 2
    told = json.loads(done.stdout)["error"]
    assert (told["code"], told["temporary"]) == ("SETTINGS", False)
    assert "did you mean api_port?" in told["message"]


def test_unreachable_neo4j(tmp_path: Path) -> None:
    """A Neo4j that is not there is said with its address and what to set."""
    done = _run(tmp_path, "up", NEO4J_URI="bolt://127.0.0.1:1", NEO4J_PASSWORD="x")
    assert done.returncode == 4
    assert "found no Neo4j at bolt://127.0.0.1:1" in done.stderr
    assert "NEO4J_URI" in done.stderr


def test_reset_of_a_given_neo4j(tmp_path: Path) -> None:
    """A Neo4j that is not kg's own is never emptied."""
    done = _run(tmp_path, "reset", "--yes", NEO4J_URI="bolt://127.0.0.1:1")
    assert done.returncode == 9
    assert "does not empty it" in done.stderr


def test_config_says_where_from(tmp_path: Path) -> None:
    """`kg config --json` gives every setting with its value and origin, secrets masked."""
    done = _run(tmp_path, "--set", "api_port=9001", "config", "--json", NEO4J_PASSWORD="hush-hush")
    rows = {row["name"]: row for row in json.loads(done.stdout)["settings"]}
    assert (rows["api_port"]["value"], rows["api_port"]["from"]) == ("9001", "command line")
    assert (rows["home"]["value"], rows["home"]["from"]) == (str(tmp_path), "environment")
    assert (rows["neo4j_password"]["value"], rows["neo4j_password"]["from"]) == ("***", "environment")
    assert "hush-hush" not in done.stdout


@pytest.mark.parametrize("words", [["--help"], ["up", "--help"], ["config", "--help"], ["demo", "--help"]])
def test_help_teaches(words: list[str]) -> None:
    """Help shows examples that can be typed."""
    shown = _RUNNER.invoke(app, words)
    assert shown.exit_code == 0
    assert "    kg " in shown.output


def test_every_command_has_help() -> None:
    """No command is without a sentence that says what it does."""
    names = [command.name for command in app.registered_commands]
    assert len(names) >= len(COMMANDS)
    assert all(command.help for command in app.registered_commands)


def test_own_fault_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault of kg itself is one line too, and says how to see more."""
    monkeypatch.setattr("sys.argv", ["kg", "config"])
    monkeypatch.setattr("kg.cli.settings.settings", lambda: 1 // 0)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert capsys.readouterr().err.strip().startswith("error: a fault of kg itself: ZeroDivisionError")
