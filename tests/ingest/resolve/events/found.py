"""Topics of a handful of files, in words: `Bus#paid(long) publishes kafka order.paid`."""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.events.resolve import resolve_events
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.world import Around, World
from kg.schema.vocabulary import EdgeType


def around(files: Mapping[str, str]) -> Around:
    parsed = [parse_file("r", path, "b", dedent(text).encode()) for path, text in sorted(files.items())]
    configs, _ = resolve_keys(parsed)
    return resolve_events(World("r", parsed, configs))


def topics(files: Mapping[str, str]) -> list[str]:
    """Each edge from code in a sentence; what is not exact says so."""
    made = around(files)
    named = {artifact.uid: dict(artifact.details) for artifact in made.artifacts}
    return sorted(
        f"{_short(edge.source)} {edge.type.lower()} {named[edge.target]['system']} {named[edge.target]['key']}"
        + ("" if edge.how == "exact" else f" ({edge.how.value} {edge.confidence})")
        for edge in made.edges
        if edge.type in (EdgeType.PUBLISHES, EdgeType.CONSUMES)
    )


def java(body: str, **more: str) -> list[str]:
    """Of one Java file in package `w`, and of other files `folder__name.ext`."""
    others = {path.replace("__", "/").replace("_", "."): text for path, text in more.items()}
    return topics({"src/main/java/w/A.java": f"package w;\n{dedent(body)}", **others})


def _short(uid: str) -> str:
    return uid.rpartition(":")[2].removeprefix("w.")
