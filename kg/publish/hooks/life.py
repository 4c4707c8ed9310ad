"""What becomes of a project at its host: it is renamed or moved, is deleted, or is taken from us.

A rename changes path and URL, never the key that its repository has in the graph. A project that is gone, or
that our token may no longer read, is closed at once: nobody sees its repository from that moment on, and a
job takes it out of the graph. Who else may see a project is not kept here yet, so a person's removal matters
only where it takes our own token's rights.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from kg.errors import SourceError
from kg.graph import Graph
from kg.ingest.source.git import without_login
from kg.ingest.source.mirror import remote_head
from kg.publish.credentials import location
from kg.publish.dispatch import Handled
from kg.publish.hooks.about import About, about, done, event_of, ignored
from kg.publish.lifecycle import Moved, close_project, move_project
from kg.records import Records
from kg.records.deliveries import Delivery
from kg.records.projects import Project, Provider, list_projects

AT_ONCE = 16
"""Projects of a group whose host is asked at the same time."""


@dataclass(frozen=True, slots=True)
class Life:
    """What these handlers need besides the records."""

    graph: Graph
    host: str


async def on_moved(life: Life, records: Records, delivery: Delivery) -> Handled:
    """`project_rename`, `project_transfer`."""
    found = await about(records, life.host, delivery)
    if not isinstance(found, About):
        return found
    return _told(await move_project(records, found.project, found.event.path))


async def on_group_moved(life: Life, records: Records, delivery: Delivery) -> Handled:
    """`group_rename`: GitLab tells nothing of the projects in it."""
    event = event_of(delivery)
    if event is None or not event.old_path or not event.group:
        return ignored("it does not say from where to where")
    moved = 0
    for project in await _inside(records, life.host or event.host, event.old_path):
        await move_project(records, project, event.group + project.path.removeprefix(event.old_path))
        moved += 1
    return done(f"{moved} projects have another path")


async def on_gone(life: Life, records: Records, delivery: Delivery) -> Handled:
    """`project_destroy`."""
    found = await about(records, life.host, delivery)
    if not isinstance(found, About):
        return found
    return done(await close_project(life.graph, records, found.project, "it was deleted at its host"))


async def on_group_gone(life: Life, records: Records, delivery: Delivery) -> Handled:
    """`group_destroy`."""
    event = event_of(delivery)
    if event is None or not event.group:
        return ignored("it names no group")
    inside = await _inside(records, life.host or event.host, event.group)
    for project in inside:
        await close_project(life.graph, records, project, f"its group {event.group} was deleted")
    return done(f"{len(inside)} projects are closed")


async def on_member(life: Life, records: Records, delivery: Delivery) -> Handled:
    """Somebody was removed, or has other rights: of a project, or of a group."""
    event = event_of(delivery)
    if event is None:
        return ignored("what was kept of it cannot be read")
    if event.project_id:
        found = await about(records, life.host, delivery)
        if not isinstance(found, About):
            return found
        concerned = [found.project]
    else:
        concerned = await _in_group(records, life.host or event.host, event.group)
    lost = await _lost(concerned)
    for project in lost:
        await close_project(life.graph, records, project, "our token may no longer read it")
    if lost:
        return done(f"closed: {', '.join(project.repo for project in lost)}")
    return ignored(f"our own rights are as they were; projects looked at: {len(concerned)}")


async def _lost(projects: Iterable[Project]) -> list[Project]:
    """Those that we may no longer read. A group may have hundreds, and other deliveries wait behind this one."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def looked_at(project: Project) -> tuple[Project, bool]:
        async with slots:
            return project, await may_read(project)

    found = await asyncio.gather(*map(looked_at, projects))
    return [project for project, reads in found if not reads]


async def may_read(project: Project) -> bool:
    """Whether our credential still gets in; SourceUnavailable where that cannot be told now."""
    try:
        await remote_head(location(project), without_login(project.url), project.ref)
    except SourceError as error:
        if error.temporary:
            raise
        return False
    return True


def _told(moved: Moved) -> Handled:
    return done(moved.reason) if moved.changed else ignored(moved.reason)


async def _inside(records: Records, host: str, group: str) -> list[Project]:
    """The projects of a group and of the groups in it."""
    return [one for one in await _at(records, host) if group and one.path.startswith(f"{group}/")]


async def _in_group(records: Records, host: str, group: str) -> list[Project]:
    """The projects that may be meant by a group of which GitLab says the last part of its path alone (`labs` of
    `acme/labs`), or all of it. One too many does no harm: each is asked for our rights."""
    return [one for one in await _at(records, host) if group and f"/{group}/" in f"/{one.path}"]


async def _at(records: Records, host: str) -> list[Project]:
    """The projects of a GitLab."""
    listed = await list_projects(records)
    return [one for one in listed if (one.provider, one.host) == (Provider.GITLAB, host)]
