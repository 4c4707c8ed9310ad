"""Moves the pointer back to an earlier snapshot of the window. Readers see it at once.

The window: the last 3 published snapshots, and every one younger than 24 hours, at most 50. What was
rolled past stays until the next candidate truncates it; its numbers are never used again. The caller
lets labels follow.
"""

from kg.errors import SnapshotGone
from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.publish.snapshots import Entry, active, list_entries
from kg.schema.snapshot import SnapshotState

KEPT = 3
KEPT_SECONDS = 24 * 3600
KEPT_AT_MOST = 50


async def rollback(graph: Graph, fence: int, seq: int) -> None:
    """Make an earlier snapshot active again; SnapshotGone when it is not in the window."""
    await check_kept(graph, seq)
    await write_fenced(graph, "publish_roll_back", fence, {"seq": seq})


async def check_kept(graph: Graph, seq: int) -> None:
    """SnapshotGone when a snapshot cannot be rolled back to."""
    kept = window(await list_entries(graph), await active(graph))
    if seq not in kept[1:]:
        earlier = ", ".join(str(s) for s in kept[1:]) or "none"
        raise SnapshotGone(f"publish: snapshot {seq} cannot be rolled back to; kept are: {earlier}")


async def previous(graph: Graph) -> int:
    """The snapshot that was active before this one; SnapshotGone when none is kept."""
    kept = window(await list_entries(graph), await active(graph))
    if len(kept) < 2:
        raise SnapshotGone("publish: there is no earlier snapshot to roll back to")
    return kept[1]


def window(entries: list[Entry], active: int) -> list[int]:
    """The snapshots that are kept, newest first, the active one at the head."""
    published = [
        entry
        for entry in sorted(entries, key=lambda e: -e.snapshot.seq)
        if entry.snapshot.state is SnapshotState.PUBLISHED and entry.snapshot.seq <= active
    ]
    return [
        entry.snapshot.seq
        for rank, entry in enumerate(published[:KEPT_AT_MOST])
        if rank < KEPT or entry.age_seconds < KEPT_SECONDS
    ]
