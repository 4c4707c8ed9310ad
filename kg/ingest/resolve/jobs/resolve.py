"""The door of the jobs: RUNS of what files declare, and jobs that code declares. Pure."""

from collections import defaultdict
from collections.abc import Iterable

from kg.ingest.resolve.jobs.airflow import airflow
from kg.ingest.resolve.jobs.places import Places
from kg.ingest.resolve.jobs.scheduled import Scheduled, scheduled
from kg.ingest.resolve.jobs.started import Started, started
from kg.ingest.resolve.world import Around, World
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid, job_uid
from kg.schema.jobs import Run
from kg.schema.vocabulary import EdgeType, Form, How, Kind


def resolve_jobs(world: World) -> Around:
    """Jobs of code in a fixed order, then who runs what."""
    places = Places(world)
    told = [one for facts, run in world.found(Run) for one in started(places, facts, run)]
    made = sorted((*scheduled(world), *airflow(world)), key=lambda each: (each.facts.file.path, each.name))
    told += [
        Started(_uid(world.repo, each), each.target, each.how, each.confidence, 0)
        for each in made
        if each.target
    ]
    unique = {_uid(world.repo, each): each for each in reversed(made)}
    jobs = [unique[uid] for uid in sorted(unique)]
    return Around(
        tuple(_artifact(world.repo, each) for each in jobs),
        (*(_defines(world.repo, each) for each in jobs), *_edges(told)),
    )


def _uid(repo: str, made: Scheduled) -> Uid:
    return job_uid(repo, made.facts.file.path, made.name)


def _artifact(repo: str, made: Scheduled) -> Artifact:
    path = made.facts.file.path
    return Artifact(
        kind=Kind.JOB,
        uid=_uid(repo, made),
        name=made.name.partition("(")[0].rpartition("#")[2].rpartition(".")[2] or made.name,
        qualified_name=made.name,
        origin=f"job:{path}#{made.name}",
        path=path,
        language=made.facts.file.language,
        form=Form.JOB,
        details=details(system=made.system, schedule=made.schedule),
    )


def _defines(repo: str, made: Scheduled) -> Edge:
    line = made.line
    return Edge(EdgeType.DEFINES, made.facts.file.uid, _uid(repo, made), start_line=line, end_line=line)


def _edges(told: Iterable[Started]) -> list[Edge]:
    """One edge a job and what it starts, with all its lines and the best way it is known."""
    found: dict[tuple[Uid, Uid], list[Started]] = defaultdict(list)
    for each in told:
        if each.source != each.target:
            found[each.source, each.target].append(each)
    edges = []
    for (source, target), group in sorted(found.items()):
        best = max(group, key=lambda each: (each.confidence, each.how is How.EXACT))
        sites = tuple(sorted({each.line for each in group}))
        edges.append(Edge(EdgeType.RUNS, source, target, best.how, best.confidence, sites))
    return edges
