"""Contracts of a handful of files, in words: `Orders#one(long) serves GET /orders/{id}`."""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.resolve.contracts.resolve import resolve_contracts
from kg.ingest.resolve.world import Around
from kg.schema.facts import Artifact
from kg.schema.vocabulary import EdgeType
from tests.ingest.resolve.resolved import resolved, sentence


def around(files: Mapping[str, str]) -> Around:
    return resolved(files, resolve_contracts)


def contracts(files: Mapping[str, str]) -> list[str]:
    """Each edge from code in a sentence; a host comes after the path."""
    made = around(files)
    endpoints = {artifact.uid: artifact for artifact in made.artifacts}
    return sorted(
        sentence(edge, _told(endpoints[edge.target]))
        for edge in made.edges
        if edge.type in (EdgeType.SERVES, EdgeType.REQUESTS)
    )


def java(body: str) -> list[str]:
    """Of one Java file in package `w`."""
    return contracts({"src/main/java/w/A.java": f"package w;\n{dedent(body)}"})


def _told(endpoint: Artifact) -> str:
    host = dict(endpoint.details).get("host", "")
    return endpoint.name + (f" at {host}" if host else "")
