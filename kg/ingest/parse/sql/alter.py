"""The actions of ALTER TABLE, word by word, for any dialect.

In: words after `ALTER TABLE`. Out: a `TableChange` for each action that concerns columns, keys or the name; any
other action (indexes, defaults, partitions) is none.
"""

from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.parse.sql.columns import (
    CONSTRAINTS,
    foreign_keys,
    is_constraint,
    names_in,
    primary_key,
    type_of,
    with_columns,
)
from kg.ingest.parse.sql.words import Reader, items
from kg.schema import data
from kg.schema.data import Column, TableChange


def alterations(reader: Reader) -> Iterator[TableChange]:
    optional = reader.take("IF", "EXISTS")
    reader.take("ONLY")
    key, name = reader.path()
    if not key:
        return
    if reader.take("WITH", "CHECK") or reader.take("WITH", "NOCHECK"):
        pass
    before = ""
    for item in items(reader.words[reader.at :]):
        action = Reader(item)
        for change in _action(action, TableChange("", key, name, optional=optional), before):
            yield change
            before = change.form


def _action(reader: Reader, table: TableChange, before: str) -> Iterator[TableChange]:
    """One action of ALTER TABLE; `ADD a int, b int` of SQL Server leaves out the second ADD."""
    first = reader.peek().upper
    if reader.take("ADD"):
        yield from _add(reader, table)
    elif reader.take("DROP"):
        yield from _drop_part(reader, table)
    elif reader.take("RENAME"):
        yield from _rename_part(reader, table)
    elif first in ("MODIFY", "CHANGE", "ALTER"):
        yield from _change(reader, table)
    elif before == data.ADD_COLUMN and reader.peek().is_name and reader.peek(1).is_name:
        yield from _add(reader, table)
    elif before == data.DROP_COLUMN and reader.peek().is_name and len(reader.words) == 1:
        yield replace(table, form=data.DROP_COLUMN, columns=(Column(reader.next().text),))


def _add(reader: Reader, table: TableChange) -> Iterator[TableChange]:
    column = reader.take("COLUMN") or reader.take("COLUMNS")
    reader.take("IF", "NOT", "EXISTS")
    rest = reader.words[reader.at :]
    if rest and rest[0].text == "(":
        yield from _added(with_columns(table, reader.group()))
    elif rest and (column or not is_constraint(rest)):
        yield from _added(with_columns(table, rest))
    elif rest:
        yield from _added(
            replace(table, primary_key=primary_key(rest), foreign_keys=tuple(foreign_keys(rest)))
        )


def _added(table: TableChange) -> Iterator[TableChange]:
    if table.columns:
        yield replace(table, form=data.ADD_COLUMN, primary_key=(), foreign_keys=())
    if table.primary_key:
        yield replace(table, form=data.PRIMARY_KEY, columns=(), foreign_keys=())
    if table.foreign_keys:
        yield replace(table, form=data.FOREIGN_KEY, columns=(), primary_key=())


def _drop_part(reader: Reader, table: TableChange) -> Iterator[TableChange]:
    if reader.take("PRIMARY", "KEY"):
        yield replace(table, form=data.PRIMARY_KEY)
        return
    column = reader.take("COLUMN") or reader.take("COLUMNS")
    if not column and reader.peek().upper in (
        *CONSTRAINTS,
        "PARTITION",
        "DEFAULT",
        "IDENTITY",
        "EXPRESSION",
    ):
        return
    reader.take("IF", "EXISTS")
    names = names_in(reader.group()) if reader.peek().text == "(" else (reader.path()[1],)
    found = tuple(Column(name) for name in names if name)
    if found:
        yield replace(table, form=data.DROP_COLUMN, columns=found)


def _rename_part(reader: Reader, table: TableChange) -> Iterator[TableChange]:
    if reader.peek().upper in ("INDEX", "KEY", "CONSTRAINT"):
        return
    if reader.take("TO") or reader.take("AS"):
        yield replace(table, form=data.RENAME_TABLE, to=reader.path()[1])
        return
    reader.take("COLUMN")
    old = reader.path()[1]
    if old and reader.take("TO"):
        yield replace(table, form=data.RENAME_COLUMN, columns=(Column(old),), to=reader.path()[1])
    elif old and reader.done:  # MySQL: RENAME new_name
        yield replace(table, form=data.RENAME_TABLE, to=old)


def _change(reader: Reader, table: TableChange) -> Iterator[TableChange]:
    verb = reader.next().upper
    reader.take("COLUMN")
    if verb == "ALTER" and reader.peek().upper in ("INDEX", "CONSTRAINT", "CHECK"):
        return
    for item in items(reader.group()) or [reader.words[reader.at :]]:
        part = Reader(item)
        old = part.next().text
        if verb == "CHANGE":
            new = part.next().text
            yield replace(table, form=data.RENAME_COLUMN, columns=(Column(old),), to=new)
            yield replace(table, form=data.CHANGE_COLUMN, columns=(Column(new, type_of(part)),))
        elif part.take("RENAME", "TO"):
            yield replace(table, form=data.RENAME_COLUMN, columns=(Column(old),), to=part.path()[1])
        else:
            yield from _changed_type(part, old, verb, table)


def _changed_type(part: Reader, old: str, verb: str, table: TableChange) -> Iterator[TableChange]:
    said = part.take("SET", "DATA", "TYPE") or part.take("TYPE")
    if not said and (part.peek().upper in ("SET", "DROP", "ADD", "RESTART") or part.done):
        return
    type_ = type_of(part)
    if type_ or verb == "MODIFY":
        yield replace(table, form=data.CHANGE_COLUMN, columns=(Column(old, type_),))
