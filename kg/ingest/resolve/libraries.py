"""Which packages a repository depends on, and in which version: DEPENDS_ON from the build files.

In: what build files say (`Manifest`, Maven's `Pom`, `GradleFile`). Out: a Library for each package of
others, an origin each, and the edges to them; what the repository builds itself is no library, there the
edge leads to its build file. A version that another file manages is taken from there if the repository
holds it, else it stays empty. Pure; knows no syntax.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kg.ingest.resolve.gradle_libraries import gradle_declared
from kg.ingest.resolve.maven_libraries import maven_declared, maven_modules
from kg.ingest.resolve.world import Around, World
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import Uid, library_uid
from kg.schema.libraries import Declared, Manifest
from kg.schema.vocabulary import EdgeType, Kind

Named = tuple[str, str]
"""Ecosystem and name."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A dependency where it stands."""

    facts: Facts
    library: Named
    declared: Declared


def resolve_libraries(world: World) -> Around:
    """Libraries in the order of their names, edges in the order of files."""
    own = dict(_own(world))
    places: dict[tuple[Uid, Named], list[_Place]] = defaultdict(list)
    for place in _places(world):
        if own.get(place.library) != place.facts.file.uid:
            places[place.facts.file.uid, place.library].append(place)
    names = sorted({name for _, name in places if name not in own})
    edges = [_edge(world.repo, *ends, places[ends], own) for ends in sorted(places)]
    return Around(tuple(_library(world.repo, *name) for name in names), tuple(edges))


def _own(world: World) -> Iterator[tuple[Named, Uid]]:
    """What the repository builds, and the build file of each; the first by path of several."""
    found: dict[Named, Uid] = {}
    for facts, manifest in world.found(Manifest):
        if manifest.name:
            found.setdefault((manifest.ecosystem, manifest.name), facts.file.uid)
    for facts, (group, name) in maven_modules(world):
        found.setdefault(("maven", f"{group}:{name}"), facts.file.uid)
    yield from found.items()


def _places(world: World) -> Iterator[_Place]:
    managed = _managed(world)
    for facts, manifest in world.found(Manifest):
        for declared in manifest.declared:
            library = (manifest.ecosystem, declared.name)
            version = declared.version or _version_above(managed.get(library, ()), facts.file.path)
            yield _Place(facts, library, replace(declared, version=version))
    for facts, declared in (*maven_declared(world), *gradle_declared(world)):
        yield _Place(facts, ("maven", declared.name), declared)


def _managed(world: World) -> dict[Named, list[tuple[str, str]]]:
    """Folder and version, for each package that a file manages for those below it."""
    found: dict[Named, list[tuple[str, str]]] = defaultdict(list)
    for facts, manifest in world.found(Manifest):
        folder = facts.file.path.rpartition("/")[0]
        for name, version in manifest.managed:
            found[manifest.ecosystem, name].append((folder, version))
    return found


def _version_above(managed: Iterable[tuple[str, str]], path: str) -> str:
    """Of the nearest folder above a path."""
    above = [
        (len(folder), version) for folder, version in managed if not folder or path.startswith(f"{folder}/")
    ]
    return max(above)[1] if above else ""


def _library(repo: str, ecosystem: str, name: str) -> Artifact:
    return Artifact(
        kind=Kind.LIBRARY,
        uid=library_uid(repo, ecosystem, name),
        name=name.rpartition(":")[2] if ecosystem == "maven" else name,
        qualified_name=name,
        origin=f"library:{ecosystem}:{name}",
        details=details(ecosystem=ecosystem),
    )


def _edge(repo: str, file: Uid, name: Named, places: list[_Place], own: dict[Named, Uid]) -> Edge:
    """One edge a build file and package: all its lines; what the program itself uses counts before what
    only its tests do."""
    declared = sorted((place.declared for place in places), key=lambda each: each.used_for)
    version = next((each.version for each in declared if each.version), "")
    return Edge(
        EdgeType.DEPENDS_ON,
        file,
        own.get(name) or library_uid(repo, *name),
        sites=tuple(sorted({each.line - 1 for each in declared if each.line})),
        details=details(version=version, used_for=declared[0].used_for),
    )
