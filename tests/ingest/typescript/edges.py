"""Source with the expected edges beside it.

A line of the snippets ends in `// -> target, target` when calls on it reach these: plain for exact,
`~target` for inferred, `?target` for a candidate. A target is written as `path#name`, or `#name` when it is
in the same file. Every CALLS edge must be written down, and everything written down must be there.
"""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.resolve.typescript import resolve_typescript
from kg.schema.facts import Facts, Resolution
from kg.schema.vocabulary import EdgeType, How
from tests.ingest.typescript.snippets import read, short

_MARKS = {How.EXACT: "", How.INFERRED: "~", How.CANDIDATE: "?"}


def resolve(sources: Mapping[str, str] | str) -> tuple[list[Facts], Resolution]:
    given = {"app.ts": sources} if isinstance(sources, str) else sources
    files = [read(source, path) for path, source in given.items()]
    return files, resolve_typescript(files)


def check(sources: Mapping[str, str] | str) -> None:
    """The calls of some files are exactly those written beside their lines."""
    given = {"app.ts": sources} if isinstance(sources, str) else sources
    files, resolution = resolve(given)
    found, written = found_calls(files, resolution), written_calls(given)
    places = sorted(place for place in {**found, **written} if found.get(place) != written.get(place))
    wrong = [f"{place}: written {written.get(place)}, found {found.get(place)}" for place in places]
    assert not wrong, "\n".join(wrong)


def written_calls(sources: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        f"{path}:{number}": sorted(_whole(path, t.strip()) for t in line.partition("// ->")[2].split(","))
        for path, source in sources.items()
        for number, line in enumerate(dedent(source).lstrip("\n").split("\n"), 1)
        if "// ->" in line
    }


def _whole(path: str, target: str) -> str:
    """`~#pay` -> `~app.ts#pay`."""
    mark = target[:1] if target[:1] in "~?" else ""
    name = target[len(mark) :]
    return mark + (path + name if name.startswith("#") else name)


def found_calls(files: list[Facts], resolution: Resolution) -> dict[str, list[str]]:
    starts = {edge.target: edge.start_line for file in files for edge in file.edges}
    paths = {artifact.uid: artifact.path for file in files for artifact in file.artifacts}
    found: dict[str, list[str]] = {}
    for edge in resolution.edges:
        for site in edge.sites if edge.type == EdgeType.CALLS else ():
            place = f"{paths[edge.source]}:{starts[edge.source] + site}"
            found.setdefault(place, []).append(_MARKS[edge.how] + short(edge.target))
    return {place: sorted(targets) for place, targets in found.items()}


def edges(sources: Mapping[str, str] | str, kind: EdgeType) -> list[tuple[str, str]]:
    """The edges of one type, as (source, target) without repository and language."""
    _, resolution = resolve(sources)
    return [(short(e.source), short(e.target)) for e in resolution.edges if e.type == kind]


def open_sites(sources: Mapping[str, str] | str) -> list[str]:
    """Every open site as `caller: site`."""
    _, resolution = resolve(sources)
    return [f"{short(uid)}: {site}" for uid, sites in resolution.open_sites.items() for site in sites]
