"""Who did what to what is published, when and why: forced publishes, rollbacks, holds, pins, purges.

In: one line of it. Out: the lines, the newest first. Nothing is ever changed or taken away here.
"""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from kg.records.moment import Moment, now
from kg.records.store import Records, tables

_audit = sa.Table(
    "audit",
    tables,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("who", sa.String(200), nullable=False),
    sa.Column("what", sa.String(40), nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
)
NEWEST = 2**31 - 1
"""Before this number stands every line."""


@dataclass(frozen=True, slots=True)
class Note:
    """One line of the audit record."""

    number: int
    who: str
    """A principal, or what acted by itself: `tier 2`."""
    what: str
    """A verb: `rollback`, `hold`, `release`, `pin`, `unpin`, `force`, `approve`, `repair`, `purge`."""
    about: str
    reason: str
    created_at: str
    """ISO 8601."""


async def note(records: Records, who: str, what: str, about: str, reason: str) -> None:
    """Write one line."""
    row = {"who": who, "what": what, "about": about, "reason": reason, "created_at": now()}
    await records.run(
        "keeping the audit record", lambda connection: connection.execute(sa.insert(_audit).values(row))
    )


async def list_audit(records: Records, limit: int, before: int = NEWEST) -> tuple[Note, ...]:
    """Lines in front of a number, the newest first."""
    statement = (
        sa.select(_audit).where(_audit.c.number < before).order_by(_audit.c.number.desc()).limit(limit)
    )
    return await records.run(
        "reading the audit record",
        lambda connection: tuple(_record(row) for row in connection.execute(statement)),
    )


def _record(row: sa.Row[tuple[int, str, str, str, str, datetime]]) -> Note:
    return Note(row.number, row.who, row.what, row.about, row.reason, row.created_at.isoformat())
