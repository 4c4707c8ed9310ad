"""Processes that kg starts and stops by itself: a small record file for each, no supervisor.

A pid alone is not proof: it may belong to another program by now. So the record keeps the creation
time too, and nothing is ever signalled unless both agree.
"""

import asyncio
import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from kg.errors import LocalError

_STOP_SECONDS = 60.0
_KILL_SECONDS = 10.0
# The system counts from its boot, whose time moves by a second when the clock is set; a pid is not
# given away again within seconds.
_SAME_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Started:
    """One process of ours."""

    name: str
    pid: int
    created: float
    log: str


@dataclass(frozen=True, slots=True)
class Command:
    """What to start: `argv` in `folder`, with `env`, its output appended to `log`."""

    name: str
    argv: Sequence[str]
    folder: Path
    env: Mapping[str, str]
    log: Path


def start(command: Command, run: Path) -> Started:
    """Start in the background, detached from this terminal, and record it."""
    command.log.parent.mkdir(parents=True, exist_ok=True)
    run.mkdir(parents=True, exist_ok=True)
    with command.log.open("ab") as log:
        child = subprocess.Popen(
            list(command.argv),
            cwd=command.folder,
            env=dict(command.env),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    # It outlives this process on purpose: tell Popen not to warn about that. Its end is seen by psutil.
    child.returncode = 0
    created = psutil.Process(child.pid).create_time()
    started = Started(command.name, child.pid, created, str(command.log))
    _record(run, command.name).write_text(json.dumps(asdict(started)) + "\n", encoding="utf-8")
    return started


def running(run: Path, name: str) -> Started | None:
    """The process of that name if it is ours and alive."""
    try:
        started = Started(**json.loads(_record(run, name).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return started if alive(started) else None


def alive(started: Started) -> bool:
    """True when the pid still belongs to the very process that was recorded."""
    return _process(started) is not None


async def stop(run: Path, name: str) -> bool:
    """End the process politely, then firmly; False when it was not running."""
    started = running(run, name)
    process = _process(started) if started else None
    if started and process:
        process.terminate()
        if not await _ended(started, _STOP_SECONDS):
            process.kill()
            if not await _ended(started, _KILL_SECONDS):
                raise LocalError(f"local: {name} (pid {process.pid}) does not end; look at {started.log}")
    _record(run, name).unlink(missing_ok=True)
    return process is not None


def last_lines(path: Path, count: int) -> str:
    """The end of a log, for an error."""
    try:
        return "\n".join(path.read_text(encoding="utf-8", errors="replace").splitlines()[-count:])
    except OSError:
        return ""


async def _ended(started: Started, seconds: float) -> bool:
    """Not psutil's wait: that one also waits until the parent has taken notice."""
    give_up = time.monotonic() + seconds
    while alive(started):
        if time.monotonic() > give_up:
            return False
        await asyncio.sleep(0.05)
    return True


def _process(started: Started) -> psutil.Process | None:
    try:
        process = psutil.Process(started.pid)
        same = abs(process.create_time() - started.created) < _SAME_SECONDS
        return process if same and process.status() != psutil.STATUS_ZOMBIE else None
    except psutil.NoSuchProcess:
        return None


def _record(run: Path, name: str) -> Path:
    return run / f"{name}.json"
