"""What connecting a group would cost, before anything is done: lines, hours, embedding tokens, disk.

In: the projects as GitLab lists them. Out: a `Plan`. Rough, within a factor of three: GitLab tells the size of
a repository with its history, not how much of it is code. The rates are those of docs/benchmarks on two cores.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from kg.schema.remote import RemoteProject

BYTES_PER_LINE = 120
"""Of a packed repository with its history."""
LINES_PER_SECOND = 10_000
ARTIFACTS_PER_LINE = 0.15
TOKENS_PER_LINE = 12
"""A method in ten lines, about 120 tokens each."""
BYTES_PER_ARTIFACT = 12_000
"""In Neo4j: text, vector, indexes, edges."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One project, as it would be."""

    path: str
    bytes: int
    lines: int
    left_out: str = ""
    """Why it would not be connected."""


@dataclass(frozen=True, slots=True)
class Plan:
    projects: tuple[Planned, ...]
    lines: int
    hours: float
    embedding_tokens: int
    disk_bytes: int
    unknown: int
    """Projects whose size this token may not see: what they cost is missing here."""


def plan(projects: Iterable[RemoteProject], archived: bool) -> Plan:
    """The cost of these; of archived ones too where they are wanted."""
    planned = tuple(_planned(project, archived) for project in sorted(projects, key=lambda one: one.path))
    wanted = [one for one in planned if not one.left_out]
    lines = sum(one.lines for one in wanted)
    return Plan(
        projects=planned,
        lines=lines,
        hours=round(lines / LINES_PER_SECOND / 3600, 2),
        embedding_tokens=lines * TOKENS_PER_LINE,
        disk_bytes=sum(one.bytes for one in wanted) + int(lines * ARTIFACTS_PER_LINE) * BYTES_PER_ARTIFACT,
        unknown=sum(1 for one in wanted if not one.bytes),
    )


def left_out(project: RemoteProject, archived: bool) -> str:
    """Why a project is not connected with its group; empty for one that is."""
    return "archived" if project.archived and not archived else ""


def _planned(project: RemoteProject, archived: bool) -> Planned:
    return Planned(project.path, project.bytes, project.bytes // BYTES_PER_LINE, left_out(project, archived))
