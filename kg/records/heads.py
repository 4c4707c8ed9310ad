"""The head of each ref as it was last seen at its host, and since when it is that: how far behind the graph is.

In: what a poll, a hook's job or an ingest saw. Out: the same, and for the commits of a snapshot how old they are.
A hint for people only: what is ingested is what git says when it is ingested.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from kg.records.moment import Moment, now
from kg.records.store import Records, tables
from kg.schema.snapshot import Freshness, Watermark

_head = sa.Table(
    "head",
    tables,
    sa.Column("repo", sa.String(200), primary_key=True),
    sa.Column("ref", sa.String(500), primary_key=True),
    sa.Column("commit", sa.String(64), nullable=False),
    sa.Column("since", Moment, nullable=False),
    sa.Column("seen_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Head:
    """Where a ref stands at its host."""

    repo: str
    ref: str
    commit: str
    since: datetime
    """When it was first seen to stand there."""
    seen_at: datetime
    """When somebody looked last."""


async def saw_head(records: Records, repo: str, ref: str, commit: str) -> None:
    """Somebody looked at a ref just now."""
    at = now()
    statement = records.insert(_head).values(repo=repo, ref=ref, commit=commit, since=at, seen_at=at)
    stays = _head.c.commit == statement.excluded.commit
    statement = statement.on_conflict_do_update(
        index_elements=["repo", "ref"],
        set_={
            "commit": statement.excluded.commit,
            "since": sa.case((stays, _head.c.since), else_=statement.excluded.since),
            "seen_at": statement.excluded.seen_at,
        },
    )
    await records.run("keeping a head", lambda connection: connection.execute(statement))


async def heads_of(records: Records, repos: Collection[str]) -> dict[tuple[str, str], Head]:
    """The heads that are known of these repositories, by repository and ref."""
    statement = sa.select(_head).where(_head.c.repo.in_(sorted(repos)))

    def read(connection: sa.Connection) -> dict[tuple[str, str], Head]:
        found = [Head(*row) for row in connection.execute(statement)]
        return {(one.repo, one.ref): one for one in found}

    return await records.run("reading heads", read) if repos else {}


def freshness(
    marks: Iterable[Watermark], heads: Mapping[tuple[str, str], Head], at: datetime
) -> tuple[Freshness, ...]:
    """How old each commit is. Behind is who does not stand at the head that was seen, since it was first seen."""
    return tuple(_fresh(mark, heads.get((mark.repo, mark.ref)), at) for mark in marks)


def _fresh(mark: Watermark, head: Head | None, at: datetime) -> Freshness:
    if head is None:
        return Freshness(mark)
    lag = 0.0 if head.commit == mark.commit else max(0.0, (at - head.since).total_seconds())
    return Freshness(mark, head.commit, head.seen_at.isoformat(), int(lag))
