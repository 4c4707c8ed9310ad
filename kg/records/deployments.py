"""Which commit runs where: the newest successful deployment of each environment of a repository.

In: a `Deployment`, from a hook or from the host's API, in any order. Out: the same. Its number grows at the
host, so an older one that comes late changes nothing.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from kg.records.store import Records, tables


@dataclass(frozen=True, slots=True)
class Deployment:
    """One commit in one environment."""

    repo: str
    environment: str
    commit: str
    number: int
    """At the host."""
    at: str
    """ISO 8601."""


_deployment = sa.Table(
    "deployment",
    tables,
    sa.Column("repo", sa.String(200), primary_key=True),
    sa.Column("environment", sa.String(255), primary_key=True),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
)


async def keep_deployment(records: Records, deployment: Deployment) -> bool:
    """False when a newer one of this environment is known, or this very one."""
    values: dict[str, Any] = asdict(deployment)
    new = records.insert(_deployment).values(values)
    statement = new.on_conflict_do_update(
        index_elements=["repo", "environment"],
        set_=values,
        where=_deployment.c.number < new.excluded.number,
    ).returning(_deployment.c.number)
    return await records.run(
        "keeping a deployment", lambda connection: connection.execute(statement).first() is not None
    )


async def list_deployments(records: Records, repos: Sequence[str]) -> tuple[Deployment, ...]:
    """Of these repositories, by repository and environment."""
    statement = (
        sa.select(_deployment)
        .where(_deployment.c.repo.in_(repos))
        .order_by(_deployment.c.repo, _deployment.c.environment)
    )
    return await records.run(
        "listing deployments",
        lambda connection: tuple(Deployment(**row._mapping) for row in connection.execute(statement)),
    )
