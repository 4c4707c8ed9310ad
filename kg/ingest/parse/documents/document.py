"""What a reader of a document format gives: sections, and in each the pieces that may name something.

Lines are 0-based lines of the file. Knows no format and nothing of artifacts.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from kg.schema.facts import Problem

Front = Mapping[str, tuple[str, ...]]
"""Front matter: values by key in lower case; one value unless it is written as a list."""


class SpanForm(StrEnum):
    """How a piece of a section is set."""

    LINK = "link"
    """Where a link or an include leads to, as written."""
    CODE = "code"
    """A code span, or a role that names code."""
    PROSE = "prose"
    BLOCK = "block"
    """A block of code: fenced, literal, a listing."""


class Span(NamedTuple):
    """A piece of a section; only what may name something needs one. There are many: a tuple."""

    form: SpanForm
    text: str
    line: int
    """The line of its first character."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it, up to the next heading."""

    headings: tuple[str, ...]
    """From the outermost to its own; empty for what stands before the first heading."""
    start: int
    end: int
    """The line after the last that is not blank."""
    text: str
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A file as its reader understands it."""

    sections: tuple[Section, ...]
    front: Front = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    @property
    def title(self) -> str:
        """What it calls itself: in its front matter, else in its first heading."""
        headed = next((s.headings[-1] for s in self.sections if s.headings), "")
        return first(self.front, "title") or headed


def first(front: Front, *keys: str) -> str:
    """The first value of the first of the keys that is there; empty where none is."""
    return next((front[key][0] for key in keys if front.get(key)), "")


class HeadingPath:
    """The headings above the place that is being read."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []

    def enter(self, level: int, name: str) -> tuple[str, ...]:
        """The path of a heading of a level; what is as deep or deeper ends there."""
        self._open = [(depth, above) for depth, above in self._open if depth < level]
        self._open.append((level, heading_name(name)))
        return tuple(above for _, above in self._open)


def heading_name(text: str) -> str:
    return " ".join(text.split())[:200] or "?"


Start = tuple[int, tuple[str, ...]]
"""The line that a section begins at, and its headings."""


def cut(lines: Sequence[str], starts: Sequence[Start], spans: Iterable[Span]) -> Iterator[Section]:
    """The sections that begin there, each with its own spans, and one more for what stands before the first."""
    before = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    if before < (starts[0][0] if starts else len(lines)):
        starts = [(before, ()), *starts]
    bounds = [*(at for at, _ in starts), len(lines)]
    own: dict[int, list[Span]] = defaultdict(list)
    for span in spans:
        own[bisect_right(bounds, span.line)].append(span)
    for number, (start, headings) in enumerate(starts, 1):
        end = last_line(lines, start, bounds[number])
        yield Section(headings, start, end, "\n".join(lines[start:end]), tuple(own[number]))


def last_line(lines: Sequence[str], start: int, end: int) -> int:
    """`end`, moved up over blank lines; a section has at least one line."""
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return end
