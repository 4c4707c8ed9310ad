"""Removes what no kept snapshot needs: versions and edges that came and went in between, and old reports.

In: the fence and the window. A snapshot that falls out of it is *retired* first, so that nobody begins to read
it, and after a grace what only it held is deleted in small batches; its node goes last. Stopped anywhere, the
next call goes on: what is retired and still there is what is left to do. Nothing retired, nothing read but
the list of snapshots.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from kg.errors import GraphTimeout
from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.publish.follow import follow
from kg.publish.lease import LeaseOptions, hold_lease, this_process
from kg.publish.snapshots import active, list_entries
from kg.publish.window import WINDOW, Entry, KeepOptions, gaps, published, window
from kg.schema.snapshot import SnapshotState

_STEPS = ("publish_vacuum_versions", "publish_vacuum_edges")


@dataclass(frozen=True, slots=True)
class VacuumOptions:
    """How much is done at once."""

    keep: KeepOptions = WINDOW
    grace_seconds: float = 60.0
    """A request that began before its snapshot was retired ends before anything of it is deleted."""
    batch_size: int = 500
    round_seconds: float = 0.5
    """How long the lease is held: a commit that waits for it is seen that much later at most."""


@dataclass(frozen=True, slots=True)
class Vacuumed:
    """What a round did. `complete`: nothing is left that could be done now."""

    retired: int = 0
    """Snapshots that are read no more."""
    removed: int = 0
    """Versions, and edges between versions that stay."""
    complete: bool = True

    def __add__(self, other: "Vacuumed") -> "Vacuumed":
        return Vacuumed(self.retired + other.retired, self.removed + other.removed, other.complete)


async def has_work(graph: Graph, options: VacuumOptions) -> bool:
    """Whether a round would do anything; one read, no lease."""
    entries, seq = await list_entries(graph), await active(graph)
    return bool(_outside(entries, seq, options.keep) or _due(entries, options.grace_seconds))


async def seconds_until_due(graph: Graph, options: VacuumOptions) -> float:
    """How long until what is retired may be deleted; 0 when nothing waits."""
    waiting = [
        options.grace_seconds - entry.retired_seconds
        for entry in await list_entries(graph)
        if entry.snapshot.state is SnapshotState.RETIRED and entry.retired_seconds < options.grace_seconds
    ]
    return max(waiting, default=0.0)


async def vacuum(graph: Graph, fence: int, options: VacuumOptions) -> Vacuumed:
    """One round, as long as `round_seconds`; call it until it is complete."""
    await follow(graph, fence)  # an edge that ended is found as WAS
    ends_at = time.monotonic() + options.round_seconds
    entries, seq = await list_entries(graph), await active(graph)
    outside = _outside(entries, seq, options.keep)
    if outside:
        await write_fenced(graph, "publish_retire_snapshots", fence, {"seqs": outside})
        entries = await list_entries(graph)
    due = _due(entries, options.grace_seconds)
    removed = 0
    for low, high in gaps(_needed(entries, seq, due)):
        gone = [one for one in due if low < one < high]
        if not gone:
            continue
        changed, complete = await _empty(graph, fence, low, high, options, ends_at)
        removed += changed
        if not complete:
            return Vacuumed(len(outside), removed, complete=False)
        await write_fenced(graph, "publish_forget_snapshots", fence, {"low": low, "high": high, "seqs": gone})
    return Vacuumed(len(outside), removed)


async def vacuum_behind(graph: Graph, options: VacuumOptions) -> Vacuumed:
    """A round for the worker: only when there is work, and unless somebody holds the lease."""
    if not await has_work(graph, options):
        return Vacuumed()
    try:
        async with hold_lease(graph, this_process("kg vacuum"), LeaseOptions(wait_seconds=0.0)) as fence:
            return await vacuum(graph, fence, options)
    except GraphTimeout:
        return Vacuumed()


def _outside(entries: Sequence[Entry], active: int, keep: KeepOptions) -> list[int]:
    """Published, and not kept any more."""
    kept = set(window(entries, active, keep))
    return [entry.snapshot.seq for entry in published(entries, active) if entry.snapshot.seq not in kept]


def _due(entries: Sequence[Entry], grace_seconds: float) -> list[int]:
    """Retired long enough ago."""
    return [
        entry.snapshot.seq
        for entry in entries
        if entry.snapshot.state is SnapshotState.RETIRED and entry.retired_seconds >= grace_seconds
    ]


def _needed(entries: Sequence[Entry], active: int, due: Sequence[int]) -> list[int]:
    """Every snapshot that is read, or may be: those that are retired but not yet due too."""
    read = (SnapshotState.PUBLISHED, SnapshotState.RETIRED)
    return [
        entry.snapshot.seq
        for entry in entries
        if entry.snapshot.state in read and entry.snapshot.seq <= active and entry.snapshot.seq not in due
    ]


async def _empty(
    graph: Graph, fence: int, low: int, high: int, options: VacuumOptions, ends_at: float
) -> tuple[int, bool]:
    """Delete what is in a gap; how much, and whether all of it went before the round ended."""
    removed = 0
    params = {"low": low, "high": high, "limit": options.batch_size}
    for name in _STEPS:
        while changed := int((await write_fenced(graph, name, fence, params)).rows[0]["changed"]):
            removed += changed
            if time.monotonic() > ends_at:
                return removed, False
    return removed, True
