"""A reader in a process of its own: `python -m tests.bench.reader`, asked over its standard input.

In: a line of JSON that says where Neo4j is, then one for each commit: the repository, the path and the marker
that the changed method holds. Out: the time of the machine's monotonic clock at which the method was first
read, from the active snapshot of that moment, as any reader would.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kg.graph import Graph, GraphOptions, connect
from kg.publish.snapshots import active
from tests.bench.changes import Change
from tests.retrieve.planted import run

POLL_SECONDS = 0.01
LONGEST_SECONDS = 300.0
_READ = """
MATCH (a:Artifact {repo: $p.repo, origin: $p.path}) USING INDEX SEEK a:Artifact(repo, origin)
WHERE a.valid_from <= $p.seq AND a.valid_to > $p.seq AND a.kind = 'Method' AND a.text CONTAINS $p.marker
RETURN count(*) AS found
"""


class Reader:
    """The process, from the side of who asks."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self._child = child

    async def watch(self, change: Change) -> None:
        """It looks for this change from now on."""
        await self._tell({"repo": change.repo, "path": change.path, "marker": change.marker})
        await self._hear()

    async def seen(self) -> float:
        """When it saw the change."""
        return float(await self._hear())

    async def _tell(self, said: dict[str, str]) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps(said).encode() + b"\n")
        await self._child.stdin.drain()

    async def _hear(self) -> str:
        assert self._child.stdout is not None
        line = await self._child.stdout.readline()
        if not line:
            raise SystemExit("the reader ended: it did not see the change in time")
        return line.decode().strip()


@asynccontextmanager
async def reading(options: GraphOptions) -> AsyncIterator[Reader]:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.bench.reader",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    reader = Reader(child)
    try:
        await reader._tell({"uri": options.uri, "password": options.password})
        await reader._hear()
        yield reader
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def main() -> None:
    where = json.loads(sys.stdin.readline())
    async with connect(GraphOptions(where["uri"], password=where["password"])) as graph:
        _say("ready")
        while line := await asyncio.to_thread(sys.stdin.readline):
            wanted = json.loads(line)
            await _look(graph, wanted)
            _say("watching")
            _say(str(await _first_seen(graph, wanted)))


async def _first_seen(graph: Graph, wanted: dict[str, str]) -> float:
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        if await _look(graph, wanted):
            return time.monotonic()
        await asyncio.sleep(POLL_SECONDS)
    raise SystemExit(1)


async def _look(graph: Graph, wanted: dict[str, str]) -> bool:
    seq = await active(graph)
    return bool((await run(graph, _READ, {**wanted, "seq": seq}))[0]["found"])


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
