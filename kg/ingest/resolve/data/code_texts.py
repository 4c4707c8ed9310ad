"""SQL in calls of Python code -> QUERIES: `cursor.execute("…")`, `text("…")`, `Order.objects.raw(QUERY)`.

In: usages whose first argument may be SQL. A text counts when it begins as a statement does and is given to a
call that runs one; constants are followed. Java's calls are read elsewhere. Pure.
"""

from kg.ingest.resolve.data.world import Data
from kg.schema.data import SqlText
from kg.schema.usages import CALLED, Usage
from kg.schema.vocabulary import How

_RUNNING = (
    "execute", "executemany", "executescript", "exec_driver_sql", "text", "raw", "RawSQL", "read_sql",
    "read_sql_query", "fetch", "fetchrow", "fetchval", "fetch_all", "fetch_one", "scalars", "scalar",
)  # fmt: skip
_NAMED = ("", "sql", "query", "statement", "operation", "raw_query", "text")
_BY_WORDS = 0.8


def link_code_texts(found: Data) -> None:
    """The tables of SQL that code holds itself."""
    for facts, usage in found.world.usages(*_RUNNING):
        if usage.form != CALLED or facts.file.language != "python":
            continue
        value = next((value for name, value in usage.arguments if name in _NAMED), None)
        for text in found.world.texts(value, facts, usage) if value is not None else ():
            read = found.sql.of(text)
            if read is not None:
                _link(found, usage, read)


def _link(found: Data, usage: Usage, read: SqlText) -> None:
    how = (How.EXACT, 1.0) if read.parsed else (How.INFERRED, _BY_WORDS)
    for table in read.tables:
        uid = found.tables.uid(table.key, table.name)
        found.links.queries(usage.source, uid, table.access, table.columns, *how, line=usage.line)
