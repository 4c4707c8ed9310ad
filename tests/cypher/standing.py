"""A graph with a past and a future: old snapshots, the active one, and a candidate of another commit.

What stands in it is what a reader of Neo4j Browser may meet at any time of day.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg.graph import Graph, Written
from tests.shop import bring, history, shop


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


async def stand_up(graph: Graph, cache: Path) -> None:
    """Two old snapshots of orders, then both repositories whole, then a candidate that goes back to
    the second commit: it has closed, opened and led on edges that no reader may see."""
    orders, pricing = shop()["orders"], shop()["pricing"]
    commits = history(orders)
    for number in (1, 4, -1):
        await bring(graph, orders, cache, commits[number])
    await bring(graph, pricing, cache)
    try:
        await bring(Unpublished(graph), orders, cache, commits[1])
    except StoppedBeforePublish:
        return
    raise AssertionError("the candidate was published")
