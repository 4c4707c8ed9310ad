"""Projects of a GitLab become projects of kg: by hand, with their group, or because they came into it later.

In: what GitLab lists. Out: kept projects and an ask for the first job of each. The address that git uses is the
one in the settings with the project's path: whatever GitLab answers, the token goes to no other host.
"""

from dataclasses import dataclass, replace

from kg.graph import Graph
from kg.ingest.source.git import repo_key
from kg.ingest.source.gitlab import GitLab
from kg.publish.credentials import read_credential
from kg.publish.lifecycle import lines_of
from kg.publish.registration import open_again
from kg.records import Records
from kg.records.groups import Group
from kg.records.jobs import BACKFILL, Ask, ask
from kg.records.projects import Project, ProjectState, Provider, connect, find, project, set_state
from kg.schema.remote import RemoteProject, Site

LONGEST_KEY = 190


@dataclass(frozen=True, slots=True)
class Joining:
    """How projects are connected."""

    site: Site
    group: Group
    """Its credential, priority and hooks; also for a single project, whose group it then stands for."""


async def join(records: Records, joining: Joining, remote: RemoteProject) -> Project:
    """A project that is new; its first job is asked for, behind what people wait for."""
    site, group = joining.site, joining.group
    made = Project(
        repo=await _free_key(records, remote),
        url=f"{site.url}/{remote.path}.git",
        provider=Provider.GITLAB,
        host=site.host,
        remote_id=str(remote.id),
        path=remote.path,
        priority=group.priority,
        credential=group.credential or site.credential,
    )
    await connect(records, made)
    if not remote.empty:
        await ask(records, Ask(made.repo, priority=BACKFILL, asked_by="gitlab connect"))
    return made


async def join_again(graph: Graph, records: Records, joining: Joining, remote: RemoteProject) -> Project:
    """By hand: also one that is known, paused or closed; what is held of it is seen again."""
    known = await find(records, Provider.GITLAB, joining.site.host, str(remote.id))
    if known is None:
        return await join(records, joining, remote)
    made = replace(
        known,
        path=remote.path,
        url=f"{joining.site.url}/{remote.path}.git",
        state=ProjectState.CONNECTED,
        credential=joining.group.credential or known.credential,
    )
    await connect(records, made)
    await open_again(graph, made.repo)
    for line in await lines_of(records, made.repo):
        if line.state is ProjectState.CLOSED:
            await set_state(records, line.repo, ProjectState.CONNECTED)
            await ask(records, Ask(line.repo, line.ref, priority=BACKFILL, asked_by="gitlab connect"))
    await ask(records, Ask(made.repo, made.ref, priority=BACKFILL, asked_by="gitlab connect"))
    return made


async def add_hook(site: Site, client: GitLab, remote: RemoteProject) -> bool:
    """Give a project a webhook with our secret; False where it has one."""
    secrets = {}
    if site.signing_file:
        secrets["signing_token"] = _newest(site.signing_file)
    elif site.token_file:
        secrets["token"] = _newest(site.token_file)
    return await client.add_hook(remote.id, f"{site.hook_address.rstrip('/')}/hooks/gitlab", secrets)


def _newest(named: str) -> str:
    """The first of the secrets in a file."""
    return read_credential(f"file:{named}").splitlines()[0].strip()


async def _free_key(records: Records, remote: RemoteProject) -> str:
    """The path, unless a project that has moved away keeps it as its key."""
    key = repo_key(f"https://gitlab/{remote.path}.git")  # the path alone, wherever GitLab is
    if len(key) > LONGEST_KEY or await project(records, key) is not None:
        return f"{key[:LONGEST_KEY]}-{remote.id}"
    return key
