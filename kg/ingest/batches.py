"""Cuts rows into transactions of a bounded size, and keeps the server busy with them.

A batch is bounded in rows and in characters, since a transaction holds its rows in the server's
heap. The lease's lock makes the server write one batch at a time; another is packed meanwhile.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from kg.graph import Graph, Written
from kg.graph.fence import write_fenced

T = TypeVar("T")
Part = Sequence[Any]

NODE_ROWS = 1_000
"""With 2,500 the server of a 768 MB heap spends 60 % more processor time, on its garbage."""
NODE_CHARACTERS = 4_000_000
EDGE_ROWS = 5_000
IN_FLIGHT = 2


def batches(items: Sequence[T], size: int) -> Iterator[list[T]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])


def node_batches(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Rows of nodes: long texts make a batch shorter."""
    batch: list[Mapping[str, Any]] = []
    characters = 0
    for row in rows:
        batch.append(row)
        characters += len(row.get("text", "")) + len(row.get("search_text", ""))
        if len(batch) >= NODE_ROWS or characters >= NODE_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def edge_batches(by_source: Mapping[str, Part]) -> Iterator[list[dict[str, Any]]]:
    """Edges grouped by source, so that one look-up of it serves many; a hub is cut in parts."""
    batch: list[dict[str, Any]] = []
    size = 0
    for source, edges in by_source.items():
        for part in batches(edges, EDGE_ROWS):
            if batch and size + len(part) > EDGE_ROWS:
                yield batch
                batch, size = [], 0
            batch.append({"source": source, "edges": part})
            size += len(part)
    if batch:
        yield batch


async def send(
    graph: Graph,
    name: str,
    fence: int,
    params: Mapping[str, Any],
    parts: Iterable[Part],
    written: Callable[[Written], None],
) -> list[Written]:
    """Write the parts as `$p.rows`, a few in flight, and report each; gives what they did, in order.
    When one fails, those in flight are awaited before the error goes up, so that nothing is still
    being written then."""
    flying: set[asyncio.Task[Written]] = set()
    all_parts: list[asyncio.Task[Written]] = []
    try:
        for part in parts:
            task = asyncio.create_task(write_fenced(graph, name, fence, {**params, "rows": part}))
            all_parts.append(task)
            flying.add(task)
            await asyncio.sleep(0)  # it leaves before the next one is made
            if len(flying) == IN_FLIGHT:
                flying = await _report(flying, written, asyncio.FIRST_COMPLETED)
        while flying:
            flying = await _report(flying, written, asyncio.ALL_COMPLETED)
        return [task.result() for task in all_parts]
    finally:
        await asyncio.gather(*flying, return_exceptions=True)


async def _report(
    flying: set[asyncio.Task[Written]], written: Callable[[Written], None], until: str
) -> set[asyncio.Task[Written]]:
    done, left = await asyncio.wait(flying, return_when=until)
    for task in done:
        written(await task)
    return left
