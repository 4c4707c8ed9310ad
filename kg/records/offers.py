"""Pins that tags offer: a tag was pushed, and what it stands at can be kept under its name.

In: the name of the pin, and the repository, tag and commit. Out: the same, until somebody accepts. A tag that
moved offers its new commit.
"""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from kg.records.moment import Moment, now
from kg.records.store import Records, tables

_offer = sa.Table(
    "pin_offer",
    tables,
    sa.Column("name", sa.String(400), primary_key=True),
    sa.Column("repo", sa.String(200), nullable=False),
    sa.Column("tag", sa.Text, nullable=False),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A pin that could be made."""

    name: str
    repo: str
    tag: str
    commit: str
    created_at: str = ""
    """ISO 8601; given by the store."""


async def keep_offer(records: Records, offer: Offer) -> None:
    said = {"repo": offer.repo, "tag": offer.tag, "commit": offer.commit, "created_at": now()}
    statement = (
        records.insert(_offer)
        .values(name=offer.name, **said)
        .on_conflict_do_update(index_elements=["name"], set_=said)
    )
    await records.run("keeping an offer", lambda connection: connection.execute(statement))


async def drop_offer(records: Records, name: str) -> None:
    statement = sa.delete(_offer).where(_offer.c.name == name)
    await records.run("dropping an offer", lambda connection: connection.execute(statement))


async def find_offer(records: Records, name: str) -> Offer | None:
    statement = sa.select(_offer).where(_offer.c.name == name)

    def look(connection: sa.Connection) -> Offer | None:
        row = connection.execute(statement).first()
        return None if row is None else _record(row)

    return await records.run("looking for an offer", look)


async def list_offers(records: Records) -> tuple[Offer, ...]:
    """Every offer, the newest first."""
    statement = sa.select(_offer).order_by(_offer.c.created_at.desc(), _offer.c.name)
    return await records.run(
        "listing offers", lambda connection: tuple(_record(row) for row in connection.execute(statement))
    )


def _record(row: sa.Row[tuple[str, str, str, str, datetime]]) -> Offer:
    return Offer(row.name, row.repo, row.tag, row.commit, row.created_at.isoformat())
