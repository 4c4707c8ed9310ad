"""Secrets in rows of data: the values that an INSERT gives to columns named after secrets.

In: the text of an SQL file. Out: spans. Where an INSERT names no columns, those of the CREATE TABLE in the
same file count; where neither is known, a row's values that look random are taken out.
"""

import re
from collections.abc import Callable, Iterator

Span = tuple[int, int]
_INSERT = re.compile(
    r"(?i)\b(?:insert|replace)\s+(?:ignore\s+)?into\s+(?P<table>[\w.`\"\[\]]{1,120})\s*(?P<columns>\([^()']{1,4000}\))?\s*values?\s*(?=\()"
)
_TABLE = re.compile(r"(?i)\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(?P<table>[\w.`\"\[\]]{1,120})\s*\(")
_COLUMN = re.compile(r"(?m)(?:^|[(,])\s*[`\"\[]?(?P<name>[A-Za-z_]\w{0,60})[`\"\]]?\s+[A-Za-z]")
_NO_COLUMN = frozenset(
    ("primary", "unique", "key", "index", "constraint", "foreign", "check", "fulltext", "default")
)
_PIECE = re.compile(r"'(?:[^'\\]|\\.|'')*'|[(),;]")
_ORDINARY = re.compile(
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[\w-]+(?:\.[\w-]+)+|[\d: .TZ-]+"
)
"""Ids, dates and dotted names look random and are none."""
_SECRET_COLUMN = re.compile(
    r"(?i)passw|passwd|pwd|secret|token|salt|credential|api_?key|private_?key|access_?key"
)


def row_spans(text: str, lowered: str, is_random: Callable[[str], bool]) -> Iterator[Span]:
    """The secrets in all rows of a text."""
    if "insert" not in lowered and "replace" not in lowered:
        return
    tables = dict(_tables(text)) if "create table" in lowered else {}
    for match in _INSERT.finditer(text):
        named = match["columns"]
        columns = _names(named) if named else tables.get(_bare(match["table"]), ())
        wanted = frozenset(i for i, name in enumerate(columns) if _SECRET_COLUMN.search(name))
        if wanted or not columns:
            yield from _rows(text, match.end(), wanted, None if columns else is_random)


def _rows(
    text: str, start: int, wanted: frozenset[int], is_random: Callable[[str], bool] | None
) -> Iterator[Span]:
    depth = column = 0
    for piece in _PIECE.finditer(text, start):
        sign = piece[0]
        if sign == "(":
            depth += 1
            column = 0 if depth == 1 else column
        elif sign == ")":
            depth -= 1
        elif sign == ",":
            column += depth == 1
        elif sign == ";":
            return
        elif (
            depth >= 1
            and len(sign) > 4
            and (column in wanted or (is_random and _looks(sign[1:-1], is_random)))
        ):
            yield piece.start() + 1, piece.end() - 1


def _looks(value: str, is_random: Callable[[str], bool]) -> bool:
    return is_random(value) and not _ORDINARY.fullmatch(value)


def _tables(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for match in _TABLE.finditer(text):
        end = text.find(";", match.end())
        body = text[match.end() : end if end >= 0 else len(text)][:20_000]
        names = (found["name"] for found in _COLUMN.finditer(body))
        yield _bare(match["table"]), tuple(name for name in names if name.lower() not in _NO_COLUMN)


def _names(columns: str) -> tuple[str, ...]:
    return tuple(name.strip(' \n\t`"[]') for name in columns[1:-1].split(","))


def _bare(table: str) -> str:
    return table.rpartition(".")[2].strip('`"[]').lower()
