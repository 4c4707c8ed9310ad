"""The columns, keys and types that CREATE TABLE and ADD COLUMN declare, word by word, for any dialect.

In: the words between the parentheses, or of one item of them. Out: a `TableChange` with what they say.
"""

from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.parse.sql.words import Reader, Word, items
from kg.schema.data import Column, ForeignKey, TableChange

CONSTRAINTS = frozenset((
    "CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "KEY", "INDEX", "CHECK", "FULLTEXT", "SPATIAL", "EXCLUDE",
    "PERIOD", "LIKE", "SUPPLEMENTAL",
))  # fmt: skip
_AFTER_TYPE = frozenset((
    "NOT", "NULL", "DEFAULT", "PRIMARY", "UNIQUE", "REFERENCES", "CONSTRAINT", "CHECK", "COMMENT", "AUTO_INCREMENT",
    "GENERATED", "IDENTITY", "COLLATE", "CHARACTER", "CHARSET", "ON", "KEY", "FIRST", "AFTER", "ENABLE", "DISABLE",
    "AUTOINCREMENT", "AS", "VISIBLE", "INVISIBLE", "STORED", "VIRTUAL", "USING", "ENCODE", "SPARSE", "ROWGUIDCOL",
    "STORAGE", "COMPRESSION", "INVISIBLE", "CASCADE", "SELECTIVITY",
))  # fmt: skip


def with_columns(change: TableChange, inside: list[Word]) -> TableChange:
    columns: list[Column] = []
    primary: tuple[str, ...] = ()
    foreign: list[ForeignKey] = []
    if inside and inside[0].upper in ("SELECT", "WITH"):
        return change
    for item in items(inside):
        if is_constraint(item):
            primary = primary or primary_key(item)
            foreign += foreign_keys(item)
            if item[0].upper == "LIKE":
                change = replace(change, to=Reader(item[1:]).path()[0])
        elif item[0].is_name:
            column, key, references = _column(item)
            columns.append(column)
            primary = primary or key
            foreign += references
    return replace(change, columns=tuple(columns), primary_key=primary, foreign_keys=tuple(foreign))


def is_constraint(item: list[Word]) -> bool:
    """`KEY idx (a)` is one, a column that is called `key varchar(9)` is none."""
    first, second = item[0].upper, item[1] if len(item) > 1 else item[0]
    if first not in CONSTRAINTS:
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
    column = Column(name, type_of(reader))
    rest = [word.upper for word in item]
    primary = (name,) if "PRIMARY" in rest else ()
    foreign = []
    if "REFERENCES" in rest:
        foreign = [_reference(Reader(item[rest.index("REFERENCES") + 1 :]), (name,))]
    return column, primary, foreign


def type_of(reader: Reader) -> str:
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


def primary_key(item: list[Word]) -> tuple[str, ...]:
    for at, word in enumerate(item):
        if word.upper == "PRIMARY":
            return names_in(_first_group(item[at:]))
    return ()


def foreign_keys(item: list[Word]) -> Iterator[ForeignKey]:
    uppers = [word.upper for word in item]
    if "FOREIGN" in uppers and "REFERENCES" in uppers:
        own = names_in(_first_group(item[uppers.index("FOREIGN") :]))
        yield _reference(Reader(item[uppers.index("REFERENCES") + 1 :]), own)


def _reference(reader: Reader, own: tuple[str, ...]) -> ForeignKey:
    table, _ = reader.path()
    return ForeignKey(own, table, names_in(reader.group()))


def _first_group(found: list[Word]) -> list[Word]:
    for at, word in enumerate(found):
        if word.text == "(":
            return Reader(found[at:]).group()
    return []


def names_in(inside: list[Word]) -> tuple[str, ...]:
    return tuple(item[0].text for item in items(inside) if item[0].is_name)
