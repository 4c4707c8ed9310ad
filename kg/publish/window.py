"""Which snapshots are kept: the last few, young ones, pinned ones, and those that somebody may still be reading.

Pure. In: the snapshots with their ages, and the active one. Out: the kept numbers. What is not kept is
retired and then removed (`vacuum`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kg.schema.snapshot import LEASE_SECONDS, Snapshot, SnapshotState


@dataclass(frozen=True, slots=True)
class KeepOptions:
    """The window."""

    at_least: int = 3
    """The last published ones, however old."""
    seconds: float = 24 * 3600.0
    """Younger ones are kept too,"""
    at_most: int = 50
    """but no more than these in all."""
    lease_seconds: float = LEASE_SECONDS
    """Whatever was active until a moment ago: cursors and streams that began on it may go on."""


WINDOW = KeepOptions()


@dataclass(frozen=True, slots=True)
class Entry:
    """A snapshot and how old it is, as `list_entries` reads it."""

    snapshot: Snapshot
    age_seconds: float
    """Since it was published."""
    retired_seconds: float = 0
    """Since it was retired."""
    shown: bool = False
    """While a newer one is shown to canaries alone, everybody else sees this one."""


def published(entries: Sequence[Entry], active: int) -> list[Entry]:
    """Those that can be read, newest first: what was rolled past can not."""
    found = [
        entry
        for entry in entries
        if entry.snapshot.state is SnapshotState.PUBLISHED and entry.snapshot.seq <= active
    ]
    return sorted(found, key=lambda entry: -entry.snapshot.seq)


def window(entries: Sequence[Entry], active: int, keep: KeepOptions) -> list[int]:
    """The snapshots that are kept, newest first, the active one at the head."""
    kept = []
    replaced_seconds = 0.0  # since the one that came after it was published
    for rank, entry in enumerate(published(entries, active)):
        recent = rank < keep.at_least or (rank < keep.at_most and entry.age_seconds < keep.seconds)
        if recent or entry.shown or entry.snapshot.pinned or replaced_seconds < keep.lease_seconds:
            kept.append(entry.snapshot.seq)
        replaced_seconds = entry.age_seconds
    return kept


def gaps(needed: Sequence[int]) -> list[tuple[int, int]]:
    """The spans between neighbours of these, and below the first: what began after `low` and ended by `high`
    is seen in none of them."""
    ordered = sorted(set(needed))
    return list(zip([0, *ordered[:-1]], ordered, strict=True))
