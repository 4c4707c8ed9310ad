"""Expected edges written under the line of source that makes them, read and compared for any language.

    //# path             starts a file
    //- CALLS target     the line above calls it (` inferred` after it if not exact)
    //- OVERRIDES target the declaration above; EXTENDS and IMPLEMENTS likewise

`first` is the path of a text that names none. Targets are qualified names.
"""

from textwrap import dedent

from kg.schema.facts import Facts, Resolution
from kg.schema.vocabulary import EdgeType

Expected = set[tuple[str, int, str]]


def open_sites(resolution: Resolution) -> list[str]:
    """`caller: site` for all that is left open."""
    return [
        f"{uid.rpartition(':')[2]}: {site}" for uid, sites in resolution.open_sites.items() for site in sites
    ]


def split(text: str, first: str) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    found[first] = lines
    for line in dedent(text).strip().splitlines():
        if line.strip().startswith("//# "):
            lines = found[line.strip()[4:]] = []
        else:
            lines.append(line)
    return {path: "\n".join(part) for path, part in found.items() if part}


def expected(text: str, first: str) -> Expected:
    found: Expected = set()
    for path, part in split(text, first).items():
        last = 0
        for number, line in enumerate(part.splitlines(), 1):
            if line.strip().startswith("//- "):
                found.add((path, last, line.strip()[4:]))
            else:
                last = number
    return found


def found_edges(files: list[Facts], resolution: Resolution) -> Expected:
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
