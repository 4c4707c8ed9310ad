"""One process of the parse pool as its parent sees it: start it, send files, take answers, end it.

Frames are a length and a pickle (see `worker`). A process that does not start is an error of the
installation; one that ends later is for the caller to judge. `Processes` says what becomes of one when a run
is over: it ends; a `Spare` keeps one for the next run, of any repository.
"""

import asyncio
import pickle
import struct
import sys
from contextlib import suppress
from pathlib import Path

import kg
from kg.errors import SourceError
from kg.ingest.parse.worker import Job

Child = asyncio.subprocess.Process
_FRAME = struct.Struct(">I")
_START_SECONDS = 60.0
_SPARE_SECONDS = 5.0
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); import kg; del sys.path[0];"
    "from kg.ingest.parse.worker import main; main()"
)
"""Takes the `kg` of this process, and (with -P) nothing from the folder it was started in: that may be
the repository being read."""


async def start(job: Job) -> Child:
    """A process that is ready for files."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-c",
        _PROGRAM,
        str(Path(kg.__file__).parent.parent),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=4 * 1024 * 1024,
    )
    if not await _begin(child, job, _START_SECONDS):
        raise SourceError("parse: a parser process does not start; try `kg doctor`")
    return child


async def _begin(child: Child, job: Job, seconds: float) -> bool:
    """Whether it is ready for the files of a job; else it is ended."""
    try:
        await send(child, job)
        async with asyncio.timeout(seconds):
            await answer(child)
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        await kill(child)
        return False
    except BaseException:
        await kill(child)
        raise
    return True


async def send(child: Child, message: object) -> None:
    assert child.stdin is not None
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    child.stdin.write(_FRAME.pack(len(body)) + body)
    with suppress(ConnectionError):  # it has ended: the missing answer says so
        await child.stdin.drain()


async def answer(child: Child) -> bytes:
    assert child.stdout is not None
    size = _FRAME.unpack(await child.stdout.readexactly(_FRAME.size))[0]
    return await child.stdout.readexactly(size)


async def kill(child: Child) -> None:
    with suppress(ProcessLookupError):
        child.kill()
    await child.wait()


class Processes:
    """Where the processes of a run come from, and where they go."""

    async def take(self, job: Job) -> Child:
        return await start(job)

    async def leave(self, child: Child) -> None:
        """It has done all it was given."""
        await kill(child)


class Spare(Processes):
    """Keeps one process from one run to the next: to start one takes longer than to read a file."""

    def __init__(self) -> None:
        self._child: Child | None = None

    async def take(self, job: Job) -> Child:
        child, self._child = self._child, None
        if child is not None and await _begin(child, job, _SPARE_SECONDS):
            return child
        return await start(job)

    async def leave(self, child: Child) -> None:
        if self._child is None:
            self._child = child
        else:
            await kill(child)

    async def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await kill(child)
