"""Turns the elements of a Confluence page into lines of text that read like Markdown, and their spans.

What a macro means is in `confluence_macros`. Knows no files.
"""

import re
from collections.abc import Callable, Iterator

from kg.ingest.parse.documents.confluence_macros import (
    image_name,
    link_of,
    macro_name,
    macro_of,
    title_of,
)
from kg.ingest.parse.documents.document import HeadingPath, Section, Span, SpanForm
from kg.ingest.parse.xml import Element

_BLOCKS = frozenset(
    (
        "p",
        "div",
        "blockquote",
        "ul",
        "ol",
        "dl",
        "dt",
        "dd",
        "section",
        "thead",
        "tfoot",
        "hr",
        "ac:layout-cell",
    )
)
_LEFT_OUT = frozenset(
    ("script", "style", "ac:parameter", "ac:placeholder", "colgroup", "ac:task-id", "ac:task-uuid")
)
_CODE = frozenset(("code", "tt", "samp", "kbd"))
_HEADING = re.compile(r"^h([1-6])$")


class Page:
    """The sections of a page, as its elements are read."""

    def __init__(self) -> None:
        self._path = HeadingPath()
        self._sections: list[Section] = []
        self._headings: tuple[str, ...] = ()
        self._start = 0
        self._lines: list[str] = []
        self._line: list[str] = []
        """Pieces of the line that is being written."""
        self._spans: list[Span] = []
        self._depth = 0
        """Of lists."""

    def read(self, element: Element) -> None:
        _HANDLERS.get(element.tag, Page._through)(self, element)
        if element.tag == "page":
            self._close(element.end_line)

    def sections(self) -> tuple[Section, ...]:
        return tuple(self._sections)

    def _through(self, element: Element) -> None:
        """What it holds; a block begins and ends a line."""
        heading = _HEADING.match(element.tag)
        if heading:
            self._heading(element, int(heading.group(1)))
        elif element.tag not in _LEFT_OUT:
            if element.tag in _BLOCKS:
                self._break()
            self._inside(element)
            if element.tag in _BLOCKS:
                self._break()

    def _inside(self, element: Element) -> None:
        line = element.line
        for each in element.content:
            if isinstance(each, Element):
                self.read(each)
                line = each.end_line
            else:
                self._text(each, line)
                line += each.count("\n")

    def _text(self, text: str, line: int) -> None:
        if not text.isspace():
            self._spans.append(Span(SpanForm.PROSE, text, line - 1))
        self._write(re.sub(r"[ \t\n]+", " ", text))

    def _write(self, text: str) -> None:
        self._line.append(text)

    def _break(self) -> None:
        """End the line, if it says anything."""
        line = "".join(self._line).rstrip()
        if line.strip():
            self._lines.append(line if self._depth else line.lstrip())
        self._line = []

    def _close(self, line: int) -> None:
        """End the section at a line (from 1) where the next one begins."""
        self._break()
        if self._lines:
            end = max(line - 1, self._start + 1)
            text = "\n".join(self._lines)
            self._sections.append(Section(self._headings, self._start, end, text, tuple(self._spans)))
        self._lines, self._spans = [], []

    def _heading(self, element: Element, level: int) -> None:
        self._close(element.line)
        self._start = element.line - 1
        name = "".join(_plain(element))
        if not name.strip():
            return
        self._headings = self._path.enter(level, name)
        self._lines.append(f"{'#' * level} {self._headings[-1]}")
        self._inside(element)
        self._line = []

    def _item(self, element: Element) -> None:
        self._break()
        self._depth += 1
        self._write(f"{'  ' * (self._depth - 1)}- ")
        self._inside(element)
        self._break()
        self._depth -= 1

    def _task(self, element: Element) -> None:
        self._break()
        done = element.child_text("task-status") == "complete"
        self._write("- [x] " if done else "- [ ] ")
        for body in element.children("task-body"):
            self._inside(body)
        self._break()

    def _table(self, element: Element) -> None:
        self._break()
        for number, row in enumerate(_rows(element)):
            cells = [cell for cell in row.elements if cell.name in ("td", "th")]
            self._lines.append("| " + " | ".join(self._cell(cell) for cell in cells) + " |")
            if number == 0 and all(cell.name == "th" for cell in cells):
                self._lines.append("|" + "---|" * len(cells))

    def _cell(self, element: Element) -> str:
        """A cell is one line: what it holds is read apart and put together."""
        kept, self._lines, self._line = (self._lines, self._line), [], []
        self._inside(element)
        self._break()
        text = " ".join(line.strip() for line in self._lines if not line.startswith("```"))
        self._lines, self._line = kept
        return text.replace("|", "\\|")

    def _code(self, element: Element) -> None:
        text = " ".join(element.text.split())
        self._spans.append(Span(SpanForm.CODE, text, element.line - 1))
        self._write(f"`{text}`")

    def _pre(self, element: Element) -> None:
        self._block(element.text, element.line, "")

    def _block(self, text: str, line: int, language: str) -> None:
        self._break()
        self._spans.append(Span(SpanForm.BLOCK, text, line - 1))
        self._lines += [f"```{language}", *text.strip("\n").split("\n"), "```"]

    def _anchor(self, element: Element) -> None:
        href = element.get("href")
        if href:
            self._spans.append(Span(SpanForm.LINK, href, element.line - 1))
        self._inside(element)
        if href and href != element.text.strip():
            self._write(f" ({href})")

    def _link(self, element: Element) -> None:
        """A link to a page, an attachment, a person: what is shown, and what it leads to."""
        target, is_page = link_of(element)
        if is_page:
            self._spans.append(Span(SpanForm.LINK, target, element.line - 1))
        shown = next(
            (" ".join(b.text.split()) for b in element.children("plain-text-link-body", "link-body")), ""
        )
        self._write(f"{shown} ({target})" if shown and shown != target else target)

    def _image(self, element: Element) -> None:
        self._write(f"[image: {image_name(element)}]")

    def _time(self, element: Element) -> None:
        self._write(element.get("datetime") or element.text)

    def _emoticon(self, element: Element) -> None:
        self._write(element.get("ac:emoji-fallback"))

    def _new_line(self, _element: Element) -> None:
        self._break()
        if self._depth:
            self._write("  " * self._depth)

    def _extension(self, element: Element) -> None:
        """What the new editor writes for itself, and beside it what everybody else is to read."""
        for fallback in element.children("adf-fallback"):
            self._inside(fallback)

    def _macro(self, element: Element) -> None:
        macro = macro_of(element)
        if macro.is_code:
            if macro.title:
                self._break()
                self._write(f"{macro.title}:")
            self._block(macro.text, macro.line, macro.language)
            return
        if macro.label:
            self._spans.append(Span(SpanForm.PROSE, macro.label, element.line - 1))
            self._write(macro.label)
        if macro.text:
            self._block(macro.text, macro.line, "")
        if macro.bodies:
            self._break()
        for body in macro.bodies:
            self._inside(body)
            self._break()


def _rows(table: Element) -> Iterator[Element]:
    """Its own rows, not those of a table in one of its cells."""
    for each in table.elements:
        if each.name == "tr":
            yield each
        elif each.name in ("thead", "tbody", "tfoot"):
            yield from each.children("tr")


def _plain(element: Element) -> Iterator[str]:
    """The text of a heading, without what macros are given."""
    for each in element.content:
        if isinstance(each, str):
            yield each
        elif each.tag in ("ac:structured-macro", "ac:macro"):
            yield title_of(each) if macro_name(each) == "status" else ""
        else:
            yield from _plain(each)


_HANDLERS: dict[str, Callable[[Page, Element], None]] = {
    "li": Page._item,
    "ac:task": Page._task,
    "table": Page._table,
    **dict.fromkeys(_CODE, Page._code),
    "pre": Page._pre,
    "a": Page._anchor,
    "ac:link": Page._link,
    "ac:image": Page._image,
    "time": Page._time,
    "ac:emoticon": Page._emoticon,
    "br": Page._new_line,
    "ac:structured-macro": Page._macro,
    "ac:macro": Page._macro,
    "ac:adf-extension": Page._extension,
}
