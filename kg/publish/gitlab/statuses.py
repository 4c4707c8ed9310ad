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
from kg.records.statuses import note_told, told, told_any
from kg.schema.remote import Site

Said = tuple[str, str]
"""A state of GitLab, and what it shows beside it."""
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
UNDER_WAY = ("pending", "running")
PASSED_OVER: Said = ("canceled", "was not ingested by itself: a later commit was, or it is held")
"""Of a commit that no job is about any more: another one came into its job, or it was held."""
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
    newest = {(job.repo, job.after): _said(job) for job in reversed(jobs) if _is_told(job)}
    busy = {job.repo for job in jobs if STATES[job.state][0] in UNDER_WAY}
    passed = {
        (repo, commit): PASSED_OVER
        for repo, commit in await told_any(stores.records, UNDER_WAY)
        if repo in wanted and repo not in busy and (repo, commit) not in newest
    }
    everything = {**passed, **newest}
    return sum([await _tell(stores, site, wanted[repo], c, said) for (repo, c), said in everything.items()])


def _is_told(job: Job) -> bool:
    """One whose commit was held says nothing of that commit: it stays where the graph was."""
    return job.kind == "reconcile" and _COMMIT.fullmatch(job.after) is not None


def _said(job: Job) -> Said:
    state, words = STATES[job.state]
    return state, words.format(id=job.id)


async def _tell(stores: Stores, site: Site, project: Project, commit: str, said: Said) -> bool:
    state, words = said
    if await told(stores.records, project.repo, commit) == state:
        return False
    status = {"state": state, "name": NAME, "description": words}
    try:
        client = open_gitlab(site, project.credential)
        await client.set_status(int(project.remote_id), commit, status)
    except KgError as error:
        log.warning("gitlab: the status of %s %s: %s", project.repo, commit[:10], error)
        if error.temporary:
            return False
    await note_told(stores.records, project.repo, commit, state)
    return True
