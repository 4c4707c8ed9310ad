"""What happens from one artifact on (or what leads to it): calls, and all that code leads to by other edges.

Breadth first, bounded in depth and in nodes. A depth is a few statements over the whole frontier, capped per
node, so that a hub costs its cap; an unbounded pattern of the database would visit everything that is
reachable first. `cut` says that a bound left something out. From a declared method it goes on to what
overrides it: such an edge is drawn from the caller to what may run, and says so (`via`).
The two sides of a contract are passed in the same step: a request, the path that serves it and the method
behind it, in whatever repository, are one call away.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.explore import FIRST, artifacts, callees, callers, related_in, related_out
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.question import Flow, Linked, Place, Step
from kg.schema.vocabulary import EdgeType, Kind

MAX_DEPTH = 6
_SIDES = 3
"""Steps through the sides of one contract: what is asked for, what serves it, the code behind it."""


class Direction(StrEnum):
    CALLEES = "callees"
    CALLERS = "callers"


ALONG = (
    EdgeType.EXECUTES,
    EdgeType.INCLUDES,
    EdgeType.QUERIES,
    EdgeType.READS,
    EdgeType.TRANSITIONS,
    EdgeType.REQUESTS,
    EdgeType.PUBLISHES,
    EdgeType.MATCHES,
    EdgeType.RUNS,
)
"""Edges that point where a flow goes."""
AGAINST = (EdgeType.SERVES, EdgeType.CONSUMES)
"""Edges from code to the side that leads to it."""
CROSSED = (EdgeType.CALLS, *ALONG, *AGAINST)
STARTS = (
    Kind.METHOD, Kind.CLASS, Kind.ENDPOINT, Kind.TOPIC, Kind.STATEMENT, Kind.TABLE, Kind.CONFIG, Kind.JOB,
)  # fmt: skip
"""What a flow may start from."""
_CALLABLE = frozenset({Kind.METHOD, Kind.CLASS})
_SIDED = frozenset({Kind.ENDPOINT, Kind.TOPIC})
_ENDS = frozenset({Kind.CONFIG, Kind.TABLE})
"""Nothing happens from them on; what leads to them is another question."""


@dataclass(frozen=True, slots=True)
class FlowOptions:
    """The bounds of a flow."""

    nodes: int = 200
    per_node: int = 50
    """Neighbours that are followed from one node, of each kind of look."""
    edges: tuple[EdgeType, ...] = CROSSED
    """The edges that are followed."""
    along: tuple[EdgeType, ...] = ALONG
    """Those of them that point where it goes; a wider question adds to them."""


@dataclass(slots=True)
class _Grown:
    """What was reached so far."""

    roots: frozenset[Uid]
    nodes: dict[Uid, Place]
    edges: dict[Step, None] = field(default_factory=dict)
    cut: bool = False


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
    if depth == 0:
        return Flow(seq, root, (start.place,), (), True)
    return await flow_from(graph, (start.place,), direction, depth, scope, seq, options)


async def flow_from(
    graph: Graph,
    roots: Sequence[Place],
    direction: Direction,
    depth: int,
    scope: Scope,
    seq: int,
    options: FlowOptions,
) -> Flow:
    """The same from several artifacts at once, which are in it whatever their number; its `root` is the first."""
    look = _Look(graph, direction, scope, seq, options)
    grown = _Grown(frozenset(root.uid for root in roots), {root.uid: root for root in roots})
    frontier = [root.uid for root in roots]
    for _ in range(min(depth, MAX_DEPTH)):
        frontier = await _step(look, grown, frontier)
        if not frontier:
            break
    if frontier and not grown.cut:
        grown.cut = await _goes_on(look, grown, frontier)
    return Flow(seq, roots[0].uid, tuple(grown.nodes.values()), tuple(grown.edges), grown.cut)


def ends(step: Step) -> tuple[Uid, Uid]:
    """Where a flow comes from and goes to by an edge: SERVES leads from the path to the code behind it."""
    return (step.target, step.source) if step.edge in AGAINST else (step.source, step.target)


async def _step(look: "_Look", grown: _Grown, frontier: Sequence[Uid]) -> list[Uid]:
    """One step further, through the sides of contracts to what is behind them."""
    reached = _grow(grown, await look.around(frontier, grown.nodes), look.options)
    behind: list[Uid] = []
    for _ in range(_SIDES):
        sides = [uid for uid in reached if grown.nodes[uid].kind in _SIDED]
        behind += [uid for uid in reached if grown.nodes[uid].kind not in _SIDED]
        if not sides:
            return behind
        reached = _grow(grown, await look.around(sides, grown.nodes), look.options)
    return behind + reached


@dataclass(frozen=True, slots=True)
class _Look:
    """One direction of one request."""

    graph: Graph
    direction: Direction
    scope: Scope
    seq: int
    options: FlowOptions

    async def around(self, uids: Sequence[Uid], nodes: dict[Uid, Place]) -> list[tuple[Linked, ...]]:
        """What each of them leads to (or is led to by): calls first."""
        forward = self.direction is Direction.CALLEES
        going = [uid for uid in uids if not (forward and nodes[uid].kind in _ENDS)]
        code = [uid for uid in going if nodes[uid].kind in _CALLABLE]
        along, against = self._followed(self.options.along), self._followed(AGAINST)
        called = code if EdgeType.CALLS in self.options.edges else []
        limit = self.options.per_node + 1
        calls = callees if forward else callers
        ahead, back = (related_out, related_in) if forward else (related_in, related_out)
        args = (self.scope, self.seq)
        looks = []
        if called:
            looks.append(calls(self.graph, called, *args, FIRST, limit))
        if going and along:
            looks.append(ahead(self.graph, going, along, *args, "", limit))
        if going and against:
            looks.append(back(self.graph, going, against, *args, "", limit))
        found = await asyncio.gather(*looks)
        return [links for one in found for links in one.values()]

    def _followed(self, types: Iterable[EdgeType]) -> tuple[EdgeType, ...]:
        return tuple(one for one in types if one in self.options.edges)


def _grow(grown: _Grown, found: Sequence[tuple[Linked, ...]], options: FlowOptions) -> list[Uid]:
    """Add what was found; gives what is new."""
    frontier: list[Uid] = []
    for links in found:
        grown.cut = grown.cut or len(links) > options.per_node
        for link in links[: options.per_node]:
            if link.through == link.asked and link.asked not in grown.roots:
                continue  # what may run for it is drawn from its caller
            if link.place.uid not in grown.nodes:
                if len(grown.nodes) >= options.nodes:
                    grown.cut = True
                    continue
                grown.nodes[link.place.uid] = link.place
                frontier.append(link.place.uid)
            grown.edges[link.drawn] = None
    return frontier


async def _goes_on(look: _Look, grown: _Grown, frontier: Sequence[Uid]) -> bool:
    """Is there anything beyond the last depth?"""
    found = await look.around(frontier, grown.nodes)
    return any(link.place.uid not in grown.nodes for links in found for link in links)
