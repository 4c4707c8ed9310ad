"""Waits at config centres that tell of changes by a long poll, and asks for a job when one does.

In: the projects of Nacos and of Apollo's config service that are connected. Works until it is cancelled. What it
misses (a server that was away, a new configuration) is found by the poll, as what a lost hook would have told.
"""

import asyncio
from dataclasses import dataclass

from kg.errors import KgError
from kg.ingest.source.places import is_place, read_place
from kg.ingest.source.states import can_watch, watch
from kg.observe import log
from kg.publish.credentials import location
from kg.records import Records
from kg.records.jobs import COMMIT, Ask, ask
from kg.records.projects import DEFAULT_PRIORITY, Project, ProjectState, list_projects


@dataclass(frozen=True, slots=True)
class ListenOptions:
    """How often it looks for projects that came or went, and how it waits after an error."""

    look_seconds: float = 10.0
    first_wait_seconds: float = 5.0
    longest_wait_seconds: float = 300.0


async def listen(records: Records, options: ListenOptions) -> None:
    """Until it is cancelled."""
    waiting: dict[Project, asyncio.Task[None]] = {}
    try:
        while True:
            wanted = await _wanted(records, waiting)
            for project in waiting.keys() - wanted:
                waiting.pop(project).cancel()
            for project in wanted - waiting.keys():
                waiting[project] = asyncio.create_task(_wait_at(records, project, options))
            await asyncio.sleep(options.look_seconds)
    finally:
        for task in waiting.values():
            task.cancel()
        await asyncio.gather(*waiting.values(), return_exceptions=True)


async def _wanted(records: Records, waiting: dict[Project, asyncio.Task[None]]) -> set[Project]:
    """Those to wait at; while the records are away, those of before."""
    try:
        projects = await list_projects(records)
    except KgError as error:
        log.warning("listen: %s", error)
        return set(waiting)
    return {one for one in projects if one.state is ProjectState.CONNECTED and _can_be_watched(one)}


def _can_be_watched(project: Project) -> bool:
    try:
        return is_place(project.url) and can_watch(read_place(project.url))
    except KgError:
        return False


async def _wait_at(records: Records, project: Project, options: ListenOptions) -> None:
    """Asks for a job after each change; an error is said and waited out, longer each time."""
    priority = COMMIT + project.priority - DEFAULT_PRIORITY
    wait = options.first_wait_seconds
    while True:
        try:
            async for _ in watch(read_place(location(project))):
                wait = options.first_wait_seconds
                await ask(records, Ask(project.repo, project.ref, priority=priority, asked_by="listen"))
        except KgError as error:
            log.warning("listen: %s: %s", project.repo, error)
        except Exception:
            log.exception("listen: %s", project.repo)
        await asyncio.sleep(wait)
        wait = min(wait * 2, options.longest_wait_seconds)
