"""Did this break before? Incident reports about an artifact, and about what happens from it on.

In: an artifact. Out: each report once, by the shortest way from the artifact to what the report names: the
edges are told, so that "two calls down, in another repository" is seen as such.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kg.graph import Graph, Row
from kg.retrieve.explore import seen
from kg.retrieve.flow import Direction, FlowOptions, call_flow, ends
from kg.retrieve.places import document_of
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.question import Flow, Incident, Linked, Place, Step

PER_ARTIFACT = 20
"""Reports of one artifact."""


async def incidents(
    graph: Graph, uid: Uid, depth: int, scope: Scope, seq: int, options: FlowOptions
) -> tuple[Incident, ...]:
    """Reports by distance; NotFound where the artifact is not there to be seen. `depth` 0: the artifact alone."""
    flow = await call_flow(graph, uid, Direction.CALLEES, depth, scope, seq, options)
    rows = await _rows(graph, [place.uid for place in flow.nodes], scope, seq)
    links = [document_of(row) for row in rows]
    facts = {link.place.uid: row["facts"] for link, row in zip(links, rows, strict=True)}
    places = {place.uid: place for place in flow.nodes}
    ways = ways_of(flow)
    found: dict[Uid, Incident] = {}
    for link in sorted(
        links, key=lambda link: (len(ways[link.asked]), -link.step.confidence, link.place.uid)
    ):
        found.setdefault(link.place.uid, _incident(link, places, ways, facts[link.place.uid]))
    return tuple(found.values())


async def reports_on(graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int) -> list[Linked]:
    """The reports that speak of each of these artifacts themselves."""
    return [document_of(row) for row in await _rows(graph, uids, scope, seq)]


async def _rows(graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int) -> list[Row]:
    params = {"uids": list(uids), "limit": PER_ARTIFACT, **seen(scope, seq)}
    return await graph.read("explore_incidents", params)


def _incident(
    link: Linked,
    places: Mapping[Uid, Place],
    ways: Mapping[Uid, tuple[Step, ...]],
    facts: Mapping[str, Any],
) -> Incident:
    return Incident(
        link.place,
        places[link.asked],
        link.step,
        ways[link.asked],
        facts.get("severity") or "",
        facts.get("started_at") or "",
    )


def ways_of(flow: Flow) -> dict[Uid, tuple[Step, ...]]:
    """The shortest way from the root to each node: edges come in the order in which they were followed."""
    ways: dict[Uid, tuple[Step, ...]] = {flow.root: ()}
    for step in flow.edges:
        start, end = ends(step)
        if start in ways and end not in ways:
            ways[end] = (*ways[start], step)
    return {place.uid: ways.get(place.uid, ()) for place in flow.nodes}
