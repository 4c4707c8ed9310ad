"""The text of a section in the pieces that facts are read from: rows of tables, items of lists, paragraphs.

In: text in the marks of Markdown, reStructuredText, AsciiDoc or a wiki. Out: pieces in order, without the
marks. Pure; what a piece means is decided by who asks.
"""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

MAX_PIECES = 2_000


class Form(StrEnum):
    ROW = "row"
    ITEM = "item"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Piece:
    form: Form
    cells: tuple[str, ...]
    """Of a row; of an item or a paragraph, its text alone."""
    header: tuple[str, ...] = ()
    """Of a row: what stands above its cells."""
    depth: int = 0
    """Of an item: how far it is indented."""
    is_numbered: bool = False
    mark: str = ""
    """Of an item: `open` or `done` where its box says so."""
    raw: str = ""
    """As written, for what the marks say."""

    @property
    def text(self) -> str:
        return self.cells[0] if len(self.cells) == 1 else " | ".join(cell for cell in self.cells if cell)


_ITEM = re.compile(r"^(\s*)(?:[-*+•‣–]+|\d{1,3}[.)]|\.{1,3}|\#\.)\s+(\S.*)$|^(\s*)(\[[ xX]\]\s+\S.*)$")
_NUMBER = re.compile(r"^\s*(?:\d|\#)")
_BOX = re.compile(r"^\[([ xX*✓✔-]?)\]\s+|^([☐☑✅✔❌])\s*")
_RULE = re.compile(r"^\s*\|?[\s:|+=-]*[-=]{2,}[\s:|+=-]*\|?\s*$")
_CELLS = re.compile(r"(?<!\\)\|")
_MARKS = (
    (re.compile(r"<!--.*?-->", re.DOTALL), ""),
    (re.compile(r"!\[[^\]]*\]\([^)]*\)|\[\^[^\]]*\]"), ""),
    (re.compile(r"\[([^\]]+)\]\((?:[^()]|\([^()]*\))*\)"), r"\1"),
    (re.compile(r"\[([^\]]+)\]\[[^\]]*\]"), r"\1"),
    (re.compile(r"(?:https?|link|xref):[^\s\[\]]*\[([^\]]*)\]"), r"\1"),
    (re.compile(r"`([^`<]+?)\s*<[^<>`]+>`__?"), r"\1"),
    (re.compile(r":[a-z:]+:`([^`]*)`"), r"\1"),
    (re.compile(r"</?[A-Za-z][^<>]*>"), ""),
    (re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|__(?=\S)(.+?)(?<=\S)__"), r"\1\2"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)"), r"\1\2"),
    (re.compile(r"``?([^`]+)``?"), r"\1"),
    (re.compile(r"\{\{([^{}]+)\}\}"), r"\1"),
)  # fmt: skip


def plain(text: str) -> str:
    """Without marks, in one line."""
    for form, kept in _MARKS:
        text = form.sub(kept, text)
    return " ".join(html.unescape(text).split())


def pieces(text: str) -> list[Piece]:
    return list(_pieces(_without_code(text)))[:MAX_PIECES]


def _pieces(lines: Sequence[str]) -> Iterator[Piece]:
    at = 0
    while at < len(lines):
        line = lines[at]
        after = at + 1
        if _is_row(line):
            while after < len(lines) and (
                _is_row(lines[after])
                or _RULE.match(lines[after])
                or (not lines[after].strip() and after + 1 < len(lines) and _is_row(lines[after + 1]))
            ):
                after += 1
            yield from _rows(lines[at:after])
        elif found := _ITEM.match(line):
            after = _continued(lines, after, _depth(found))
            yield _item(found, lines[at + 1 : after])
        elif line.strip() and not _RULE.match(line):
            while (
                after < len(lines)
                and lines[after].strip()
                and not _is_row(lines[after])
                and not _ITEM.match(lines[after])
            ):
                after += 1
            yield _paragraph(lines[at:after])
        at = after


def _paragraph(lines: Sequence[str]) -> Piece:
    raw = "\n".join(lines)
    return Piece(Form.TEXT, (plain(raw),), raw=raw)


def _item(found: re.Match[str], more: Sequence[str]) -> Piece:
    raw = "\n".join((found.group(2) or found.group(4), *more))
    box = _BOX.match(raw)
    mark = ""
    if box:
        sign = (box.group(1) or box.group(2) or " ").strip()
        mark = "open" if sign in ("", "-", "☐", "❌") else "done"
        raw = raw[box.end() :]
    return Piece(
        Form.ITEM,
        (plain(raw),),
        depth=_depth(found),
        is_numbered=bool(_NUMBER.match(found.group(0))),
        mark=mark,
        raw=raw,
    )


def _depth(found: re.Match[str]) -> int:
    return len(found.group(1) or found.group(3) or "")


def _continued(lines: Sequence[str], at: int, depth: int) -> int:
    """The line after an item: what is indented below it, without a mark of its own, belongs to it."""
    while at < len(lines) and lines[at].strip() and not _ITEM.match(lines[at]) and not _is_row(lines[at]):
        if len(lines[at]) - len(lines[at].lstrip()) <= depth and not lines[at][:1].isspace() and depth:
            break
        at += 1
    return at


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|") and not line.strip().startswith("|===")


def _rows(lines: Sequence[str]) -> Iterator[Piece]:
    """A table; its first row is the header where a rule, or an empty line, follows it."""
    header: tuple[str, ...] = ()
    table = [line for line in lines if line.strip()]
    for at, line in enumerate(table):
        if _RULE.match(line):
            continue
        cells = tuple(plain(cell) for cell in _cut(line))
        if at == 0 and len(table) > 1:
            header = cells
        else:
            yield Piece(Form.ROW, cells, header, raw=line)


def _cut(line: str) -> list[str]:
    inside = line.strip().removeprefix("|").removeprefix("|")
    return _CELLS.split(inside[:-1] if inside.endswith("|") and not inside.endswith("\\|") else inside)


def _without_code(text: str) -> list[str]:
    """Its lines but for those in fences."""
    kept, fenced = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            kept.append(line)
    return kept
