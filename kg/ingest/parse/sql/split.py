"""A SQL script as its statements with their lines, for any dialect.

Knows texts, quoted names, comments, dollar quotes, `DELIMITER`, `GO`, Oracle's `/`, and that the `;` inside
the body of a procedure ends nothing. A comment before a statement does not belong to it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_PIECES = re.compile(
    r"""
    (?P<comment>--[^\n]*|\#[ \t!-][^\n]*|/\*(?!!).*?(?:\*/|\Z)|/\*!.*?(?:\*/|\Z))
  | (?P<text>'(?:[^'\\]|\\(?:.|\Z)|'')*+(?:'|\Z)|"(?:[^"\\]|\\(?:.|\Z)|"")*+(?:"|\Z)|`[^`]*(?:`|\Z)
        |\$(?P<tag>[^\W\d]\w*|)\$.*?(?:\$(?P=tag)\$|\Z))
  | ^[ \t]*DELIMITER[ \t]+(?P<delimiter>\S+)[ \t]*$
  | ^[ \t]*(?P<batch>GO|/)[ \t]*$
  | (?P<block>\b(?:BEGIN|CASE|END)\b)(?P<after>[ \t]+(?:IF|LOOP|WHILE|REPEAT|FOR|CASE|TRANSACTION|TRAN|WORK)\b)?
  | (?P<sign>;|\$\$|//)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_NO_BACKSLASH = re.compile(
    _PIECES.pattern.replace(r"""'(?:[^'\\]|\\(?:.|\Z)|'')*+(?:'|\Z)""", r"""'(?:[^']|'')*+(?:'|\Z)"""),
    _PIECES.flags,
)
_ROUTINE = re.compile(
    r"\s*(?:CREATE\b[^;(]*?\b(?:PROCEDURE|FUNCTION|TRIGGER|PACKAGE|EVENT|TYPE\s+BODY)\b|DECLARE\b|BEGIN\b(?!\s*(?:;|TRAN|WORK)))",
    re.IGNORECASE,
)
_DECLARE = re.compile(r"\s*DECLARE\b", re.IGNORECASE)
_BODY = re.compile(r"\b(?:IS|AS)\b(?!\s*['$])", re.IGNORECASE)


class Piece(NamedTuple):
    """One statement of a script, without its delimiter."""

    text: str
    start_line: int
    end_line: int


def split(text: str, dialect: str = "") -> Iterator[Piece]:
    """The statements in order; what holds only blanks and comments is none."""
    scan = _Scan(text, dialect)
    for start, end in scan.spans():
        body = text[start:end].rstrip()
        if body:
            first = scan.line_at(start)
            yield Piece(body, first, first + body.count("\n"))


class _Scan:
    """Where statements begin and end; lines are counted forwards once."""

    def __init__(self, text: str, dialect: str) -> None:
        self._text = text
        self._pieces = _PIECES if dialect in ("mysql", "") else _NO_BACKSLASH
        self._oracle = dialect == "oracle"
        self._delimiter = ";"
        self._begun = False
        """Whether the body of the routine that is read has begun."""
        self._counted = 0
        self._line = 1

    def line_at(self, offset: int) -> int:
        self._line += self._text.count("\n", self._counted, offset)
        self._counted = offset
        return self._line

    def spans(self) -> Iterator[tuple[int, int]]:
        start, depth, at = 0, 0, 0
        routine: bool | None = None
        while match := self._pieces.search(self._text, at):
            at = match.end()
            if match["comment"] is not None:
                if not self._text[start : match.start()].strip():
                    start = at
                continue
            if match["delimiter"] or match["batch"]:
                yield self._trimmed(start, match.start())
                start, depth, routine = at, 0, None
                self._delimiter = match["delimiter"] or self._delimiter
                continue
            if match["text"] is not None:
                if self._delimiter != "$$" or not match["text"].startswith("$$"):
                    continue
                at = match.start() + len(self._delimiter)
                yield self._trimmed(start, match.start())
                start, depth, routine = at, 0, None
                continue
            if routine is None:
                self._begun = False
                routine = bool(_ROUTINE.match(self._text, self._first(start)))
            if match["block"] and routine:
                depth += self._step(match)
                self._begun = True
            elif self._ends(match, start, depth, routine):
                yield self._trimmed(start, match.start())
                start, depth, routine = at, 0, None
        yield self._trimmed(start, len(self._text))

    def _first(self, start: int) -> int:
        while start < len(self._text) and self._text[start].isspace():
            start += 1
        return start

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        return min(self._first(start), end), end

    @staticmethod
    def _step(match: re.Match[str]) -> int:
        word, after = match["block"].upper(), (match["after"] or "").strip().upper()
        if word == "END":
            return 0 if after in ("IF", "LOOP", "WHILE", "REPEAT", "FOR") else -1
        return 0 if after in ("TRANSACTION", "TRAN", "WORK") else 1

    def _ends(self, match: re.Match[str], start: int, depth: int, routine: bool) -> bool:
        if match.group() != self._delimiter:
            return False
        if self._delimiter != ";" or not routine:
            return True
        return depth == 0 and (self._begun or not self._declares(start, match.start()))

    def _declares(self, start: int, end: int) -> bool:
        """Whether this `;` ends a declaration before the BEGIN of a body."""
        if _DECLARE.match(self._text, start):
            return True
        return self._oracle and _BODY.search(self._text, start, end) is not None
