"""Topics of a handful of files, in words: `Bus#paid(long) publishes kafka order.paid`."""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.resolve.events.resolve import resolve_events
from kg.ingest.resolve.world import Around
from kg.schema.facts import Artifact
from kg.schema.vocabulary import EdgeType
from tests.ingest.resolve.resolved import resolved, sentence


def around(files: Mapping[str, str]) -> Around:
    return resolved(files, resolve_events)


def topics(files: Mapping[str, str]) -> list[str]:
    """Each edge from code in a sentence."""
    made = around(files)
    named = {artifact.uid: artifact for artifact in made.artifacts}
    return sorted(
        sentence(edge, _told(named[edge.target]))
        for edge in made.edges
        if edge.type in (EdgeType.PUBLISHES, EdgeType.CONSUMES)
    )


def java(body: str, **more: str) -> list[str]:
    """Of one Java file in package `w`, and of other files `folder__name.ext`."""
    others = {path.replace("__", "/").replace("_", "."): text for path, text in more.items()}
    return topics({"src/main/java/w/A.java": f"package w;\n{dedent(body)}", **others})


def _told(topic: Artifact) -> str:
    said = dict(topic.details)
    return f"{said['system']} {said['key']}"
