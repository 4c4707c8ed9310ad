"""The last commits of a real repository, ingested one by one, and compared with a rebuild now and then.

In: two servers, a mirror, how many commits. Out: how many were brought and how often the digests differed. After
every stride of commits the last one is loaded into the second server, which was emptied, from nothing. May begin
at any commit: the one before is loaded first.
"""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kg.graph import Graph
from kg.graph.migrate import migrate
from kg.ingest.options import IngestOptions
from kg.ingest.parse.pool import ParseOptions
from kg.ingest.warm import WarmStore
from kg.publish.export import export_hash
from kg.publish.reconcile import ingest
from kg.publish.snapshots import active
from tests.empty import empty
from tests.shop import ingest_options

STRIDE = 25
_WARM_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Strode:
    """One stride: the commit it ended at, and whether the graph was that of a rebuild."""

    commits: int
    commit: str
    equal: bool


def last_commits(git_dir: Path, count: int) -> list[str]:
    """Along the default branch, oldest first."""
    command = ["git", f"--git-dir={git_dir}", "rev-list", "--first-parent", f"--max-count={count}", "HEAD"]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return found[::-1]


class RealHistory:
    """A repository that one graph follows and another is made of."""

    def __init__(self, graph: Graph, second: Graph, location: Path, name: str, folder: Path) -> None:
        self._graph, self._second = graph, second
        self._location, self._name = location, name
        parse = ParseOptions(folder / "facts")
        self._options = replace(ingest_options(folder / "stepwise"), parse=parse, warm=WarmStore(_WARM_BYTES))
        self._nothing = replace(ingest_options(folder / "nothing"), parse=parse)

    async def begin(self, commit: str) -> None:
        """The graph holds this commit, and nothing else."""
        await self._load(self._graph, commit, self._options)

    async def stride(self, commits: list[str]) -> Strode:
        """Bring these one after the other, then compare."""
        for commit in commits:
            await ingest(self._graph, str(self._location), commit, self._name, self._options, _silent)
        await self._load(self._second, commits[-1], self._nothing)
        found, wanted = [await export_hash(each, await active(each)) for each in (self._graph, self._second)]
        return Strode(len(commits), commits[-1], found == wanted)

    async def _load(self, graph: Graph, commit: str, options: IngestOptions) -> None:
        await empty(graph)
        await migrate(graph)
        await ingest(graph, str(self._location), commit, self._name, options, _silent)


def strides(commits: list[str]) -> Iterator[list[str]]:
    """Cut into parts of STRIDE."""
    return (commits[start : start + STRIDE] for start in range(0, len(commits), STRIDE))


def _silent(what: str, done: int, total: int) -> None:
    """Shows no progress."""
