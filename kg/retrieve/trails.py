"""What the best hits of a search lead to: the nearest setting, table, contract, topic, document and incident.

In: the hits, best first. Out: `Trail`s: an artifact, and the edges from the hit that lead to it, so that
nobody has to believe that they belong together. A few statements a hit; asked for by who wants them.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.explore import documents, seen
from kg.retrieve.flow import Direction, FlowOptions, call_flow, ends
from kg.retrieve.incidents import reports_on, ways_of
from kg.retrieve.places import setting_of
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.question import Flow, Linked, Place, Step, Trail
from kg.schema.vocabulary import EdgeType, Kind

SEEDS = 4
"""Hits that are followed: the first of each file, since the members of one class lead to the same things."""
PER_KIND = 3
DEPTH = 3
OPTIONS = FlowOptions(nodes=150, per_node=30)
SHOWN = (
    Kind.CONFIG, Kind.TABLE, Kind.ENDPOINT, Kind.TOPIC, Kind.JOB, Kind.DOC, Kind.POSTMORTEM,
)  # fmt: skip
"""In the order in which they are told."""


async def trails(
    graph: Graph, hits: Sequence[Place], scope: Scope, seq: int, per_kind: int = PER_KIND
) -> tuple[Trail, ...]:
    """The nearest of each kind around the hits; each artifact once, by its shortest way."""
    seeds = [place.uid for place in _seeds(hits)]
    found = await asyncio.gather(*(_around(graph, seed, scope, seq) for seed in seeds))
    best: dict[Uid, Trail] = {}
    for way in sorted((way for one in found for way in one), key=lambda way: len(way.steps)):
        best.setdefault(way.place.uid, way)
    by_kind: dict[str, list[Trail]] = defaultdict(list)
    for way in best.values():
        by_kind[way.place.kind].append(way)
    return tuple(way for kind in SHOWN for way in by_kind[kind][:per_kind])


def _seeds(hits: Sequence[Place]) -> list[Place]:
    """Code first: a document leads nowhere by itself."""
    code = [place for place in hits if place.kind in (Kind.METHOD, Kind.CLASS)]
    of_files: dict[tuple[str, str], Place] = {}
    for place in sorted(code or hits, key=lambda place: place.kind != Kind.METHOD):
        of_files.setdefault((place.repo, place.path), place)
    chosen = set(of_files.values())
    return [place for place in hits if place in chosen][:SEEDS]


async def _around(graph: Graph, seed: Uid, scope: Scope, seq: int) -> list[Trail]:
    try:
        flow = await call_flow(graph, seed, Direction.CALLEES, DEPTH, scope, seq, OPTIONS)
    except NotFound:
        return []
    steps = ways_of(flow)
    uids = [place.uid for place in flow.nodes]
    described, reported, made_with = await asyncio.gather(
        documents(graph, uids, scope, seq, limit=2 * PER_KIND),
        reports_on(graph, uids, scope, seq),
        _settings(graph, uids, scope, seq),
    )
    reports = {link.place.path for link in reported}
    plain = (link for each in described.values() for link in each if link.place.path not in reports)
    return [*_in_flow(seed, flow, steps), *_beside(seed, [*made_with, *plain, *reported], steps)]


async def _settings(graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int) -> list[Linked]:
    """The settings that the objects of these methods were made with."""
    params = {"uids": list(uids), "limit": 2 * PER_KIND, **seen(scope, seq)}
    return [setting_of(row) for row in await graph.read("explore_settings", params)]


def _in_flow(seed: Uid, flow: Flow, steps: dict[Uid, tuple[Step, ...]]) -> Iterator[Trail]:
    for place in flow.nodes:
        if place.kind in SHOWN and place.uid != seed:
            yield Trail(seed, place, _behind(place, flow, steps[place.uid]))


def _behind(place: Place, flow: Flow, way: tuple[Step, ...]) -> tuple[Step, ...]:
    """A topic or endpoint of the other side is told with the code behind it."""
    if place.kind not in (Kind.TOPIC, Kind.ENDPOINT):
        return way
    onward = (step for step in flow.edges if ends(step)[0] == place.uid and step.edge != EdgeType.MATCHES)
    last = next(onward, None)
    return way if last is None else (*way, last)


def _beside(seed: Uid, links: Sequence[Linked], steps: dict[Uid, tuple[Step, ...]]) -> Iterator[Trail]:
    for link in links:
        yield Trail(seed, link.place, (*steps[link.asked], link.step))
