"""A space of Confluence, by its REST API: its pages and blog posts in storage format, each a file.

In: the space. Out: a `State`. Bodies are asked for only where the version is another one than the mirror has.
What carries a read restriction, or stands below a page that does, is left out and counted: until access is
kept by path, leaving it out is the only way in which it is not readable to everybody. Where a restriction
cannot be told the page counts as restricted. Attachments and comments are not read.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kg.errors import SourceError
from kg.ingest.source.kept import Held, Seen, State
from kg.ingest.source.pages import Page, page_file, page_path
from kg.ingest.source.places import Place
from kg.ingest.source.web import Missing, Web, open_web

KINDS = ("page", "blogpost")
PAGE_SIZE = 100
BODIES_AT_ONCE = 4
MAX_PARTS = 2_000
_READ = "restrictions.read.restrictions"
_LIST = f"version,ancestors,{_READ}.user,{_READ}.group"


@dataclass(frozen=True, slots=True)
class Listed:
    """A page as the list has it: without its text."""

    page: Page
    above: tuple[str, ...]
    """The ids of the pages that it stands below."""
    restricted: bool


async def read_space(place: Place, held: Held) -> State:
    base, space = _parts(place)
    async with open_web(place) as web:
        await web.json(f"{base}/rest/api/space/{space}")  # an empty space is not one that may not be read
        listed = [each async for each in _list(web, base, space)]
        closed = await _closed(web, base, listed)
        open_ = [each.page for each in listed if each.page.id not in closed]
        files = await _files(web, base, place, open_, held)
    return State(files, _notes(len(closed)), {page_path(page): page.version for page in open_})


def _parts(place: Place) -> tuple[str, str]:
    """What stands before the API, and the key of the space: `/wiki/spaces/OPS`, `/display/OPS`."""
    for word in ("/spaces/", "/display/"):
        base, found, rest = place.path.partition(word)
        space = rest.partition("/")[0]
        if found and space and all(c.isalnum() or c in "~_-.@" for c in space):
            return base, space
    raise SourceError(f"source: {place.url} names no space; it ends in /spaces/KEY or /display/KEY")


async def _list(web: Web, base: str, space: str) -> AsyncIterator[Listed]:
    seen: set[str] = set()
    for kind in KINDS:
        async for entry in _entries(web, base, space, kind):
            listed = _listed(entry, space)
            if listed.page.id not in seen:  # pages move from one part of the list to the next
                seen.add(listed.page.id)
                yield listed


async def _entries(web: Web, base: str, space: str, kind: str) -> AsyncIterator[Mapping[str, Any]]:
    """Every part of the list. It ends where the server says that nothing follows, however short a part is."""
    wanted: dict[str, str | int] = {
        "spaceKey": space,
        "type": kind,
        "status": "current",
        "expand": _LIST,
        "limit": PAGE_SIZE,
    }
    at: dict[str, str] = {"start": "0"}
    for _ in range(MAX_PARTS):
        answer = await web.json(f"{base}/rest/api/content", {**wanted, **at})
        try:
            results, link = answer["results"], answer.get("_links", {}).get("next", "")
        except (KeyError, TypeError, AttributeError):
            raise SourceError(f"source: {web.where} does not answer as Confluence does") from None
        for entry in results:
            yield entry
        if not link:
            return
        before, at = at, _follows(str(link), int(at.get("start", "0")) + len(results))
        if at == before:
            break
    raise SourceError(f"source: the list of {space} at {web.where} does not end")


def _follows(link: str, start: int) -> dict[str, str]:
    """Where the next part begins. Of the link only that is taken: the server stays the one that was connected."""
    query = parse_qs(urlsplit(link).query)
    told = {name: values[0] for name, values in query.items() if name in ("start", "cursor")}
    return told if told and told.get("start", "0").isdigit() else {"start": str(start)}


def _listed(entry: Mapping[str, Any], space: str) -> Listed:
    try:
        version = entry["version"]
        by = version.get("by") or {}
        page = Page(
            space,
            str(int(entry["id"])),
            str(entry["title"]),
            str(int(version["number"])),
            _seconds(version.get("when", "")),
            str(by.get("displayName", "")),
            str(by.get("username") or by.get("accountId") or ""),
        )
        above = tuple(str(each["id"]) for each in entry["ancestors"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise SourceError(f"source: a page of {space} has no id, title, version or ancestors") from None
    return Listed(page, above, _is_restricted(entry.get("restrictions", {}).get("read")))


def _is_restricted(read: Any) -> bool:
    """Whether only some may read it. What cannot be told is a yes."""
    try:
        people = read["restrictions"]
        return any(int(people[who]["size"]) > 0 or bool(people[who]["results"]) for who in ("user", "group"))
    except (KeyError, TypeError, ValueError):
        return True


async def _closed(web: Web, base: str, listed: Iterable[Listed]) -> set[str]:
    """The ids of what not everybody may read: a restriction holds for all that stands below."""
    own = {each.page.id: each.restricted for each in listed}
    closed = {number for number, restricted in own.items() if restricted}
    for each in listed:
        for number in each.above:
            if number not in own:  # a folder, or a page that our login does not see
                own[number] = await _restriction(web, base, number)
            if own[number]:
                closed.add(each.page.id)
    return closed


async def _restriction(web: Web, base: str, number: str) -> bool:
    try:
        answer = await web.json(f"{base}/rest/api/content/{number}/restriction/byOperation/read")
    except Missing:
        return True
    return _is_restricted(answer)


async def _files(web: Web, base: str, place: Place, pages: Iterable[Page], held: Held) -> tuple[Seen, ...]:
    room = asyncio.Semaphore(BODIES_AT_ONCE)

    async def one(page: Page) -> Seen | None:
        if held.has(page_path(page), page.version):
            return Seen(page_path(page), None)
        async with room:
            body = await _body(web, base, page)
        return None if body is None else page_file(page, body, place.server)

    found = await asyncio.gather(*(one(page) for page in pages))
    return tuple(seen for seen in found if seen is not None)


async def _body(web: Web, base: str, page: Page) -> str | None:
    """The text; None when the page was deleted or restricted since it was listed."""
    wanted = f"body.storage,{_READ}.user,{_READ}.group"
    try:
        answer = await web.json(f"{base}/rest/api/content/{page.id}", {"expand": wanted})
        if _is_restricted(answer.get("restrictions", {}).get("read")):
            return None
        return str(answer["body"]["storage"]["value"])
    except Missing:
        return None
    except (KeyError, TypeError, AttributeError):
        raise SourceError(
            f"source: the page {page.id} of {page.space} has no text in storage format"
        ) from None


def _seconds(when: str) -> int:
    try:
        return int(datetime.fromisoformat(when).timestamp())
    except ValueError:
        return 0


def _notes(closed: int) -> tuple[str, ...]:
    return (f"{closed} restricted pages left out",) if closed else ()
