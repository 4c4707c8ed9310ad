"""The queue: each job once, whatever dies; the urgent first; what cannot be done ends with its reason."""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from kg.errors import SourceError, SourceUnavailable
from kg.graph import GraphOptions, connect
from kg.publish.job import is_gone, worker_name
from kg.publish.project import Stores
from kg.publish.queue import Given, QueueOptions, forget_named, name_of, open_queue
from kg.publish.reconcile import Progress
from kg.records import open_records, running
from kg.records.jobs import (
    BACKFILL,
    INTERACTIVE,
    Ask,
    Job,
    JobState,
    ask,
    cancel,
    get_job,
    retry,
    set_priority,
)
from kg.records.running import Result
from tests.publish.working import notes, noting, start_worker, until, until_ended, working


@pytest.fixture
async def stores(graph_options: GraphOptions, sqlite_url: str) -> AsyncIterator[Stores]:
    """The graph as the tests before left it: these jobs write nothing there."""
    async with connect(graph_options) as graph, open_records(sqlite_url) as records:
        yield Stores(graph, records)


@pytest.fixture
def queue(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/jobs.db"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "notes"


@pytest.fixture
def workers() -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Processes that are ended with the test, however it ends."""
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for worker in started:
        worker.kill()
        worker.wait()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_two_workers_do_each_job_once(
    kind: str,
    request: pytest.FixtureRequest,
    graph_options: GraphOptions,
    queue: str,
    file: Path,
    workers: list["subprocess.Popen[bytes]"],
) -> None:
    """Two processes on one database share 30 jobs, and none is done twice or left out."""
    sql = request.getfixturevalue(f"{kind}_url")
    async with open_records(sql) as records:
        for number in range(30):
            await ask(records, Ask(f"shop{number}"))
        place = queue if kind == "sqlite" else sql
        workers += [start_worker(graph_options, sql, place, file, 0.05) for _ in range(2)]
        jobs = await until_ended(records, 30)
    assert [job.state for job in jobs] == [JobState.DONE] * 30
    once = sorted(f"{number}.1" for number in range(1, 31))
    assert sorted(notes(file, "begin")) == sorted(notes(file, "end")) == once


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_purge_takes_names_out_of_the_queue(
    kind: str, request: pytest.FixtureRequest, stores: Stores, queue: str, file: Path
) -> None:
    """What is called by the repository or has the text in it; a name that only ends alike stays."""
    place = queue if kind == "sqlite" else request.getfixturevalue("postgres_url")
    for repo, ref in (("shop", ""), ("my/shop", ""), ("lib", "turnip/1"), ("lib", "main")):
        await ask(stores.records, Ask(repo, ref))
    async with working(stores, noting(file, 0.0), place):
        await until_ended(stores.records, 4)
    assert forget_named(place, ["shop"], ["turnip"]) == 2
    assert forget_named(place, ["shop"], ["turnip"]) == 0
    assert forget_named(place, ["my/shop", "lib"], []) == 2


async def test_a_killed_worker_s_job_is_done_by_the_next(
    graph_options: GraphOptions,
    sqlite_url: str,
    queue: str,
    file: Path,
    workers: list["subprocess.Popen[bytes]"],
) -> None:
    """kill -9 in the middle: until somebody takes it over it is not shown as running for long, and then it
    ends once."""
    async with open_records(sqlite_url) as records:
        job = await ask(records, Ask("shop"))
        workers.append(start_worker(graph_options, sqlite_url, queue, file, 600.0))
        await until("the first attempt", lambda: notes(file, "begin"))
        workers[0].kill()
        workers[0].wait()
        workers.append(start_worker(graph_options, sqlite_url, queue, file, 0.1))
        (done,) = await until_ended(records, 1)
    assert (done.state, done.attempt) == (JobState.DONE, 2)
    assert notes(file, "begin") == [f"{job.id}.1", f"{job.id}.2"]
    assert notes(file, "end") == [f"{job.id}.2"]


async def test_a_worker_that_is_told_to_end_hands_its_job_on(stores: Stores, queue: str, file: Path) -> None:
    """`kg down` in the middle of a job: the next worker goes on at once, and no attempt of three is lost."""
    job = await ask(stores.records, Ask("shop"))
    async with working(stores, noting(file, 600.0), queue):
        await until("the job", lambda: notes(file, "begin"))
    handed = await get_job(stores.records, job.id)
    assert (handed.state, handed.attempt) == (JobState.FAILED, 2)
    async with working(stores, noting(file, 0.0), queue):
        (done,) = await until_ended(stores.records, 1)
    assert (done.state, done.snapshot) == (JobState.DONE, 1)


async def test_cancelling_a_running_job_stops_it(stores: Stores, queue: str, file: Path) -> None:
    """It ends at its next word, as cancelled, and the next job of its repository runs."""
    job = await ask(stores.records, Ask("shop"))
    async with working(stores, noting(file, 600.0), queue):
        await until("the job", lambda: notes(file, "begin"))
        assert (await get_job(stores.records, job.id)).state is JobState.RUNNING
        await cancel(stores.records, job.id, "ada")
        (ended,) = await until_ended(stores.records, 1)
        assert (ended.state, ended.reason) == (JobState.CANCELLED, "cancelled by ada")
        second = await retry(stores.records, job.id, "ada")
        await until("the second attempt", lambda: len(notes(file, "begin")) == 2)
    assert notes(file, "end") == []
    assert second.id == job.id


async def test_what_fails_is_tried_three_times(
    stores: Stores, queue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that is away is asked again, with time between; then the job is dead and says why. What no
    retry can mend is dead at once; a fault of our own does not take the worker with it."""
    monkeypatch.setattr(running, "FIRST_WAIT_SECONDS", 0.1)
    tries: list[str] = []

    async def fail(job: Job, progress: Progress) -> Result:
        tries.append(job.repo)
        if job.repo == "away":
            raise SourceUnavailable("source: the host is away")
        if job.repo == "fault":
            raise ZeroDivisionError("secret text of somebody's code")
        raise SourceError("source: there is no branch x")

    for repo in ("away", "fault", "gone"):
        await ask(stores.records, Ask(repo))
    async with working(stores, fail, queue):
        jobs = await until_ended(stores.records, 3)
    told = {job.repo: (job.state, job.attempt, job.reason) for job in jobs}
    assert told == {
        "away": (JobState.DEAD, 3, "source: the host is away"),
        "fault": (JobState.DEAD, 3, "a fault of kg itself: ZeroDivisionError"),
        "gone": (JobState.DEAD, 1, "source: there is no branch x"),
    }
    assert sorted(tries) == ["away"] * 3 + ["fault"] * 3 + ["gone"]


async def test_interactive_comes_before_a_backfill_that_waits(stores: Stores, queue: str, file: Path) -> None:
    """Asked for last, done next: also when it joins one that the queue has already, or is raised by hand."""
    for number in range(6):
        await ask(stores.records, Ask(f"old{number}", priority=BACKFILL))
    async with working(stores, noting(file, 0.6), queue, concurrency=1):
        await until("the first", lambda: notes(file, "begin"))
        await ask(stores.records, Ask("asked", priority=INTERACTIVE))
        await ask(stores.records, Ask("old5", priority=INTERACTIVE))
        await set_priority(stores.records, 5, 2)
        await until_ended(stores.records, 7)
    order = [int(one.partition(".")[0]) for one in notes(file, "begin")]
    assert order[:4] == [1, 6, 7, 5] or order[:4] == [1, 7, 6, 5]
    assert sorted(order) == list(range(1, 8))


async def test_two_jobs_of_one_repository_run_after_each_other(
    stores: Stores, queue: str, file: Path
) -> None:
    """An ask while the first runs waits for it: they never overlap."""
    async with working(stores, noting(file, 0.5), queue):
        await ask(stores.records, Ask("shop"))
        await until("the first", lambda: notes(file, "begin"))
        await ask(stores.records, Ask("shop"))
        await ask(stores.records, Ask("shop"))  # joins the second
        await until_ended(stores.records, 2)
    assert notes(file, "") == ["begin 1.1", "end 1.1", "begin 2.1", "end 2.1"]


async def test_an_attempt_that_the_queue_lost_is_given_again(
    stores: Stores, queue: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attempt that the queue is through with, and whose job never began, comes again under another name."""
    monkeypatch.setattr(running, "GIVEN_SECONDS", 0.5)
    job = await ask(stores.records, Ask("in-no-graph"))  # else the attempt's name would begin at its commit

    given = asyncio.Event()

    async def lost(run: running.Run) -> None:
        """The worker dies after the queue gave it the job, and before it began."""
        given.set()

    async with open_queue(QueueOptions(queue, 1, 0.05), worker_name(), lost) as opened:
        (taken,) = await running.take_due(stores.records, 10, 10)
        assert await opened.give(taken) is Given.QUEUED
        async with asyncio.timeout(60):
            await given.wait()
            while await opened.give(taken) is not Given.OVER:  # noqa: ASYNC110 - the queue tells nobody
                await asyncio.sleep(0.1)
    async with working(stores, noting(file, 0.0), queue):
        await until_ended(stores.records, 1)
    assert notes(file, "end") == [f"{job.id}.2"]


async def test_a_worker_that_dies_before_it_begins_is_no_end(
    graph_options: GraphOptions,
    sqlite_url: str,
    queue: str,
    file: Path,
    workers: list["subprocess.Popen[bytes]"],
) -> None:
    """A job that a worker took and never began, since it was killed in between, is done by the next one soon."""
    async with open_records(sqlite_url) as records:
        job = await ask(records, Ask("shop"))
        workers.append(start_worker(graph_options, sqlite_url, queue, file, 0.0, "taking"))
        await until("the taking", lambda: notes(file, "taken"))
        workers[0].kill()
        workers[0].wait()
        workers.append(start_worker(graph_options, sqlite_url, queue, file, 0.0))
        await until("the job", lambda: notes(file, "end"), seconds=45)
    assert notes(file, "end") == [f"{job.id}.2"]


async def test_the_name_of_an_attempt_says_what_it_is(stores: Stores) -> None:
    """Project, ref, from, to and attempt; the same way again is another job, so another name."""
    job = await ask(stores.records, Ask("shop", "main", after="c2"))
    assert name_of(job) == f"shop:main:nothing→c2:{job.id}.1"
    other = await ask(stores.records, Ask("shop", "release", after="c2"))
    assert name_of(other) != name_of(job)


def test_a_worker_is_gone_when_its_process_is() -> None:
    """This one is alive; one that ended, or whose number another has now, is gone; of other machines nothing
    is known."""
    host, pid, began = worker_name().split(":")
    assert not is_gone(worker_name())
    assert is_gone(f"{host}:{pid}:{int(began) - 100}")
    assert not is_gone(f"elsewhere:{pid}:1")
    with subprocess.Popen(["true"]) as process:
        process.wait()
    assert is_gone(f"{host}:{process.pid}:{began}")
