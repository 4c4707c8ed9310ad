"""Source with the expected edges beside it.

A line of the snippets ends in `// -> target, target` when calls on it reach these: plain for exact,
`~target` for inferred, `?target` for a candidate. Every CALLS edge must be written down, and everything
written down must be there.
"""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.resolve.go import resolve_go
from kg.schema.facts import Facts, Resolution
from kg.schema.vocabulary import EdgeType, How
from tests.ingest.go.snippets import read_all

_MARKS = {How.EXACT: "", How.INFERRED: "~", How.CANDIDATE: "?"}
MODULE = "module example.com/shop\n"


def resolve(sources: Mapping[str, str] | str) -> tuple[list[Facts], Resolution]:
    files = read_all(_sources(sources))
    return files, resolve_go(files)


def _sources(sources: Mapping[str, str] | str) -> Mapping[str, str]:
    """A text alone is a file of a package `pay`."""
    return {"pay/pay.go": f"package pay\n{dedent(sources)}"} if isinstance(sources, str) else sources


def check(sources: Mapping[str, str] | str) -> None:
    """The calls of some files are exactly those written beside their lines."""
    files, resolution = resolve(sources)
    found, written = found_calls(files, resolution), written_calls(_sources(sources))
    places = sorted(place for place in {**found, **written} if found.get(place) != written.get(place))
    wrong = [f"{place}: written {written.get(place)}, found {found.get(place)}" for place in places]
    assert not wrong, "\n".join(wrong)


def written_calls(sources: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        f"{path}:{number}": sorted(target.strip() for target in line.partition("// ->")[2].split(","))
        for path, source in sources.items()
        for number, line in enumerate(dedent(source).lstrip("\n").split("\n"), 1)
        if "// ->" in line
    }


def found_calls(files: list[Facts], resolution: Resolution) -> dict[str, list[str]]:
    starts = {edge.target: edge.start_line for file in files for edge in file.edges}
    paths = {artifact.uid: artifact.path for file in files for artifact in file.artifacts}
    found: dict[str, list[str]] = {}
    for edge in resolution.edges:
        for site in edge.sites if edge.type is EdgeType.CALLS else ():
            place = f"{paths[edge.source]}:{starts[edge.source] + site}"
            found.setdefault(place, []).append(_MARKS[edge.how] + edge.target.rpartition(":")[2])
    return {place: sorted(targets) for place, targets in found.items()}


def edges(sources: Mapping[str, str] | str, kind: EdgeType) -> list[tuple[str, str]]:
    """The edges of one type, as (source, target) by their names in their packages."""
    _, resolution = resolve(sources)
    return sorted(
        (e.source.rpartition(":")[2], e.target.rpartition(":")[2]) for e in resolution.edges if e.type is kind
    )


def open_sites(sources: Mapping[str, str] | str) -> list[str]:
    """`reason name`, and `from library`, of everything left open, in order."""
    _, resolution = resolve(sources)
    return [str(site).partition(" ")[2] for sites in resolution.open_sites.values() for site in sites]
