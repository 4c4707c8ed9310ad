"""How a Job of a file is made: its artifact, its place, and the commands that it runs."""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.parse.readers import Said
from kg.ingest.parse.redact import redact
from kg.ingest.parse.tree import Leaf
from kg.ingest.parse.unit import Unit
from kg.schema.details import Detail, details
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import Uid, job_uid
from kg.schema.jobs import Run
from kg.schema.vocabulary import EdgeType, Form, Kind

MAX_JOBS = 500
"""Of one file: more were written by a program."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job as its file says it."""

    name: str
    system: str
    start: int
    end: int
    """Lines of the file, from 1."""
    form: Form = Form.JOB
    text: str = ""
    """What it runs."""
    more: tuple[tuple[str, Detail], ...] = ()
    """`schedule`, `image`, `needs`, … where it has them."""
    runs: tuple[Run, ...] = ()
    """Their source and lines are filled in: 1-based lines of the file."""


def said(unit: Unit, jobs: list[Job]) -> Said:
    """The jobs of a file; of two with a name the first counts."""
    unique = list({job.name: job for job in reversed(jobs)}.values())[::-1][:MAX_JOBS]
    return Said(
        artifacts=tuple(_artifact(unit, job) for job in unique),
        edges=tuple(
            Edge(EdgeType.DEFINES, unit.uid, uid_of(unit, job.name), start_line=job.start, end_line=job.end)
            for job in unique
        ),
        found=tuple(_placed(unit, job, run) for job in unique for run in job.runs),
    )


def facts_of(unit: Unit, jobs: list[Job]) -> Facts:
    """A file that says nothing but its jobs."""
    found = said(unit, jobs)
    return Facts(unit.file(), found.artifacts, found.edges, found=found.found)


def uid_of(unit: Unit, name: str) -> Uid:
    return job_uid(unit.repo, unit.path, name)


def _placed(unit: Unit, job: Job, run: Run) -> Run:
    line = max(run.line - job.start, 0)
    return Run(uid_of(unit, job.name), run.form, run.name, line, run.folder)


def _artifact(unit: Unit, job: Job) -> Artifact:
    return Artifact(
        kind=Kind.JOB,
        uid=uid_of(unit, job.name),
        name=job.name,
        qualified_name=job.name,
        origin=unit.path,
        path=unit.path,
        language=unit.language,
        form=job.form,
        text=redact(job.text, "shell"),
        lines=job.end - job.start + 1,
        details=details(system=job.system, **dict(job.more)),
    )


def numbered(script: Leaf) -> Iterator[tuple[int, str]]:
    """The lines of a text, a block (which begins below its key's line) or a plain one."""
    lines = script.text.split("\n")
    first = script.line + (1 if script.end_line > script.line and len(lines) > 1 else 0)
    for offset, line in enumerate(lines):
        yield min(first + offset, max(script.end_line, script.line)), line
