"""Commits that must not come back by themselves: what a rollback took back, until somebody releases it.

In: a repository, a ref and a commit, with a reason. Out: whether a commit is held. Reconcile asks before it
brings a commit in; a newer head is another commit, so it is not held. Knows nothing of the graph.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from kg.records.moment import Moment, now
from kg.records.store import Records, insert_in, tables

_hold = sa.Table(
    "hold",
    tables,
    sa.Column("repo", sa.String(200), primary_key=True),
    sa.Column("ref", sa.String(500), primary_key=True),
    sa.Column("commit", sa.String(64), primary_key=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("by", sa.String(200), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Hold:
    """One commit of one ref that is kept out."""

    repo: str
    ref: str
    commit: str
    reason: str
    by: str
    """Who, or what, put it there: a name, `tier 2`, …"""
    created_at: str = ""
    """ISO 8601; given by the store."""


async def hold(records: Records, holds: Iterable[Hold]) -> tuple[Hold, ...]:
    """Keep these; gives those that were not there before. One that is there keeps its reason."""
    wanted = tuple(holds)
    at = now()

    def kept(connection: sa.Connection) -> tuple[Hold, ...]:
        return tuple(one for one in wanted if _insert(connection, records.dialect, one, at))

    return await records.run("holding commits", kept)


async def release(records: Records, repo: str, commit: str = "") -> tuple[Hold, ...]:
    """Take away the holds of a repository, or of one commit of it; gives what they were."""
    chosen = [_hold.c.repo == repo, *([_hold.c.commit == commit] if commit else [])]

    def released(connection: sa.Connection) -> tuple[Hold, ...]:
        found = tuple(_record(row) for row in connection.execute(sa.select(_hold).where(*chosen)))
        connection.execute(sa.delete(_hold).where(*chosen))
        return found

    return await records.run("releasing commits", released)


async def held(records: Records, repo: str, ref: str, commit: str) -> Hold | None:
    """The hold on this commit of this ref, where there is one."""
    statement = sa.select(_hold).where(_hold.c.repo == repo, _hold.c.ref == ref, _hold.c.commit == commit)

    def look(connection: sa.Connection) -> Hold | None:
        row = connection.execute(statement).first()
        return None if row is None else _record(row)

    return await records.run("looking for a hold", look)


async def list_holds(records: Records) -> tuple[Hold, ...]:
    """Every hold, the newest first."""
    statement = sa.select(_hold).order_by(_hold.c.created_at.desc(), _hold.c.repo, _hold.c.commit)
    return await records.run(
        "listing holds", lambda connection: tuple(_record(row) for row in connection.execute(statement))
    )


def _insert(connection: sa.Connection, dialect: str, one: Hold, at: datetime) -> bool:
    row = {"repo": one.repo, "ref": one.ref, "commit": one.commit, "reason": one.reason, "by": one.by}
    statement = insert_in(dialect, _hold).values(**row, created_at=at).on_conflict_do_nothing()
    # Not every driver counts the rows of such an insert.
    return connection.execute(statement.returning(_hold.c.repo)).first() is not None


def _record(row: sa.Row[tuple[str, str, str, str, str, datetime]]) -> Hold:
    return Hold(row.repo, row.ref, row.commit, row.reason, row.by, row.created_at.isoformat())
