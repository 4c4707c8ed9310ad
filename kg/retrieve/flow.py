"""The call graph around one method, breadth first, bounded in depth and in nodes.

One statement a depth (at most six), each over the whole frontier and capped per node, so that a hub
costs its cap; an unbounded pattern of the database would visit everything that is reachable first.
`cut` says that a bound left something out. From a declared method it goes on to what overrides it: such
an edge is drawn from the caller to what may run, and says so (`via`).
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.explore import FIRST, artifacts, callees, callers
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.question import Flow, Linked, Place, Step

MAX_DEPTH = 6


class Direction(StrEnum):
    CALLEES = "callees"
    CALLERS = "callers"


@dataclass(frozen=True, slots=True)
class FlowOptions:
    """The bounds of a call flow."""

    nodes: int = 200
    per_node: int = 50
    """Neighbours that are followed from one node."""


Look = Callable[[Graph, Sequence[Uid], Scope, int, Uid, int], Awaitable[dict[Uid, tuple[Linked, ...]]]]
_LOOK: dict[Direction, Look] = {Direction.CALLEES: callees, Direction.CALLERS: callers}


async def call_flow(
    graph: Graph,
    root: Uid,
    direction: Direction,
    depth: int,
    scope: Scope,
    seq: int,
    options: FlowOptions,
) -> Flow:
    """Nodes in order of distance, and the edges between them."""
    start = (await artifacts(graph, [root], scope, seq)).get(root)
    if start is None:
        raise NotFound(f"there is no {root} in snapshot {seq} that you may see")
    nodes: dict[Uid, Place] = {root: start.place}
    edges: dict[Step, None] = {}
    frontier, cut = [root], False
    for _ in range(min(depth, MAX_DEPTH)):
        if not frontier:
            break
        found = await _LOOK[direction](graph, frontier, scope, seq, FIRST, options.per_node + 1)
        frontier, more = _grow(nodes, edges, found, options, root)
        cut = cut or more
    if frontier and not cut:
        cut = await _goes_on(graph, direction, frontier, nodes, scope, seq)
    return Flow(seq, root, tuple(nodes.values()), tuple(edges), cut)


def _grow(
    nodes: dict[Uid, Place],
    edges: dict[Step, None],
    found: dict[Uid, tuple[Linked, ...]],
    options: FlowOptions,
    root: Uid,
) -> tuple[list[Uid], bool]:
    """Add one depth; gives the new frontier and whether a bound left something out."""
    frontier: list[Uid] = []
    cut = False
    for links in found.values():
        cut = cut or len(links) > options.per_node
        for link in links[: options.per_node]:
            if link.through == link.asked and link.asked != root:
                continue  # what may run for it is drawn from its caller
            if link.place.uid not in nodes:
                if len(nodes) >= options.nodes:
                    cut = True
                    continue
                nodes[link.place.uid] = link.place
                frontier.append(link.place.uid)
            edges[link.drawn] = None
    return frontier, cut


async def _goes_on(
    graph: Graph,
    direction: Direction,
    frontier: Sequence[Uid],
    nodes: dict[Uid, Place],
    scope: Scope,
    seq: int,
) -> bool:
    """Is there anything beyond the last depth?"""
    found = await _LOOK[direction](graph, frontier, scope, seq, FIRST, len(nodes) + 1)
    return any(link.place.uid not in nodes for links in found.values() for link in links)
