"""Routers that stand in routers: which prefixes a route of one has, wherever it is mounted.

A router is known by the qualified name of the variable that holds it. One that nothing mounts stands at its
own prefix. Pure; knows no framework.
"""

from collections import defaultdict

from kg.ingest.resolve.constants import scope_of
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import Usage

_DEEPEST = 6
_MOST = 8


class Mounts:
    """The routers of one framework in one repository."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.own: dict[str, str] = {}
        """The prefix that each router is made with."""
        self._mounted: dict[str, list[tuple[str, str]]] = defaultdict(list)

    def make(self, usage: Usage, prefix: str = "") -> None:
        """A call that makes a router and is given a name."""
        self.own[variable(usage.to, usage.source)] = prefix

    def find(self, name: str, facts: Facts, source: Uid) -> str:
        """The router that a name means; empty where it means none that is known."""
        return self._world.meaning(name, facts, source, self.own)

    def mount(self, parent: str, prefix: str, child: str) -> None:
        """`child` answers below `prefix` of `parent`: a prefix that holds the child's own already."""
        if (parent, prefix) not in self._mounted[child]:
            self._mounted[child].append((parent, prefix))

    def prefixes(self, router: str, deep: int = _DEEPEST) -> list[str]:
        """Every prefix that the routes of a router have."""
        places = self._mounted.get(router)
        if not places or deep == 0:
            return [self.own.get(router, "")]
        found = [
            joined(above, prefix) for parent, prefix in places for above in self.prefixes(parent, deep - 1)
        ]
        return list(dict.fromkeys(found))[:_MOST]


def variable(to: str, source: Uid) -> str:
    """A variable in full: where it is, and its name; a field belongs to its class."""
    scope = scope_of(source)
    for own in ("self.", "this."):
        if to.startswith(own):
            return f"{scope.rpartition('.')[0]}.{to.removeprefix(own)}"
    return f"{scope}.{to}"


def handler(world: World, name: str, facts: Facts, source: Uid) -> Uid:
    """The function or class that a name means; empty where it is of a library or not known."""
    found = world.meaning(name, facts, source, world.placed)
    return world.placed[found] if found else Uid("")
