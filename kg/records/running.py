"""Jobs as a worker runs them: which are due, whose they are, how far they came, how they ended.

In: a job's number and attempt, and the worker's name. Out: whether it is (still) this worker's. Each change
names the state it starts from, so that of two workers one succeeds and a job ends once, however late the
other one comes. Knows no queue.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import partial

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kg.records.jobs import BACKFILL, Job, JobState, job_columns, job_table, oldest_beat, read_job
from kg.records.moment import now
from kg.records.store import Records

GIVEN_SECONDS = 15.0
"""A job that was to be given to the queue and did not begin is given again after so long: its worker may have
died in between. The queue knows it by its name, so twice is once."""
BUSY_SECONDS = 1.0
FIRST_WAIT_SECONDS = 5.0
LONGEST_WAIT_SECONDS = 600.0
PATIENT_SECONDS = 60.0
LOST_AT_MOST = 40
"""Attempts that a job may have in all when its workers died in them, since it may be what kills them; and while
the graph is away."""
LOST_IN_HASTE = 5
"""So many of them follow each other at once; then they wait longer and longer, and others work meanwhile."""
_REASON = 1_000
_OPEN = (JobState.WAITING, JobState.FAILED)


class Retry(StrEnum):
    """Whether another attempt may help."""

    NO = "no"
    YES = "yes"
    PATIENTLY = "patiently"
    """It is not the job: the graph is away, and every job fails until it is back."""


class Verdict(StrEnum):
    """What a worker learns from a beat."""

    GO_ON = "go on"
    CANCEL = "cancel"
    LOST = "lost"
    """Another worker, or another attempt, has the job now."""


class NotBegun(StrEnum):
    """Why a job is not to be run now."""

    OVER = "over"
    """It ended, another attempt has it, or a worker that is alive does."""
    BUSY = "busy"
    """Another job is at the same; this one has its turn after it."""


@dataclass(frozen=True, slots=True)
class Run:
    """One attempt of a job, by one worker."""

    job: int
    attempt: int
    worker: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a job that ended well brought."""

    before: str
    after: str
    snapshot: int
    reason: str = ""
    """What is to be said beside: `nothing had changed`."""


async def take_due(records: Records, room: int, backfill_room: int) -> list[Job]:
    """The first that are due, now given to the queue: at most `room` may be there, `backfill_room` of them
    for backfill. One whose repository is at work waits until that is done."""
    if not await records.run("looking for jobs", _any_due):
        return []
    given = await records.run("counting jobs", _given)
    taken: list[Job] = []
    for wanted, free in (
        (job_table.c.priority < BACKFILL, room - sum(given)),
        (job_table.c.priority >= BACKFILL, min(room - sum(given), backfill_room - given[1])),
    ):
        if free > 0:
            taken += await records.run("taking jobs", partial(_rows, _take(wanted, free)))
    return sorted(taken, key=lambda job: (job.priority, job.id))


async def note_start(records: Records, run: Run, before: str) -> None:
    """Where the graph stands when an attempt goes into the queue."""
    statement = sa.update(job_table).where(_is(run)).values(before=before)
    await records.run("noting a commit", lambda connection: connection.execute(statement))


async def begin(records: Records, run: Run, gone: Callable[[str], bool]) -> Job | NotBegun:
    """The job, now this worker's. `gone` says which workers are dead: theirs are taken over."""
    found = await records.run("reading a job", lambda connection: connection.execute(_of(run)).first())
    if found is None or found.state not in (*_OPEN, JobState.RUNNING):
        return NotBegun.OVER
    if found.state == JobState.RUNNING and found.worker != run.worker:
        silent = found.beat_at is None or found.beat_at < oldest_beat()
        if not silent and not gone(found.worker):
            return NotBegun.OVER
    at = now()
    statement = (
        sa.update(job_table)
        .where(_is(run), job_table.c.state == found.state, job_table.c.worker == found.worker)
        .values(
            state=JobState.RUNNING, worker=run.worker, started_at=at, beat_at=at, ended_at=None,
            step="", done=0, total=0, reason=sa.case((job_table.c.cancelling, job_table.c.reason), else_=""),
        )
        .returning(*job_columns)
    )  # fmt: skip

    def start(connection: sa.Connection) -> Job | NotBegun:
        try:
            row = connection.execute(statement).first()
        except IntegrityError:  # job_running_once: another job is at the same
            raise _Busy from None
        return NotBegun.OVER if row is None else read_job(row)

    try:
        return await records.run("beginning a job", start)
    except _Busy:
        return NotBegun.BUSY


async def hand_back(records: Records, run: Run) -> None:
    """An attempt that the queue is through with and that never began: its job is due again, as another
    attempt, since a queue runs what it knows by name once."""
    statement = (
        sa.update(job_table)
        .where(_is(run), job_table.c.state.in_(_OPEN))
        .values(
            attempt=run.attempt + 1,
            attempts=job_table.c.attempts + 1,
            queued=0,
            due_at=now() + timedelta(seconds=BUSY_SECONDS),
        )
    )
    await records.run("handing a job back", lambda connection: connection.execute(statement))


async def beat(records: Records, run: Run, step: str, done: int, total: int) -> Verdict:
    """Say that the worker is alive and how far it is; learn whether to go on."""
    statement = (
        sa.update(job_table)
        .where(_mine(run))
        .values(beat_at=now(), step=step[:64], done=done, total=total)
        .returning(job_table.c.cancelling)
    )
    row = await records.run("keeping a beat", lambda connection: connection.execute(statement).first())
    if row is None:
        return Verdict.LOST
    return Verdict.CANCEL if row.cancelling else Verdict.GO_ON


async def finish(records: Records, run: Run, result: Result) -> bool:
    """It is done; False when it was no longer this worker's."""
    return await _end(
        records, run, state=JobState.DONE, before=result.before, after=result.after,
        snapshot=result.snapshot, reason=result.reason[:_REASON], ended_at=now(),
    )  # fmt: skip


async def finish_cancelled(records: Records, run: Run) -> bool:
    """It stopped because somebody said so; the reason names who."""
    return await _end(records, run, state=JobState.CANCELLED, ended_at=now())


async def fail(records: Records, run: Run, reason: str, retry: Retry) -> JobState | None:
    """An attempt failed: another one comes after a while where that may help and attempts are left, else
    the job is dead. None when it was no longer this worker's."""
    found = await records.run("reading a job", lambda connection: connection.execute(_of(run)).first())
    last = 0 if found is None or retry is Retry.NO else found.attempts
    longest = LONGEST_WAIT_SECONDS
    if retry is Retry.PATIENTLY:
        last, longest = max(last, LOST_AT_MOST), PATIENT_SECONDS
    told = reason[:_REASON]
    if run.attempt >= last:
        ended = await _end(records, run, state=JobState.DEAD, reason=told, ended_at=now())
        return JobState.DEAD if ended else None
    due_at = now() + timedelta(seconds=min(wait_seconds(run.attempt), longest))
    ended = await _end(
        records, run, state=JobState.FAILED, reason=told, attempt=run.attempt + 1, queued=0, due_at=due_at
    )
    return JobState.FAILED if ended else None


async def list_lost(records: Records, gone: Callable[[str], bool]) -> list[Run]:
    """Attempts whose worker died (`gone` says so), or was silent for too long."""
    statement = sa.select(job_table.c.id, job_table.c.attempt, job_table.c.worker, job_table.c.beat_at).where(
        job_table.c.state == JobState.RUNNING
    )
    rows = await records.run("looking for lost jobs", lambda connection: connection.execute(statement).all())
    oldest = oldest_beat()
    return [
        Run(row.id, row.attempt, row.worker)
        for row in rows
        if row.beat_at is None or row.beat_at < oldest or gone(row.worker)
    ]


async def release(records: Records, run: Run) -> JobState | None:
    """Take a job from a worker that is lost: a new attempt is due (soon), or none is left and it is dead.
    None when another one took it meanwhile."""
    reason = f"its worker was lost in attempt {run.attempt}"
    if run.attempt >= LOST_AT_MOST:
        ended = await _end(records, run, state=JobState.DEAD, reason=reason, ended_at=now())
        return JobState.DEAD if ended else None
    wait = (
        min(wait_seconds(run.attempt - LOST_IN_HASTE), PATIENT_SECONDS) if run.attempt > LOST_IN_HASTE else 0
    )
    # Another job may wait for the same by now; then this one is tried after it, and finds nothing to do.
    ended = await _end(
        records, run, state=JobState.FAILED, reason=reason, attempt=run.attempt + 1, queued=0,
        due_at=now() + timedelta(seconds=wait), attempts=job_table.c.attempts + 1,
    )  # fmt: skip
    return JobState.FAILED if ended else None


def wait_seconds(attempt: int) -> float:
    """How long to wait after this attempt failed."""
    return float(min(FIRST_WAIT_SECONDS * 4 ** (attempt - 1), LONGEST_WAIT_SECONDS))


class _Busy(Exception):
    """The same is being done by another job."""


def _is(run: Run) -> sa.ColumnElement[bool]:
    return sa.and_(job_table.c.id == run.job, job_table.c.attempt == run.attempt)


def _mine(run: Run) -> sa.ColumnElement[bool]:
    return sa.and_(_is(run), job_table.c.state == JobState.RUNNING, job_table.c.worker == run.worker)


def _of(run: Run) -> sa.Select[tuple[object, ...]]:
    columns = (job_table.c.state, job_table.c.worker, job_table.c.beat_at, job_table.c.attempts)
    return sa.select(*columns).where(_is(run))


async def _end(records: Records, run: Run, **values: object) -> bool:
    statement = sa.update(job_table).where(_mine(run)).values(**values)
    return await records.run("ending a job", lambda connection: connection.execute(statement).rowcount == 1)


def _any_due(connection: sa.Connection) -> bool:
    """Asked ten times a second, so it looks at one index only."""
    due = sa.and_(job_table.c.state.in_(_OPEN), job_table.c.due_at <= now())
    return connection.execute(sa.select(job_table.c.id).where(due).limit(1)).first() is not None


def _given(connection: sa.Connection) -> tuple[int, int]:
    """How many are in the queue and have not begun: of people and pushes, and of backfill."""
    in_queue = sa.and_(job_table.c.state.in_(_OPEN), job_table.c.queued == job_table.c.attempt)
    late = job_table.c.priority >= BACKFILL
    counted = sa.select(
        sa.func.coalesce(sa.func.sum(sa.case((late, 0), else_=1)), 0),
        sa.func.coalesce(sa.func.sum(sa.case((late, 1), else_=0)), 0),
    ).where(in_queue)
    soon, later = connection.execute(counted).one()
    return int(soon), int(later)


def _rows(statement: sa.Update, connection: sa.Connection) -> list[Job]:
    return [read_job(row) for row in connection.execute(statement).all()]


def _take(wanted: sa.ColumnElement[bool], limit: int) -> sa.Update:
    at = now()
    other = job_table.alias()
    open_ = other.c.state.in_(_OPEN)
    in_queue = sa.and_(open_, other.c.queued == other.c.attempt, other.c.due_at > at)
    sooner = sa.and_(
        open_,
        other.c.due_at <= at,
        sa.tuple_(other.c.priority, other.c.id) < sa.tuple_(job_table.c.priority, job_table.c.id),
    )
    busy = sa.exists().where(
        other.c.repo == job_table.c.repo,
        other.c.id != job_table.c.id,
        sa.or_(other.c.state == JobState.RUNNING, in_queue, sooner),
    )
    first = (
        sa.select(job_table.c.id)
        .where(job_table.c.state.in_(_OPEN), job_table.c.due_at <= at, wanted, ~busy)
        .order_by(job_table.c.priority, job_table.c.id)
        .limit(limit)
        .with_for_update(skip_locked=True, of=job_table)
    )
    return (
        sa.update(job_table)
        .where(job_table.c.id.in_(first))
        .values(queued=job_table.c.attempt, due_at=at + timedelta(seconds=GIVEN_SECONDS))
        .returning(*job_columns)
    )
