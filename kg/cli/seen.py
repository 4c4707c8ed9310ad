"""What every read command starts with: the graph, what the owner of this machine may see, and the
published snapshot."""

from dataclasses import dataclass

from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.find import find
from kg.retrieve.scope import LOCAL, Policy, active_seq, scope_of
from kg.schema.access import Principal, Scope
from kg.schema.ids import Uid
from kg.schema.question import Place


@dataclass(frozen=True, slots=True)
class Seen:
    """A graph as one asker sees it, at one snapshot."""

    graph: Graph
    scope: Scope
    seq: int


async def look(graph: Graph) -> Seen:
    """The local owner's view of the active snapshot; NotFound while nothing is published."""
    seq = await active_seq(graph)
    if seq == 0:
        raise NotFound("the graph is empty: bring a repository in with `kg ingest PATH`")
    return Seen(graph, await scope_of(graph, Principal(LOCAL), Policy()), seq)


async def named(seen: Seen, name: str, kinds: tuple[str, ...]) -> tuple[Place, ...]:
    """What a name means; NotFound (absent and forbidden read the same) says what may help."""
    places = await find(seen.graph, name, kinds, seen.scope, seen.seq)
    if not places:
        raise NotFound(f"nothing is called {name!r}; `kg search {name!r}` looks for words instead")
    return places


def where(place: Place, line: int | None = None) -> str:
    """`path:line`, as an editor opens it; the path alone where it has no line."""
    return f"{place.path}:{line or place.start_line}" if place.start_line else place.path


def short(uid: Uid) -> str:
    """`RefundService#refund(String)` of `orders:java:src/main/java:shop.orders.refund.RefundService#refund(String)`."""
    kind, _, tail = uid.partition(":")[2].partition(":")
    if kind in ("doc", "postmortem", "file"):
        return tail
    head, mark, member = tail.rpartition(":")[2].partition("#")
    return f"{head.rpartition('.')[2]}#{member}" if mark and "/" not in head else head + mark + member
