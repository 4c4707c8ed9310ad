"""The one door to SQL: a text of any dialect becomes statements with their tables and changes.

In: a text, complete or with dynamic parts. Out: `SqlStatement`s; what no grammar reads is read by its words
and says so. Never raises, whatever the text; a text that is too long for the grammar is read by its words.
Knows no file and no framework.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from kg.ingest.parse.sql.ddl import MADE, definition
from kg.ingest.parse.sql.mask import is_gap, masked, without_gaps
from kg.ingest.parse.sql.names import is_no_table, named_entities, named_tables
from kg.ingest.parse.sql.split import Piece, split
from kg.ingest.parse.sql.words import TEXT, Reader, Word, each_word, words
from kg.schema import data
from kg.schema.data import WRITE, Column, SqlStatement, SqlTable, TableChange

LONGEST_PARSED = 20_000
"""Characters of a statement that is given to the grammar; what is longer holds rows, or was generated."""
_MOST_WORDS = 200_000
"""Characters of a statement that is read by its words."""

_QUERIES = frozenset(
    ("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "WITH", "TRUNCATE", "COPY", "UPSERT")
)
ROUTINES = ("procedure", "function", "trigger", "package", "event", "rule", "type")
_ROWS = re.compile(
    r"(?:INSERT|REPLACE)\s+(?:IGNORE\s+|OR\s+\w+\s+)?(?:INTO\s+)?(?P<table>[\w.$`\"\[\]]+)\s*"
    r"(?P<columns>\([^()]*\))?\s*VALUES?\b",
    re.IGNORECASE,
)

_ASKING = re.compile(r"\(\s*SELECT\b", re.IGNORECASE)
"""A query among the values of a row."""


def never() -> bool:
    return False


def read_sql(text: str, dialect: str = "", late: Callable[[], bool] = never) -> tuple[SqlStatement, ...]:
    """The statements of a text; those after `late` says so are left out."""
    found: list[SqlStatement] = []
    made: set[str] = set()
    for piece in split(text, dialect):
        if late():
            break
        statement = read_statement(piece, dialect)
        for change in statement.changes:
            if change.form == MADE:
                made |= {change.table, change.table.lstrip("#")}
        found.append(_without(statement, made) if made else statement)
    return tuple(found)


def touched(
    text: str, dialect: str = "", late: Callable[[], bool] = never
) -> tuple[tuple[SqlTable, ...], bool]:
    """What all statements of a text touch, each once, and whether a grammar read all of them."""
    read = read_sql(text, dialect, late)
    tables = dict.fromkeys(table for statement in read for table in statement.tables)
    return tuple(tables), all(statement.parsed for statement in read)


def read_jpql(text: str) -> SqlStatement:
    """One statement of JPQL or HQL: its tables are names of entities."""
    found = words(masked(text[:_MOST_WORDS]))
    form = found[0].upper.lower() if found else ""
    lines = text.count("\n") + 1
    return SqlStatement("select" if form == "from" else form, text, 1, lines, named_entities(found))


def tables_by_words(text: str) -> tuple[SqlTable, ...]:
    """The tables of a text without the grammar: what is quick enough for a text that comes together late."""
    return named_tables(words(masked(text[:_MOST_WORDS])))


def read_statement(piece: Piece, dialect: str = "") -> SqlStatement:
    """One statement: its definitions word by word, its queries by the grammar where that reads them."""
    statement = SqlStatement("", piece.text, piece.start_line, piece.end_line)
    rows = _ROWS.match(piece.text)
    if rows and not _ASKING.search(piece.text):
        return replace(statement, form="insert", tables=_inserted(rows))
    text = piece.text[:_MOST_WORDS]
    verb = next((word.upper for word in each_word(text) if word.text != "("), "")
    if verb in _QUERIES:  # its other words are the grammar's
        tables, parsed = _queried(piece.text, dialect)
        return replace(statement, form=_form(verb, text), tables=tables, parsed=parsed)
    found = words(text)
    if not found:
        return statement
    form, changes = definition(found)
    if form:
        return _defined(statement, form, changes, found, dialect)
    return replace(statement, form=verb.lower() or "statement")


def _form(verb: str, text: str) -> str:
    """What a statement does; one that begins with WITH is what follows its definitions."""
    if verb != "WITH":
        return {"REPLACE": "insert", "UPSERT": "insert"}.get(verb, verb.lower())
    depth = 0
    for word in each_word(text):
        depth += {"(": 1, ")": -1}.get(word.text, 0)
        if depth == 0 and word.upper in ("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE"):
            return word.upper.lower()
    return "select"


def _inserted(rows: re.Match[str]) -> tuple[SqlTable, ...]:
    """Of plain rows only the head is read: a dump has thousands of them."""
    key, name = Reader(words(rows["table"])).path()
    columns = [word.text for word in words(rows["columns"] or "") if word.is_name]
    return () if not key or is_no_table(key) or is_gap(key) else (SqlTable(key, name, WRITE, tuple(columns)),)


def _queried(text: str, dialect: str) -> tuple[tuple[SqlTable, ...], bool]:
    plain = masked(text[:_MOST_WORDS])
    if len(text) <= LONGEST_PARSED:
        from kg.ingest.parse.sql.queries import queried  # the parser library, at the first statement

        tables = queried(plain, dialect)
        if tables is None and (bare := without_gaps(plain)) != plain:
            tables = queried(bare, dialect)
        if tables is not None:
            return tables, True
    return named_tables(words(plain)), False


def _defined(
    statement: SqlStatement, form: str, changes: tuple[TableChange, ...], found: list[Word], dialect: str
) -> SqlStatement:
    lines = {"start_line": statement.start_line, "end_line": statement.end_line}
    placed = tuple(replace(change, **lines) for change in changes)  # type: ignore[arg-type] # two lines, as named
    statement = replace(statement, form=form, changes=placed)
    if form.rpartition("_")[2] in ROUTINES:
        return replace(statement, tables=named_tables(list(_body(found))), parsed=False)
    query = _query_of(found) if form in (data.CREATE_VIEW, data.CREATE_TABLE, MADE) else None
    if query is None:
        return statement
    text = statement.text[query.start :]
    tables, parsed = _queried(text, dialect)
    if form == data.CREATE_VIEW or not placed[0].columns:
        placed = tuple(
            replace(change, columns=change.columns or _columns(text, dialect)) for change in placed
        )
    return replace(statement, tables=tables, parsed=parsed, changes=placed)


def _columns(text: str, dialect: str) -> tuple[Column, ...]:
    from kg.ingest.parse.sql.queries import selected

    return tuple(Column(name) for name in selected(masked(text[:LONGEST_PARSED]), dialect))


def _query_of(found: list[Word]) -> Word | None:
    """The first word of the query of `CREATE VIEW v AS SELECT …`."""
    for before, word in pairwise(found):
        if word.upper in ("SELECT", "WITH") and (before.upper == "AS" or before.text in ("(", ")")):
            return word
    return None


def _body(found: list[Word]) -> Iterator[Word]:
    """The words of a routine, those of its dollar quoted body too."""
    for word in found:
        if word.form == TEXT and word.text.startswith("$"):
            tag = word.text.index("$", 1) + 1
            yield from words(word.text[tag:].removesuffix(word.text[:tag]))
        else:
            yield word


def _without(statement: SqlStatement, made: set[str]) -> SqlStatement:
    """The statement without temporary tables, which are no Tables."""
    return replace(
        statement,
        tables=tuple(table for table in statement.tables if table.key not in made),
        changes=tuple(change for change in statement.changes if change.table not in made),
    )
