"""Jobs: what was asked for, what became of it, and what people do about it.

In: an `Ask`. Out: a `Job`, whose shown state is its state: `running` is said only while its worker says
so too. An ask for what waits already joins it. Whoever runs jobs is in `running`; nothing here starts one.
"""

from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from kg.errors import JobRefused, NotFound
from kg.records.moment import Moment, now
from kg.records.store import Records, tables

INTERACTIVE = 1
"""Somebody waits for it."""
COMMIT = 5
"""A push, or the poll found one."""
BACKFILL = 9
"""A discovery: many at once, and nobody waits."""
BEAT_SECONDS = 30.0
"""A running job whose worker was silent for so long is shown as interrupted."""
ATTEMPTS = 3
KEPT_DAYS = 30
_REASON = 1_000


class JobState(StrEnum):
    """`failed` will be tried again by itself, `dead` only when somebody asks for it. `interrupted` is
    shown and never kept: it says running, and its worker says nothing."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    DEAD = "dead"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Ask:
    """What somebody wants done."""

    repo: str
    ref: str = ""
    """Empty: the branch that the project holds."""
    kind: str = "reconcile"
    after: str = ""
    """The commit that the asker saw; a hint, since a job looks at the head when it runs."""
    priority: int = COMMIT
    asked_by: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One job, as it is shown."""

    id: int
    kind: str
    repo: str
    ref: str
    before: str
    """The commit the graph stood at when it began; empty for none."""
    after: str
    """The commit it brought, or was asked for while it has not begun."""
    attempt: int
    priority: int
    state: JobState
    step: str
    done: int
    total: int
    reason: str
    """Why it failed, died or was cancelled; in one line."""
    snapshot: int
    """The snapshot that holds its commit; 0 while there is none."""
    asked_by: str
    created_at: datetime
    started_at: datetime | None
    beat_at: datetime | None
    ended_at: datetime | None


job_table = sa.Table(
    "job",
    tables,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("repo", sa.String(200), nullable=False),
    sa.Column("ref", sa.String(255), nullable=False),
    sa.Column("before", sa.String(64), nullable=False),
    sa.Column("after", sa.String(64), nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),  # the attempt after which it is dead
    sa.Column("queued", sa.Integer, nullable=False),  # the attempt that was given to the queue; 0: none
    sa.Column("priority", sa.Integer, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("cancelling", sa.Boolean, nullable=False),
    sa.Column("worker", sa.String(255), nullable=False),
    sa.Column("step", sa.String(64), nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("snapshot", sa.Integer, nullable=False),
    sa.Column("asked_by", sa.String(255), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("due_at", Moment, nullable=False),
    sa.Column("started_at", Moment),
    sa.Column("beat_at", Moment),
    sa.Column("ended_at", Moment),
    sqlite_autoincrement=True,
)
_WAITING, _RUNNING = sa.text("state = 'waiting'"), sa.text("state = 'running'")
_ONE = (job_table.c.kind, job_table.c.repo, job_table.c.ref)
sa.Index("job_waiting_once", *_ONE, unique=True, sqlite_where=_WAITING, postgresql_where=_WAITING)
sa.Index("job_running_once", *_ONE, unique=True, sqlite_where=_RUNNING, postgresql_where=_RUNNING)
sa.Index("job_state", job_table.c.state, job_table.c.priority, job_table.c.id)
job_columns = [job_table.c[field.name] for field in fields(Job)]


async def ask(records: Records, wanted: Ask) -> Job:
    """The job for this: one that waits for the same already, or a new one. One that runs may have looked at
    the head before, so it is not joined."""
    at = now()
    new = records.insert(job_table).values(
        kind=wanted.kind, repo=wanted.repo, ref=wanted.ref, before="", after=wanted.after, attempt=1,
        attempts=ATTEMPTS, queued=0, priority=wanted.priority, state=JobState.WAITING, cancelling=False,
        worker="", step="", done=0, total=0, reason="", snapshot=0, asked_by=wanted.asked_by,
        created_at=at, due_at=at,
    )  # fmt: skip
    sooner = new.excluded.priority < job_table.c.priority
    statement = new.on_conflict_do_update(
        index_elements=["kind", "repo", "ref"],
        index_where=_WAITING,
        set_={
            "after": sa.case((_in_queue, job_table.c.after), else_=new.excluded.after),
            **_with_priority(new.excluded.priority, sooner),
        },
    ).returning(*job_columns)
    return await records.run(
        "asking for a job", lambda connection: read_job(connection.execute(statement).one())
    )


async def get_job(records: Records, number: int) -> Job:
    """One job; NotFound when there is none of this number."""
    statement = sa.select(*job_columns).where(job_table.c.id == number)
    row = await records.run("reading a job", lambda connection: connection.execute(statement).first())
    if row is None:
        raise NotFound(f"there is no job {number}; `kg jobs` lists them")
    return read_job(row)


async def list_jobs(
    records: Records,
    limit: int,
    states: Collection[JobState] = (),
    repos: Collection[str] | None = None,
    below: int = 0,
) -> list[Job]:
    """Jobs, newest first: in any of these states (none given: all), of these repositories (None: all),
    with a number below `below` (0: from the newest)."""
    statement = sa.select(*job_columns).order_by(job_table.c.id.desc()).limit(limit)
    if states:
        statement = statement.where(sa.or_(*(_shown_as(state) for state in states)))
    if repos is not None:
        statement = statement.where(job_table.c.repo.in_(sorted(repos)))
    if below:
        statement = statement.where(job_table.c.id < below)
    rows = await records.run("listing jobs", lambda connection: connection.execute(statement).all())
    return [read_job(row) for row in rows]


async def last_job(records: Records, repo: str) -> Job | None:
    """The newest job of a repository; None when there is none."""
    statement = (
        sa.select(*job_columns).where(job_table.c.repo == repo).order_by(job_table.c.id.desc()).limit(1)
    )
    row = await records.run("reading a job", lambda connection: connection.execute(statement).first())
    return None if row is None else read_job(row)


async def forget_ended(records: Records) -> int:
    """Take away jobs that ended well, or were cancelled, more than `KEPT_DAYS` ago; the dead ones stay."""
    statement = sa.delete(job_table).where(
        job_table.c.state.in_([JobState.DONE, JobState.CANCELLED]),
        job_table.c.ended_at < now() - timedelta(days=KEPT_DAYS),
    )
    return await records.run(
        "forgetting jobs", lambda connection: int(connection.execute(statement).rowcount)
    )


async def cancel(records: Records, number: int, who: str) -> Job:
    """Take back a job that has not ended: one that waits ends now, one that runs at its next step."""
    waiting = (
        sa.update(job_table)
        .where(job_table.c.id == number, job_table.c.state.in_([JobState.WAITING, JobState.FAILED]))
        .values(state=JobState.CANCELLED, reason=f"cancelled by {who}"[:_REASON], ended_at=now())
    )
    running = (
        sa.update(job_table)
        .where(job_table.c.id == number, job_table.c.state == JobState.RUNNING)
        .values(cancelling=True, reason=f"cancelled by {who}"[:_REASON])
    )

    def both(connection: sa.Connection) -> int:
        return int(connection.execute(waiting).rowcount or connection.execute(running).rowcount)

    changed = await records.run("cancelling a job", both)
    found = await get_job(records, number)
    if not changed:
        raise JobRefused(f"job {number} is {found.state} already and cannot be cancelled")
    return found


async def retry(records: Records, number: int, who: str) -> Job:
    """Another attempt of a job that ended without its commit; joins what waits for the same."""
    found = await get_job(records, number)
    ended = [JobState.DEAD, JobState.FAILED, JobState.CANCELLED]
    again = (
        sa.update(job_table)
        .where(job_table.c.id == number, job_table.c.state.in_(ended), ~_other_waits(found))
        .values(
            state=JobState.WAITING, attempt=job_table.c.attempt + 1, attempts=job_table.c.attempt + ATTEMPTS,
            queued=0, cancelling=False, priority=INTERACTIVE, asked_by=who, due_at=now(), ended_at=None,
        )
    )  # fmt: skip
    changed = await records.run("retrying a job", lambda connection: int(connection.execute(again).rowcount))
    if not changed and found.state not in ended:
        raise JobRefused(f"job {number} is {found.state}; only one that failed can be tried again")
    if changed:
        return await get_job(records, number)
    return await ask(records, Ask(found.repo, found.ref, found.kind, found.after, INTERACTIVE, who))


async def set_priority(records: Records, number: int, priority: int) -> Job:
    """How early a job that waits runs, 1 (first) to 9 (last)."""
    if not 1 <= priority <= 9:
        raise JobRefused(f"a priority is 1 (first) to 9 (last), not {priority}")
    statement = (
        sa.update(job_table)
        .where(job_table.c.id == number, job_table.c.state.in_([JobState.WAITING, JobState.FAILED]))
        .values(_with_priority(sa.literal(priority), sa.true()))
    )
    changed = await records.run(
        "changing a job's priority", lambda connection: int(connection.execute(statement).rowcount)
    )
    found = await get_job(records, number)
    if not changed:
        raise JobRefused(f"job {number} is {found.state}; only one that waits has a priority to change")
    return found


_in_queue = job_table.c.queued == job_table.c.attempt
"""The queue has this attempt already, under its name and with its priority."""


def _with_priority(
    priority: sa.ColumnElement[int], wanted: sa.ColumnElement[bool]
) -> dict[str, sa.ColumnElement[Any]]:
    """Another priority where it is wanted. A queue keeps what it was given, so an attempt that is in it gives
    way to a new one, and comes to nothing."""
    again = sa.and_(wanted, _in_queue)
    return {
        "priority": sa.case((wanted, priority), else_=job_table.c.priority),
        "attempt": job_table.c.attempt + sa.case((again, 1), else_=0),
        "attempts": job_table.c.attempts + sa.case((again, 1), else_=0),
        "due_at": sa.case((again, job_table.c.created_at), else_=job_table.c.due_at),
    }


def read_job(row: sa.Row[Any]) -> Job:
    """The job of a row of `job_columns`, in the state to be shown."""
    state = JobState(row.state)
    if state is JobState.RUNNING and (row.beat_at is None or row.beat_at < oldest_beat()):
        state = JobState.INTERRUPTED
    return Job(**{**row._mapping, "state": state})


def oldest_beat() -> datetime:
    """A worker that was heard of since then is alive."""
    return now() - timedelta(seconds=BEAT_SECONDS)


def _shown_as(state: JobState) -> sa.ColumnElement[bool]:
    running, fresh = job_table.c.state == JobState.RUNNING, job_table.c.beat_at >= oldest_beat()
    if state is JobState.RUNNING:
        return sa.and_(running, fresh)
    if state is JobState.INTERRUPTED:
        return sa.and_(running, sa.or_(job_table.c.beat_at.is_(None), sa.not_(fresh)))
    return job_table.c.state == state


def _other_waits(found: Job) -> sa.ColumnElement[bool]:
    other = job_table.alias()
    return sa.exists().where(
        other.c.kind == found.kind,
        other.c.repo == found.repo,
        other.c.ref == found.ref,
        other.c.state == JobState.WAITING,
    )
