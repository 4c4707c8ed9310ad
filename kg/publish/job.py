"""Runs one attempt of a job: it is begun, a beat says that it lives, and it ends in exactly one way.

In: which attempt, and a table of what each kind of job does. Out: nothing; the records say what came of it.
Cancelling is cooperative: the run is stopped where it next tells of its progress, and an ingest then gives
its candidate up. Knows no queue.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import psutil

from kg.errors import GraphUnavailable, KgError, RecordsUnavailable
from kg.observe import log
from kg.publish.reconcile import Progress
from kg.records import Records
from kg.records.jobs import Job
from kg.records.running import (
    NotBegun,
    Result,
    Retry,
    Run,
    Verdict,
    beat,
    begin,
    fail,
    finish,
    finish_cancelled,
    hand_back,
    release,
)

Runner = Callable[[Job, Progress], Awaitable[Result]]
"""What a kind of job does."""
BEAT_SECONDS = 1.0
_SAME_SECONDS = 2.0
"""A process's start as the system tells it moves by a second when its clock is set."""


class Stopped(Exception):
    """The run is not to go on: it was cancelled, or another worker has it now."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What runs need."""

    records: Records
    runners: Mapping[str, Runner]


@dataclass(slots=True)
class _Told:
    """How far a run is, and whether it may go on: shared by the run and its beat."""

    step: str = ""
    done: int = 0
    total: int = 0
    verdict: Verdict = Verdict.GO_ON

    def progress(self, step: str, done: int, total: int) -> None:
        if self.verdict is not Verdict.GO_ON:
            raise Stopped(self.verdict)
        self.step, self.done, self.total = step, done, total


async def run_attempt(desk: Desk, run: Run) -> None:
    """Run it, unless it is over or somebody else's."""
    begun = await begin(desk.records, run, is_gone)
    if begun is NotBegun.BUSY:
        await hand_back(desk.records, run)
    if isinstance(begun, NotBegun):
        return
    told = _Told()
    beating = asyncio.create_task(_beat(desk.records, run, told))
    try:
        await _run(desk, run, begun, told)
    finally:
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


async def _run(desk: Desk, run: Run, job: Job, told: _Told) -> None:
    """Every way in which a run can end, and what is kept of it."""
    try:
        result = await desk.runners[job.kind](job, told.progress)
    except Stopped:
        if told.verdict is Verdict.CANCEL:
            await finish_cancelled(desk.records, run)
    except asyncio.CancelledError:  # the worker ends: another one goes on
        await asyncio.shield(release(desk.records, run))
        raise
    except KgError as error:
        log.warning("job %d (%s %s), attempt %d: %s", job.id, job.kind, job.repo, run.attempt, error)
        await fail(desk.records, run, str(error), _retry(error))
    except Exception as error:
        log.exception("job %d (%s %s), attempt %d", job.id, job.kind, job.repo, run.attempt)
        await fail(desk.records, run, f"a fault of kg itself: {type(error).__name__}", Retry.YES)
    else:
        await finish(desk.records, run, result)


def _retry(error: KgError) -> Retry:
    if isinstance(error, GraphUnavailable | RecordsUnavailable):
        return Retry.PATIENTLY
    return Retry.YES if error.temporary else Retry.NO


async def _beat(records: Records, run: Run, told: _Told) -> None:
    """Says every second that the run lives; a database that is away for a moment is tried again."""
    while told.verdict is Verdict.GO_ON:
        try:
            told.verdict = await beat(records, run, told.step, told.done, told.total)
        except KgError as error:
            log.warning("job %d: no beat: %s", run.job, error)
        await asyncio.sleep(BEAT_SECONDS)


def worker_name() -> str:
    """This process, so that others see its death: host, process, and when it began."""
    return f"{socket.gethostname()}:{os.getpid()}:{psutil.Process().create_time():.0f}"


def is_gone(worker: str) -> bool:
    """True only for a process of this machine that has ended; of other machines only silence tells."""
    host, _, rest = worker.partition(":")
    pid, _, began = rest.partition(":")
    if host != socket.gethostname() or not pid.isdigit() or not began.isdigit():
        return False
    try:
        process = psutil.Process(int(pid))
        ended = process.status() == psutil.STATUS_ZOMBIE
        return ended or abs(process.create_time() - int(began)) > _SAME_SECONDS
    except psutil.NoSuchProcess:
        return True
    except psutil.AccessDenied:
        return False
