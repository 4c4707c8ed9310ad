"""`kg gitlab connect`: a project by its path, or a group with all that is in it."""

from kg.errors import NotFound
from kg.graph import Graph
from kg.ingest.source.gitlab import GitLab
from kg.publish.gitlab.access import open_gitlab
from kg.publish.gitlab.deployments import read_deployments
from kg.publish.gitlab.join import Joining, add_hook, join_again
from kg.publish.gitlab.plan import left_out
from kg.records import Records
from kg.records.groups import Group, keep_group
from kg.records.projects import Project
from kg.schema.remote import RemoteProject, Site


async def connect_named(graph: Graph, records: Records, site: Site, wanted: Group) -> list[Project]:
    """`wanted` says which, and how. NotFound when GitLab knows neither a project nor a group of this path."""
    client = open_gitlab(site, wanted.credential)
    made = []
    for remote in await _found(records, client, wanted):
        made.append(await join_again(graph, records, Joining(site, wanted), remote))
        await read_deployments(records, client, made[-1])
        if wanted.hooks:
            await add_hook(site, client, remote)
    return made


async def _found(records: Records, client: GitLab, wanted: Group) -> tuple[RemoteProject, ...]:
    try:
        return (await client.project(wanted.path),)
    except NotFound:
        listed = await client.projects(wanted.path)
    await keep_group(records, wanted)
    return tuple(one for one in listed if not left_out(one, archived=False))
