"""Case 33: each of its messages over HTTP to the real door, understood by the worker's part, run on a real remote."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from api.context import Service
from api.hooks import LARGEST_BYTES
from api.server import make_app
from api.signature import read_secrets
from kg.graph import Graph
from kg.publish.dispatch import dispatch
from kg.publish.hooks.table import gitlab_handlers
from kg.publish.project import Stores, reconcile
from kg.publish.snapshots import active
from kg.publish.standing import standing
from kg.records.deliveries import DeliveryState, list_deliveries
from kg.records.jobs import JobState, list_jobs
from kg.records.projects import Project, Provider, connect
from kg.records.running import Result, Run, begin, finish
from tests.api.serving import HOST, options, service_of
from tests.cases.repository import CASES, case_folder, stored
from tests.gitlab.messages import TOKEN, with_token
from tests.publish.remote import Remote
from tests.shop import ingest_options

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the outside cases do not lie beside this checkout"
)
GITLAB = "gitlab.local"
QUICK_SECONDS = 1.0
REAL = 57


class Setup:
    """The door, the worker's part, and a remote that the project stands for."""

    def __init__(self, http: httpx.AsyncClient, stores: Stores, remote: Remote, folder: Path) -> None:
        self.http, self.stores, self.remote, self.folder = http, stores, remote, folder
        self.handlers = gitlab_handlers(stores.graph, GITLAB)

    async def post(self, name: str, uid: str, token: str = TOKEN, body: bytes = b"") -> int:
        """The status of the answer; it came in time."""
        sent = body or (case_folder("33") / "input" / name).read_bytes()
        async with asyncio.timeout(QUICK_SECONDS * 10):  # the machine of the tests is busy
            headers = {**with_token(token, uid), "x-gitlab-event": "Push Hook"}
            return (await self.http.post("/hooks/gitlab", content=sent, headers=headers)).status_code

    async def settled(self) -> dict[str, tuple[DeliveryState, str]]:
        """What became of each, by its id."""
        await dispatch(self.stores.records, self.handlers)
        found = await list_deliveries(self.stores.records, 100)
        return {one.uid.partition(":")[0]: (one.state, one.reason) for one in found}

    async def waiting(self) -> int:
        return len(await list_jobs(self.stores.records, 100, [JobState.WAITING]))

    async def run(self) -> Result:
        """The job that waits."""
        (job,) = await list_jobs(self.stores.records, 9, [JobState.WAITING])
        run = Run(job.id, job.attempt, "a worker")
        await begin(self.stores.records, run, lambda worker: False)
        result = await reconcile(
            self.stores, job.repo, job.ref, ingest_options(self.folder), lambda what, done, of: None
        )
        await finish(self.stores.records, run, result)
        return result


@pytest.fixture
async def setup(graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Setup]:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    remote = Remote(tmp_path / "acme" / "shop.git")
    remote.push({"src/Pay.java": "class Pay { void charge() {} }\n", "old.py": "x = 1\n"})
    async with service_of(graph) as service:

        @asynccontextmanager
        async def opened() -> AsyncIterator[Service]:
            yield service

        app = make_app(options(hooks=read_secrets("", TOKEN)), opened)
        shop = Project("shop", remote.url, Provider.GITLAB, GITLAB, "15", "acme/shop")
        await connect(service.records, shop)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http:
                yield Setup(http, Stores(graph, service.records), remote, tmp_path)


async def test_case_33_at_the_door(setup: Setup) -> None:
    """202 for what is genuine, 401 without the right token, 400 for broken JSON, 413 for 30 MB."""
    assert await setup.post("normal.json", "1", token="wrong") == 401
    assert await setup.post("normal.json", "1", token="") == 401
    assert await setup.post("broken.json", "1") == 400
    assert await setup.post("", "1", body=b" " * (30 << 20)) == 413 and LARGEST_BYTES < 30 << 20
    assert await setup.settled() == {}
    for name in ("normal", "delete", "new", "many", "older", "tag", "other-branch", "evil"):
        assert await setup.post(f"{name}.json", name) == 202, name


async def test_case_33_what_becomes_of_each(setup: Setup) -> None:
    """One job for a message that comes twice; gone, new and other branches, tags and hostile names make none,
    and nothing that they name was run or written."""
    for _ in range(2):
        assert await setup.post("normal.json", "normal") == 202
    assert (await setup.settled())["normal"][0] == DeliveryState.DONE
    assert await setup.waiting() == 1
    await setup.run()
    for name in ("delete", "new", "tag", "other-branch", "evil"):
        await setup.post(f"{name}.json", name)
    settled = await setup.settled()
    assert settled["delete"] == (
        DeliveryState.IGNORED,
        "main is gone at its host; what was published of it stays",
    )
    assert settled["new"] == (DeliveryState.IGNORED, "feature/결제 is not held, main is")
    assert settled["other-branch"] == (DeliveryState.IGNORED, "wip is not held, main is")
    assert settled["evil"] == (DeliveryState.IGNORED, "its ref is no name that git allows for a branch")
    assert settled["tag"][0] == DeliveryState.DONE and "kg pin" in settled["tag"][1]
    assert await setup.waiting() == 0
    assert list(Path().iterdir()) == []  # noqa: ASYNC240
    assert [path for path in setup.folder.rglob("*marker*")] == []  # noqa: C416


async def test_case_33_git_is_asked_for_the_files_and_nothing_steps_back(setup: Setup) -> None:
    """20 of 57 commits are listed, and every file of the head is in the graph; a message of an older commit changes
    nothing."""
    await setup.post("normal.json", "normal")
    await setup.settled()
    first = await setup.run()
    setup.remote.push({f"src/many/file{number}.py": f"one = {number}\n" for number in range(REAL)})
    await setup.post("many.json", "many")
    await setup.settled()
    assert await setup.run() == Result(first.after, setup.remote.head(), first.snapshot + 1, "")
    files = {one.path for one in (await stored(setup.stores.graph, first.snapshot + 1)).artifacts}
    assert {f"src/many/file{number}.py" for number in range(REAL)} <= files
    await setup.post("older.json", "older")
    await setup.settled()
    assert (await setup.run()).reason == "nothing had changed"
    assert (await standing(setup.stores.graph, "shop")).commit == setup.remote.head()
    assert await active(setup.stores.graph) == first.snapshot + 1
