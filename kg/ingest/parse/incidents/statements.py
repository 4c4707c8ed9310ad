"""What a report states, part by part: its fields, and the texts below its headings.

In: a Document. Out: Stated. A field stands in front matter, in a table, or on a line (`Severity: SEV2`, bold
or in a list); a heading may be a bold line of its own. A heading about nothing known is about what the one
above it is about. Decides nothing about values.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.ingest.parse.documents.document import Document, Section
from kg.ingest.parse.incidents.pieces import Form, Piece, pieces, plain
from kg.ingest.parse.incidents.words import Part, is_stated, part_of_heading, part_of_label

_NO_FIELDS = frozenset((Part.TIMELINE, Part.FOLLOW_UPS, Part.LESSONS))
"""Parts whose lines are no fields of the report."""
_OF_TIMELINES = frozenset((Part.CAUSE, Part.FIX))
"""Parts that a paragraph between the entries of a timeline may state."""
_SHORT = frozenset((
    Part.START, Part.END, Part.WHEN, Part.DURATION, Part.SEVERITY, Part.ZONE, Part.NOTICED_AFTER,
))  # fmt: skip
_UNDERLINE = re.compile(r"^\s*([=\-~^\"'`#*+._:])\1{2,}\s*$")
_LINE = re.compile(
    r"^\s*(?:[-*+•]\s+|:)?(?:\*\*|__|\*|')?([^\W\d_][^:：|*\n]{0,40}?)(?:\*\*|__|\*|')?\s*(?:::|[:：])(?:\*\*|__|\*)?(?:\s+(.*)|(?<=：)(.+)|)$"
)
_BOLD = re.compile(r"^\s*(?:[-*+]\s+)?(?:\*\*|__)([^*_]{2,60}?)(?:\*\*|__)\s*[:：]?\s*$")
_TITLE = re.compile(r"^\s*([^\W\d_][^:：|]{2,40})[:：]\s*$")


@dataclass(frozen=True, slots=True)
class Passage:
    """What stands below a heading about one part."""

    headings: tuple[str, ...]
    text: str


@dataclass(slots=True)
class Stated:
    """Fields by what they are about, as (name, value), and passages; in the order of the document."""

    fields: dict[Part, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    passages: dict[Part, list[Passage]] = field(default_factory=lambda: defaultdict(list))
    left_open: set[Part] = field(default_factory=set)
    """Fields that are there and say `?` or `N/A`."""

    def value(self, part: Part) -> str:
        """The first value of a field; empty where there is none."""
        return next((value for _, value in self.fields.get(part, ())), "")

    def add(self, part: Part, name: str, value: str) -> None:
        if is_stated(value):
            self.fields[part].append((name, value))
        elif value.strip():
            self.left_open.add(part)


def stated_in(document: Document) -> Stated:
    stated = Stated()
    for key, values in document.front.items():
        if (part := part_of_label(key)) is not None:
            for value in values:
                stated.add(part, key, plain(value))
    for section in document.sections:
        _read(section, stated)
    return stated


def _read(section: Section, stated: Stated) -> None:
    """What stands below the title, before any other heading, sums it up."""
    unnamed = Part.SUMMARY if len(section.headings) < 2 else Part.OTHER
    part = next((p for name in reversed(section.headings) if (p := part_of_heading(name))), unnamed)
    body = body_of(section)
    if section.headings and (field_part := _field_of_heading(section.headings[-1], body)) is not None:
        stated.add(field_part, section.headings[-1], plain(body))
    for about, headings, text in _parted(body, part, section.headings):
        if text.strip():
            stated.passages[about].append(Passage(headings, text))
        for name, value in _fields(text) if about not in _NO_FIELDS else _of_paragraphs(text):
            if (field_part := part_of_label(name)) is not None and (
                about not in _NO_FIELDS or (about is Part.TIMELINE and field_part in _OF_TIMELINES)
            ):
                stated.add(field_part, name, value)


def _field_of_heading(heading: str, body: str) -> Part | None:
    """What a heading states with the one line below it: `## Severity`, `SEV-2`."""
    lines = [line for line in body.split("\n") if line.strip()]
    part = part_of_label(heading) if len(lines) == 1 else None
    return part if part in _SHORT else None


def body_of(section: Section) -> str:
    """Its text without the heading."""
    lines = section.text.split("\n")
    if not section.headings:
        return section.text
    first = 1 + bool(_UNDERLINE.match(lines[0]))
    if len(lines) > first and _UNDERLINE.match(lines[first]):
        first += 1
    return "\n".join(lines[first:])


def _parted(text: str, part: Part, headings: tuple[str, ...]) -> Iterator[tuple[Part, tuple[str, ...], str]]:
    """The text, cut at lines that serve as headings of known parts."""
    kept: list[str] = []
    for line in text.split("\n"):
        found = _BOLD.match(line) or _TITLE.match(line)
        about = part_of_heading(found.group(1)) if found else None
        if found and about is not None:
            yield part, headings, "\n".join(kept)
            part, headings, kept = about, (*headings, found.group(1)), []
        else:
            kept.append(line)
    yield part, headings, "\n".join(kept)


def _fields(text: str) -> Iterator[tuple[str, str]]:
    found = pieces(text)
    yield from _of_tables([piece for piece in found if piece.form is Form.ROW])
    for piece in found:
        if piece.form is not Form.ROW:
            yield from _of_lines(piece.raw.split("\n"))


def _of_paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """`**Resolution:** …` where it is no item of a list and no row."""
    for piece in pieces(text):
        if piece.form is Form.TEXT:
            yield from _of_lines(piece.raw.split("\n"))


def _of_lines(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A name, and the value behind it, or in the line below it."""
    for at, line in enumerate(lines):
        if match := _LINE.match(line):
            value = match.group(2) or match.group(3) or ""
            if not value.strip() and at + 1 < len(lines) and not _LINE.match(lines[at + 1]):
                value = lines[at + 1]
            yield match.group(1).strip(), plain(value)


def _of_tables(rows: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    """Names in the first column, or above: a table of which each row is a field, or that has one row."""
    for at, row in enumerate(rows):
        begins = at == 0 or rows[at - 1].header != row.header
        alone = begins and (at + 1 == len(rows) or rows[at + 1].header != row.header)
        if len(row.cells) == 2:
            if begins and len(row.header) == 2:
                yield row.header[0], row.header[1]
            yield row.cells[0], row.cells[1]
        if alone and len(row.cells) == len(row.header):
            yield from zip(row.header, row.cells, strict=True)
