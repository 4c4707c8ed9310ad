"""AsciiDoc, by a small reader of its own.

In: a Unit. Out: a Document. Sections (`== A`, or underlined), blocks of code, code spans, `link:` and `xref:`;
the attributes of its header are its front matter and are put in where they are used in a path. What is
included is noted as a link and never read; comments and passthroughs are left out.
"""

import re
from collections.abc import Iterator, Sequence

from kg.ingest.parse.documents.document import Document, Front, HeadingPath, Span, SpanForm, cut
from kg.ingest.parse.documents.facts import document_facts
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

_HEADING = re.compile(r"^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?$")
_UNDERLINES = "=-~^+"
_ATTRIBUTE = re.compile(r"^:([\w-]+):(?:\s+(.*))?$")
_USED = re.compile(r"\{([\w-]+)\}")
_INCLUDE = re.compile(r"^include::(\S[^\[\n]*)\[")
_DELIMITER = re.compile(r"^(-{4,}|\.{4,}|/{4,}|\+{4,}|`{3,})(?:\w*)\s*$")
_INLINE = re.compile(
    r"`\+?(?P<code>[^`\n]+?)\+?`(?!\w)"
    r"|(?<!\w)\+(?P<mono>[^+\s][^+\n]*?)\+(?!\w)"
    r"|(?:link|xref|image):(?P<link>[^\s\[]+)\["
    r"|(?P<url>https?://[^\s\[\]<>\"']+)"
    r"|<<(?P<near>[^>\n]+)>>"
)


def parse_asciidoc(unit: Unit) -> Facts:
    return document_facts(unit, read_asciidoc(unit))


def read_asciidoc(unit: Unit) -> Document:
    lines = unit.text.split("\n")
    reading = _Reading(lines)
    spans = list(reading.spans())
    unit.check()
    path = HeadingPath()
    starts = [(at, path.enter(level, name)) for at, level, name in reading.headings]
    return Document(tuple(cut(lines, starts, spans)), reading.front)


class _Reading:
    """One pass over the lines: headings, attributes, and what may name something."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.headings: list[tuple[int, int, str]] = []
        """Line, level from 1, text."""
        self._lines = lines
        self._attributes: dict[str, str] = {}

    @property
    def front(self) -> Front:
        return {name.lower(): (value,) for name, value in self._attributes.items() if value}

    def spans(self) -> Iterator[Span]:
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            if delimiter := _DELIMITER.match(line):
                if not self._is_underline(at):
                    end = self._closing(at, delimiter.group(1))
                    if line[0] not in "/+":
                        yield from self._listing(at + 1, end)
                    at = end + 1
                    continue
            elif heading := _HEADING.match(line):
                self.headings.append(
                    (at, len(heading.group(1)), self._filled(heading.group(2)).replace("`", ""))
                )
            elif attribute := _ATTRIBUTE.match(line):
                self._attributes[attribute.group(1)] = self._filled(attribute.group(2) or "").strip()
            elif not line.startswith("//"):
                if at + 1 < len(self._lines) and self._is_underline(at + 1):
                    self.headings.append((at, _UNDERLINES.index(self._lines[at + 1][0]) + 1, line))
                yield from self._line(line, at)
            at += 1

    def _is_underline(self, at: int) -> bool:
        """Whether a line underlines the one above it, which stands alone and is as long."""
        marks, text = self._lines[at].rstrip(), self._lines[at - 1].rstrip() if at else ""
        alone = at < 2 or not self._lines[at - 2].strip() or self._lines[at - 2].startswith("[")
        return (
            alone
            and len(marks) > 3
            and marks[0] in _UNDERLINES
            and not marks.strip(marks[0])
            and bool(re.match(r"\w", text))
            and abs(len(marks) - len(text)) < 3
        )

    def _closing(self, at: int, delimiter: str) -> int:
        """The line that ends a block, or the end of the text."""
        lines = range(at + 1, len(self._lines))
        return next((i for i in lines if self._lines[i].rstrip() == delimiter), len(self._lines))

    def _listing(self, start: int, end: int) -> Iterator[Span]:
        for number in range(start, end):
            if included := _INCLUDE.match(self._lines[number]):
                yield Span(SpanForm.LINK, self._filled(included.group(1)), number)
        yield Span(SpanForm.BLOCK, "\n".join(self._lines[start:end]), start)

    def _line(self, line: str, number: int) -> Iterator[Span]:
        if included := _INCLUDE.match(line):
            yield Span(SpanForm.LINK, self._filled(included.group(1)), number)
            return
        at = 0
        for match in _INLINE.finditer(line):
            yield Span(SpanForm.PROSE, line[at : match.start()], number)
            at = match.end()
            code = match.group("code") or match.group("mono")
            link = match.group("link") or match.group("url")
            if code:
                yield Span(SpanForm.CODE, code.strip(), number)
            elif link:
                yield Span(SpanForm.LINK, self._filled(link), number)
        if line[at:].strip():
            yield Span(SpanForm.PROSE, line[at:], number)

    def _filled(self, text: str) -> str:
        """With the attributes that are known; of a path that begins with an unknown one, the rest."""
        filled = _USED.sub(lambda used: self._attributes.get(used.group(1), used.group(0)), text)
        return re.sub(r"^\{[\w-]+\}/?", "", filled)
