"""Groups of a GitLab that are connected as a whole: what comes into them later is connected too.

`credential` names an environment variable or a file, as a project's does; no secret is kept here.
"""

from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from kg.records.moment import Moment, now
from kg.records.projects import DEFAULT_PRIORITY
from kg.records.store import Records, tables


@dataclass(frozen=True, slots=True)
class Group:
    """One group, by its full path."""

    host: str
    path: str
    credential: str = ""
    priority: int = DEFAULT_PRIORITY
    """Of the projects that are found in it."""
    hooks: bool = False
    """Whether each project is given a webhook."""


_group = sa.Table(
    "connected_group",
    tables,
    sa.Column("host", sa.String(255), primary_key=True),
    sa.Column("path", sa.String(700), primary_key=True),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("priority", sa.Integer, nullable=False),
    sa.Column("hooks", sa.Boolean, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
)
_COLUMNS = [column for column in _group.c if column.name != "created_at"]


async def keep_group(records: Records, group: Group) -> None:
    """Keep it, or change what is kept of it."""
    values: dict[str, Any] = asdict(group)
    statement = (
        records.insert(_group)
        .values(**values, created_at=now())
        .on_conflict_do_update(index_elements=["host", "path"], set_=values)
    )
    await records.run("keeping a group", lambda connection: connection.execute(statement))


async def list_groups(records: Records) -> tuple[Group, ...]:
    """Every group, by host and path."""
    statement = sa.select(*_COLUMNS).order_by(_group.c.host, _group.c.path)
    return await records.run(
        "listing groups",
        lambda connection: tuple(Group(**row._mapping) for row in connection.execute(statement)),
    )


async def forget_group(records: Records, host: str, path: str) -> bool:
    """It is no longer looked through; its projects stay. False when it was not kept."""
    statement = sa.delete(_group).where(_group.c.host == host, _group.c.path == path)
    return await records.run(
        "forgetting a group", lambda connection: connection.execute(statement).rowcount == 1
    )
