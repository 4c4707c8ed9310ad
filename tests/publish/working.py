"""A worker of tests, in this process or as one of its own: its jobs write down what they do, and nothing else.

As a process: `python -m tests.publish.working SQL_URL QUEUE_URL FILE SECONDS HOW`, with the graph in the environment.
Each job appends `begin NUMBER.ATTEMPT`, works for SECONDS and tells of it, and appends `end NUMBER.ATTEMPT`.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from kg.graph import GraphOptions, connect
from kg.publish.job import Desk, Runner, worker_name
from kg.publish.jobs import JobOptions, work_jobs
from kg.publish.poll import PollOptions
from kg.publish.project import Stores
from kg.publish.queue import QueueOptions, open_queue
from kg.publish.reconcile import Progress
from kg.records import Records, open_records
from kg.records.jobs import Job, JobState, list_jobs
from kg.records.running import Result, Run, take_due

ENDED = (JobState.DONE, JobState.DEAD, JobState.CANCELLED)


def noting(file: Path, seconds: float) -> Runner:
    """A job that writes down when it begins and ends, and tells of its progress meanwhile."""

    async def run(job: Job, progress: Progress) -> Result:
        note(file, f"begin {job.id}.{job.attempt}")
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            progress("working", 0, 1)
            await asyncio.sleep(0.02)
        note(file, f"end {job.id}.{job.attempt}")
        return Result("a", "b", 1)

    return run


def note(file: Path, line: str) -> None:
    """Whole lines, from any number of processes."""
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(handle, f"{line}\n".encode())
    os.close(handle)


def notes(file: Path, word: str) -> list[str]:
    """What was written down of one kind: `1.1`, `2.1`, …; the whole lines when none is named."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [line.removeprefix(f"{word} ") for line in lines if not word or line.startswith(f"{word} ")]


@asynccontextmanager
async def working(
    stores: Stores, runner: Runner, url: str, concurrency: int = 2, poll: PollOptions | None = None
) -> AsyncIterator[None]:
    """A worker in this process, until the end of the block."""
    desk = Desk(stores.records, {"reconcile": runner})
    options = JobOptions(QueueOptions(url, concurrency, 0.05), poll or PollOptions(0.0, Path("/no/mirrors")))
    task = asyncio.create_task(work_jobs(stores, desk, options))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def start_worker(
    graph: GraphOptions, sql: str, queue: str, file: Path, seconds: float, how: str = "working"
) -> "subprocess.Popen[bytes]":
    environment = os.environ | {"KG_TEST_NEO4J_URI": graph.uri, "KG_TEST_NEO4J_PASSWORD": graph.password}
    command = [sys.executable, "-m", "tests.publish.working", sql, queue, str(file), str(seconds), how]
    return subprocess.Popen(command, env=environment)


async def until(what: str, true: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for something, looking now and then; a failure names what did not come."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"{what} did not come in {seconds:g} s"
        await asyncio.sleep(0.05)


async def until_ended(records: Records, count: int, seconds: float = 120.0) -> list[Job]:
    """All jobs, when so many have ended."""
    deadline = time.monotonic() + seconds
    while True:
        found = await list_jobs(records, 10_000)
        if sum(job.state in ENDED for job in found) >= count:
            return found
        assert time.monotonic() < deadline, [(job.id, job.state, job.reason) for job in found]
        await asyncio.sleep(0.1)


@asynccontextmanager
async def taking(stores: Stores, file: Path, url: str) -> AsyncIterator[None]:
    """A worker that takes jobs out of the queue and begins none."""

    async def take(run: Run) -> None:
        note(file, f"taken {run.job}.{run.attempt}")
        await asyncio.sleep(600)

    async with open_queue(QueueOptions(url, 2, 0.05), worker_name(), take) as queue:
        for job in await take_due(stores.records, 10, 10):
            await queue.give(job)
        yield


async def _main(sql: str, queue: str, file: str, seconds: str, how: str) -> None:
    options = GraphOptions(
        os.environ["KG_TEST_NEO4J_URI"], password=os.environ.get("KG_TEST_NEO4J_PASSWORD", "")
    )
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with connect(options) as graph, open_records(sql) as records:
        stores, notebook = Stores(graph, records), Path(file)
        work = working(stores, noting(notebook, float(seconds)), queue)
        async with work if how == "working" else taking(stores, notebook, queue):
            note(Path(file), f"worker {os.getpid()}")
            await stop.wait()


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
