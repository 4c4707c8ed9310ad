"""Takes back what snapshots above a number wrote: their versions and edges go, their closings too.

In batches, each safe to repeat, so a crash in between is completed by the next run. Labels and types
must have followed the pointer before; truncation need not touch them then.
"""

from kg.graph import Graph
from kg.graph.fence import write_fenced

BATCH = 5_000
SOURCE_BATCH = 1_000

_STEPS = (
    ("publish_truncate_versions", BATCH),
    ("publish_truncate_edges", SOURCE_BATCH),
    ("publish_truncate_closings", BATCH),
)


async def truncate(graph: Graph, fence: int, above: int) -> int:
    """Undo every snapshot above; the number of versions that were touched."""
    await write_fenced(graph, "publish_abandon_snapshots", fence, {"above": above})
    changed = 0
    for name, limit in _STEPS:
        while rows := await _batch(graph, name, fence, above, limit):
            changed += rows
    return changed


async def _batch(graph: Graph, name: str, fence: int, above: int, limit: int) -> int:
    written = await write_fenced(graph, name, fence, {"above": above, "limit": limit})
    return int(written.rows[0]["changed"])
