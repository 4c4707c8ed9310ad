"""Lets labels and edge types follow the pointer: Neo4j Browser's view of the active snapshot.

The pointer is the truth, and kg's own reads never need this. A version carries its kind label while
it is in the active snapshot; an edge is WAS once it ended and NEXT while it waits for its snapshot.
The pointer remembers the range of snapshots (`low`, `high`) that may be wrong; each batch changes
only what is not right yet, so a crash, a publish and a rollback in between are all the same to it.

An edge changes its type by being made anew, and a reader that is just walking there may meet neither. So no edge
is changed that a reader of the pointer's snapshot needs: those that hold in the next one before the pointer moves
(`ready`), the others a moment after it (`SETTLE_SECONDS`), when who had begun is done.
"""

import asyncio

from kg.graph import Graph, Row
from kg.graph.fence import write_fenced

BATCH = 5_000
SETTLE_SECONDS = 0.3
"""What rollback and removal give readers; an ingest is told (`IngestOptions`)."""
_NEVER: Row = {"seq": 0, "followed": 0, "low": 0, "high": 0, "issued": 0, "since_rollback_ms": 10**12}
_STEPS = ("publish_follow_labels", "publish_follow_closings", "publish_follow_touched")


async def follow(graph: Graph, fence: int) -> int:
    """Put labels and types right; the number of changes. Nothing to do is one read."""
    return await follow_pointer(graph, fence, await read_pointer(graph))


async def ready(graph: Graph, fence: int, now: int, seq: int) -> None:
    """Edges that hold in the snapshot which the pointer is about to move to look so already."""
    bounds = {"low": min(now, seq), "high": max(now, seq), "seq": seq}
    while await _batch(graph, "publish_ready_edges", fence, bounds):
        pass


async def settle_and_follow(graph: Graph, fence: int, seconds: float = SETTLE_SECONDS) -> int:
    """Follow after a move that took edges from readers who may still be reading."""
    await asyncio.sleep(seconds)
    return await follow(graph, fence)


async def follow_pointer(graph: Graph, fence: int, pointer: Row) -> int:
    """The same, for a pointer that was just read under this fence."""
    if pointer["low"] == pointer["high"]:
        return 0
    bounds = {name: pointer[name] for name in ("low", "high", "seq")}
    changed = 0
    for name in _STEPS:
        while rows := await _batch(graph, name, fence, bounds):
            changed += rows
    await write_fenced(graph, "publish_mark_followed", fence, {"seq": bounds["seq"]})
    return changed


async def read_pointer(graph: Graph) -> Row:
    """Where the pointer stands; all zero in a graph that never had a snapshot."""
    rows = await graph.read("publish_read_pointer")
    return rows[0] if rows else _NEVER


async def _batch(graph: Graph, name: str, fence: int, bounds: Row) -> int:
    written = await write_fenced(graph, name, fence, {**bounds, "limit": BATCH})
    return int(written.rows[0]["changed"])
