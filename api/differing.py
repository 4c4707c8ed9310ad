"""What two snapshots hold differently, for `diff`: which two, pages, and the flow from one artifact."""

from collections.abc import Sequence

from api.context import Reading
from api.ids import read_id
from api.naming import CANDIDATES, LONGEST_NAME
from api.paging import Page, asked, in_range, page
from api.types.results import NOT_FOUND, AmbiguousName, NotFound, places_of
from kg.errors import NotFound as Missing
from kg.retrieve.difference import (
    Between,
    ChangedArtifact,
    ChangedEdge,
    ChangedFlow,
    changed_artifacts,
    changed_edges,
    changed_flow,
)
from kg.retrieve.find import find
from kg.retrieve.flow import STARTS, Direction, FlowOptions
from kg.retrieve.session import kept_seq, wanted
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType


async def between(reading: Reading, a: str, b: str | None) -> Between:
    """The two snapshots, by number or pin; without a second one, the one that the request reads."""
    first = await kept_seq(reading.graph, wanted(a))
    second = reading.session.seq if b is None else await kept_seq(reading.graph, wanted(b))
    return Between(first, second)


async def artifacts(
    reading: Reading, between: Between, first: int, after: str | None
) -> Page[ChangedArtifact]:
    given = asked(reading, first, after, "diff.artifacts", between.a, between.b)
    rows = await changed_artifacts(
        reading.graph, between, reading.session.scope, Uid(given.after), given.limit
    )
    return page(given, rows, lambda one: one.place.uid)


async def edges(
    reading: Reading, between: Between, types: Sequence[EdgeType], first: int, after: str | None
) -> Page[ChangedEdge]:
    given = asked(reading, first, after, "diff.edges", between.a, between.b, types)
    rows = await changed_edges(reading.graph, between, reading.session.scope, types, given.after, given.limit)
    return page(given, rows, lambda one: one.key)


async def flow(
    reading: Reading, start: str, repository: str | None, direction: Direction, depth: int, between: Between
) -> ChangedFlow | AmbiguousName | NotFound:
    """From what a name means in the second snapshot, or, where nothing is called so any more, in the first."""
    in_range("depth", depth, 1, 6)
    root = await _root(reading, start, repository, between)
    if not isinstance(root, str):
        return root
    try:
        return await changed_flow(
            reading.graph, root, direction, depth, between, reading.session.scope, FlowOptions()
        )
    except Missing:
        return NOT_FOUND


async def _root(
    reading: Reading, start: str, repository: str | None, between: Between
) -> Uid | AmbiguousName | NotFound:
    if uid := read_id(start):
        return uid
    for seq in (between.b, between.a) if len(start) <= LONGEST_NAME else ():
        found = await find(reading.graph, start, STARTS, reading.session.scope, seq, limit=10 * CANDIDATES)
        places = [place for place in found if repository in (None, place.repo)]
        if places:
            return places[0].uid if len(places) == 1 else places_of(tuple(places[:CANDIDATES]))
    return NOT_FOUND
