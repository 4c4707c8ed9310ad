"""Asks the worker for a path or URL as a person writes it: connects the project where it is new, and asks for a job.

In: what was written, a branch, a key. Out: the job. Loads no language and opens no graph: asking is cheap.
"""

from pathlib import Path

from kg.errors import SettingsError, SourceError
from kg.ingest.source.git import checked_name, is_url, repo_key, without_login
from kg.ingest.source.places import is_place, place_key, read_place
from kg.records import Records
from kg.records.jobs import INTERACTIVE, Ask, Job, ask
from kg.records.projects import Project, Provider, connect, project


async def enqueue(
    records: Records, location: str, ref: str, name: str, who: str, credential: str = ""
) -> Job:
    """The job that brings this repository; its project is connected from now on. `credential` names the token
    of a place that is no git repository."""
    wanted = _at_place(location, name, credential) if is_place(location) else _project(location, ref, name)
    known = await project(records, wanted.repo)
    if known is None or known.url != wanted.url or credential:  # another place under the key is refused there
        await connect(records, wanted)
    return await ask(records, Ask(wanted.repo, ref, priority=INTERACTIVE, asked_by=who))


def _at_place(location: str, name: str, credential: str) -> Project:
    place = read_place(location)
    if place.secret or place.user:
        raise SettingsError(
            "source: a URL with a login in it is not kept; leave it out, and name a credential"
            " (`kg sources connect --credential env:NAME`)"
        )
    key = checked_name(name) or place_key(place)
    return Project(key, place.url, Provider(place.kind), credential=credential)


def _project(location: str, ref: str, name: str) -> Project:
    if Path(location).expanduser().is_dir():
        path = str(Path(location).expanduser().resolve())
        return Project(name or repo_key(path), path, Provider.FOLDER, ref=ref)
    if not is_url(location):
        raise SourceError(f"source: {location}: no such folder, and not a git URL")
    if without_login(location) != location:
        raise SettingsError(
            "source: a URL with a login in it is not kept; leave it out, and give git a credential helper"
        )
    return Project(name or repo_key(location), location, Provider.GIT, ref=ref)
