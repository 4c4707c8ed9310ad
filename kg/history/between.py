"""Where the lines of one state of a file are in another, for states that no commit leads from one to the other.

Lines that stand once in both tie them together, in the longest run that is in order; what is between them
is trimmed from both ends, and the rest counts as replaced. Linear, where a minimal difference is not.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kg.history.hunks import Hunk
from kg.ingest.source.blobs import Blobs

MAX_BYTES = 1 << 20
_NOWHERE = -1


def hunks_between(old: Sequence[bytes], new: Sequence[bytes]) -> list[Hunk]:
    """What became what, as a patch without context says it."""
    anchors = [(-1, -1), *_in_order(_pairs(old, new)), (len(old), len(new))]
    found = []
    for (old_at, new_at), (old_to, new_to) in pairwise(anchors):
        hunk = _trimmed(old, new, old_at + 1, old_to, new_at + 1, new_to)
        if hunk.old_count or hunk.new_count:
            found.append(hunk)
    return found


class States:
    """Differences between blobs of one repository; blocking, for as long as `blobs` is open."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    def __call__(self, old: str, new: str) -> list[Hunk]:
        """Nothing where one of them is not there, or too large to be worth it."""
        texts = [self._blobs.read(blob) for blob in (old, new)]
        if any(text is None or len(text) > MAX_BYTES for text in texts):
            return []
        before, after = ((text or b"").split(b"\n") for text in texts)
        return hunks_between(before, after)


def _pairs(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """Places of lines that stand once in both, in the order of the old ones."""
    once_old, once_new = _once(old), _once(new)
    return ((at, once_new[line]) for line, at in once_old.items() if line in once_new)


def _once(lines: Sequence[bytes]) -> dict[bytes, int]:
    counts = Counter(lines)
    return {line: at for at, line in enumerate(lines) if counts[line] == 1}


def _in_order(pairs: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that grows on both sides."""
    ends: list[int] = []
    tails: list[int] = []
    kept: list[tuple[int, int]] = []
    back: list[int] = []
    for pair in pairs:
        length = bisect_left(ends, pair[1])
        kept.append(pair)
        back.append(tails[length - 1] if length else _NOWHERE)
        ends[length : length + 1] = [pair[1]]
        tails[length : length + 1] = [len(kept) - 1]
    run = []
    at = tails[-1] if tails else _NOWHERE
    while at != _NOWHERE:
        run.append(kept[at])
        at = back[at]
    return run[::-1]


def _trimmed(
    old: Sequence[bytes], new: Sequence[bytes], old_at: int, old_to: int, new_at: int, new_to: int
) -> Hunk:
    """The gap between two anchors, without what is equal at its ends; 1-based, as git counts."""
    while old_at < old_to and new_at < new_to and old[old_at] == new[new_at]:
        old_at, new_at = old_at + 1, new_at + 1
    while old_at < old_to and new_at < new_to and old[old_to - 1] == new[new_to - 1]:
        old_to, new_to = old_to - 1, new_to - 1
    olds, news = old_to - old_at, new_to - new_at
    return Hunk(old_at + bool(olds), olds, new_at + bool(news), news)
