"""A graph with a past and a future: old snapshots, the active one, and a candidate of another commit.

What stands in it is what a reader of Neo4j Browser may meet at any time of day.
"""

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg.graph import Graph, Written
from kg.ingest.parse.pool import ParseOptions
from kg.ingest.pipeline import IngestOptions
from kg.publish.reconcile import ingest
from tests.shop import shop


class StoppedBeforePublish(BaseException):
    """Not an Exception: nothing in kg may catch it and go on."""


class Unpublished(Graph):
    """Writes like any other, up to the moment the pointer would move; after it never again."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph._driver, graph.options)
        self._stopped = False

    async def write(
        self, name: str, params: Mapping[str, Any] | None = None, timeout_seconds: float | None = None
    ) -> Written:
        if self._stopped or name == "publish_move_pointer":
            self._stopped = True
            raise StoppedBeforePublish(name)
        return await super().write(name, params, timeout_seconds)


async def bring(graph: Graph, repo: str, number: int, cache: Path) -> None:
    """Ingest a commit of one of the shop's repositories (0 is the first, -1 the last)."""
    options = IngestOptions(cache, ParseOptions(cache, workers=1))
    location = shop()[repo]
    commit = _history(location)[number]
    await ingest(graph, str(location), commit, "", options, lambda what, done, total: None)


async def stand_up(graph: Graph, cache: Path) -> None:
    """Two old snapshots of orders, then both repositories whole, then a candidate that goes back to
    the second commit: it has closed, opened and led on edges that no reader may see."""
    for repo, number in (("orders", 1), ("orders", 4), ("orders", -1), ("pricing", -1)):
        await bring(graph, repo, number, cache)
    try:
        await bring(Unpublished(graph), "orders", 1, cache)
    except StoppedBeforePublish:
        return
    raise AssertionError("the candidate was published")


def _history(repository: Path) -> list[str]:
    """Commit ids, oldest first."""
    command = ["git", "-C", str(repository), "rev-list", "--reverse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
