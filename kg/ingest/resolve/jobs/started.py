"""What a file says that it starts, tied to what is there. A flat table by form of what is said.

A path is looked for from where the command runs, then from the root, then beside the script. What runs in a
container has other paths and is inferred. What is not in the repository ties nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kg.ingest.resolve.jobs.places import Places
from kg.schema import jobs
from kg.schema.facts import Facts
from kg.schema.ids import Uid, job_uid
from kg.schema.jobs import Run
from kg.schema.vocabulary import How, Kind

_CONTAINERS = frozenset({"compose", "kubernetes", "argo"})
_LIKELY = 0.9
_DELEGATES = ("execute", "notify", "run", "handle")


@dataclass(frozen=True, slots=True)
class Started:
    """A job, and what it starts."""

    source: Uid
    target: Uid
    how: How
    confidence: float
    line: int


_Found = tuple[Uid, bool] | None
"""What is started, and whether that is certain."""


def started(places: Places, facts: Facts, run: Run) -> Iterator[Started]:
    found = _TIES[run.form](places, facts, run)
    if found is None:
        return
    target, sure = found
    sure = sure and not (run.form in (jobs.FILE, jobs.MODULE) and _in_container(places, run))
    how, confidence = (How.EXACT, 1.0) if sure else (How.INFERRED, _LIKELY)
    yield Started(run.source, target, how, confidence, run.line)


def _in_container(places: Places, run: Run) -> bool:
    job = places.world.artifacts.get(run.source)
    is_built = run.name.rpartition("/")[2].startswith("Dockerfile")
    return (
        job is not None
        and job.kind == Kind.JOB
        and dict(job.details).get("system") in _CONTAINERS
        and not is_built
    )


def _file(places: Places, facts: Facts, run: Run) -> _Found:
    own = facts.file.path.rpartition("/")[0]
    for folder, sure in ((run.folder, True), ("", True), (own, False)):
        found = places.file(folder, run.name)
        if found is not None:
            return found, sure
    return None


def _module(places: Places, _facts: Facts, run: Run) -> _Found:
    return places.module(run.folder, run.name)


def _command(places: Places, _facts: Facts, run: Run) -> _Found:
    found = places.command(run.name)
    return None if found is None else (found, False)


def _target(places: Places, facts: Facts, run: Run) -> _Found:
    own = facts.file.path.rpartition("/")[0]
    for folder in dict.fromkeys((run.folder, own)):
        for name in ("Makefile", "makefile", "GNUmakefile", facts.file.path.rpartition("/")[2]):
            found = _job(places, f"{folder}/{name}".lstrip("/"), run.name)
            if found:
                return found, folder == run.folder
    return None


def _script(places: Places, _facts: Facts, run: Run) -> _Found:
    found = _job(places, f"{run.folder}/package.json".lstrip("/"), run.name)
    return (found, True) if found else None


def _same_file(places: Places, facts: Facts, run: Run) -> _Found:
    found = _job(places, facts.file.path, run.name)
    return (found, True) if found else None


def _job(places: Places, path: str, name: str) -> Uid | None:
    uid = job_uid(places.world.repo, path, name)
    return uid if uid in places.world.artifacts else None


def _program(places: Places, _facts: Facts, run: Run) -> _Found:
    found = places.program(run.folder, run.name)
    return None if found is None else (found, True)


def _task(places: Places, _facts: Facts, run: Run) -> _Found:
    found = places.task(run.name)
    return None if found is None else (found, True)


def _class(places: Places, _facts: Facts, run: Run) -> _Found:
    found = [each for method in _DELEGATES if (each := places.of_class(run.name, method))]
    return (next((each for each in found if "#" in each), found[0]), True) if found else None


def _bean(places: Places, _facts: Facts, run: Run) -> _Found:
    name, _, method = run.name.partition(".")
    for each in (method,) if method else _DELEGATES:
        found = places.of_bean(name, each)
        if found is not None and ("#" in found or not method):
            return found, False
    return None


_TIES: dict[str, Callable[[Places, Facts, Run], _Found]] = {
    jobs.FILE: _file,
    jobs.MODULE: _module,
    jobs.COMMAND: _command,
    jobs.TARGET: _target,
    jobs.SCRIPT: _script,
    jobs.FUNCTION: _same_file,
    jobs.JOB: _same_file,
    jobs.PROGRAM: _program,
    jobs.TASK: _task,
    jobs.CLASS: _class,
    jobs.BEAN: _bean,
}
