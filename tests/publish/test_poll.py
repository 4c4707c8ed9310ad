"""The poll and the dispatcher: what was lost is made up for, and nothing is asked for in vain."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from kg.errors import NotFound, SourceUnavailable
from kg.graph import Graph
from kg.ingest.source.mirror import remote_head
from kg.publish import jobs as working
from kg.publish import poll as polling
from kg.publish.dispatch import HANDLERS, Handled, dispatch
from kg.publish.poll import PollOptions, poll
from kg.publish.project import Stores
from kg.records import Records, deliveries, moment, open_records, projects
from kg.records.deliveries import Delivery, DeliveryState, keep, list_deliveries
from kg.records.holds import Hold, hold
from kg.records.jobs import JobState, cancel, list_jobs
from kg.records.projects import Project, ProjectState, Provider, connect, set_state, take_polls
from tests.publish.remote import Remote
from tests.shop import bring

OFTEN = PollOptions(0.001, Path("/no/mirrors"))


@pytest.fixture
async def stores(graph: Graph, sqlite_url: str) -> AsyncIterator[Stores]:
    async with open_records(sqlite_url) as records:
        yield Stores(graph, records)


async def looked(stores: Stores) -> list[str]:
    """What the poll asked for by now: the commits, newest first."""
    for _ in range(2):  # a new project is first given a time, then its turn
        await poll(stores, OFTEN)
    return [job.after for job in await list_jobs(stores.records, 100)]


async def test_a_push_whose_hook_was_lost_is_found(stores: Stores, tmp_path: Path) -> None:
    """A head that the graph does not hold is asked for, once; what it holds is not."""
    remote = Remote(tmp_path / "remote" / "shop.git")
    first = remote.push({"pay.py": "def charge():\n    return 1\n"})
    await connect(stores.records, Project("shop", remote.url, priority=3))
    assert await looked(stores) == [first]
    assert await looked(stores) == [first]
    (job,) = await list_jobs(stores.records, 10)
    assert (job.asked_by, job.priority, job.state) == ("poll", 3, JobState.WAITING)
    await cancel(stores.records, job.id, "ada")
    await bring(stores.graph, remote.path, tmp_path, name="shop")
    assert await looked(stores) == [first]
    second = remote.push({"pay.py": "def charge():\n    return 2\n"})
    assert await looked(stores) == [second, first]


async def test_what_is_held_or_was_given_up_lately_is_not_asked_for(
    stores: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hold keeps its commit out until it is released. A job that was given up comes again after an hour:
    its host may be back."""
    remote = Remote(tmp_path / "remote" / "shop.git")
    first = remote.push({"pay.py": "def charge():\n    return 1\n"})
    await connect(stores.records, Project("shop", remote.url, ref="main"))
    await hold(stores.records, [Hold("shop", "main", first, "recall fell", "ada")])
    assert await looked(stores) == []
    second = remote.push({"pay.py": "def charge():\n    return 2\n"})
    assert await looked(stores) == [second]
    await cancel(stores.records, 1, "ada")
    assert await looked(stores) == [second]
    later = moment.now() + timedelta(seconds=polling.AGAIN_SECONDS + 60)
    monkeypatch.setattr(polling, "now", lambda: later)
    assert await looked(stores) == [second, second]


async def test_what_cannot_be_looked_at_is_in_nobody_s_way(stores: Stores, tmp_path: Path) -> None:
    """A host that is away, a branch that is not there, a paused project; the others have their turn."""
    remote = Remote(tmp_path / "remote" / "shop.git")
    head = remote.push({"pay.py": "x = 1\n"})
    await connect(stores.records, Project("away", "http://127.0.0.1:9/away.git"))
    await connect(stores.records, Project("branch", remote.url, ref="nowhere"))
    await connect(stores.records, Project("paused", remote.url))
    await set_state(stores.records, "paused", ProjectState.PAUSED)
    await connect(stores.records, Project("pages", "https://wiki.example", Provider.CONFLUENCE))
    await connect(stores.records, Project("shop", remote.url))
    assert await looked(stores) == [head]
    assert [job.repo for job in await list_jobs(stores.records, 10)] == ["shop"]


async def test_an_odd_answer_ends_no_worker(
    stores: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody thought of is said, and the next project has its turn; a loop goes on."""
    remote = Remote(tmp_path / "remote" / "shop.git")
    first = remote.push({"pay.py": "pass\n"})
    for name in ("aodd", "shop"):
        await connect(stores.records, Project(name, remote.url))
    looks = polling._head

    async def odd(project: Project, cache_dir: Path) -> str:
        if project.repo == "aodd":
            raise KeyError("group")
        return await looks(project, cache_dir)

    monkeypatch.setattr(polling, "_head", odd)
    assert await looked(stores) == [first]
    turns: list[int] = []

    async def fails() -> None:
        turns.append(1)
        raise RecursionError

    monkeypatch.setattr(working, "LONGEST_WAIT_SECONDS", 0.0)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await working._every(0.0, fails)
    assert len(turns) > 1


async def test_turns_are_spread_and_shared(sql_url: str) -> None:
    """Each project has its turn once a period, at a time of its own; two workers never have the same one."""
    async with open_records(sql_url) as one, open_records(sql_url) as two:
        for number in range(40):
            await connect(one, Project(f"shop{number:02}", f"https://git.example/{number}.git"))
        assert await take_polls(one, [Provider.GIT], 1_000.0, 100) == []
        shares = sorted(projects._share(f"shop{number:02}") for number in range(40))
        assert shares[5] < 0.5 < shares[34]
        at = projects.now()
        early = await _taken(one, at + timedelta(seconds=500))
        late = await _taken(two, at + timedelta(seconds=500))
        assert len(early) == sum(share < 0.5 for share in shares) and late == []
        rest = await _taken(two, at + timedelta(seconds=1_400))
        assert len(set(rest) | set(early)) == 40


async def _taken(records: Records, at: datetime) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(projects, "now", lambda: at)
        return [project.repo for project in await take_polls(records, [Provider.GIT], 1_000.0, 100)]


async def test_the_head_of_a_remote_is_told_without_fetching(tmp_path: Path) -> None:
    """Of a branch, or of the default one; nothing for a branch that is not there, whatever its name tries."""
    remote = Remote(tmp_path / "remote" / "shop.git")
    head = remote.push({"pay.py": "x = 1\n"})
    assert await remote_head(remote.url, remote.url, "main") == head
    assert await remote_head(remote.url, remote.url, "") == head
    for name in ("nowhere", "mai*", "../heads/main", "--upload-pack=true"):
        assert await remote_head(remote.url, remote.url, name) == ""
    with pytest.raises(SourceUnavailable):
        await remote_head("http://127.0.0.1:9/a.git", "http://127.0.0.1:9/a.git", "main")


PUSH = Delivery("1", "kg", "reconcile", "", '{"repo": "shop", "ref": "main"}', moment.now())


async def test_a_delivery_becomes_a_job(sql_url: str) -> None:
    """What our own programs ask for; a body that says nothing, and an event that nobody knows, are settled
    with the reason."""
    async with open_records(sql_url) as records:
        for each in (
            PUSH,
            replace(PUSH, uid="2", body="[]"),
            replace(PUSH, uid="3", event="moon"),
            replace(PUSH, uid="4", body="no json"),
        ):
            await keep(records, each)
        assert await dispatch(records, HANDLERS) == 4
        assert await dispatch(records, HANDLERS) == 0
        (job,) = await list_jobs(records, 10)
        told = {one.uid: (one.state, one.reason) for one in await list_deliveries(records, 10)}
    assert (job.repo, job.ref, job.asked_by) == ("shop", "main", "kg")
    assert told == {
        "1": (DeliveryState.DONE, f"job {job.id}"),
        "2": (DeliveryState.FAILED, "the body names no repository"),
        "3": (DeliveryState.IGNORED, "nothing is done on kg:moon"),
        "4": (DeliveryState.FAILED, "the body names no repository"),
    }


async def test_a_handler_that_fails_takes_nobody_with_it(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What may pass is tried again; what cannot, and a fault of our own, is settled; the next one is handled."""
    tries: list[str] = []

    async def handle(records: Records, delivery: Delivery) -> Handled:
        tries.append(delivery.uid)
        if delivery.uid == "away" and tries.count("away") == 1:
            raise SourceUnavailable("the host is away")
        if delivery.uid == "wrong":
            raise NotFound("there is no such project")
        if delivery.uid == "fault":
            raise KeyError("a text of somebody")
        return Handled(DeliveryState.DONE)

    async with open_records(sqlite_url) as records:
        for uid in ("away", "wrong", "fault", "fine"):
            await keep(records, replace(PUSH, uid=uid))
        await dispatch(records, {"kg:reconcile": handle})
        monkeypatch.setattr(deliveries, "TAKEN_SECONDS", 0.0)
        await dispatch(records, {"kg:reconcile": handle})
        told = {one.uid: (one.state, one.reason) for one in await list_deliveries(records, 10)}
    assert told == {
        "away": (DeliveryState.DONE, ""),
        "wrong": (DeliveryState.FAILED, "there is no such project"),
        "fault": (DeliveryState.FAILED, "a fault of kg itself: KeyError"),
        "fine": (DeliveryState.DONE, ""),
    }
