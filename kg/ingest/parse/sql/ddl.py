"""CREATE, ALTER, RENAME and DROP of tables and views, word by word, for any dialect.

Grammars differ in the tails of these statements (storage, partitions, engines) and give up on some; their
heads, which is all that is wanted, are alike. In: the words of one statement. Out: its form and changes.
"""

from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.parse.sql.alter import alterations
from kg.ingest.parse.sql.columns import with_columns
from kg.ingest.parse.sql.words import Reader, Word
from kg.schema import data
from kg.schema.data import Column, TableChange

_TEMPORARY = ("TEMPORARY", "TEMP")
_BEFORE_KIND = frozenset((
    "OR", "REPLACE", "GLOBAL", "LOCAL", "TEMPORARY", "TEMP", "UNLOGGED", "FORCE", "EDITIONABLE", "NONEDITIONABLE",
    "MATERIALIZED", "COLUMN", "ROW", "CACHED", "MEMORY", "EXTERNAL", "UNIQUE", "RECURSIVE", "CONSTRAINT",
    "DEFINER", "ALGORITHM", "SQL", "SECURITY", "INVOKER", "UNDEFINED", "MERGE", "TEMPTABLE",
))  # fmt: skip
MADE = "create_temporary"
"""The form of a table that lives as long as its session: it is no Table, its name means nothing else."""


def definition(found: list[Word]) -> tuple[str, tuple[TableChange, ...]]:
    """The form of a statement that defines something, and what it does to tables; `("", ())` for others."""
    reader = Reader(found)
    if reader.take("CREATE"):
        return _create(reader)
    if reader.take("ALTER"):
        if reader.take("TABLE"):
            return "alter_table", tuple(alterations(reader))
        return f"alter_{_kind(reader)}", ()
    if reader.take("DROP"):
        return _drop(reader)
    if reader.take("RENAME", "TABLE"):
        return "rename_table", tuple(_renames(reader))
    if reader.peek().upper in ("EXEC", "EXECUTE", "SP_RENAME"):
        return _sp_rename(reader)
    return "", ()


def _kind(reader: Reader) -> str:
    """`procedure` of `OR REPLACE DEFINER = … PROCEDURE`; moves past it."""
    for _ in range(16):
        word = reader.next()
        if word.upper and word.upper not in _BEFORE_KIND and reader.peek(-2).text not in ("=", "@"):
            return word.text.lower()
    return "statement"


def _create(reader: Reader) -> tuple[str, tuple[TableChange, ...]]:
    start = reader.at
    kind = _kind(reader)
    before = {word.upper for word in reader.words[start : reader.at]}
    if kind not in ("table", "view"):
        return f"create_{kind}", ()
    optional = reader.take("IF", "NOT", "EXISTS")
    key, name = reader.path()
    if before & {*_TEMPORARY} or key.startswith("#"):
        return MADE, (TableChange(MADE, key, name),)
    form = data.CREATE_TABLE if kind == "table" else data.CREATE_VIEW
    if not key:
        return form, ()
    change = TableChange(form, key, name, optional=optional)
    if reader.take("LIKE"):
        return form, (replace(change, to=reader.path()[0]),)
    return form, (with_columns(change, reader.group()),)


def _drop(reader: Reader) -> tuple[str, tuple[TableChange, ...]]:
    kind = _kind(reader)
    if kind not in ("table", "view"):
        return f"drop_{kind}", ()
    optional = reader.take("IF", "EXISTS")
    changes = []
    while True:
        key, name = reader.path()
        if not key:
            break
        changes.append(TableChange(data.DROP_TABLE, key, name, optional=optional))
        if not reader.sign(","):
            break
    return f"drop_{kind}", tuple(changes)


def _renames(reader: Reader) -> Iterator[TableChange]:
    while True:
        key, name = reader.path()
        if not key or not reader.take("TO"):
            return
        yield TableChange(data.RENAME_TABLE, key, name, to=reader.path()[1])
        if not reader.sign(","):
            return


def _sp_rename(reader: Reader) -> tuple[str, tuple[TableChange, ...]]:
    """SQL Server renames through a procedure: `EXEC sp_rename 'dbo.a.b', 'c', 'COLUMN'`."""
    named = [word.upper for word in reader.words[:4]]
    if "SP_RENAME" not in named:
        return "execute", ()
    told = [word.text.lstrip("Nn").strip("'") for word in reader.words if word.form == "text"]
    if len(told) < 2:
        return "execute", ()
    old, new = told[0].replace("[", "").replace("]", ""), told[1]
    if len(told) > 2 and told[2].upper() == "COLUMN":
        table, _, column = old.rpartition(".")
        change = TableChange(data.RENAME_COLUMN, table.lower(), table, (Column(column),), to=new)
        return "alter_table", (change,)
    if len(told) > 2 and told[2].upper() != "OBJECT":
        return "execute", ()
    return "rename_table", (TableChange(data.RENAME_TABLE, old.lower(), old, to=new),)
