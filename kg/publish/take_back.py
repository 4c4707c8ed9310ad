"""Takes back what was published: the pointer moves to an earlier snapshot, and what came after is held.

In: the fence, the snapshot to go back to, who asks and why. Out: what readers see now and which commits are
held, so that no poll brings the same ones straight back. Holds are written first: between the two, nothing
can be brought in (the lease is held), and after a crash a hold too many is seen in `kg holds`.
"""

from collections.abc import Iterable

from kg.errors import FenceLost
from kg.graph import Graph
from kg.publish.follow import settle_and_follow
from kg.publish.rollback import check_kept, previous, rollback
from kg.publish.snapshots import active, list_snapshots
from kg.publish.window import WINDOW, KeepOptions
from kg.records import Records
from kg.records.audit import note
from kg.records.holds import Hold, hold, release
from kg.schema.snapshot import RolledBack, Snapshot, SnapshotState, Watermark

PREVIOUS = 0
"""Asks for the snapshot that was active before this one."""


async def take_back(
    graph: Graph, records: Records, fence: int, to: int, by: str, reason: str, keep: KeepOptions = WINDOW
) -> RolledBack:
    """Readers see `to` again (`PREVIOUS`: the one before); SnapshotGone when it is not kept."""
    seq = to or await previous(graph, keep)
    await check_kept(graph, seq, keep)
    taken = taken_commits(await list_snapshots(graph), seq, await active(graph))
    kept = await hold(records, [Hold(one.repo, one.ref, one.commit, reason, by) for one in taken])
    try:
        await rollback(graph, fence, seq, keep)
    except FenceLost:  # any other error may come after the write: better held than brought back
        for one in kept:
            await release(records, one.repo, one.commit)
        raise
    await note(records, by, "rollback", f"snapshot {seq}", reason)
    await settle_and_follow(graph, fence)
    return RolledBack(seq, taken)


def taken_commits(snapshots: Iterable[Snapshot], to: int, now: int) -> tuple[Watermark, ...]:
    """The commits that snapshots after `to` hold and `to` does not, by repository and commit."""
    published = [one for one in snapshots if one.state is SnapshotState.PUBLISHED and to <= one.seq <= now]
    stands = {(mark.repo, mark.commit) for one in published if one.seq == to for mark in one.watermarks}
    taken = {
        (mark.repo, mark.ref, mark.commit): mark
        for one in published
        for mark in one.watermarks
        if (mark.repo, mark.commit) not in stands
    }
    return tuple(taken[key] for key in sorted(taken))
