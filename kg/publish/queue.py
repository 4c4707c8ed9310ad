"""The queue: DBOS, and the only module that knows it. Loaded by the worker only, since it takes a second.

In: attempts of jobs, each under a name that says what it is; out: they are run, the most urgent first, so many
at a time. What is in the queue outlives its process. The records decide what a run may do (`kg.publish.job`), so
that what the queue hands out twice, late, or never is run once all the same.

DBOS keeps its system tables in an SQLite file of the data folder, or beside the records in Postgres. Nothing is
sent anywhere: no telemetry, no conductor; and nothing listens on a port.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from dbos import (
    DBOS,
    DBOSClient,
    DBOSConfig,
    DBOSPortableJSONSerializer,
    SetEnqueueOptions,
    SetWorkflowID,
    WorkflowStatus,
)

from kg.records.jobs import Job
from kg.records.running import Run

NAME = "kg-jobs"
KEPT_DAYS = 7
BEGIN_SECONDS = 60.0
_VERSION = "1"
"""Of what is in the queue (a job and an attempt), not of kg: a newer worker runs what an older one put there."""


class Given(StrEnum):
    """What came of giving an attempt to the queue."""

    QUEUED = "queued"
    OVER = "over"
    """The queue is through with it."""


@dataclass(frozen=True, slots=True)
class QueueOptions:
    """Where it is kept, and how much it does at once."""

    url: str
    concurrency: int = 2
    poll_seconds: float = 0.1


@dataclass(slots=True)
class Queue:
    """The open queue of this process; DBOS is one a process too."""

    worker: str
    run: Callable[[Run], Coroutine[Any, Any, None]]
    loop: asyncio.AbstractEventLoop
    running: set[asyncio.Task[None]] = field(default_factory=set)
    closing: bool = False

    async def give(self, job: Job) -> Given:
        """Put this attempt of a job into the queue; twice is once."""
        return await asyncio.to_thread(_give, job)

    async def forget(self, job: Job) -> None:
        """Take an attempt out that will not be run any more."""
        await asyncio.to_thread(DBOS.cancel_workflow, name_of(job))

    async def abandoned(self, gone: Callable[[str], bool]) -> list[Run]:
        """Attempts that a worker took and died with, whether they had begun or not; the queue forgets them."""
        return await asyncio.to_thread(_abandoned, gone)

    async def forget_old(self) -> None:
        """What ended long ago is no longer known to the queue; the records know it."""
        await asyncio.to_thread(_forget_old)

    def start(self, run: Run) -> Future[None]:
        """From DBOS's thread: run it in the loop that everything else of the worker runs in."""
        return asyncio.run_coroutine_threadsafe(self._run(run), self.loop)

    async def _run(self, run: Run) -> None:
        if self.closing:
            raise asyncio.CancelledError
        task = asyncio.create_task(self.run(run))
        self.running.add(task)
        try:
            await task
        finally:
            self.running.discard(task)

    async def stop(self) -> None:
        """Nothing more begins; what runs is told to stop, and waited for."""
        self.closing = True
        running = list(self.running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


_open: list[Queue] = []
"""The open queue, for the workflow that DBOS calls by name."""


@asynccontextmanager
async def open_queue(
    options: QueueOptions, worker: str, run: Callable[[Run], Coroutine[Any, Any, None]]
) -> AsyncIterator[Queue]:
    """Run what is in the queue until the end of the block; what runs then is told to stop, and waited for."""
    queue = Queue(worker, run, asyncio.get_running_loop())
    _open.append(queue)
    try:
        await asyncio.to_thread(_launch, options, worker)
        yield queue
    finally:
        await queue.stop()
        await asyncio.to_thread(DBOS.destroy)
        _open.remove(queue)


def system_url(sql_url: str, home: Path) -> str:
    """Where DBOS keeps its tables: in a file of its own, or in the Postgres database of the records."""
    return sql_url or f"sqlite:///{home / 'jobs.db'}"


def forget_named(url: str, repos: Sequence[str], texts: Sequence[str]) -> int:
    """Delete what is called by one of these repositories, or has one of these texts in its name, while no worker
    runs; how many those were."""
    client = DBOSClient(system_database_url=url, serializer=DBOSPortableJSONSerializer())
    starts = tuple(f"{repo}:" for repo in repos)
    try:
        known = [one.workflow_id for one in client.list_workflows(load_input=False, load_output=False)]
        named = [name for name in known if name.startswith(starts) or any(text in name for text in texts)]
        if named:
            client.delete_workflows(named)
    finally:
        client.destroy()
    return len(named)


def name_of(job: Job) -> str:
    """What the queue calls this attempt. The job's number is part of it: the same way from the same commit to
    the same commit may come again (a force-push there and back), and is then another job."""
    way = f"{job.before or 'nothing'}→{job.after or 'head'}"
    return f"{job.repo}:{job.ref or 'default'}:{way}:{job.id}.{job.attempt}"


@DBOS.step(name="run")
def _run(job: int, attempt: int) -> None:
    """The whole of a job is one step: files are no steps, since what was read of them is in the cache."""
    queue = _open[-1]
    with suppress(CancelledError):  # the worker ends; the records know that the job has not
        queue.start(Run(job, attempt, queue.worker)).result()


@DBOS.workflow(name="reconcile")
def reconcile(job: int, attempt: int) -> None:
    """What DBOS keeps of a job, and finds again after a crash."""
    _run(job, attempt)


def _launch(options: QueueOptions, worker: str) -> None:
    logger = logging.getLogger("dbos")
    if not logger.handlers:  # else DBOS brings its own, which prints
        logger.addHandler(logging.NullHandler())
    config: DBOSConfig = {
        "name": "kg-worker",
        "system_database_url": options.url,
        "executor_id": worker,
        "application_version": _VERSION,
        "serializer": DBOSPortableJSONSerializer(),  # its default writes pickles
        "enable_otlp": False,
        "log_level": "ERROR",
    }
    DBOS(config=config)
    DBOS.launch()
    DBOS.register_queue(
        NAME, worker_concurrency=options.concurrency, polling_interval_sec=options.poll_seconds
    )


def _give(job: Job) -> Given:
    name = name_of(job)
    known = DBOS.get_workflow_status(name)
    if known is not None:
        return Given.QUEUED if _may_still_begin(known) else Given.OVER
    with SetWorkflowID(name), SetEnqueueOptions(priority=job.priority):
        DBOS.enqueue_workflow(NAME, reconcile, job.id, job.attempt)
    return Given.QUEUED


def _may_still_begin(known: WorkflowStatus) -> bool:
    """Whether it waits, or a worker took it a moment ago: beginning is the first thing that one does."""
    if known.status == "PENDING":
        taken_at = (known.dequeued_at or known.updated_at or 0) / 1000
        return time.time() - taken_at < BEGIN_SECONDS
    return known.status in ("ENQUEUED", "DELAYED")


def _abandoned(gone: Callable[[str], bool]) -> list[Run]:
    taken = DBOS.list_workflows(status="PENDING", queue_name=NAME, load_input=False, load_output=False)
    lost = [one for one in taken if one.executor_id and gone(one.executor_id)]
    if lost:
        DBOS.cancel_workflows([one.workflow_id for one in lost])
    return [_run_of(one.workflow_id) for one in lost]


def _run_of(name: str) -> Run:
    """What `name_of` says: `…:12.1` is the first attempt of job 12."""
    job, _, attempt = name.rpartition(":")[2].partition(".")
    return Run(int(job), int(attempt), "")


def _forget_old() -> None:
    before = (datetime.now(UTC) - timedelta(days=KEPT_DAYS)).isoformat()
    old = DBOS.list_workflows(completed_before=before, limit=1_000, load_input=False, load_output=False)
    if old:
        DBOS.delete_workflows([one.workflow_id for one in old])
