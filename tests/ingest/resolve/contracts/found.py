"""Contracts of a handful of files, in words: `Orders#one(long) serves GET /orders/{id}`."""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.contracts.resolve import resolve_contracts
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.world import Around, World
from kg.schema.facts import Artifact
from kg.schema.vocabulary import EdgeType


def around(files: Mapping[str, str]) -> Around:
    parsed = [parse_file("r", path, "b", dedent(text).encode()) for path, text in sorted(files.items())]
    configs, _ = resolve_keys(parsed)
    return resolve_contracts(World("r", parsed, configs))


def contracts(files: Mapping[str, str]) -> list[str]:
    """Each edge from code in a sentence; what is not exact says so, a host comes last."""
    made = around(files)
    endpoints = {artifact.uid: artifact for artifact in made.artifacts}
    return sorted(
        f"{_short(edge.source)} {edge.type.lower()} {_told(endpoints[edge.target])}"
        + ("" if edge.how == "exact" else f" ({edge.how.value} {edge.confidence})")
        for edge in made.edges
        if edge.type in (EdgeType.SERVES, EdgeType.REQUESTS)
    )


def java(body: str, **more: str) -> list[str]:
    """Of one Java file in package `w`, and of other files `folder__name_ext`."""
    return contracts({"src/main/java/w/A.java": f"package w;\n{dedent(body)}", **more})


def _told(endpoint: Artifact) -> str:
    host = dict(endpoint.details).get("host", "")
    return endpoint.name + (f" at {host}" if host else "")


def _short(uid: str) -> str:
    return uid.rpartition(":")[2].removeprefix("w.")
