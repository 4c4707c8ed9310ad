"""The lock files are those of this pyproject.toml and this jgo.toml."""

import re
import tomllib
from pathlib import Path

import pytest
from jgo.env import LockFile, compute_spec_hash
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kg.local.jars import LOCK

_ROOT = Path(__file__).parent.parent
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)
_PROJECT = tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]


def _wanted(*extras: str) -> list[Requirement]:
    optional = _PROJECT["optional-dependencies"]
    lines = [*_PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]
    return [Requirement(line) for line in lines]


def _allowed(wanted: Requirement, pinned: dict[str, str]) -> bool:
    version = pinned.get(canonicalize_name(wanted.name))
    return version is not None and wanted.specifier.contains(version, prereleases=True)


@pytest.mark.parametrize(
    ("name", "extras"),
    [
        ("requirements.lock", ("embedded", "checkout")),
        ("requirements-dev.lock", tuple(_PROJECT["optional-dependencies"])),
    ],
)
def test_python_locks(name: str, extras: tuple[str, ...]) -> None:
    """Each dependency is pinned to a version that it allows, with hashes; else run `make lock`."""
    text = (_ROOT / name).read_text()
    pinned = {canonicalize_name(package): version for package, version in _PIN.findall(text)}
    missing = [str(wanted) for wanted in _wanted(*extras) if not _allowed(wanted, pinned)]
    assert not missing, f"run `make lock`: {name} lacks {missing}"
    assert text.count("--hash=sha256:") >= len(pinned)


def test_locks_name_no_address() -> None:
    """Where packages come from is each machine's own setting."""
    for name in ("requirements.lock", "requirements-dev.lock", "kg/local/jgo.lock.toml", "kg/local/jgo.toml"):
        assert "://" not in (_ROOT / name).read_text(), name


def test_jar_lock() -> None:
    """jgo.lock.toml was made from jgo.toml, and every jar has its SHA-256."""
    lock = LockFile.load(LOCK)
    assert lock.spec_hash == compute_spec_hash(LOCK.with_name("jgo.toml"))
    assert all(locked.sha256 for locked in lock.dependencies)
