"""One process of the parse pool as its parent sees it: start it, send files, take answers, end it.

Frames are a length and a pickle (see `worker`). A process that does not start is an error of the
installation; one that ends later is for the caller to judge.
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
    try:
        await send(child, job)
        async with asyncio.timeout(_START_SECONDS):
            await answer(child)
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        await kill(child)
        raise SourceError("parse: a parser process does not start; try `kg doctor`") from error
    except BaseException:
        await kill(child)
        raise
    return child


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
