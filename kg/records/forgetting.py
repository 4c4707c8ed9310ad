"""What a purge takes out of the records besides caches: rows of a repository, and a text wherever it stands.

In: repositories and texts. Out: how many rows that were. Knows every table by the columns it has, so that a new
one is not forgotten: a column `repo` names a repository, every other text is looked into. A row that is known by
a name with the text in it goes; anywhere else the text is masked. Deliveries that were settled go as a whole.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from kg.records import (  # noqa: F401 - each brings its tables
    audit,
    deliveries,
    deployments,
    groups,
    heads,
    holds,
    jobs,
    live,
    offers,
    projects,
    statuses,
)
from kg.records.store import Records, tables

APART = ("embedding", "denial", "purge")
"""What a purge does with these is its own affair."""
MASK = "***"


async def forget(records: Records, repos: Sequence[str], texts: Sequence[str]) -> int:
    """Take them out of every table; how many rows went or were masked."""

    def work(connection: sa.Connection) -> int:
        statements: list[sa.Delete | sa.Update] = [*_settled(), *_of(repos)]
        statements += [statement for text in texts if text for statement in _without(text)]
        return sum(int(connection.execute(statement).rowcount) for statement in statements)

    return await records.run("purging records", work)


def purged_tables() -> list[sa.Table]:
    return [table for table in tables.sorted_tables if table.name not in APART]


def _settled() -> Iterator[sa.Delete]:
    table = tables.tables["delivery"]
    open_ = [deliveries.DeliveryState.WAITING, deliveries.DeliveryState.TAKEN]
    yield sa.delete(table).where(table.c.state.not_in(open_))


def _of(repos: Sequence[str]) -> Iterator[sa.Delete]:
    for table in purged_tables():
        if repos and "repo" in table.c:
            yield sa.delete(table).where(table.c.repo.in_(repos))


def _without(text: str) -> Iterator[sa.Delete | sa.Update]:
    for table in purged_tables():
        for column in table.c:
            if isinstance(column.type, sa.String | sa.Text):
                masked = sa.func.replace(column, text, MASK)
                if _names(column):
                    yield sa.delete(table).where(masked != column)
                else:
                    yield sa.update(table).where(masked != column).values({column: masked})


def _names(column: sa.Column[Any]) -> bool:
    """Whether rows are told apart by it: two that were masked could be the same then."""
    unique = (index for index in column.table.indexes if index.unique)
    return column.primary_key or any(column.name in index.columns for index in unique)
