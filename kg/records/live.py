"""How the searches of a snapshot went since it was published: counted by the API, judged by the worker.

In: counts of one process. Out: the sums of all. No question and no asker is in it.
"""

from dataclasses import dataclass, fields

import sqlalchemy as sa

from kg.records.store import Records, tables

_live = sa.Table(
    "live",
    tables,
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    *[
        sa.Column(name, sa.Integer, nullable=False, default=0)
        for name in ("asked", "empty", "failed", "slow")
    ],
)


@dataclass(frozen=True, slots=True)
class Searches:
    """Searches of one snapshot; the last three are counted among the first."""

    asked: int = 0
    empty: int = 0
    """Nothing was found."""
    failed: int = 0
    slow: int = 0
    """Took twice the budget of a search or more."""

    def __add__(self, other: "Searches") -> "Searches":
        return Searches(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


async def count_searches(records: Records, seq: int, more: Searches) -> None:
    """Add to what is counted."""
    counts = {f.name: getattr(more, f.name) for f in fields(more)}
    statement = records.insert(_live).values(seq=seq, **counts)
    statement = statement.on_conflict_do_update(
        index_elements=["seq"], set_={name: _live.c[name] + n for name, n in counts.items()}
    )
    await records.run("counting searches", lambda connection: connection.execute(statement))


async def searches_of(records: Records, seq: int) -> Searches:
    """What is counted; all zero for a snapshot that nobody has searched."""
    statement = sa.select(*[_live.c[f.name] for f in fields(Searches)]).where(_live.c.seq == seq)

    def read(connection: sa.Connection) -> Searches:
        row = connection.execute(statement).first()
        return Searches(*row) if row else Searches()

    return await records.run("reading counts", read)
