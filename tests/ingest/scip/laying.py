"""Lays a test's index over a test's files, and shows what calls what."""

from io import BytesIO
from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.languages import resolve_calls
from kg.ingest.scip.lookup import Lookup, look_up
from kg.ingest.scip.sites import call_lines, places_of
from kg.ingest.scip.upgrade import upgrade
from kg.schema.facts import Facts, Resolution
from kg.schema.vocabulary import EdgeType


def facts_of(files: dict[str, str]) -> list[Facts]:
    return [parse_file("shop", path, "b", dedent(text).encode()) for path, text in files.items()]


def laid(files: dict[str, str], *indexes: bytes) -> tuple[list[Facts], tuple[Resolution, ...]]:
    facts = facts_of(files)
    lookup = Lookup()
    for data in indexes:
        look_up(lambda data=data: BytesIO(data), call_lines(facts, places_of(facts)), lookup)  # type: ignore[misc]
    return facts, upgrade(facts, resolve_calls(facts, (), {}, {}).resolutions, lookup)


def calls(files: dict[str, str], *indexes: bytes) -> set[str]:
    """`caller -> target how sites`."""
    facts, resolutions = laid(files, *indexes)
    names = {a.uid: a.qualified_name for one in facts for a in one.artifacts}
    return {
        f"{names[e.source]} -> {names[e.target]} {e.how} {','.join(map(str, e.sites))}"
        for one in resolutions
        for e in one.edges
        if e.type is EdgeType.CALLS
    }


def open_sites(files: dict[str, str], *indexes: bytes) -> set[str]:
    facts, resolutions = laid(files, *indexes)
    names = {a.uid: a.qualified_name for one in facts for a in one.artifacts}
    return {
        f"{names[uid]}: {site}"
        for one in resolutions
        for uid, sites in one.open_sites.items()
        for site in sites
    }
