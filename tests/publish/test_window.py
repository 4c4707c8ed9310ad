"""Which snapshots are kept, and what begins and ends between them. Pure."""

from dataclasses import replace

from kg.publish.window import WINDOW, Entry, KeepOptions, gaps, window
from kg.schema.snapshot import Snapshot, SnapshotState

HOUR = 3600


def entry(
    seq: int, age_seconds: float, pinned: str = "", state: SnapshotState = SnapshotState.PUBLISHED
) -> Entry:
    return Entry(Snapshot(seq, state, False, "", "", (), pinned), age_seconds)


def test_the_window_keeps_three_and_a_day() -> None:
    """The last 3 however old, those younger than 24 hours, and never more than 50."""
    old = [entry(seq, (100 - seq) * HOUR) for seq in range(1, 11)]
    assert window(old, 10, WINDOW) == [10, 9, 8]
    newer = [*old, entry(11, HOUR, state=SnapshotState.ABANDONED), entry(12, HOUR)]
    assert window(newer, 12, WINDOW) == [12, 10, 9]
    assert window([entry(seq, HOUR) for seq in range(1, 101)], 90, WINDOW) == list(range(90, 40, -1))


def test_a_pin_is_kept_beyond_the_window() -> None:
    """However old, and besides the three."""
    old = [entry(seq, (100 - seq) * HOUR, "release" if seq == 4 else "") for seq in range(1, 11)]
    assert window(old, 10, WINDOW) == [10, 9, 8, 4]


def test_what_others_than_canaries_see_is_kept() -> None:
    """For as long as a newer one is shown to a share of callers only."""
    entries = [entry(seq, (100 - seq) * HOUR) for seq in range(1, 11)]
    shown = [replace(one, shown=one.snapshot.seq == 5) for one in entries]
    assert window(shown, 10, WINDOW) == [10, 9, 8, 5]


def test_what_was_active_a_moment_ago_is_kept() -> None:
    """Fifteen minutes from the moment that another took its place; what was rolled past does not count."""
    only_last = KeepOptions(at_least=1, seconds=0)
    entries = [entry(1, 9 * HOUR), entry(2, 8 * HOUR), entry(3, HOUR), entry(4, 890), entry(5, 10)]
    assert window(entries, 5, only_last) == [5, 4, 3]
    assert window([entry(1, 9 * HOUR), entry(2, 10), entry(3, 901)], 1, only_last) == [1]


def test_gaps_lie_between_neighbours() -> None:
    """Below the first too; nothing lies above the last."""
    assert gaps([7, 3, 4]) == [(0, 3), (3, 4), (4, 7)]
