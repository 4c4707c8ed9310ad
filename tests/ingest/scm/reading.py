"""Snippets of the `.scm` languages as facts, and what they come to in short lines."""

from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.candidates import resolve_candidates
from kg.schema.facts import Facts, Resolution


def read(path: str, text: str) -> Facts:
    facts = parse_file("shop", path, "b", dedent(text).encode())
    assert facts.code is not None, facts.file.problems
    return facts


def defined(path: str, text: str) -> list[str]:
    """`form name < owner start-end` of everything a snippet defines."""
    facts = read(path, text)
    names = {a.uid: a.qualified_name for a in facts.artifacts} | {facts.file.uid: "file"}
    lines = {edge.target: edge for edge in facts.edges}
    return [
        f"{a.form} {a.qualified_name} < {names[lines[a.uid].source]} {lines[a.uid].start_line}-{lines[a.uid].end_line}"
        for a in facts.artifacts
    ]


def resolved(files: dict[str, str]) -> tuple[dict[str, str], Resolution]:
    """Names by uid, and what the calls of these files may reach."""
    facts = [read(path, text) for path, text in files.items()]
    return {a.uid: a.qualified_name for one in facts for a in one.artifacts}, resolve_candidates(facts)


def calls(files: dict[str, str]) -> set[tuple[str, str, float]]:
    """`(caller, target, confidence)` of every candidate."""
    names, found = resolved(files)
    return {(names[e.source], names[e.target], e.confidence) for e in found.edges}


def open_sites(files: dict[str, str]) -> set[str]:
    """`caller: reason name`."""
    names, found = resolved(files)
    return {
        f"{names[uid]}: {site.reason} {site.name}"
        for uid, sites in found.open_sites.items()
        for site in sites
    }
