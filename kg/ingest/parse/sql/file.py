"""One .sql file -> a Statement for each statement, with lines, and its changes of the schema.

In: a Unit. Out: Facts; tables and QUERIES follow in `resolve`. Of a dump only some rows of each table are
kept, and the File says so. Which migrations belong together is told by the name of the file.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from kg.ingest.parse.sql.dialects import dialect_of
from kg.ingest.parse.sql.read import ROUTINES, read_sql
from kg.ingest.parse.sql.scripts import script
from kg.ingest.parse.unit import Unit
from kg.schema.data import CREATE_TABLE, ChangeLog, FileStatement, Migration, SqlStatement, TableChange
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge, Facts, Problem
from kg.schema.ids import Uid, statement_uid
from kg.schema.vocabulary import EdgeType, Kind

MOST_INSERTS = 50
"""INSERTs of plain rows that are kept for each table of a file: the rest says nothing new."""
MOST_STATEMENTS = 4_000
_MOST_PROBLEMS = 20
LONGEST_ROWS = 4_000
"""Characters of an INSERT of rows."""

_LIQUIBASE = re.compile(r"\s*--\s*liquibase\s+formatted\s+sql", re.IGNORECASE)

Numbered = tuple[int, SqlStatement]


def parse_sql(unit: Unit) -> Facts:
    dialect = dialect_of(unit.path, unit.text)
    read = read_sql(unit.text, dialect, unit.late)
    unit.check()
    kept, problems = _kept(read)
    problems += [problem for statement in read for problem in _unread(statement)][:_MOST_PROBLEMS]
    changes = tuple(change for statement in read for change in statement.changes)
    return Facts(
        unit.file(problems=tuple(problems)),
        tuple(_artifact(unit, number, statement, dialect) for number, statement in kept),
        tuple(
            Edge(
                EdgeType.DEFINES,
                unit.uid,
                _uid(unit, number),
                start_line=one.start_line,
                end_line=one.end_line,
            )
            for number, one in kept
        ),
        found=(
            *(
                FileStatement(_uid(unit, number), one.tables, one.parsed)
                for number, one in kept
                if one.tables
            ),
            *([_shaping(unit, changes)] if changes else []),
        ),
    )


def _unread(statement: SqlStatement) -> Iterator[Problem]:
    """What could not be read of a statement; bodies of routines never are."""
    if not statement.parsed and not statement.form.endswith(ROUTINES):
        yield Problem(
            statement.start_line, "no grammar reads this statement: its tables are told by its words"
        )
    elif statement.form == CREATE_TABLE and not statement.changes:
        yield Problem(statement.start_line, "the definition of a table that is not understood: left out")


def _shaping(unit: Unit, changes: tuple[TableChange, ...]) -> Migration | ChangeLog:
    """What a script does to the schema; Liquibase has scripts of its own, which say so."""
    if _LIQUIBASE.match(unit.text):
        return ChangeLog(changes)
    return script(unit.path, changes)


def _kept(read: Iterable[SqlStatement]) -> tuple[list[Numbered], list[Problem]]:
    """The statements with their numbers from 1, without most rows of a dump; what is left out is told."""
    kept: list[Numbered] = []
    rows: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    lines: dict[str, int] = {}
    for number, statement in enumerate(read, 1):
        table = _filled(statement)
        rows[table] += 1
        if (table and rows[table] > MOST_INSERTS) or len(kept) >= MOST_STATEMENTS:
            left_out[table] += 1
            lines.setdefault(table, statement.start_line)
        else:
            kept.append((number, statement))
    return kept, [_left_out(table, count, lines[table]) for table, count in left_out.items()]


def _left_out(table: str, count: int, line: int) -> Problem:
    if table:
        return Problem(line, f"{count:,} more INSERTs into {table} are not kept")
    return Problem(line, f"{count:,} statements after the first {MOST_STATEMENTS:,} are not kept")


def _filled(statement: SqlStatement) -> str:
    """The table that plain rows are put into; empty for any other statement."""
    return statement.tables[0].name if statement.form == "insert" and len(statement.tables) == 1 else ""


def _uid(unit: Unit, number: int) -> Uid:
    return statement_uid(unit.repo, f"{unit.path}#{number}")


def _artifact(unit: Unit, number: int, statement: SqlStatement, dialect: str) -> Artifact:
    rows = _filled(statement) and len(statement.text) > LONGEST_ROWS
    return Artifact(
        kind=Kind.STATEMENT,
        uid=_uid(unit, number),
        name=f"{unit.path.rpartition('/')[2]}#{number}",
        qualified_name=f"{unit.path}#{number}",
        origin=unit.path,
        path=unit.path,
        language="sql",
        form=statement.form,
        text=f"{statement.text[:LONGEST_ROWS]} …" if rows else statement.text,
        signature=" ".join((statement.form.replace("_", " "), *_names(statement))),
        lines=statement.end_line - statement.start_line + 1,
        details=details(dialect=dialect),
    )


def _names(statement: SqlStatement) -> Iterator[str]:
    """The tables that it names: those that it shapes, else those that it touches."""
    named = [change.name for change in statement.changes] or [table.name for table in statement.tables]
    yield from dict.fromkeys(named)
