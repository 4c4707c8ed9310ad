"""GitLab CI: a job each entry with something to run; templates (`.name`) are jobs that others extend.

`needs`, `stage` and `extends` are kept as details; a job without a script of its own runs that of what it
extends in the same file. Includes of the repository are what the file itself runs.
"""

from collections.abc import Iterator

from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, numbered, said
from kg.ingest.parse.readers import NOTHING, Said
from kg.ingest.parse.tree import Branch, Documents, Leaf, Pair, Series, Tree, at, items_at, text_at, texts_at
from kg.ingest.parse.unit import Unit
from kg.schema.details import Detail
from kg.schema.ids import Uid
from kg.schema.jobs import FILE, Run

SYSTEM = "gitlab-ci"
_NO_JOBS = frozenset(
    {
        "default", "include", "stages", "variables", "workflow", "image", "services", "before_script",
        "after_script", "cache", "pages_options", "spec",
    }
)  # fmt: skip
_SCRIPTS = ("before_script", "script", "after_script")
_MOST_EXTENDED = 8


def read_gitlab(unit: Unit, documents: Documents) -> Said:
    """Jobs of a pipeline; a document without a script in any entry is none."""
    for document in documents.branches:
        jobs = [_job(document, pair) for pair in document.pairs if _is_job(pair)]
        if jobs and any(job.text for job in jobs):
            found = said(unit, jobs)
            included = tuple(
                Run(unit.uid, FILE, path.lstrip("/"), line - 1) for path, line in _includes(document)
            )
            return Said(found.artifacts, found.edges, found=(*found.found, *included))
    return NOTHING


def _is_job(pair: Pair) -> bool:
    return (
        pair.key not in _NO_JOBS
        and isinstance(pair.value, Branch)
        and pair.value.has("script", "extends", "trigger", "run")
    )


def _job(document: Branch, pair: Pair) -> Job:
    lines = list(_commands(document, pair.value))
    needs = [
        text_at(each, "job") or (each.text if isinstance(each, Leaf) else "") for each in _needs(pair.value)
    ]
    more: dict[str, Detail] = {
        "stage": text_at(pair.value, "stage"),
        "needs": tuple(need for need in needs if need),
        "extends": texts_at(pair.value, "extends"),
        "image": text_at(pair.value, "image") or text_at(pair.value, "image", "name"),
    }
    trigger = text_at(pair.value, "trigger", "include") or text_at(pair.value, "trigger", "include", "local")
    started = [Run(Uid(""), FILE, trigger.lstrip("/"), pair.line)] if trigger else []
    text = "\n".join(line for _, line in lines)
    return Job(
        pair.key, SYSTEM, pair.line, max(pair.line, pair.value.end_line), text=text,
        more=tuple(more.items()), runs=(*runs(lines), *started),
    )  # fmt: skip


def _needs(job: Tree) -> tuple[Tree, ...]:
    return items_at(job, "needs") or items_at(job, "dependencies")


def _commands(document: Branch, job: Tree) -> Iterator[tuple[int, str]]:
    """Numbered lines of its scripts: its own, or of the nearest that it extends."""
    for name in _SCRIPTS:
        for place in _family(document, job):
            found = at(place, name)
            if found is not None:
                yield from _lines(found)
                break


def _family(document: Branch, job: Tree, deep: int = _MOST_EXTENDED) -> Iterator[Tree]:
    yield job
    for name in reversed(texts_at(job, "extends")) if deep else ():
        above = document.get(name)
        if above is not None:
            yield from _family(document, above, deep - 1)


def _lines(script: Tree) -> Iterator[tuple[int, str]]:
    if isinstance(script, Series):
        for each in script.items:
            yield from _lines(each)
    elif isinstance(script, Leaf):
        yield from numbered(script)


def _includes(document: Branch) -> Iterator[tuple[str, int]]:
    """Paths of the repository: `include: a.yml`, `include: [{local: a.yml}]`."""
    found = document.get("include")
    for each in found.items if isinstance(found, Series) else (found,):
        path = each.text if isinstance(each, Leaf) else text_at(each, "local")
        if each is not None and path and "://" not in path:
            yield path, each.line
