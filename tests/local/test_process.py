"""Background processes: only our own are ever stopped."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.local import process

_SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


def _start(folder: Path) -> process.Started:
    return process.start(process.Command("sleeper", _SLEEP, folder, {}, folder / "log"), folder / "run")


def _ended_by_signal(pid: int) -> bool:
    return os.WIFSIGNALED(os.waitpid(pid, os.WNOHANG)[1])


@pytest.fixture
def stranger() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(_SLEEP) as other:
        yield other
        other.kill()


async def test_start_and_stop(tmp_path: Path) -> None:
    """What was started runs, is stopped once, and then is known to be gone."""
    started = _start(tmp_path)
    assert process.running(tmp_path / "run", "sleeper") == started
    assert await process.stop(tmp_path / "run", "sleeper")
    assert _ended_by_signal(started.pid)
    assert not await process.stop(tmp_path / "run", "sleeper")


async def test_pid_of_another(tmp_path: Path, stranger: subprocess.Popen[bytes]) -> None:
    """A pid that belongs to another program by now is not running, and is left alone."""
    started = _start(tmp_path)
    record = tmp_path / "run" / "sleeper.json"
    kept = json.loads(record.read_text())
    record.write_text(json.dumps({**kept, "pid": stranger.pid, "created": kept["created"] - 10}))
    assert process.running(tmp_path / "run", "sleeper") is None
    assert not await process.stop(tmp_path / "run", "sleeper")
    assert stranger.poll() is None
    record.write_text(json.dumps(kept))
    assert process.alive(started)
    await process.stop(tmp_path / "run", "sleeper")


async def test_ended_by_itself(tmp_path: Path) -> None:
    """A process that ended is not running, though nobody waited for it."""
    command = process.Command("brief", [sys.executable, "-c", ""], tmp_path, {}, tmp_path / "log")
    started = process.start(command, tmp_path / "run")
    while process.alive(started):
        pass
    assert process.running(tmp_path / "run", "brief") is None


def test_broken_record(tmp_path: Path) -> None:
    """A record that a crash cut short means: not running."""
    (tmp_path / "neo4j.json").write_text('{"name": "neo')
    assert process.running(tmp_path, "neo4j") is None
