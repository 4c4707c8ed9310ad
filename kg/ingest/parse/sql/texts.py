"""SQL among the texts of code: found by how it begins, read while its file is parsed.

In: the usages and constants of a file. Out: a `SqlText` for each text that is SQL. What a usage is given may be
complete only once constants of other files are known; `resolve` then looks here first.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from kg.ingest.parse.sql.dialects import dialect_of
from kg.ingest.parse.sql.read import never, touched
from kg.schema.data import SqlText
from kg.schema.usages import CALL, JOIN, LIST, MAP, Constant, Usage, Value

_SQL = re.compile(
    r"\s*(?:--[^\n]*\n\s*|/\*.*?\*/\s*|\(\s*)*"
    r"(?:SELECT\b.*\bFROM\b|INSERT\s+(?:\w+\s+){0,2}INTO\b|UPDATE\s.*\bSET\b|DELETE\s+(?:[\w`.]+\s+)?FROM\b"
    r"|MERGE\s+INTO\b|REPLACE\s+INTO\b|WITH\s+(?:RECURSIVE\s+)?\w+\s*(?:\([^)]*\)\s*)?AS\b|TRUNCATE\s+(?:TABLE\s+)?\w"
    r"|CALL\s+\w)",
    re.IGNORECASE | re.DOTALL,
)
_GAP = "{}"
_LONGEST = 20_000
_DEEPEST = 8


def is_sql(text: str) -> bool:
    """Whether a text begins as a statement does that touches tables."""
    return len(text) <= _LONGEST and bool(_SQL.match(text))


def sql_texts(
    usages: Iterable[Usage], constants: Iterable[Constant], path: str, late: Callable[[], bool] = never
) -> tuple[SqlText, ...]:
    """The texts that are SQL, each once."""
    said = {
        text: None for usage in usages for _, value in usage.arguments for text in _texts(value, _DEEPEST)
    }
    said.update({text: None for constant in constants for text in _texts(constant.value, _DEEPEST)})
    return tuple(SqlText(text, *touched(text, dialect_of(path, text), late)) for text in said if is_sql(text))


def _texts(value: Value, deep: int) -> Iterator[str]:
    """The texts in a value; one that is put together has gaps for what is not written out."""
    if isinstance(value, str):
        yield value
    elif value is None or deep == 0:
        return
    elif value[0] == JOIN:
        yield "".join(part if isinstance(part, str) else _GAP for part in value[1:])
    elif value[0] == LIST:
        for each in value[1:]:
            yield from _texts(each, deep - 1)
    elif value[0] == MAP:
        for _, each in value[1:]:
            yield from _texts(each, deep - 1)
    elif value[0] == CALL:
        for _, each in value[2]:
            yield from _texts(each, deep - 1)
