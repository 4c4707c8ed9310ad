"""GitHub workflows: a job each job, with the commands of its steps, where they run, and when."""

from collections.abc import Iterator

from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, numbered, said
from kg.ingest.parse.readers import NOTHING, Said
from kg.ingest.parse.tree import (
    Branch,
    Documents,
    Leaf,
    Pair,
    Tree,
    at,
    items_at,
    pairs_at,
    text_at,
    texts_at,
)
from kg.ingest.parse.unit import Unit
from kg.schema.details import Detail
from kg.schema.ids import Uid
from kg.schema.jobs import FILE, Run

SYSTEM = "github"


def read_github(unit: Unit, documents: Documents) -> Said:
    for document in documents.branches:
        if document.has("jobs"):
            schedule = tuple(text_at(each, "cron") for each in items_at(document, "on", "schedule"))
            return said(unit, [_job(document, pair, schedule) for pair in pairs_at(document, "jobs")])
    return NOTHING


def _job(document: Branch, pair: Pair, schedule: tuple[str, ...]) -> Job:
    found: list[Run] = []
    script: list[str] = []
    base = _folder(document) or ""
    of_job = _folder(pair.value)
    for step in items_at(pair.value, "steps"):
        folder = text_at(step, "working-directory") or of_job or base
        command = at(step, "run")
        if isinstance(command, Leaf):
            lines = list(numbered(command))
            script += [line for _, line in lines]
            found += runs(lines, _plain(folder))
        found += _used(at(step, "uses"))
    found += _used(at(pair.value, "uses"))
    more: dict[str, Detail] = {
        "schedule": ", ".join(schedule),
        "needs": texts_at(pair.value, "needs"),
        "image": text_at(pair.value, "container") or text_at(pair.value, "container", "image"),
    }
    end = max(pair.line, pair.value.end_line)
    return Job(
        pair.key, SYSTEM, pair.line, end, text="\n".join(script), more=tuple(more.items()), runs=tuple(found)
    )


def _folder(place: Tree) -> str:
    return text_at(place, "defaults", "run", "working-directory")


def _plain(folder: str) -> str:
    plain = folder.removeprefix("./").rstrip("/")
    return "" if "$" in folder or plain == "." else plain


def _used(uses: Tree | None) -> Iterator[Run]:
    """A workflow or an action of the same repository."""
    if isinstance(uses, Leaf) and uses.text.startswith("./"):
        path = uses.text.removeprefix("./").rstrip("/")
        for name in (
            (path,) if path.endswith((".yml", ".yaml")) else (f"{path}/action.yml", f"{path}/action.yaml")
        ):
            yield Run(Uid(""), FILE, name, uses.line)
