"""Jobs of a handful of files, in words: `ci.yml#test runs scripts/run.sh @4`."""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.jobs.resolve import resolve_jobs
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.world import World
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.vocabulary import EdgeType, Kind


def parsed(files: Mapping[str, str]) -> list[Facts]:
    """The files as they are, without the indentation of a test."""
    return [parse_file("r", path, "b", dedent(text).encode()) for path, text in sorted(files.items())]


def runs(files: Mapping[str, str]) -> list[str]:
    """Who runs what; `@` the lines of the file in which it is said, what is not exact says so."""
    facts = parsed(files)
    made = resolve_jobs(World("r", facts, resolve_keys(facts)[0]))
    edges = [edge for one in facts for edge in one.edges] + list(made.edges)
    starts = {edge.target: edge.start_line for edge in edges if edge.type is EdgeType.DEFINES}
    return sorted(_said(edge, starts) for edge in made.edges if edge.type is EdgeType.RUNS)


def jobs(files: Mapping[str, str]) -> dict[str, Artifact]:
    """Every job by name."""
    facts = parsed(files)
    made = resolve_jobs(World("r", facts, resolve_keys(facts)[0]))
    every = [*(each for one in facts for each in one.artifacts), *made.artifacts]
    return {each.name: each for each in every if each.kind == Kind.JOB}


def told(job: Artifact) -> dict[str, object]:
    return dict(job.details)


def _said(edge: Edge, starts: Mapping[str, int]) -> str:
    lines = ",".join(str(starts.get(edge.source, 1) + site) for site in edge.sites)
    sure = "" if edge.how == "exact" else f" ({edge.how.value} {edge.confidence})"
    return f"{_short(edge.source)} runs {_short(edge.target)} @{lines}{sure}"


def _short(uid: str) -> str:
    return uid.split(":", 2)[2]
