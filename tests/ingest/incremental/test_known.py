"""What is kept between two ingests: found again as it was, and nothing at all when it is not whole."""

from pathlib import Path

import pytest

from kg.ingest.known import load_known, save_known
from kg.ingest.parse.go import parse_go
from kg.ingest.parse.java import parse_java
from kg.ingest.parse.python import parse_python
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.languages import Calls, resolve_calls
from kg.schema.facts import Facts

JAVA = "package acme;\nclass {} {{ void f() {{ f(); }} }}"
PYTHON = "def f():\n    f()\n"


def _java(name: str, text: str = JAVA) -> Facts:
    path = f"src/main/java/acme/{name}.java"
    return parse_java(Unit("shop", path, f"{name} {text}", text.format(name), "utf-8", "java"))


def _python(name: str, text: str = PYTHON) -> Facts:
    return parse_python(Unit("shop", f"{name}.py", f"{name} {text}", text, "utf-8", "python"))


def _go(name: str, text: str = "package a\n") -> Facts:
    return parse_go(Unit("shop", f"{name}.go", f"{name} {text}", text, "utf-8", "go"))


def _again(files: list[Facts], before: Calls, stubs: tuple[str, ...] = ()) -> int:
    return resolve_calls(files, stubs, before.known, {}).resolved


def test_what_was_saved_is_loaded_for_its_repository(tmp_path: Path) -> None:
    """And a second ingest resolves nothing with it."""
    files = [_java("A"), _java("B"), _python("a")]
    calls = resolve_calls(files, (), {}, {})
    save_known(tmp_path, "shop", calls.known)
    loaded = resolve_calls(files, (), load_known(tmp_path, "shop"), {})
    assert (calls.resolved, loaded.resolved) == (3, 0)
    assert loaded.resolutions == calls.resolutions
    assert load_known(tmp_path, "other") == {}


@pytest.mark.parametrize(
    "damage", [lambda all: all[:-1], lambda all: all[:40], lambda all: all[:99] + b"?" + all[100:]]
)
def test_a_damaged_file_is_the_same_as_none(tmp_path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    """Cut off or changed: everything is resolved, nothing fails."""
    save_known(tmp_path, "shop", resolve_calls([_java("A")], (), {}, {}).known)
    (file,) = tmp_path.glob("resolved-*.pickle")
    file.write_bytes(damage(file.read_bytes()))
    assert load_known(tmp_path, "shop") == {}


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    """Nothing is raised, nothing is there."""
    (tmp_path / "file").write_text("")
    save_known(tmp_path / "file", "shop", resolve_calls([_java("A")], (), {}, {}).known)
    assert load_known(tmp_path / "file", "shop") == {}


def test_a_resolver_that_notes_nothing_resolves_all_its_files() -> None:
    """One Go file changes: both are resolved, and the Java and the Python file are not."""
    before = resolve_calls([_java("A"), _python("a"), _go("a"), _go("b")], (), {}, {})
    after = [_java("A"), _python("a"), _go("a", "package a\nfunc f() { f() }\n"), _go("b")]
    assert _again(after, before) == 2


def test_other_signatures_of_dependencies_resolve_everything() -> None:
    """A jar that was not there before may type any call."""
    before = resolve_calls([_java("A"), _java("B")], (), {}, {})
    assert _again([_java("A"), _java("B")], before, ("org.x.Y\tc\tLjava/lang/Object;\t\t\n",)) == 2
