"""`resolve_kotlin`: builds the world of declarations, reads every body, gives edges and open sites."""

from collections.abc import Sequence

from kg.ingest.resolve.java.world import World as JavaWorld
from kg.ingest.resolve.kotlin import lambdas, operators, statements, values  # noqa: F401 - they register rules
from kg.ingest.resolve.kotlin.body import Gathered
from kg.ingest.resolve.kotlin.hierarchy import hierarchy
from kg.ingest.resolve.kotlin.members import infer, read_file
from kg.ingest.resolve.kotlin.world import World
from kg.schema.facts import Edge, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.kotlin import KotlinFacts


def resolve_kotlin(files: Sequence[KotlinFacts], java: JavaWorld) -> Resolution:
    """CALLS, EXTENDS, IMPLEMENTS and OVERRIDES of the Kotlin files, to Kotlin and to the Java world."""
    world = World(files, java)
    world.infer = infer
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    for file in world.files:
        gathered = Gathered()
        read_file(file, gathered)
        for caller in gathered.callers:
            edges += caller.edges()
            if caller.open:
                open_sites[caller.uid] = tuple(caller.open)
        for klass in (*file.klasses.values(), *gathered.made):
            edges += hierarchy(klass)
    return Resolution(tuple(edges), open_sites)
