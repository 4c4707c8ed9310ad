"""Lines that a change replaced, and where other lines go through it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

Key = TypeVar("Key")
Spans = dict[Key, tuple[int, int]]
"""First and last line of each key, from 1."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines `old` of the parent became lines `new`; a count of 0 stands behind its line."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int


def moved_back(spans: Spans[Key], hunks: Sequence[Hunk]) -> tuple[Spans[Key], list[Key]]:
    """Spans in the lines of before a change, without those that it first wrote, and the keys it touched."""
    before: Spans[Key] = {}
    hit: list[Key] = []
    for key, (start, end) in spans.items():
        touching = [hunk for hunk in hunks if touches(hunk, start, end)]
        if touching:
            hit.append(key)
        if any(_wrote(hunk, start, end) for hunk in touching):
            continue
        old_start, old_end = _back(hunks, start, first=True), _back(hunks, end, first=False)
        if old_start <= old_end:
            before[key] = (old_start, old_end)
    return before, hit


def touches(hunk: Hunk, start: int, end: int) -> bool:
    """Whether a change touched a span of the lines that it made."""
    if hunk.new_count == 0:  # lines were deleted behind `new_start`
        return start <= hunk.new_start < end
    return hunk.new_start <= end and hunk.new_start + hunk.new_count > start


def _wrote(hunk: Hunk, start: int, end: int) -> bool:
    """Whether the whole span is new: nothing stood there before."""
    return hunk.old_count == 0 and hunk.new_start <= start and end < hunk.new_start + hunk.new_count


def _back(hunks: Sequence[Hunk], line: int, first: bool) -> int:
    """Where a line was; inside of replaced lines at the same share of them."""
    shift = 0
    for hunk in hunks:
        if hunk.new_count == 0:
            if line <= hunk.new_start:
                break
        elif line < hunk.new_start:
            break
        elif line < hunk.new_start + hunk.new_count:
            return _inside(hunk, line, first)
        shift += hunk.old_count - hunk.new_count
    return line + shift


def _inside(hunk: Hunk, line: int, first: bool) -> int:
    if hunk.old_count == 0:  # among inserted lines: the next older line behind, or before, them
        return hunk.old_start + 1 if first else hunk.old_start
    share = (
        (line - hunk.new_start) / hunk.new_count if first else (line - hunk.new_start + 1) / hunk.new_count
    )
    offset = int(share * hunk.old_count) if first else -int(-share * hunk.old_count) - 1
    return hunk.old_start + min(max(offset, 0), hunk.old_count - 1)
