"""Source with the expected edges beside it.

A line of the snippets ends in `# -> target, target` when calls on it reach these, in the order of
their names: plain for exact, `~target` for inferred, `?target` for a candidate. Every CALLS edge must
be written down, and everything written down must be there.
"""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.resolve.python import resolve_python
from kg.schema.facts import Facts, Resolution
from kg.schema.vocabulary import EdgeType, How
from tests.ingest.python.snippets import read

_MARKS = {How.EXACT: "", How.INFERRED: "~", How.CANDIDATE: "?"}


def resolve(sources: Mapping[str, str]) -> tuple[list[Facts], Resolution]:
    files = [read(source, path) for path, source in sources.items()]
    return files, resolve_python(files)


def check(sources: Mapping[str, str] | str) -> None:
    """The calls of some files are exactly those written beside their lines."""
    given = {"app.py": sources} if isinstance(sources, str) else sources
    files, resolution = resolve(given)
    found, written = found_calls(files, resolution), written_calls(given)
    places = sorted(place for place in {**found, **written} if found.get(place) != written.get(place))
    wrong = [f"{place}: written {written.get(place)}, found {found.get(place)}" for place in places]
    assert not wrong, "\n".join(wrong)


def written_calls(sources: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        f"{path}:{number}": sorted(target.strip() for target in line.partition("# ->")[2].split(","))
        for path, source in sources.items()
        for number, line in enumerate(dedent(source).lstrip("\n").split("\n"), 1)
        if "# ->" in line
    }


def found_calls(files: list[Facts], resolution: Resolution) -> dict[str, list[str]]:
    starts = {edge.target: edge.start_line for file in files for edge in file.edges}
    paths = {artifact.uid: artifact.path for file in files for artifact in file.artifacts}
    found: dict[str, list[str]] = {}
    for edge in resolution.edges:
        for site in edge.sites if edge.type == EdgeType.CALLS else ():
            place = f"{paths[edge.source]}:{starts[edge.source] + site}"
            found.setdefault(place, []).append(_MARKS[edge.how] + edge.target.split(":", 2)[2])
    return {place: sorted(targets) for place, targets in found.items()}


def edges(sources: Mapping[str, str] | str, kind: EdgeType) -> list[tuple[str, str]]:
    """The edges of one type, as (source, target) without repository and language."""
    _, resolution = resolve({"app.py": sources} if isinstance(sources, str) else sources)
    return [
        (e.source.split(":", 2)[2], e.target.split(":", 2)[2]) for e in resolution.edges if e.type == kind
    ]


def open_sites(sources: Mapping[str, str] | str) -> list[str]:
    """Every open site as `caller: site`."""
    _, resolution = resolve({"app.py": sources} if isinstance(sources, str) else sources)
    return [
        f"{uid.split(':', 2)[2]}: {site}" for uid, sites in resolution.open_sites.items() for site in sites
    ]
