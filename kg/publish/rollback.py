"""Moves the pointer back to an earlier snapshot that is kept. Readers see it at once.

What was rolled past stays until the next candidate truncates it; its numbers are never used again. A pinned
snapshot is never truncated, so the pointer goes past none. The caller lets labels follow.
"""

from kg.errors import SnapshotGone, SnapshotPinned
from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.publish.follow import ready
from kg.publish.snapshots import active, list_entries
from kg.publish.window import WINDOW, KeepOptions, published, window


async def rollback(graph: Graph, fence: int, seq: int, keep: KeepOptions = WINDOW) -> None:
    """Make an earlier snapshot active again; SnapshotGone when it is not kept, SnapshotPinned when a later
    one is pinned."""
    await check_kept(graph, seq, keep)
    await ready(graph, fence, await active(graph), seq)
    await write_fenced(graph, "publish_roll_back", fence, {"seq": seq})


async def check_kept(graph: Graph, seq: int, keep: KeepOptions = WINDOW) -> None:
    """Raises what `rollback` would."""
    entries, now = await list_entries(graph), await active(graph)
    kept = window(entries, now, keep)
    if seq not in kept[1:]:
        earlier = ", ".join(str(s) for s in kept[1:]) or "none"
        raise SnapshotGone(f"publish: snapshot {seq} cannot be rolled back to; kept are: {earlier}")
    for entry in published(entries, now):
        if entry.snapshot.pinned and entry.snapshot.seq > seq:
            raise SnapshotPinned(
                f"publish: snapshot {entry.snapshot.seq} is pinned as {entry.snapshot.pinned}, and what is rolled"
                f" past is truncated: `kg unpin {entry.snapshot.pinned}` first, or take back one repository"
                " (`kg rollback --repo`)"
            )


async def previous(graph: Graph, keep: KeepOptions = WINDOW) -> int:
    """The snapshot that was active before this one; SnapshotGone when none is kept."""
    kept = window(await list_entries(graph), await active(graph), keep)
    if len(kept) < 2:
        raise SnapshotGone("publish: there is no earlier snapshot to roll back to")
    return kept[1]
