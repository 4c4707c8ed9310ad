"""A parser process that waits for the next run."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.ingest.parse.child import Spare
from kg.ingest.parse.denied import NOTHING, Denied, honour
from kg.ingest.parse.pool import ParseOptions, parse_all
from tests.ingest.parse.test_pool import opened, shop, workers


@pytest.fixture(autouse=True)
def nothing_denied() -> Iterator[None]:
    """What a test denies is forgotten after it."""
    yield
    honour(NOTHING)


async def test_one_process_serves_the_runs_of_several_repositories(tmp_path: Path) -> None:
    """It reads the next repository from the next place, and says what a new process would."""
    spare = Spare()
    seen = set()
    for name in ("a", "b", "c"):
        git_dir, entries = await opened(tmp_path / name, shop(3))
        fresh = await parse_all(git_dir, name, entries, ParseOptions(tmp_path / f"{name}1", 1))
        kept = replace(ParseOptions(tmp_path / f"{name}2", 1), processes=spare)
        assert await parse_all(git_dir, name, entries, kept) == fresh
        seen |= {worker.pid for worker in workers()}
    await spare.close()
    assert len(seen) == 1
    assert not workers()


async def test_a_process_is_not_full_because_its_parent_is_large(tmp_path: Path) -> None:
    """What the parent held when it started the process is none of the process's."""
    options = replace(ParseOptions(tmp_path / "c", 1, memory_mb=600), processes=(spare := Spare()))
    git_dir, entries = await opened(tmp_path / "r", shop(3))
    held = bytearray(os.urandom(1 << 20) * 600)
    await parse_all(git_dir, "r", entries, options)
    del held
    assert len(workers()) == 1
    await spare.close()


async def test_a_spare_process_that_was_killed_is_replaced(tmp_path: Path) -> None:
    """Whoever kills it costs the next run the start of another."""
    options = replace(ParseOptions(tmp_path / "c", 1), processes=(spare := Spare()))
    git_dir, entries = await opened(tmp_path / "r", shop(2))
    await parse_all(git_dir, "r", entries[:1], options)
    for worker in workers():
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
    (facts,) = await parse_all(git_dir, "r", entries[1:], options)
    await spare.close()
    assert facts.artifacts


async def test_what_is_denied_meanwhile_is_masked_by_a_waiting_process(tmp_path: Path) -> None:
    """A process that was started before a purge honours it in its next run."""
    options = replace(ParseOptions(tmp_path / "c", 1), processes=(spare := Spare()))
    git_dir, entries = await opened(tmp_path / "r", {"A.java": 'class A { String s() { return "topsy"; } }'})
    assert "topsy" in str(await parse_all(git_dir, "r", entries, options))
    nothing = Denied(b"key", frozenset())
    honour(replace(nothing, denials=frozenset({nothing.of_text("topsy")})))
    facts = await parse_all(git_dir, "r", entries, options)
    await spare.close()
    assert "topsy" not in str(facts)
