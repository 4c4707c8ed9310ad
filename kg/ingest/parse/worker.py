"""What a process of the parse pool runs (see `child`).

In, on standard input: a `Job`, then lists of its files; then perhaps another job. Out, on standard output:
READY for each job; for each file, in order, a flag (may it be cached?) and its pickled Facts; after each list
READY, or RETIRING when it has grown. It reads blobs itself, gives up a file that takes too long, and may not grow past its limit;
what kills it in spite of that costs only the file it was at (see `pool`).
"""

import gc
import pickle
import resource
import signal
import struct
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import BinaryIO

from kg.ingest.parse.denied import NOTHING, Denied, honour
from kg.ingest.parse.file import TOO_BIG, TOO_DEEP, TOO_SLOW, failed_file, parse_file, skipped_file, too_dear
from kg.ingest.parse.unit import TooSlow
from kg.ingest.source.blobs import Blobs
from kg.schema.facts import Facts

_FRAME = struct.Struct(">I")
READY, RETIRING = b"ready", b"retiring"
CACHEABLE, ONCE = b"\1", b"\0"
_RETIRE_SHARE = 0.6
_STATUS = Path("/proc/self/status")
"""Of the memory limit: a process that has held more makes room for a new one after its list of files."""


@dataclass(frozen=True, slots=True)
class Job:
    """What all files of a run have in common."""

    git_dir: str
    repo: str
    file_seconds: float
    memory_mb: int
    denied: Denied = NOTHING


@dataclass(frozen=True, slots=True)
class Task:
    """One file; `file_only` says why it is not to be read, `doc_type` what its documents are."""

    path: str
    blob: str
    file_only: str
    doc_type: str = ""


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which closes our input
    signal.signal(signal.SIGALRM, _ring)
    given, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not break the frames
    gc.disable()  # collected between lists of files
    job = _next(given)
    while isinstance(job, Job):
        job = _work(job, given, answers)


def _work(job: Job, given: BinaryIO, answers: BinaryIO) -> object:
    """The files of one job; gives the next job, or None at the end."""
    honour(job.denied)
    _limit_memory(job.memory_mb)
    write_frame(answers, READY)
    with Blobs(job.git_dir) as blobs:
        while isinstance(tasks := _next(given), list):
            for task in tasks:
                write_frame(answers, _packed(job, task, _read(job, task, blobs)))
            gc.collect()
            grown = _peak_mb() > job.memory_mb * _RETIRE_SHARE
            write_frame(answers, RETIRING if grown else READY)
    return tasks


def _next(given: BinaryIO) -> object:
    """What our own parent says next; None at the end of the stream."""
    frame = read_frame(given)
    return None if frame is None else pickle.loads(frame)  # noqa: S301 - from our own parent


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next frame; None at the end of the stream."""
    head = stream.read(_FRAME.size)
    if len(head) < _FRAME.size:
        return None
    size = _FRAME.unpack(head)[0]
    body = stream.read(size)
    return body if len(body) == size else None


def write_frame(stream: BinaryIO, body: bytes) -> None:
    stream.write(_FRAME.pack(len(body)) + body)
    stream.flush()


def _packed(job: Job, task: Task, facts: Facts) -> bytes:
    """The flag and the pickle; code nested so deeply that its facts cannot be packed is a File only."""
    flag = ONCE if too_dear(facts) else CACHEABLE
    try:
        return flag + pickle.dumps(facts, pickle.HIGHEST_PROTOCOL)
    except RecursionError:
        alone = failed_file(job.repo, task.path, task.blob, TOO_DEEP)
        return flag + pickle.dumps(alone, pickle.HIGHEST_PROTOCOL)


def _read(job: Job, task: Task, blobs: Blobs) -> Facts:
    if task.file_only:
        return failed_file(job.repo, task.path, task.blob, task.file_only)
    data = blobs.read(task.blob)
    if data is None:
        return skipped_file(job.repo, task.path, task.blob, "missing from the object store")
    signal.setitimer(signal.ITIMER_REAL, job.file_seconds, 0.5)  # again, should an adapter swallow it
    try:
        deadline = time.monotonic() + job.file_seconds
        return parse_file(job.repo, task.path, task.blob, data, deadline, task.doc_type)
    except TooSlow:
        return failed_file(job.repo, task.path, task.blob, TOO_SLOW)
    except MemoryError:
        return failed_file(job.repo, task.path, task.blob, TOO_BIG)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(signum: int, frame: FrameType | None) -> None:
    raise TooSlow


def _limit_memory(memory_mb: int) -> None:
    size = memory_mb * 1024 * 1024
    with suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _peak_mb() -> float:
    """The most memory this process has held; it seldom gives any back.

    On Linux `ru_maxrss` is that of the parent at least, which a process inherits when it is started: under a
    worker that keeps a large repository in memory each of its parsers would seem full at once.
    """
    if _STATUS.exists():
        return int(_STATUS.read_text("ascii").partition("VmHWM:")[2].split(maxsplit=1)[0]) / 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
