"""`resolve_java`: builds the world of classes, reads every body, gives edges and open sites."""

from collections.abc import Iterator, Sequence

from kg.ingest.resolve.java import calls, functions, making, statements, values  # noqa: F401 - they register rules
from kg.ingest.resolve.java.body import read_class
from kg.ingest.resolve.java.caller import Caller
from kg.ingest.resolve.java.hierarchy import hierarchy
from kg.ingest.resolve.java.injections import injections
from kg.ingest.resolve.java.source import SourceKlass
from kg.ingest.resolve.java.stub import dependencies
from kg.ingest.resolve.java.world import SourceFile, World
from kg.ingest.resolve.room import room_to_work
from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.java import JavaFacts


def resolve_java(
    files: Sequence[Facts], stubs: Sequence[str] = (), others: Sequence[JavaFacts] = ()
) -> Resolution:
    """CALLS, EXTENDS, IMPLEMENTS, OVERRIDES and INJECTS among the files; files of other languages are passed over.

    `stubs` are the signatures of the dependencies, a text each (`kg.ingest.stubs`); the JDK's are always there.
    `others` are classes of another language as Java sees them: they are called, their bodies are not read.
    """
    with room_to_work():
        return _resolve(files, stubs, others)


def _resolve(files: Sequence[Facts], stubs: Sequence[str], others: Sequence[JavaFacts]) -> Resolution:
    own = [each.code for each in files if isinstance(each.code, JavaFacts)]
    world = World([*own, *others], dependencies(stubs))
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    for file in world.files[: len(own)]:
        resolution = resolve_file(file)
        edges += resolution.edges
        open_sites |= resolution.open_sites
    return Resolution(tuple(edges), open_sites)


def resolve_file(file: SourceFile) -> Resolution:
    """What one file of a world adds."""
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    made: list[SourceKlass] = []
    for caller in _callers(file, made):
        edges += caller.edges()
        if caller.open:
            open_sites[caller.uid] = tuple(caller.open)
    for klass in (*file.klasses.values(), *made):
        edges += hierarchy(klass)
        edges += injections(klass, file.world.beans)
    return Resolution(tuple(edges), open_sites)


def _callers(file: SourceFile, made: list[SourceKlass]) -> Iterator[Caller]:
    for klass in file.klasses.values():
        found: list[Caller] = []
        read_class(file, klass, made, found)
        yield from found
