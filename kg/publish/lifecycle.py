"""A project that its host moved, deleted or took from us: what follows here, whoever noticed it.

The key of its repository stays whatever happens to its path. Closing hides before anything else: should the
rest fail, whoever noticed it does it again.
"""

import re
from dataclasses import dataclass

from kg.graph import Graph
from kg.publish.registration import close
from kg.records import Records
from kg.records.audit import note
from kg.records.jobs import INTERACTIVE, Ask, ask
from kg.records.projects import Project, ProjectState, list_projects, rename, set_state
from kg.schema.ids import line_base

REMOVE = "remove"
"""The kind of job that takes a repository out of the graph."""
_PATH = re.compile(r"[\w][\w.+\-]*(?:/[\w][\w.+\-]*)+")


@dataclass(frozen=True, slots=True)
class Moved:
    """What came of the news that a project has another path."""

    changed: bool
    reason: str


async def move_project(records: Records, project: Project, path: str) -> Moved:
    """The host stays: whatever a message says, a token goes nowhere else."""
    if not _PATH.fullmatch(path) or ".." in path:
        return Moved(False, "its new path is none that GitLab gives")
    if path == project.path:
        return Moved(False, f"{project.repo} is known at {path} already")
    if f"/{project.path}" not in project.url:
        return Moved(
            False, f"the URL of {project.repo} does not hold its path {project.path}; connect it again"
        )
    before, _, after = project.url.rpartition(f"/{project.path}")
    for one in (project, *await lines_of(records, project.repo)):
        await rename(records, one.repo, path, f"{before}/{path}{after}")
    return Moved(True, f"{project.repo} is at {path} now")


async def close_project(
    graph: Graph, records: Records, project: Project, reason: str, who: str = "gitlab"
) -> str:
    """Nobody sees it or a line of it from now on, and a job takes each out of the graph; what was done, in words."""
    hidden = set(await close(graph, project.repo))
    for one in (project, *await lines_of(records, project.repo)):
        if one.state is not ProjectState.CLOSED:
            await set_state(records, one.repo, ProjectState.CLOSED)
            await note(records, who, "close", one.repo, reason)
    for repo in sorted(hidden | {project.repo}):
        await ask(records, Ask(repo, kind=REMOVE, priority=INTERACTIVE, asked_by=who))
    return f"closed: {reason}; a job takes it out of the graph"


async def lines_of(records: Records, repo: str) -> list[Project]:
    """The further refs of a repository that are kept up to date."""
    return [one for one in await list_projects(records) if line_base(one.repo) == repo]
