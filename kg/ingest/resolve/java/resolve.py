"""`resolve_java`: builds the world of classes, reads every body, gives edges and open sites."""

from collections.abc import Iterator, Sequence

from kg.ingest.resolve.java.body import read_class
from kg.ingest.resolve.java.caller import Caller
from kg.ingest.resolve.java.hierarchy import hierarchy
from kg.ingest.resolve.java.source import SourceKlass
from kg.ingest.resolve.java.world import SourceFile, World
from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.java import JavaFacts


def resolve_java(files: Sequence[Facts]) -> Resolution:
    """CALLS, EXTENDS, IMPLEMENTS and OVERRIDES among the files; files of other languages are passed over."""
    world = World([each.code for each in files if isinstance(each.code, JavaFacts)])
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    for file in world.files:
        made: list[SourceKlass] = []
        for caller in _callers(file, made):
            edges += caller.edges()
            if caller.open:
                open_sites[caller.uid] = tuple(caller.open)
        for klass in (*file.klasses.values(), *made):
            edges += hierarchy(klass)
    return Resolution(tuple(edges), open_sites)


def _callers(file: SourceFile, made: list[SourceKlass]) -> Iterator[Caller]:
    for klass in file.klasses.values():
        found: list[Caller] = []
        read_class(file, klass, made, found)
        yield from found
