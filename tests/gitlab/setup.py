"""The whole of it in one process: the fake GitLab, the API with the hooks' door, and a worker with its queue."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from api.context import Service
from api.server import make_app
from api.signature import read_secrets
from kg.graph import Graph
from kg.publish.gitlab.work import runners
from kg.publish.hooks.table import gitlab_handlers
from kg.publish.job import Desk
from kg.publish.jobs import JobOptions, work_jobs
from kg.publish.poll import PollOptions
from kg.publish.project import Stores, reconcile
from kg.publish.queue import QueueOptions
from kg.publish.reconcile import Progress
from kg.publish.standing import standing
from kg.records import Records
from kg.records.jobs import Job, JobState, list_jobs
from kg.records.running import Result
from kg.schema.remote import Site
from tests.api.serving import HOST, TOKEN, Client, options, service_of
from tests.gitlab.fake import TOKEN as GITLAB_TOKEN
from tests.gitlab.fake import FakeGitLab, fake_gitlab
from tests.gitlab.hooks import Hooks
from tests.gitlab.messages import SECRET
from tests.shop import ingest_options

WAIT_SECONDS = 120.0


@dataclass
class Setup:
    fake: FakeGitLab
    site: Site
    stores: Stores
    hooks: Hooks
    api: Client
    folder: Path

    @property
    def records(self) -> Records:
        return self.stores.records

    async def commit(self, repo: str) -> str:
        """What readers see of a repository."""
        return (await standing(self.stores.graph, repo)).commit

    async def jobs(self) -> list[Job]:
        return await list_jobs(self.records, 100)

    async def until_commit(self, repo: str, commit: str) -> None:
        async def there() -> bool:
            return await self.commit(repo) == commit

        try:
            await until(f"{repo} at {commit[:10]}", there)
        except AssertionError as error:
            told = [(job.id, job.kind, job.ref, job.state, job.step, job.reason) for job in await self.jobs()]
            raise AssertionError(f"{error}: {told}") from None

    async def until_idle(self) -> None:
        """Every job has ended, and no message waits."""

        async def idle() -> bool:
            ended = (JobState.DONE, JobState.DEAD, JobState.CANCELLED)
            return all(job.state in ended for job in await self.jobs())

        await asyncio.sleep(0.5)
        await until("all jobs ended", idle)

    @asynccontextmanager
    async def working(self, poll_seconds: float = 0.0) -> AsyncIterator[None]:
        """A worker, with its queue in a file of its own."""
        kinds: dict[str, Any] = {"reconcile": self._reconcile, **runners(self.stores, self.site, self.folder)}
        queue = QueueOptions(f"sqlite:///{self.folder}/queue.db")
        handlers = gitlab_handlers(self.stores.graph, self.site.host)
        jobs = JobOptions(queue, PollOptions(poll_seconds, Path("/no/mirrors")), handlers)
        worker = asyncio.create_task(work_jobs(self.stores, Desk(self.records, kinds), jobs))
        try:
            yield
        finally:
            worker.cancel()
            ended = await asyncio.gather(worker, return_exceptions=True)
            assert isinstance(ended[0], asyncio.CancelledError), ended[0]

    async def _reconcile(self, job: Job, progress: Progress) -> Result:
        return await reconcile(self.stores, job.repo, job.ref, ingest_options(self.folder), progress)


@asynccontextmanager
async def gitlab_setup(graph: Graph, folder: Path, **site: Any) -> AsyncIterator[Setup]:
    (folder / "gitlab-token").write_text(GITLAB_TOKEN)
    async with service_of(graph) as served:
        service = replace(served, mirrors=folder)

        @asynccontextmanager
        async def opened() -> AsyncIterator[Service]:
            yield service

        app = make_app(options(hooks=read_secrets(SECRET, "")), opened)
        transport = httpx.ASGITransport(app=app)
        with fake_gitlab(folder / "git") as fake:
            at = Site(fake.url, f"file:{folder}/gitlab-token", "https://kg.example", **site)
            async with app.router.lifespan_context(app):
                async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http:
                    stores = Stores(graph, service.records)
                    yield Setup(fake, at, stores, Hooks(http, fake), Client(http, TOKEN), folder)


async def until(what: str, true: Callable[[], Awaitable[bool]]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not await true():
        assert time.monotonic() < deadline, f"{what} did not come in {WAIT_SECONDS:g} s"
        await asyncio.sleep(0.1)
