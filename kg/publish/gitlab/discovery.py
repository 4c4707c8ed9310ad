"""Looks through connected groups from time to time: what came, what moved, what is gone.

Makes up for hooks about projects that were lost, as the poll does for pushes. A project that is gone from a
group's list is asked for by its number before it is closed: it may only have moved elsewhere.
"""

from dataclasses import dataclass

from kg.errors import KgError, NotFound
from kg.ingest.source.gitlab import GitLab
from kg.observe import log
from kg.publish.gitlab.access import open_gitlab
from kg.publish.gitlab.deployments import read_deployments
from kg.publish.gitlab.join import Joining, add_hook, join
from kg.publish.gitlab.plan import left_out
from kg.publish.lifecycle import close_project, move_project
from kg.publish.project import Stores
from kg.records.groups import Group, list_groups
from kg.records.projects import Project, ProjectState, Provider, list_projects
from kg.schema.remote import RemoteProject, Site


@dataclass(frozen=True, slots=True)
class Found:
    """What a look through a group brought."""

    new: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()


async def discover(stores: Stores, site: Site) -> None:
    """All groups; one that cannot be read now is said, and is in nobody's way."""
    for group in await list_groups(stores.records):
        if group.host != site.host:
            continue
        try:
            found = await discover_group(stores, site, group)
        except KgError as error:
            log.warning("gitlab: %s: %s", group.path, error)
            continue
        if found != Found():
            log.info("gitlab: %s: %s", group.path, found)


async def discover_group(stores: Stores, site: Site, group: Group) -> Found:
    client = open_gitlab(site, group.credential)
    listed = await _listed(client, group)
    known = {
        one.remote_id: one
        for one in await list_projects(stores.records)
        if (one.provider, one.host) == (Provider.GITLAB, site.host)
    }
    joining = Joining(site, group)
    new = [
        await _join(stores, client, joining, remote)
        for number, remote in listed.items()
        if number not in known and not left_out(remote, archived=False)
    ]
    moved, closed = [], []
    for number, project in known.items():
        if number in listed:
            await read_deployments(stores.records, client, project)
            if (await move_project(stores.records, project, listed[number].path)).changed:
                moved.append(project.repo)
        elif _was_in(project, group) and await _is_gone(
            stores, open_gitlab(site, project.credential), project
        ):
            closed.append(project.repo)
    return Found(tuple(new), tuple(moved), tuple(closed))


async def _listed(client: GitLab, group: Group) -> dict[str, RemoteProject]:
    """By number. A group that is gone, or is hidden from us, has none; each of ours is asked for then."""
    try:
        return {str(one.id): one for one in await client.projects(group.path)}
    except NotFound as error:
        log.warning("gitlab: %s", error)
        return {}


def _was_in(project: Project, group: Group) -> bool:
    return project.path.startswith(f"{group.path}/") and project.state is not ProjectState.CLOSED


async def _join(stores: Stores, client: GitLab, joining: Joining, remote: RemoteProject) -> str:
    made = await join(stores.records, joining, remote)
    await read_deployments(stores.records, client, made)
    if joining.group.hooks:
        await add_hook(joining.site, client, remote)
    return made.repo


async def _is_gone(stores: Stores, client: GitLab, project: Project) -> bool:
    """Closes what its own token cannot find any more; what it finds elsewhere has moved there."""
    try:
        remote = await client.project(int(project.remote_id))
    except NotFound:
        await close_project(stores.graph, stores.records, project, "its host does not know it any more")
        return True
    await move_project(stores.records, project, remote.path)
    return False
