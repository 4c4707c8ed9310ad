"""What a host was last told of a commit, so that it is told once."""

from collections.abc import Collection

import sqlalchemy as sa

from kg.records.moment import Moment, now
from kg.records.store import Records, tables

_told = sa.Table(
    "told_status",
    tables,
    sa.Column("repo", sa.String(200), primary_key=True),
    sa.Column("commit", sa.String(64), primary_key=True),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("at", Moment, nullable=False),
)


async def told(records: Records, repo: str, commit: str) -> str:
    """The state it was told; empty for none."""
    statement = sa.select(_told.c.state).where(_told.c.repo == repo, _told.c.commit == commit)
    row = await records.run("reading a status", lambda connection: connection.execute(statement).first())
    return "" if row is None else str(row.state)


async def told_any(records: Records, states: Collection[str]) -> list[tuple[str, str]]:
    """Repository and commit of all that were last told one of these."""
    statement = sa.select(_told.c.repo, _told.c.commit).where(_told.c.state.in_(sorted(states)))
    rows = await records.run("listing statuses", lambda connection: connection.execute(statement).all())
    return [(str(row.repo), str(row.commit)) for row in rows]


async def note_told(records: Records, repo: str, commit: str, state: str) -> None:
    statement = (
        records.insert(_told)
        .values(repo=repo, commit=commit, state=state, at=now())
        .on_conflict_do_update(index_elements=["repo", "commit"], set_={"state": state, "at": now()})
    )
    await records.run("noting a status", lambda connection: connection.execute(statement))
