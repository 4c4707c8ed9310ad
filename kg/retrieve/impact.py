"""What a change touches: who leads to it, in whatever repository, whose that is, and what speaks of it.

In: the artifacts that change. Out: an `Impact`: backwards along calls and every other edge of a flow, bounded
in depth and number; beside it what implements or extends a changed type, refers to a changed table. Documents,
incidents and settings are those of the changed artifacts themselves.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.explore import FIRST, artifacts, documents, related_out, seen
from kg.retrieve.flow import ALONG, CROSSED, Direction, FlowOptions, ends, flow_from
from kg.retrieve.incidents import reports_on
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.impact import Impact, Reached
from kg.schema.question import Flow, Linked, Place, Step
from kg.schema.vocabulary import EdgeType

RESTING = (EdgeType.EXTENDS, EdgeType.IMPLEMENTS, EdgeType.REFERENCES, EdgeType.INJECTS)
"""What else rests on a changed type or table."""
_BESIDE = 20
"""Documents and settings of one artifact."""


@dataclass(frozen=True, slots=True)
class ImpactOptions:
    """The bounds of an impact."""

    depth: int = 4
    changed: int = 200
    """Changed artifacts that are looked at: a commit of a thousand files is cut, and says so."""
    nodes: int = 600
    per_node: int = 100


async def impact(graph: Graph, uids: Iterable[Uid], scope: Scope, seq: int, options: ImpactOptions) -> Impact:
    """The impact of changing these; NotFound where none of them is there to be seen."""
    asked = tuple(dict.fromkeys(uids))
    if not asked:
        return Impact(seq, (), (), (), (), (), False)
    roots = await _places(graph, asked[: options.changed], scope, seq)
    if not roots:
        raise NotFound("nothing of what changes is in the graph where you may see it")
    flow, settings, described, reports = await asyncio.gather(
        _flow(graph, roots, scope, seq, options),
        _settings(graph, roots, scope, seq),
        documents(graph, [root.uid for root in roots], scope, seq, FIRST, _BESIDE),
        reports_on(graph, [root.uid for root in roots], scope, seq),
    )
    owned = await _owned(graph, [place.uid for place in flow.nodes], scope, seq)
    ways = ways_to(flow, frozenset(root.uid for root in roots))
    reached = [_reached(place, ways.get(place.uid, ()), owned) for place in flow.nodes]
    return Impact(
        snapshot=seq,
        changed=tuple(reached[: len(roots)]),
        reached=tuple(reached[len(roots) :]),
        settings=settings,
        documents=_once(link for links in described.values() for link in links),
        incidents=_once(reports),
        cut=flow.cut or len(asked) > options.changed,
    )


def ways_to(flow: Flow, roots: frozenset[Uid]) -> dict[Uid, tuple[Step, ...]]:
    """How each node leads to a root, the edge at the root first: edges come in the order they were followed."""
    ways: dict[Uid, tuple[Step, ...]] = dict.fromkeys(roots, ())
    for step in flow.edges:
        start, end = ends(step)
        if end in ways and start not in ways:
            ways[start] = (*ways[end], step)
    return ways


async def _places(graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int) -> tuple[Place, ...]:
    found = await artifacts(graph, uids, scope, seq)
    return tuple(found[uid].place for uid in uids if uid in found)


async def _flow(graph: Graph, roots: Sequence[Place], scope: Scope, seq: int, options: ImpactOptions) -> Flow:
    bounds = FlowOptions(
        nodes=len(roots) + options.nodes,
        per_node=options.per_node,
        edges=(*CROSSED, *RESTING),
        along=(*ALONG, *RESTING),
    )
    return await flow_from(graph, roots, Direction.CALLERS, options.depth, scope, seq, bounds)


async def _settings(graph: Graph, roots: Sequence[Place], scope: Scope, seq: int) -> tuple[Linked, ...]:
    uids = [root.uid for root in roots]
    found = await related_out(graph, uids, (EdgeType.READS,), scope, seq, "", _BESIDE)
    return _once(link for links in found.values() for link in links)


async def _owned(
    graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int
) -> Mapping[Uid, tuple[str, str, str]]:
    rows = await graph.read("explore_ownership", {"uids": list(uids), **seen(scope, seq)})
    return {Uid(row["uid"]): (row["entry"], row["service"], row["owner_team"]) for row in rows}


def _reached(place: Place, way: tuple[Step, ...], owned: Mapping[Uid, tuple[str, str, str]]) -> Reached:
    return Reached(place, way, *owned.get(place.uid, ("", "", "")))


def _once(links: Iterable[Linked]) -> tuple[Linked, ...]:
    """Each artifact once, by the surest of its edges."""
    found: dict[Uid, Linked] = {}
    for link in sorted(links, key=lambda link: (-link.step.confidence, link.place.uid)):
        found.setdefault(link.place.uid, link)
    return tuple(found.values())
