"""Jobs of the repositories that a caller may see: a page of them, one to act on, and their changes as they come.

A repository that the graph does not hold yet is in no scope: its jobs are shown to operators only.
"""

import asyncio
import time
from collections.abc import AsyncIterator

from api.context import Context, Reading, Service
from api.paging import asked, page
from api.types.jobs import WorkerJob, job_of
from api.types.pages import Connection, Edge
from kg.errors import NotFound
from kg.records import jobs as records
from kg.records.jobs import JobState
from kg.records.projects import list_projects
from kg.retrieve.session import Session, open_session
from kg.schema.access import Principal
from kg.schema.ids import line_base

LOOK_SECONDS = 1.0
WATCHED = 100
"""The newest jobs whose changes are told."""


async def jobs(
    reading: Reading, states: list[JobState], repository: str | None, first: int, after: str | None
) -> Connection[WorkerJob]:
    wanted = asked(reading, first, after, "jobs", sorted(states), repository)
    visible = await visible_repositories(reading.service, reading.session)
    repos = visible if repository is None else visible & {repository}
    below = int(wanted.after) if wanted.after else 0
    rows = await records.list_jobs(reading.service.records, wanted.limit, states, repos, below)
    shown = page(wanted, rows, lambda job: str(job.id))
    edges = [Edge(cursor=cursor, node=job_of(job)) for cursor, job in shown.rows]
    return Connection(edges=edges, page_info=shown.info, snapshot=reading.session.seq)


async def visible_job(reading: Reading, number: int) -> records.Job:
    """The job; one that may not be seen is not there."""
    found = await records.get_job(reading.service.records, number)
    if found.repo not in await visible_repositories(reading.service, reading.session):
        raise NotFound(f"there is no job {number}; `kg jobs` lists them")
    return found


async def changes(context: Context, repository: str | None, seconds: float) -> AsyncIterator[WorkerJob]:
    """Each job that is new or has changed since the last look, until the time is up. What the caller may see
    is asked at every look: a right that is taken away ends the telling."""
    service = context.service
    seen: dict[int, WorkerJob] | None = None
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        now = {job.number: job for job in await _newest(service, context.principal, repository)}
        for number in sorted(now) if seen is not None else ():
            if seen is not None and seen.get(number) != now[number]:
                yield now[number]
        seen = now
        await asyncio.sleep(LOOK_SECONDS)


async def _newest(service: Service, principal: Principal, repository: str | None) -> list[WorkerJob]:
    session = await open_session(service.graph, principal, service.policy)
    visible = await visible_repositories(service, session)
    repos = visible if repository is None else visible & {repository}
    return [job_of(job) for job in await records.list_jobs(service.records, WATCHED, (), repos)]


async def visible_repositories(service: Service, session: Session) -> frozenset[str]:
    lines = {repo for repo in session.registered if line_base(repo) in session.visible}
    if session.principal.id not in service.operators:
        return session.visible | lines
    projects = {project.repo for project in await list_projects(service.records)}
    return session.visible | lines | (projects - session.registered)
