"""Statements -> QUERIES: what the readers of files left of each statement, tied to the tables."""

from kg.ingest.resolve.data.world import Data
from kg.schema.data import FileStatement
from kg.schema.vocabulary import How

_BY_WORDS = 0.8
"""Confidence where no grammar read the statement."""


def link_statements(found: Data) -> None:
    for _, statement in found.world.found(FileStatement):
        link_statement(found, statement)


def link_statement(found: Data, statement: FileStatement) -> None:
    """QUERIES of one statement."""
    how = (How.EXACT, 1.0) if statement.parsed else (How.INFERRED, _BY_WORDS)
    for table in statement.tables:
        uid = found.tables.uid(table.key, table.name)
        found.links.queries(statement.uid, uid, table.access, table.columns, *how)
