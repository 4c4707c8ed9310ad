"""What hosts told us: each webhook as it came, kept before anybody looks into it.

In: a `Delivery`. Out: whether it is new, and those that wait. The API keeps and answers; the worker takes,
understands and settles. One taken by a worker that died is given out again, so whoever handles a delivery
may see it twice.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from kg.records.moment import Moment, now
from kg.records.store import Records, tables


class DeliveryState(StrEnum):
    WAITING = "waiting"
    TAKEN = "taken"
    DONE = "done"
    IGNORED = "ignored"
    """Nothing was to be done: an event of no interest, a project that is not connected."""
    FAILED = "failed"


TAKEN_SECONDS = 60.0
"""A delivery that was taken and not settled for so long is given out again."""
KEPT_DAYS = 14
_REASON = 500


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message of a host."""

    uid: str
    """The message's own id, the same when it is sent again."""
    source: str
    """Which host sent it: `gitlab`."""
    event: str
    """What it says it is: `push`; the name in the table of handlers."""
    project: str
    """The project it says it is about; a hint."""
    body: str
    received_at: datetime
    state: DeliveryState = DeliveryState.WAITING
    reason: str = ""


_delivery = sa.Table(
    "delivery",
    tables,
    sa.Column("uid", sa.String(200), primary_key=True),
    sa.Column("source", sa.String(32), nullable=False),
    sa.Column("event", sa.String(64), nullable=False),
    sa.Column("project", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("received_at", Moment, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("taken_at", Moment),
)
sa.Index("delivery_waiting", _delivery.c.state, _delivery.c.received_at)
_COLUMNS = [column for column in _delivery.c if column.name != "taken_at"]


async def keep(records: Records, delivery: Delivery) -> bool:
    """Keep it; False when it was there already. One insert, so that the answer to the host is quick."""
    statement = (
        records.insert(_delivery)
        .values({column.name: getattr(delivery, column.name) for column in _COLUMNS})
        .on_conflict_do_nothing(index_elements=["uid"])
        .returning(_delivery.c.uid)  # not every driver counts the rows of such an insert
    )
    return await records.run(
        "keeping a delivery", lambda connection: connection.execute(statement).first() is not None
    )


async def take_waiting(records: Records, limit: int) -> list[Delivery]:
    """The oldest that wait, now this worker's: no other one is given them until `TAKEN_SECONDS` are over."""
    at = now()
    open_ = sa.or_(
        _delivery.c.state == DeliveryState.WAITING,
        sa.and_(
            _delivery.c.state == DeliveryState.TAKEN,
            _delivery.c.taken_at < at - timedelta(seconds=TAKEN_SECONDS),
        ),
    )
    first = (
        sa.select(_delivery.c.uid)
        .where(open_)
        .order_by(_delivery.c.received_at, _delivery.c.uid)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    statement = (
        sa.update(_delivery)
        .where(_delivery.c.uid.in_(first))
        .values(state=DeliveryState.TAKEN, taken_at=at)
        .returning(*_COLUMNS)
    )

    def take(connection: sa.Connection) -> list[Delivery]:
        return [_read(row) for row in connection.execute(statement).all()]

    taken = await records.run("taking deliveries", take)
    return sorted(taken, key=lambda delivery: (delivery.received_at, delivery.uid))


async def settle(records: Records, uid: str, state: DeliveryState, reason: str = "") -> None:
    """What became of a delivery, and why."""
    statement = (
        sa.update(_delivery).where(_delivery.c.uid == uid).values(state=state, reason=reason[:_REASON])
    )
    await records.run("settling a delivery", lambda connection: connection.execute(statement))


async def list_deliveries(
    records: Records, limit: int, states: Collection[DeliveryState] = ()
) -> list[Delivery]:
    """The newest first, in any of these states (none given: all)."""
    statement = sa.select(*_COLUMNS).order_by(_delivery.c.received_at.desc(), _delivery.c.uid).limit(limit)
    if states:
        statement = statement.where(_delivery.c.state.in_(sorted(states)))

    def read(connection: sa.Connection) -> list[Delivery]:
        return [_read(row) for row in connection.execute(statement).all()]

    return await records.run("listing deliveries", read)


async def forget_settled(records: Records) -> int:
    """Take away what was settled and is older than `KEPT_DAYS`; how many that were."""
    statement = sa.delete(_delivery).where(
        _delivery.c.state.not_in([DeliveryState.WAITING, DeliveryState.TAKEN]),
        _delivery.c.received_at < now() - timedelta(days=KEPT_DAYS),
    )
    return await records.run(
        "forgetting deliveries", lambda connection: int(connection.execute(statement).rowcount)
    )


def _read(row: sa.Row[Any]) -> Delivery:
    return Delivery(**{**row._mapping, "state": DeliveryState(row.state)})
