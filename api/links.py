"""Pages of what stands next to an artifact: callers, callees, documents, members.

In: the artifact's place and the page that is asked for. Out: rows with their cursors. Batched: the same
field of many artifacts is one statement. Knows nothing of GraphQL types.
"""

from api.context import Reading
from api.loaders import Look
from api.paging import Page, asked, page
from kg.retrieve import explore
from kg.schema.ids import Uid
from kg.schema.question import Linked, Place


async def callers(reading: Reading, place: Place, first: int, after: str | None) -> Page[Linked]:
    return await _linked(reading, explore.callers, "callers", place, first, after)


async def callees(reading: Reading, place: Place, first: int, after: str | None) -> Page[Linked]:
    return await _linked(reading, explore.callees, "callees", place, first, after)


async def documents(reading: Reading, place: Place, first: int, after: str | None) -> Page[Linked]:
    return await _linked(reading, explore.documents, "documents", place, first, after)


async def members(reading: Reading, place: Place, first: int, after: str | None) -> Page[Place]:
    wanted = asked(reading, first, after, "members", place.uid)
    found = await reading.loaders.places(explore.members, place.uid, Uid(wanted.after), wanted.limit)
    return page(wanted, found, lambda member: member.uid)


async def _linked(
    reading: Reading, look: Look, field: str, place: Place, first: int, after: str | None
) -> Page[Linked]:
    wanted = asked(reading, first, after, field, place.uid)
    found = await reading.loaders.linked(look, place.uid, Uid(wanted.after), wanted.limit)
    return page(wanted, found, lambda link: link.place.uid)
