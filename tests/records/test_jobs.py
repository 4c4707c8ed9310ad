"""Jobs: asked for twice is once, each ends once, and what is shown is so."""

import asyncio
from datetime import timedelta

import pytest

from kg.errors import JobRefused, NotFound
from kg.records import Records, jobs, moment, open_records, running
from kg.records.jobs import (
    BACKFILL,
    INTERACTIVE,
    Ask,
    Job,
    JobState,
    ask,
    cancel,
    get_job,
    list_jobs,
    retry,
    set_priority,
)
from kg.records.running import NotBegun, Result, Retry, Run, Verdict, beat, begin, fail, finish, take_due

DONE = Result("a" * 40, "b" * 40, 7)


def nobody(worker: str) -> bool:
    """All workers live."""
    return False


def everybody(worker: str) -> bool:
    return True


async def start(records: Records, job: Job, worker: str = "w1") -> Run:
    run = Run(job.id, job.attempt, worker)
    assert isinstance(await begin(records, run, nobody), Job)
    return run


async def due(records: Records) -> list[int]:
    return [job.id for job in await take_due(records, 100, 100)]


async def test_programs_that_start_together_make_the_tables_once(sql_url: str) -> None:
    """The first start of an API and several workers on an empty database."""

    async def begin_with() -> int:
        async with open_records(sql_url) as records:
            return (await ask(records, Ask("shop"))).id

    assert len(set(await asyncio.gather(*(begin_with() for _ in range(8))))) == 1


async def test_an_ask_for_what_waits_joins_it(sql_url: str) -> None:
    """Many at once make one job, which keeps the newest hint and the highest priority; one that runs is not
    joined, since it may have looked before."""
    async with open_records(sql_url) as one, open_records(sql_url) as two:
        asked = await asyncio.gather(*(ask(each, Ask("shop")) for each in (one, two) * 5))
        assert len({job.id for job in asked}) == 1
        joined = await ask(one, Ask("shop", after="c1", priority=INTERACTIVE))
        assert (joined.id, joined.after, joined.priority) == (asked[0].id, "c1", INTERACTIVE)
        assert (await ask(one, Ask("shop", priority=BACKFILL))).priority == INTERACTIVE
        await start(one, joined)
        assert (await ask(one, Ask("shop"))).id != joined.id
        assert (await ask(one, Ask("shop", "release"))).id not in (joined.id, joined.id + 1)


async def test_interactive_comes_before_backfill(sql_url: str) -> None:
    """What is due comes by priority, then by age, and a changed priority counts."""
    async with open_records(sql_url) as records:
        for number in range(4):
            await ask(records, Ask(f"old{number}", priority=BACKFILL))
        await ask(records, Ask("pushed"))
        await ask(records, Ask("asked", priority=INTERACTIVE))
        await set_priority(records, 3, 2)
        assert await due(records) == [6, 3, 5, 1, 2, 4]
        assert await due(records) == []


async def test_the_queue_is_not_flooded(sql_url: str) -> None:
    """Of a discovery only as many are given as there is room for; a push has room all the same."""
    async with open_records(sql_url) as records:
        for number in range(20):
            await ask(records, Ask(f"old{number}", priority=BACKFILL))
        assert len(await take_due(records, 10, 3)) == 3
        assert await take_due(records, 10, 3) == []
        await ask(records, Ask("pushed"))
        assert [job.repo for job in await take_due(records, 10, 3)] == ["pushed"]


async def test_a_repository_at_work_is_left_alone(sql_url: str) -> None:
    """A second job of a repository is due when the first is over, and cannot begin before."""
    async with open_records(sql_url) as records:
        run = await start(records, await ask(records, Ask("shop")))
        second = await ask(records, Ask("shop"))
        assert await due(records) == []
        other = Run(second.id, 1, "w2")
        assert await begin(records, other, nobody) is NotBegun.BUSY
        await running.hand_back(records, other)
        assert await finish(records, run, DONE)
        assert (await get_job(records, second.id)).attempt == 2
        assert isinstance(await begin(records, Run(second.id, 2, "w2"), nobody), Job)


async def test_what_was_taken_and_never_given_is_taken_again(
    sql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker died between taking two jobs of one repository and putting them into the queue: neither waits
    for the other for ever. Found by kill -9."""
    async with open_records(sql_url) as records:
        run = await start(records, await ask(records, Ask("shop")))
        await ask(records, Ask("shop"))
        await running.release(records, run)
        monkeypatch.setattr(running, "GIVEN_SECONDS", 0.0)
        assert await due(records) == [1]  # one of a repository at a time
        assert await due(records) == [1]
        await running.finish(records, await start(records, await get_job(records, 1)), DONE)
        assert await due(records) == [2]


async def test_a_job_begins_and_ends_once(sql_url: str) -> None:
    """Of many that begin or end the same attempt, one does."""
    async with open_records(sql_url) as one, open_records(sql_url) as two:
        job = await ask(one, Ask("shop"))
        runs = [Run(job.id, 1, f"w{number}") for number in range(6)]
        begun = await asyncio.gather(*(begin(one if run.worker < "w3" else two, run, nobody) for run in runs))
        assert [type(each) for each in begun].count(Job) == 1
        ended = await asyncio.gather(*(finish(two, run, DONE) for run in runs))
        assert ended.count(True) == 1
        shown = await get_job(one, job.id)
        assert (shown.state, shown.before, shown.after, shown.snapshot) == (
            JobState.DONE,
            "a" * 40,
            "b" * 40,
            7,
        )
        assert await begin(one, runs[0], everybody) is NotBegun.OVER


async def test_the_state_that_is_shown_is_the_state(sql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`running` only while its worker says so; then `interrupted`, also for who asks by state."""
    async with open_records(sql_url) as records:
        run = await start(records, await ask(records, Ask("shop")))
        assert await beat(records, run, "writing", 3, 9) is Verdict.GO_ON
        shown = await get_job(records, run.job)
        assert (shown.state, shown.step, shown.done, shown.total) == (JobState.RUNNING, "writing", 3, 9)
        monkeypatch.setattr(jobs, "BEAT_SECONDS", -1.0)
        assert (await get_job(records, run.job)).state is JobState.INTERRUPTED
        assert await list_jobs(records, 10, [JobState.RUNNING]) == []
        assert len(await list_jobs(records, 10, [JobState.INTERRUPTED])) == 1
        assert isinstance(await begin(records, Run(run.job, 1, "w2"), nobody), Job)
        assert await beat(records, run, "writing", 4, 9) is Verdict.LOST
        assert not await finish(records, run, DONE)


async def test_the_job_of_a_dead_worker_is_taken_over(sql_url: str) -> None:
    """At once where it is known to be dead; a living one keeps its job; the late one cannot end it."""
    async with open_records(sql_url) as records:
        run = await start(records, await ask(records, Ask("shop")))
        assert await running.list_lost(records, nobody) == []
        assert await begin(records, Run(run.job, 1, "w2"), nobody) is NotBegun.OVER
        assert await running.list_lost(records, everybody) == [run]
        assert await running.release(records, run) is JobState.FAILED
        assert await running.release(records, run) is None
        assert not await finish(records, run, DONE)
        assert await due(records) == [run.job]
        again = await start(records, await get_job(records, run.job), "w2")
        assert again.attempt == 2
        assert await finish(records, again, DONE)


async def test_what_kills_its_workers_ends_too(sql_url: str) -> None:
    """A job whose every attempt loses its worker is dead after a bound, with that as the reason."""
    async with open_records(sql_url) as records:
        job = await ask(records, Ask("shop"))
        for attempt in range(1, running.LOST_AT_MOST + 1):
            run = await start(records, await get_job(records, job.id))
            assert run.attempt == attempt
            await running.release(records, run)
        dead = await get_job(records, job.id)
        assert (dead.state, dead.reason) == (
            JobState.DEAD,
            f"its worker was lost in attempt {running.LOST_AT_MOST}",
        )


async def test_a_failure_is_tried_again_and_then_dead(sql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three attempts, each later than the one before, then the reason stands; what no retry can mend is
    dead at once. A person may ask for another attempt."""
    async with open_records(sql_url) as records:
        job = await ask(records, Ask("shop"))
        run = await start(records, job)
        assert await fail(records, run, "the remote is away", Retry.YES) is JobState.FAILED
        assert await due(records) == []
        monkeypatch.setattr(running, "now", lambda: moment.now() + timedelta(seconds=6))
        assert await due(records) == [job.id]
        for expected in (JobState.FAILED, JobState.DEAD):
            run = await start(records, await get_job(records, job.id))
            assert await fail(records, run, "the remote is away", Retry.YES) is expected
        dead = await get_job(records, job.id)
        assert (dead.attempt, dead.reason) == (3, "the remote is away")
        assert [each.id for each in await list_jobs(records, 10, [JobState.DEAD])] == [job.id]
        again = await retry(records, job.id, "ada")
        assert (again.id, again.state, again.attempt, again.asked_by) == (job.id, JobState.WAITING, 4, "ada")
        run = await start(records, again)
        assert await fail(records, run, "there is no branch x", Retry.NO) is JobState.DEAD
        await ask(records, Ask("shop"))
        assert (await retry(records, job.id, "ada")).id != job.id  # what waits already is joined
    assert [running.wait_seconds(attempt) for attempt in (1, 2, 3, 9)] == [5, 20, 80, 600]


async def test_cancelling(sql_url: str) -> None:
    """One that waits ends now, one that runs is told at its next beat, one that ended is refused."""
    async with open_records(sql_url) as records:
        first = await ask(records, Ask("shop"))
        assert (await cancel(records, first.id, "ada")).state is JobState.CANCELLED
        with pytest.raises(JobRefused, match="cancelled already"):
            await cancel(records, first.id, "ada")
        run = await start(records, await ask(records, Ask("shop")))
        assert (await cancel(records, run.job, "ada")).state is JobState.RUNNING
        assert await beat(records, run, "writing", 1, 2) is Verdict.CANCEL
        assert await running.finish_cancelled(records, run)
        shown = await get_job(records, run.job)
        assert (shown.state, shown.reason) == (JobState.CANCELLED, "cancelled by ada")
        with pytest.raises(JobRefused, match="only one that waits"):
            await set_priority(records, run.job, 1)
        with pytest.raises(NotFound):
            await cancel(records, 99, "ada")


async def test_lists_are_newest_first_and_of_the_repositories_asked_for(sql_url: str) -> None:
    """A page ends at a number and goes on below it; no repository is not every repository."""
    async with open_records(sql_url) as records:
        for repo in ("a", "b", "c"):
            await ask(records, Ask(repo))
        assert [job.repo for job in await list_jobs(records, 2)] == ["c", "b"]
        assert [job.repo for job in await list_jobs(records, 2, below=2)] == ["a"]
        assert [job.repo for job in await list_jobs(records, 9, repos=["a", "c"])] == ["c", "a"]
        assert await list_jobs(records, 9, repos=[]) == []
