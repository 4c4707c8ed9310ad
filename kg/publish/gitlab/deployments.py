"""Which commit runs where, as GitLab's API knows it: what was there before a project was connected, and what a
lost hook would have said."""

from collections.abc import Iterable

from kg.errors import NotFound, SourceError
from kg.ingest.source.gitlab import GitLab
from kg.observe import log
from kg.records import Records
from kg.records.deployments import Deployment, keep_deployment
from kg.records.projects import Project
from kg.schema.remote import RemoteDeployment


async def read_deployments(records: Records, client: GitLab, project: Project) -> None:
    """A project whose deployments the token may not see (they may be switched off) is said, and holds up nobody."""
    try:
        listed = await client.deployments(int(project.remote_id))
    except (SourceError, NotFound) as error:
        if error.temporary:
            raise
        log.warning("gitlab: the deployments of %s: %s", project.repo, error)
        return
    for one in newest(listed):
        await keep_deployment(
            records, Deployment(project.repo, one.environment, one.commit, one.number, one.at)
        )


def newest(listed: Iterable[RemoteDeployment]) -> list[RemoteDeployment]:
    """The last successful one of each environment."""
    found: dict[str, RemoteDeployment] = {}
    for one in sorted(listed, key=lambda one: one.number):
        if one.status == "success" and one.environment and one.commit:
            found[one.environment] = one
    return list(found.values())
