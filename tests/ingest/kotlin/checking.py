"""`check`: source with the expected edges written under the line that makes them.

    //# path             starts a file (without one, the text is src/main/kotlin/acme/A.kt)
    //- CALLS target     the line above calls it (` inferred` after it if not exact)
    //- OVERRIDES target the declaration above; EXTENDS and IMPLEMENTS likewise

Targets are qualified names. All edges between files' artifacts must be written: one more fails too.
"""

from textwrap import dedent

from kg.ingest.parse.java import parse_java
from kg.ingest.parse.kotlin import parse_kotlin
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.jvm import resolve_jvm
from kg.schema.facts import Facts, Resolution
from kg.schema.vocabulary import EdgeType

Expected = set[tuple[str, int, str]]


def read_files(text: str) -> list[Facts]:
    return [
        parse_java(Unit("shop", path, "b10b", part, "utf-8", "java"))
        if path.endswith(".java")
        else parse_kotlin(Unit("shop", path, "b10b", part, "utf-8", "kotlin"))
        for path, part in _split(text).items()
    ]


def check(text: str) -> Resolution:
    files = read_files(text)
    resolution = resolve_jvm(files)
    assert _found(files, resolution) == _expected(text)
    return resolution


def open_sites(resolution: Resolution) -> list[str]:
    """`caller: site` for all that is left open."""
    return [
        f"{uid.rpartition(':')[2]}: {site}" for uid, sites in resolution.open_sites.items() for site in sites
    ]


def _split(text: str) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    found["src/main/kotlin/acme/A.kt"] = lines
    for line in dedent(text).strip().splitlines():
        if line.strip().startswith("//# "):
            lines = found[line.strip()[4:]] = []
        else:
            lines.append(line)
    return {path: "\n".join(part) for path, part in found.items() if part}


def _expected(text: str) -> Expected:
    found: Expected = set()
    for path, part in _split(text).items():
        last = 0
        for number, line in enumerate(part.splitlines(), 1):
            if line.strip().startswith("//- "):
                found.add((path, last, line.strip()[4:]))
            else:
                last = number
    return found


def _found(files: list[Facts], resolution: Resolution) -> Expected:
    artifacts = {artifact.uid: artifact for facts in files for artifact in facts.artifacts}
    starts = {edge.target: edge.start_line for facts in files for edge in facts.edges}
    found: Expected = set()
    for edge in resolution.edges:
        words = f"{edge.type} {artifacts[edge.target].qualified_name}"
        if edge.how != "exact":
            words += f" {edge.how}"
        sites = edge.sites if edge.type is EdgeType.CALLS else (0,)
        found |= {(artifacts[edge.source].path, starts[edge.source] + site, words) for site in sites}
    return found
