"""Tells GitLab beside a commit how its ingest goes: pending, running, success, failed.

In: the newest jobs. Out: a status where the one that was told last is another. Looks at the jobs from time to
time instead of being called by them: a worker that died, or a host that was away, loses nothing. A token that may
not write statuses is told so once a state, in the log.
"""

import re
from collections.abc import Mapping

from kg.errors import KgError
from kg.observe import log
from kg.publish.gitlab.access import open_gitlab
from kg.publish.project import Stores
from kg.records.jobs import Job, JobState, list_jobs
from kg.records.projects import Project, Provider, list_projects
from kg.records.statuses import note_told, told
from kg.schema.remote import Site

NAME = "kg"
LOOKED_AT = 200
"""Newest jobs: older ones were told of before."""
STATES: Mapping[JobState, tuple[str, str]] = {
    JobState.WAITING: ("pending", "waits to be ingested"),
    JobState.FAILED: ("pending", "will be tried again"),
    JobState.INTERRUPTED: ("pending", "will go on with another worker"),
    JobState.RUNNING: ("running", "is being ingested"),
    JobState.DONE: ("success", "is in the knowledge graph"),
    JobState.DEAD: ("failed", "could not be ingested: kg jobs show {id}"),
    JobState.CANCELLED: ("canceled", "was cancelled"),
}
_COMMIT = re.compile(r"[0-9a-f]{40}")


async def tell_statuses(stores: Stores, site: Site) -> int:
    """How many were told."""
    if not site.statuses:
        return 0
    wanted = {
        one.repo: one
        for one in await list_projects(stores.records)
        if (one.provider, one.host) == (Provider.GITLAB, site.host) and site.tells_status(one.repo)
    }
    jobs = await list_jobs(stores.records, LOOKED_AT, repos=wanted)
    newest = {(job.repo, job.after): job for job in reversed(jobs) if _is_told(job)}
    return sum([await _tell(stores, site, wanted[job.repo], job) for job in newest.values()])


def _is_told(job: Job) -> bool:
    """One whose commit was held says nothing of that commit: it stays where the graph was."""
    return job.kind == "reconcile" and _COMMIT.fullmatch(job.after) is not None


async def _tell(stores: Stores, site: Site, project: Project, job: Job) -> bool:
    state, words = STATES[job.state]
    if await told(stores.records, job.repo, job.after) == state:
        return False
    status = {"state": state, "name": NAME, "description": words.format(id=job.id)}
    try:
        client = open_gitlab(site, project.credential)
        await client.set_status(int(project.remote_id), job.after, status)
    except KgError as error:
        log.warning("gitlab: the status of %s %s: %s", job.repo, job.after[:10], error)
        if error.temporary:
            return False
    await note_told(stores.records, job.repo, job.after, state)
    return True
