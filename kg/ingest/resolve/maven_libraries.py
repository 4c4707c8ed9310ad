"""What the poms of a repository depend on, with what their parents and imports say of versions.

Parents and BOMs that are not in the repository are named as dependencies; the versions that they manage
stay empty: nothing is fetched. Pure.
"""

from collections.abc import Iterator

from kg.ingest.resolve.world import World
from kg.ingest.stubs.maven import Model
from kg.ingest.stubs.pom import Artifact, Coordinate, Pom
from kg.schema.facts import Facts
from kg.schema.libraries import Declared

_USES = {"compile": "", "import": "bom"}
_UNFILLED = "${"


def maven_modules(world: World) -> Iterator[tuple[Facts, Artifact]]:
    """Each pom, and the group and name that it builds."""
    for facts, pom in world.found(Pom):
        yield facts, pom.artifact


def maven_declared(world: World) -> Iterator[tuple[Facts, Declared]]:
    """What each pom itself declares, its parent included."""
    own = {pom.artifact: pom for _, pom in world.found(Pom)}
    model = Model(lambda of: own.get(of.artifact))
    for facts, pom in world.found(Pom):
        if pom.parent is not None:
            yield facts, _declared(pom.parent, "parent", pom.parent_line)
        for each in model.declared(pom):
            yield facts, _declared(each.of, _USES.get(each.scope, each.scope), each.line)


def _declared(of: Coordinate, used_for: str, line: int) -> Declared:
    version = "" if _UNFILLED in of.version else of.version
    return Declared(f"{of.group}:{of.name}", version, used_for, line)
