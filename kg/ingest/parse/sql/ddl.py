"""CREATE, ALTER, RENAME and DROP of tables and views, word by word, for any dialect.

Grammars differ in the tails of these statements (storage, partitions, engines) and give up on some; their
heads, which is all that is wanted, are alike. In: the words of one statement. Out: its form and changes.
"""

from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.parse.sql.words import Reader, Word, items
from kg.schema import data
from kg.schema.data import Column, ForeignKey, TableChange

_TEMPORARY = ("TEMPORARY", "TEMP")
_BEFORE_KIND = frozenset((
    "OR", "REPLACE", "GLOBAL", "LOCAL", "TEMPORARY", "TEMP", "UNLOGGED", "FORCE", "EDITIONABLE", "NONEDITIONABLE",
    "MATERIALIZED", "COLUMN", "ROW", "CACHED", "MEMORY", "EXTERNAL", "UNIQUE", "RECURSIVE", "CONSTRAINT",
    "DEFINER", "ALGORITHM", "SQL", "SECURITY", "INVOKER", "UNDEFINED", "MERGE", "TEMPTABLE",
))  # fmt: skip
_CONSTRAINTS = frozenset((
    "CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "KEY", "INDEX", "CHECK", "FULLTEXT", "SPATIAL", "EXCLUDE",
    "PERIOD", "LIKE", "SUPPLEMENTAL",
))  # fmt: skip
_AFTER_TYPE = frozenset((
    "NOT", "NULL", "DEFAULT", "PRIMARY", "UNIQUE", "REFERENCES", "CONSTRAINT", "CHECK", "COMMENT", "AUTO_INCREMENT",
    "GENERATED", "IDENTITY", "COLLATE", "CHARACTER", "CHARSET", "ON", "KEY", "FIRST", "AFTER", "ENABLE", "DISABLE",
    "AUTOINCREMENT", "AS", "VISIBLE", "INVISIBLE", "STORED", "VIRTUAL", "USING", "ENCODE", "SPARSE", "ROWGUIDCOL",
    "STORAGE", "COMPRESSION", "INVISIBLE", "CASCADE", "SELECTIVITY",
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
            return "alter_table", tuple(_alter(reader))
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
    return form, (_with_columns(change, reader.group()),)


def _with_columns(change: TableChange, inside: list[Word]) -> TableChange:
    columns: list[Column] = []
    primary: tuple[str, ...] = ()
    foreign: list[ForeignKey] = []
    if inside and inside[0].upper in ("SELECT", "WITH"):
        return change
    for item in items(inside):
        if _is_constraint(item):
            primary = primary or _primary(item)
            foreign += _foreign(item)
            if item[0].upper == "LIKE":
                change = replace(change, to=Reader(item[1:]).path()[0])
        elif item[0].is_name:
            column, key, references = _column(item)
            columns.append(column)
            primary = primary or key
            foreign += references
    return replace(change, columns=tuple(columns), primary_key=primary, foreign_keys=tuple(foreign))


def _is_constraint(item: list[Word]) -> bool:
    """`KEY idx (a)` is one, a column that is called `key varchar(9)` is none."""
    first, second = item[0].upper, item[1] if len(item) > 1 else item[0]
    if first not in _CONSTRAINTS:
        return False
    if first in ("KEY", "INDEX", "PERIOD", "CHECK", "LIKE"):
        named = any(word.text == "(" for word in item[2:3]) and not _is_type(second)
        return named or second.text == "(" or first == "LIKE"
    return True


def _is_type(word: Word) -> bool:
    return word.upper in (
        "VARCHAR",
        "CHAR",
        "INT",
        "BIGINT",
        "VARCHAR2",
        "NVARCHAR",
        "NUMBER",
        "DECIMAL",
        "TEXT",
    )


def _column(item: list[Word]) -> tuple[Column, tuple[str, ...], list[ForeignKey]]:
    reader = Reader(item)
    name = reader.next().text
    column = Column(name, _type(reader))
    rest = [word.upper for word in item]
    primary = (name,) if "PRIMARY" in rest else ()
    foreign = []
    if "REFERENCES" in rest:
        foreign = [_reference(Reader(item[rest.index("REFERENCES") + 1 :]), (name,))]
    return column, primary, foreign


def _type(reader: Reader) -> str:
    """The words of a type, as written: `bigint(20) unsigned`, `timestamp with time zone`."""
    parts: list[str] = []
    while (
        not reader.done
        and reader.peek().upper not in _AFTER_TYPE
        and reader.peek().text not in (",", ";", "=")
    ):
        if reader.peek().text == "(":
            inside = "".join(word.text for word in reader.group())
            parts[-1:] = [f"{parts[-1] if parts else ''}({inside})"]
        elif reader.peek().text in ("[", "]", "."):
            parts[-1:] = [(parts[-1] if parts else "") + reader.next().text]
        elif parts and parts[-1].endswith("."):
            parts[-1] += reader.next().text
        else:
            parts.append(reader.next().text)
    return " ".join(parts)


def _primary(item: list[Word]) -> tuple[str, ...]:
    for at, word in enumerate(item):
        if word.upper == "PRIMARY":
            return _names(_first_group(item[at:]))
    return ()


def _foreign(item: list[Word]) -> Iterator[ForeignKey]:
    uppers = [word.upper for word in item]
    if "FOREIGN" in uppers and "REFERENCES" in uppers:
        own = _names(_first_group(item[uppers.index("FOREIGN") :]))
        yield _reference(Reader(item[uppers.index("REFERENCES") + 1 :]), own)


def _reference(reader: Reader, own: tuple[str, ...]) -> ForeignKey:
    table, _ = reader.path()
    return ForeignKey(own, table, _names(reader.group()))


def _first_group(found: list[Word]) -> list[Word]:
    for at, word in enumerate(found):
        if word.text == "(":
            return Reader(found[at:]).group()
    return []


def _names(inside: list[Word]) -> tuple[str, ...]:
    return tuple(item[0].text for item in items(inside) if item[0].is_name)


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


def _alter(reader: Reader) -> Iterator[TableChange]:
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
        yield from _added(_with_columns(table, reader.group()))
    elif rest and (column or not _is_constraint(rest)):
        yield from _added(_with_columns(table, rest))
    elif rest:
        yield from _added(replace(table, primary_key=_primary(rest), foreign_keys=tuple(_foreign(rest))))


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
        *_CONSTRAINTS,
        "PARTITION",
        "DEFAULT",
        "IDENTITY",
        "EXPRESSION",
    ):
        return
    reader.take("IF", "EXISTS")
    names = _names(reader.group()) if reader.peek().text == "(" else (reader.path()[1],)
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
            yield replace(table, form=data.CHANGE_COLUMN, columns=(Column(new, _type(part)),))
        elif part.take("RENAME", "TO"):
            yield replace(table, form=data.RENAME_COLUMN, columns=(Column(old),), to=part.path()[1])
        else:
            yield from _changed_type(part, old, verb, table)


def _changed_type(part: Reader, old: str, verb: str, table: TableChange) -> Iterator[TableChange]:
    said = part.take("SET", "DATA", "TYPE") or part.take("TYPE")
    if not said and (part.peek().upper in ("SET", "DROP", "ADD", "RESTART") or part.done):
        return
    type_ = _type(part)
    if type_ or verb == "MODIFY":
        yield replace(table, form=data.CHANGE_COLUMN, columns=(Column(old, type_),))
