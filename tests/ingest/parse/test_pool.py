"""Files are read in several processes: in order, once, and each at its own risk."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import psutil
import pytest

from kg.ingest.parse.cache import facts_key, open_cache
from kg.ingest.parse.pool import ParseOptions, parse_all, parse_stream
from kg.ingest.source.discover import Entry, discover
from kg.ingest.source.git import open_source
from tests.ingest.repository import make_repository

SLOW = ("*a _b **c " * 1500 + "\n") * 60
"""Markdown that takes its reader some seconds."""


async def opened(folder: Path, files: dict[str, str]) -> tuple[str, tuple[Entry, ...]]:
    source = await open_source(str(make_repository(folder, files)), "", folder)
    return source.git_dir, (await discover(source)).entries


def shop(count: int) -> dict[str, str]:
    return {
        f"src/p{n}/A{n}.java": f"package p{n}; class A{n} {{ int m() {{ return {n}; }} }}\n"
        for n in range(count)
    }


async def test_files_come_back_in_order_and_the_same_with_one_process_or_two(tmp_path: Path) -> None:
    """What is read does not depend on how many read it, or on the cache."""
    git_dir, entries = await opened(tmp_path / "r", shop(150))
    told: list[tuple[int, int]] = []
    one = await parse_all(git_dir, "r", entries, ParseOptions(tmp_path / "c1", workers=1))
    two = await parse_all(
        git_dir, "r", entries, ParseOptions(tmp_path / "c2", workers=2), lambda d, n: told.append((d, n))
    )
    warm = await parse_all(git_dir, "r", entries, ParseOptions(tmp_path / "c2"))
    assert [facts.file.path for facts in one] == [entry.path for entry in entries]
    assert one == two == warm
    assert (told[0], told[-1]) == ((1, 150), (150, 150))


async def test_what_is_cached_is_not_read_again(tmp_path: Path) -> None:
    """With the objects gone, a second run still knows every file: nothing was read."""
    git_dir, entries = await opened(tmp_path / "r", shop(3))
    first = await parse_all(git_dir, "r", entries, ParseOptions(tmp_path / "cache"))
    again = await parse_all("/nowhere", "r", entries, ParseOptions(tmp_path / "cache"))
    assert again == first
    assert first[0].artifacts


async def test_another_repository_or_path_is_another_entry(tmp_path: Path) -> None:
    """The same bytes at another place have other uids, so they are read for themselves."""
    assert len({facts_key("r", "a", "1"), facts_key("s", "a", "1"), facts_key("r", "b", "1")}) == 3
    git_dir, entries = await opened(tmp_path / "r", shop(1))
    for repo in ("r", "s"):
        facts = (await parse_all(git_dir, repo, entries, ParseOptions(tmp_path / "cache")))[0]
        assert facts.file.uid.startswith(f"{repo}:")


async def test_a_file_that_takes_too_long_costs_only_itself(tmp_path: Path) -> None:
    """It keeps a problem, is not cached as slow for ever, and its neighbours are read."""
    files = {"a.java": "class A {}", "b.md": SLOW, "c.java": "class C {}"}
    git_dir, entries = await opened(tmp_path / "r", files)
    options = ParseOptions(tmp_path / "cache", workers=1, file_seconds=1.2)
    a, b, c = await parse_all(git_dir, "r", entries, options)
    assert b.file.problems == ("0: took too long to read: kept as a File only",)
    assert a.artifacts and c.artifacts
    cache = open_cache(tmp_path / "cache")
    assert len(cache.find([facts_key("r", entry.path, entry.blob) for entry in entries])) == 2
    cache.close()


async def test_a_process_that_is_killed_loses_only_the_file_it_was_at(tmp_path: Path) -> None:
    """The others of its list are read by the next process."""
    files = {"a.java": "class A {}", "b.md": SLOW, "c.java": "class C {}"}
    git_dir, entries = await opened(tmp_path / "r", files)
    options = ParseOptions(tmp_path / "cache", workers=1, file_seconds=60)
    reading = asyncio.create_task(parse_all(git_dir, "r", entries, options))
    await kill_a_worker(busy_seconds=0.3)
    a, b, c = await reading
    assert "ended its parser" in b.file.problems[0]
    assert a.artifacts and c.artifacts


async def test_a_file_that_needs_too_much_memory_costs_only_itself(tmp_path: Path) -> None:
    """The limit of the process is met, and the next file is read."""
    files = {"a.md": "# A\n" + ("*a " * 1500 + "\n") * 200, "b.java": "class B {}"}
    git_dir, entries = await opened(tmp_path / "r", files)
    options = ParseOptions(tmp_path / "cache", workers=1, memory_mb=220, file_seconds=60)
    a, b = await parse_all(git_dir, "r", entries, options)
    assert "memory" in a.file.problems[0]
    assert b.artifacts


async def test_stopping_early_ends_the_processes(tmp_path: Path) -> None:
    """A caller that stops, or is cancelled, leaves no process behind."""
    git_dir, entries = await opened(tmp_path / "r", shop(200))
    async with aclosing(parse_stream(git_dir, "r", entries, ParseOptions(tmp_path / "c"))) as stream:
        await anext(stream)
        assert workers()
    assert not workers()


async def test_a_file_beyond_the_cap_is_kept_unread(tmp_path: Path) -> None:
    """Its entry says why, and so does the File."""
    git_dir, entries = await opened(tmp_path / "r", {"a.java": "class A {}"})
    entry = Entry(entries[0].path, entries[0].blob, 9_999_999, "100644", "too large")
    facts = (await parse_all(git_dir, "r", [entry], ParseOptions(tmp_path / "c")))[0]
    assert (facts.file.problems, facts.artifacts) == (("0: too large",), ())


async def test_a_blob_that_is_missing_is_a_skipped_file(tmp_path: Path) -> None:
    """In a partial copy a file may be listed and not be there."""
    git_dir, _ = await opened(tmp_path / "r", {"a.java": "class A {}"})
    facts = (
        await parse_all(git_dir, "r", [Entry("x.java", "0" * 40, 1, "100644")], ParseOptions(tmp_path / "c"))
    )[0]
    assert facts.file.problems == ("0: missing from the object store",)


async def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    """The cache may be broken or deleted at any time."""
    git_dir, entries = await opened(tmp_path / "r", shop(1))
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "facts.sqlite").write_bytes(b"no database at all" * 1000)
    assert (await parse_all(git_dir, "r", entries, ParseOptions(tmp_path / "c")))[0].artifacts


async def test_nothing_is_imported_from_the_folder_kg_is_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repository with a `psutil.py` or a `kg` folder of its own is read, never run."""
    folder = tmp_path / "r"
    trap = "import pathlib; pathlib.Path('run').touch(); raise SystemExit"
    git_dir, entries = await opened(
        folder, {"psutil.py": trap, "kg/__init__.py": trap, "a.java": "class A {}"}
    )
    monkeypatch.chdir(folder)
    facts = await parse_all(git_dir, "r", entries, ParseOptions(tmp_path / "c"))
    assert facts[0].artifacts
    assert not holds(folder, "run")


def holds(folder: Path, name: str) -> bool:
    return (folder / name).exists()


async def test_a_cache_that_cannot_be_used_is_done_without(tmp_path: Path) -> None:
    """Where a folder stands in the way of the file, files are read all the same."""
    git_dir, entries = await opened(tmp_path / "r", shop(1))
    (tmp_path / "c" / "facts.sqlite").mkdir(parents=True)
    assert (await parse_all(git_dir, "r", entries, ParseOptions(tmp_path / "c")))[0].artifacts


async def test_nothing_to_read_starts_nothing(tmp_path: Path) -> None:
    """No entries, no process."""
    assert await parse_all("/nowhere", "r", [], ParseOptions(tmp_path / "c")) == []


def workers() -> Sequence[psutil.Process]:
    """The parser processes of this test run."""
    found = []
    for child in psutil.Process().children():
        try:
            if any("kg.ingest.parse.worker" in word for word in child.cmdline()):
                found.append(child)
        except psutil.Error:
            continue
    return found


async def kill_a_worker(busy_seconds: float) -> None:
    """Kill the first parser process that has worked for a while."""
    async with asyncio.timeout(30):
        while True:
            await asyncio.sleep(0.05)
            for worker in workers():
                if sum(worker.cpu_times()[:2]) > STARTUP_SECONDS + busy_seconds:
                    os.kill(worker.pid, signal.SIGKILL)
                    return


STARTUP_SECONDS = 1.0
"""More than a process needs until it reads its first file."""


@pytest.fixture(autouse=True)
def no_process_left() -> None:
    """Every test starts without parser processes."""
    assert not workers()


async def test_code_nested_too_deeply_costs_only_its_file(tmp_path: Path) -> None:
    """A thousand blocks in each other are a problem of that file; its neighbour is read."""
    deep = "class A { void m() { " + "if (x()) { " * 1000 + "y();" + " }" * 1000 + " } }\n"
    git_dir, entries = await opened(tmp_path / "r", {"A.java": deep, "B.java": "class B { void n() {} }\n"})
    first, second = await parse_all(git_dir, "r", entries, ParseOptions(tmp_path / "c", workers=1))
    assert first.file.path == "A.java"
    assert first.file.problems
    assert [artifact.name for artifact in second.artifacts] == ["B", "n"]


async def test_more_processes_than_work_are_no_fault(tmp_path: Path) -> None:
    """A process that starts when the last files are already taken just ends."""
    git_dir, entries = await opened(tmp_path / "r", shop(130))
    for workers in (2, 3, 4, 8):
        read = await parse_all(git_dir, "r", entries, ParseOptions(tmp_path / f"c{workers}", workers=workers))
        assert len(read) == len(entries)
