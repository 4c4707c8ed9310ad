"""The call graph around one method, breadth first, bounded in depth and in nodes.

One statement a depth (at most six), each over the whole frontier and capped per node, so that a hub
costs its cap; an unbounded pattern of the database would visit everything that is reachable first.
`cut` says that a bound left something out. Calls through interfaces are followed (`OVERRIDES`).
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
        frontier, more = _grow(nodes, edges, found, options)
        cut = cut or more
    if frontier and not cut:
        cut = await _goes_on(graph, direction, frontier, nodes, scope, seq)
    return Flow(seq, root, tuple(nodes.values()), tuple(edges), cut)


def _grow(
    nodes: dict[Uid, Place],
    edges: dict[Step, None],
    found: dict[Uid, tuple[Linked, ...]],
    options: FlowOptions,
) -> tuple[list[Uid], bool]:
    """Add one depth; gives the new frontier and whether a bound left something out."""
    frontier: list[Uid] = []
    cut = False
    for links in found.values():
        cut = cut or len(links) > options.per_node
        for link in links[: options.per_node]:
            if link.place.uid not in nodes:
                if len(nodes) >= options.nodes:
                    cut = True
                    continue
                nodes[link.place.uid] = link.place
                frontier.append(link.place.uid)
            for step in steps(link):
                edges[step] = None
    return frontier, cut


def steps(link: Linked) -> tuple[Step, ...]:
    """The edges of one link between the two nodes it joins: a call through a declared method is
    drawn to the node that may run, and is a possibility, not a certainty."""
    if not link.through:
        return (link.step,)
    outgoing = link.step.source == link.asked
    ends = (link.asked, link.place.uid) if outgoing else (link.place.uid, link.asked)
    return (Step("CALLS", *ends, "candidate", link.step.confidence),)


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
