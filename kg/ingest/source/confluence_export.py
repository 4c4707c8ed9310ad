"""The XML export of a space of Confluence (`entities.xml`), in a folder or a zip, without asking any server.

In: where it is. Out: a `State` of the same files that the REST API gives. The rules are the same: what carries a
read restriction, or stands below a page that does, is left out and counted; only the current version of a page is
read. A document type is refused, so nothing expands and nothing is fetched.
"""

import asyncio
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO
from xml.etree.ElementTree import Element, ParseError, iterparse

from kg.errors import SourceError
from kg.ingest.source.kept import Held, Seen, State
from kg.ingest.source.pages import Page, page_file
from kg.ingest.source.places import Place

NAME = "entities.xml"
MAX_BYTES = 2_000_000_000
_PAGES = ("Page", "BlogPost")
_STORAGE = "2"
_HEAD = 4096


@dataclass(slots=True)
class _Entity:
    """An object of the export: its properties; of one that is another object, that one's id."""

    id: str
    properties: dict[str, str]


@dataclass(slots=True)
class _Export:
    """What matters of an export."""

    pages: dict[str, _Entity] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)
    spaces: dict[str, str] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    """Content that carries a read restriction."""

    def add(self, kind: str, entity: _Entity) -> None:
        told = entity.properties
        if kind in _PAGES:
            self.pages[entity.id] = entity
        elif kind == "BodyContent" and told.get("bodyType", _STORAGE) == _STORAGE:
            self.bodies[told.get("content", "")] = told.get("body", "")
        elif kind == "Space":
            self.spaces[entity.id] = told.get("key", "")
        elif kind == "ContentPermissionSet" and told.get("type", "View") != "Edit":
            self.closed.add(told.get("owningContent", ""))

    def is_closed(self, number: str) -> bool:
        """Of a page above that the export does not hold it cannot be told: then it is."""
        seen: set[str] = set()
        while number and number not in seen:
            if number in self.closed or number not in self.pages:
                return True
            seen.add(number)
            number = self.pages[number].properties.get("parent", "")
        return False


async def read_export(place: Place, _held: Held) -> State:
    return await asyncio.to_thread(_read, place)


def _read(place: Place) -> State:
    export = _Export()
    try:
        with _opened(place) as file:
            for element in _objects(file):
                export.add(element.get("class", ""), _entity(element))
    except (ParseError, OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise SourceError(f"source: {place.url} cannot be read: {type(error).__name__}") from None
    current = [one for one in export.pages.values() if _is_current(one)]
    open_ = [one for one in current if not export.is_closed(one.id)]
    closed = len(current) - len(open_)
    notes = (f"{closed} restricted pages left out",) if closed else ()
    return State(tuple(_file(one, export) for one in open_), notes)


def _opened(place: Place) -> IO[bytes]:
    root = Path(place.path)
    if root.is_dir():
        return (root / NAME).open("rb")
    if not zipfile.is_zipfile(root):
        raise SourceError(f"source: {place.url}: neither a folder nor a zip of an XML export")
    archive = zipfile.ZipFile(root)
    try:
        entry = archive.getinfo(NAME)
    except KeyError:
        raise SourceError(f"source: {place.url} holds no {NAME}: export the space as XML") from None
    if entry.file_size > MAX_BYTES:
        raise SourceError(f"source: {place.url}: {NAME} has more than {MAX_BYTES:,} bytes")
    return archive.open(entry)


def _objects(file: IO[bytes]) -> Iterator[Element]:
    """One after the other, each forgotten when the next comes."""
    head = file.read(_HEAD)
    if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
        raise SourceError("source: an export with a document type is not read")
    file.seek(0)
    root: Element | None = None
    for event, element in iterparse(file, ("start", "end")):  # noqa: S314 - no document type, so no entities
        if root is None:
            root = element
        elif event == "end" and element.tag == "object":
            yield element
            root.clear()


def _entity(element: Element) -> _Entity:
    properties: dict[str, str] = {}
    for each in element.findall("property"):
        other = each.find("id")
        properties[each.get("name", "")] = ((each.text if other is None else other.text) or "").strip()
    return _Entity((element.findtext("id") or "").strip(), properties)


def _is_current(page: _Entity) -> bool:
    told = page.properties
    return page.id.isdigit() and told.get("contentStatus") == "current" and not told.get("originalVersion")


def _file(page: _Entity, export: _Export) -> Seen:
    told = page.properties
    space = export.spaces.get(told.get("space", ""), "")
    known = Page(
        space if space.replace("~", "").replace("_", "").isalnum() else "space",
        page.id,
        told.get("title", ""),
        told.get("version", "1"),
        _seconds(told.get("lastModificationDate", "")),
        login=told.get("lastModifier", ""),
    )
    # The export writes the end of a CDATA section inside a text as `]] >`.
    return page_file(known, export.bodies.get(page.id, "").replace("]] >", "]]>"), "")


def _seconds(when: str) -> int:
    try:
        return int(datetime.fromisoformat(when).replace(tzinfo=UTC).timestamp())
    except ValueError:
        return 0
