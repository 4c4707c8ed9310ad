"""Pages of what stands next to an artifact: callers, callees, documents, members.

In: the artifact's place and the page that is asked for. Out: rows with their cursors. Batched: the same
field of many artifacts is one statement. Knows nothing of GraphQL types.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from api.context import Reading
from api.loaders import Look
from api.paging import Page, asked, page
from api.types.words import Way
from kg.graph import Graph
from kg.retrieve import explore
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.question import Linked, Place
from kg.schema.vocabulary import EdgeType

_COMBINATIONS = 256
"""Combinations of edge types that are remembered: callers choose them freely."""


async def callers(reading: Reading, place: Place, first: int, after: str | None) -> Page[Linked]:
    return await _linked(reading, explore.callers, "callers", place, first, after)


async def callees(reading: Reading, place: Place, first: int, after: str | None) -> Page[Linked]:
    return await _linked(reading, explore.callees, "callees", place, first, after)


async def documents(reading: Reading, place: Place, first: int, after: str | None) -> Page[Linked]:
    return await _linked(reading, explore.documents, "documents", place, first, after)


async def related(
    reading: Reading, place: Place, types: Sequence[EdgeType], way: Way, first: int, after: str | None
) -> Page[Linked]:
    """Edges of these types, out of or into the artifact."""
    distinct = tuple(sorted(set(types)))
    wanted = asked(reading, first, after, "related", place.uid, way, distinct)
    look = _related_out(distinct) if way is Way.OUT else _related_in(distinct)
    found = await reading.loaders.linked(look, place.uid, Uid(wanted.after), wanted.limit)
    return page(wanted, found, explore.related_key)


async def members(reading: Reading, place: Place, first: int, after: str | None) -> Page[Place]:
    wanted = asked(reading, first, after, "members", place.uid)
    found = await reading.loaders.places(explore.members, place.uid, Uid(wanted.after), wanted.limit)
    return page(wanted, found, lambda member: member.uid)


@lru_cache(_COMBINATIONS)
def _related_out(types: tuple[EdgeType, ...]) -> Look:
    """The read for these types; the same object each time, since loaders are kept by it."""
    return partial(_of_types, explore.related_out, types)


@lru_cache(_COMBINATIONS)
def _related_in(types: tuple[EdgeType, ...]) -> Look:
    return partial(_of_types, explore.related_in, types)


async def _of_types(
    read: Callable[..., Awaitable[dict[Uid, Any]]],
    types: Sequence[EdgeType],
    graph: Graph,
    uids: Sequence[Uid],
    scope: Scope,
    seq: int,
    after: Uid,
    limit: int,
) -> dict[Uid, Any]:
    return await read(graph, uids, types, scope, seq, after, limit)


async def _linked(
    reading: Reading, look: Look, field: str, place: Place, first: int, after: str | None
) -> Page[Linked]:
    wanted = asked(reading, first, after, field, place.uid)
    found = await reading.loaders.linked(look, place.uid, Uid(wanted.after), wanted.limit)
    return page(wanted, found, lambda link: link.place.uid)
