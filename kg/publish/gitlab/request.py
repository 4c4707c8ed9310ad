"""A job that looks at a merge request: its head comes into the mirror, and where a project wants it a note says
what the change touches.

The note is read by whoever may read the project, so it is made of what they surely may see: this repository
alone. A note that our token may not write is no failure.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from kg.errors import NotFound, SourceError
from kg.history.changed import changed_in_request
from kg.ingest.source.git import without_login
from kg.ingest.source.mirror import fetch_request
from kg.publish.credentials import location
from kg.publish.gitlab.access import open_gitlab
from kg.publish.gitlab.note import MARKER, note_text
from kg.publish.project import Stores
from kg.publish.reconcile import Progress
from kg.publish.registration import own_scope
from kg.publish.snapshots import active
from kg.records.jobs import Job
from kg.records.projects import Project, ProjectState, project
from kg.records.running import Result
from kg.retrieve.impact import ImpactOptions, impact
from kg.schema.remote import Site

_REF = re.compile(r"refs/merge-requests/([1-9]\d{0,8})/head")


@dataclass(frozen=True, slots=True)
class Looking:
    """What the job needs."""

    stores: Stores
    site: Site
    cache_dir: Path


async def look_at_request(looking: Looking, job: Job, progress: Progress) -> Result:
    named = _REF.fullmatch(job.ref)
    found = await project(looking.stores.records, job.repo)
    if named is None or found is None:
        raise NotFound(f"gitlab: {job.ref!r} is no merge request of a connected project")
    if found.state is not ProjectState.CONNECTED:
        return Result("", "", 0, f"the project is {found.state}")
    number = int(named[1])
    progress("fetching", 0, 2)
    head = await fetch_request(location(found), without_login(found.url), number, looking.cache_dir)
    if not looking.site.notes_on(job.repo):
        return Result("", head, 0, "")
    progress("looking at what it touches", 1, 2)
    return Result("", head, 0, await _note(looking, found, number, head))


async def _note(looking: Looking, found: Project, number: int, head: str) -> str:
    """What came of the note, in words."""
    try:
        text = await _text(looking, found.repo, number, head)
    except NotFound as error:
        return f"no note: {error}"
    client = open_gitlab(looking.site, found.credential)
    try:
        written = await client.write_note(int(found.remote_id), number, MARKER, text)
    except SourceError as error:
        if error.temporary:
            raise
        return f"no note: {error}"
    except NotFound as error:
        return f"no note: {error}"
    return "the note is written" if written else "the note says so already"


async def _text(looking: Looking, repo: str, number: int, head: str) -> str:
    graph = looking.stores.graph
    seq, scope = await active(graph), await own_scope(graph, repo)
    changed = await changed_in_request(graph, repo, number, scope, seq, looking.cache_dir)
    touched = await impact(graph, changed.uids, scope, seq, ImpactOptions())
    return note_text(touched, changed.elsewhere, head)
