"""reStructuredText, by a small reader of its own.

In: a Unit. Out: a Document. Titles (underlined, or over- and underlined, levels in order of appearance),
literal and code blocks, roles (:class:`a.B`) and directives (`automodule:: a.b`) that name code. What is
included is noted as a link and never read; `raw` is left out. docutils would open files, and takes twenty
times as long; nothing here is executed.
"""

import re
from collections.abc import Generator, Iterator, Sequence

from kg.ingest.parse.documents.document import Document, HeadingPath, Span, SpanForm, Start, cut
from kg.ingest.parse.documents.facts import document_facts
from kg.ingest.parse.documents.restructured_inline import inline_spans, target_of
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

_MARKS = re.compile(r"^([!-/:-@\[-`{-~])\1+$")
_DIRECTIVE = re.compile(r"^\s*\.\.\s+(?:\|[^|]+\|\s+)?([\w:.+-]+?)::(?:\s+(.*))?$")
_TARGET = re.compile(r"^\s*\.\.\s+_(?:`[^`]+`|[^:]+):\s+(\S+)\s*$")
_EXPLICIT = re.compile(r"^\s*\.\.(?:\s|$)")
_OPTION = re.compile(r"^\s+:[\w-]+:")
_LITERAL = frozenset(
    (
        "code-block",
        "code",
        "sourcecode",
        "parsed-literal",
        "prompt",
        "testcode",
        "doctest",
        "ipython",
        "literal",
    )
)
_LEFT_OUT = frozenset(("raw", "math", "graphviz", "toctree", "digraph", "highlight", "image", "only-comment"))
_FILES = frozenset(("include", "literalinclude", "download", "mdinclude"))
_MODULES = frozenset(("module", "currentmodule", "py:module", "py:currentmodule", "automodule"))
_OBJECTS = re.compile(
    r"^(?:\w+:)?(?:auto)?(?:class|function|method|exception|attribute|data|module|decorator|staticmethod|classmethod"
    r"|property|struct|type|macro|interface|enum|envvar|setting|confval)$"
)


def parse_restructured_text(unit: Unit) -> Facts:
    return document_facts(unit, read_restructured_text(unit))


def read_restructured_text(unit: Unit) -> Document:
    lines = unit.text.expandtabs(8).split("\n")
    titles = list(_titles(lines))
    spans = list(_Pieces(lines, {line for at, after, _, _ in titles for line in range(at, after)}).spans())
    unit.check()
    return Document(tuple(cut(unit.text.split("\n"), list(_starts(titles)), spans)))


_Title = tuple[int, int, str, str]
"""First line, line after the last, its style (mark, and whether there is one above), its text."""


def _titles(lines: Sequence[str]) -> Iterator[_Title]:
    at = 0
    while at < len(lines) - 1:
        above, text, below = (lines[at + i].rstrip() if at + i < len(lines) else "" for i in range(3))
        free = at == 0 or not lines[at - 1].strip()
        if (
            free
            and _MARKS.match(above)
            and text.strip()
            and above == below
            and len(above) >= len(text.strip())
        ):
            yield at, at + 3, above[0] * 2, text.strip()
            at += 3
        elif free and above[:1].strip() and not _MARKS.match(above) and _underlines(text, above):
            yield at, at + 2, text[0], above
            at += 2
        else:
            at += 1


def _underlines(marks: str, text: str) -> bool:
    return bool(_MARKS.match(marks)) and len(marks) >= min(len(text), 4) and not _EXPLICIT.match(text)


def _starts(titles: Sequence[_Title]) -> Iterator[Start]:
    """Levels are styles, in the order in which they appear."""
    path = HeadingPath()
    styles: list[str] = []
    for at, _, style, text in titles:
        if style not in styles:
            styles.append(style)
        yield at, path.enter(styles.index(style), text.replace("`", ""))


_Steps = Generator[Span, None, int]
"""Spans, and the line to go on with."""


class _Pieces:
    """What the lines outside of titles may name."""

    def __init__(self, lines: Sequence[str], titles: set[int]) -> None:
        self._lines = lines
        self._titles = titles
        self._module = ""
        """What the last `module` directive said: names below it are of that module."""

    def spans(self) -> Iterator[Span]:
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            after = at + 1
            if at in self._titles:
                yield from inline_spans(line, at)
            elif directive := _DIRECTIVE.match(line):
                after = yield from self._directive(at, *directive.groups())
            elif target := _TARGET.match(line):
                yield Span(SpanForm.LINK, target.group(1), at)
            elif _EXPLICIT.match(line) and not re.match(r"\s*\.\. \[", line):
                after = self._block_end(at)  # a comment
            elif line.lstrip().startswith(">>>"):
                yield Span(SpanForm.BLOCK, line, at)
            else:
                yield from inline_spans(line, at)
                if line.rstrip().endswith("::"):
                    after = yield from self._literal(at)
            at = after

    def _directive(self, at: int, name: str, argument: str | None) -> _Steps:
        """Its spans; returns the line to go on with: behind what it holds, or in it where that is text."""
        argument = (argument or "").strip()
        if name in _MODULES:
            self._module = argument
        if name in _LITERAL:
            return (yield from self._literal(at))
        if name in _LEFT_OUT:
            return self._block_end(at)
        if name in _FILES and argument:
            yield Span(SpanForm.LINK, argument, at)
        elif _OBJECTS.match(name) and argument:
            yield Span(SpanForm.CODE, self._qualified(target_of(argument)), at)
        elif argument:
            yield from inline_spans(argument, at)
        after = at + 1
        while after < len(self._lines) and _OPTION.match(self._lines[after]):
            after += 1
        return after

    def _qualified(self, name: str) -> str:
        """A name as of the module that was named last, unless it already begins with a part of it."""
        first = name.partition(".")[0]
        if not self._module or name == self._module or first in self._module.split("."):
            return name
        return f"{self._module}.{name}"

    def _literal(self, at: int) -> _Steps:
        """What stands indented below a line, as code; returns the line behind it."""
        after = self._block_end(at)
        if after > at + 1:
            yield Span(SpanForm.BLOCK, "\n".join(self._lines[at + 1 : after]), at + 1)
        return after

    def _block_end(self, at: int) -> int:
        """The first line behind `at` that is neither blank nor indented deeper."""
        depth = _depth(self._lines[at])
        after = at + 1
        while after < len(self._lines) and (
            not self._lines[after].strip() or _depth(self._lines[after]) > depth
        ):
            after += 1
        return after


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
