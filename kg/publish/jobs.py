"""The worker's part in jobs: deliveries are understood, heads looked at, due jobs put into the queue, lost ones
taken back.

In: the stores, the table of what kinds of jobs do, and the table of handlers. Works until it is cancelled. Any
number of workers may do this beside each other: what one takes, no other one is given.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from kg.errors import KgError
from kg.observe import log
from kg.publish.dispatch import HANDLERS, Handlers, dispatch
from kg.publish.job import Desk, is_gone, run_attempt, worker_name
from kg.publish.poll import PollOptions, poll
from kg.publish.project import Stores
from kg.publish.queue import Given, Queue, QueueOptions, open_queue
from kg.publish.standing import standing
from kg.records.deliveries import forget_settled
from kg.records.jobs import forget_ended, get_job
from kg.records.running import Run, hand_back, list_lost, note_start, release, take_due

TICK_SECONDS = 0.1
SWEEP_SECONDS = 2.0
CLEAN_SECONDS = 3600.0
LONGEST_WAIT_SECONDS = 30.0
ROOM = 50
"""Attempts that may wait in the queue. The rest wait in the records, where their priority can still change."""


@dataclass(frozen=True, slots=True)
class JobOptions:
    """How the worker takes part."""

    queue: QueueOptions
    poll: PollOptions
    handlers: Handlers = field(default_factory=lambda: HANDLERS)


async def work_jobs(stores: Stores, desk: Desk, options: JobOptions) -> None:
    """Until it is cancelled: then what runs is stopped and handed to another worker."""
    worker = worker_name()
    async with open_queue(options.queue, worker, lambda run: run_attempt(desk, run)) as queue:
        await _sweep(stores, queue)
        async with asyncio.TaskGroup() as group:
            backfill = options.queue.concurrency
            group.create_task(_every(TICK_SECONDS, lambda: _give(stores, queue, backfill)))
            group.create_task(_every(TICK_SECONDS, lambda: _hear(stores, queue, backfill, options.handlers)))
            group.create_task(_every(SWEEP_SECONDS, lambda: _sweep(stores, queue)))
            group.create_task(_every(CLEAN_SECONDS, lambda: _clean(stores, queue)))
            if options.poll.period_seconds:
                group.create_task(_every(1.0, lambda: poll(stores, options.poll)))


async def _every(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Again and again; an error is said in one line and waited out, longer each time."""
    failures = 0
    while True:
        wait = seconds
        try:
            await work()
            failures = 0
        except Exception as error:  # of a host or a driver that nobody thought of, too: the other loops go on
            failures = min(failures + 1, 10)
            wait = min(1.0 * 2**failures, LONGEST_WAIT_SECONDS)
            if isinstance(error, KgError):
                log.warning("jobs: %s; trying again in %g s", error, wait)
            else:
                log.exception("jobs: an error of kg; trying again in %g s", wait)
        await asyncio.sleep(wait)


async def _hear(stores: Stores, queue: Queue, backfill: int, handlers: Handlers) -> None:
    """What deliveries ask for goes into the queue at once."""
    if await dispatch(stores.records, handlers):
        await _give(stores, queue, backfill)


async def _give(stores: Stores, queue: Queue, backfill: int) -> None:
    """Due jobs into the queue: many of people and pushes, of a discovery only what can begin soon."""
    for job in await take_due(stores.records, ROOM, backfill):
        run = Run(job.id, job.attempt, "")
        if not job.before:
            now = await standing(stores.graph, job.repo)
            await note_start(stores.records, run, now.commit)
            job = await get_job(stores.records, job.id)
        if await queue.give(job) is Given.OVER:
            await hand_back(stores.records, run)


async def _sweep(stores: Stores, queue: Queue) -> None:
    """Jobs whose workers died are due again: those that had begun, and those that were only taken."""
    for run in await list_lost(stores.records, is_gone):
        job = await get_job(stores.records, run.job)
        state = await release(stores.records, run)
        if state is not None:
            log.warning("job %d (%s): its worker %s is gone; it is %s", job.id, job.repo, run.worker, state)
            await queue.forget(job)
    for run in await queue.abandoned(is_gone):
        await hand_back(stores.records, run)


async def _clean(stores: Stores, queue: Queue) -> None:
    await forget_settled(stores.records)
    await forget_ended(stores.records)
    await queue.forget_old()
