"""Fields of an artifact's content: its text, what only some kinds have (`kg.schema.details`), one line a field.

The content comes through a loader, so that many fields of many artifacts are one statement.
"""

from typing import Any, Protocol

import strawberry

from api.context import Info
from kg.schema.details import Detail as Given
from kg.schema.details import Details
from kg.schema.ids import Uid
from kg.schema.question import Detail as Content
from kg.schema.question import Place


class Placed(Protocol):
    @property
    def place(self) -> Place: ...


@strawberry.type(description="A property that only its kind of artifact, or type of edge, has.")
class Detail:
    name: str = strawberry.field(description="Its name, as in the graph.")
    values: list[str] = strawberry.field(description="Its value, or its values in order.")


def details_of(details: Details) -> list[Detail]:
    return [Detail(name=name, values=_texts(value)) for name, value in details]


async def detail(place: Place, info: Info) -> Content:
    """The content of an artifact, in one statement for all that the request shows."""
    reading = await info.context.reading()
    return await reading.loaders.details.load(place.uid) or Content(place, Uid(""))


async def all_details(self: Placed, info: Info) -> list[Detail]:
    return details_of((await detail(self.place, info)).details)


def content_text(about: str) -> Any:
    """The field `text`."""

    async def resolve(self: Placed, info: Info) -> str:
        return (await detail(self.place, info)).text

    return strawberry.field(resolver=resolve, description=about)


def detail_text(name: str, about: str) -> Any:
    """A field that is one text; null where there is none."""

    async def resolve(self: Placed, info: Info) -> str | None:
        found = await _detail(self.place, info, name)
        return str(found) if found else None

    return strawberry.field(resolver=resolve, description=about)


def detail_number(name: str, about: str) -> Any:
    async def resolve(self: Placed, info: Info) -> int | None:
        found = await _detail(self.place, info, name)
        return int(found) if isinstance(found, int | float) else None

    return strawberry.field(resolver=resolve, description=about)


def detail_flag(name: str, about: str) -> Any:
    async def resolve(self: Placed, info: Info) -> bool:
        return bool(await _detail(self.place, info, name))

    return strawberry.field(resolver=resolve, description=about)


def detail_list(name: str, about: str) -> Any:
    """A field that is a list of texts."""

    async def resolve(self: Placed, info: Info) -> list[str]:
        found = await _detail(self.place, info, name)
        return _texts(found) if found else []

    return strawberry.field(resolver=resolve, description=about)


async def _detail(place: Place, info: Info, name: str) -> Given | None:
    return dict((await detail(place, info)).details).get(name)


def _texts(value: Given) -> list[str]:
    return [str(one) for one in value] if isinstance(value, tuple) else [str(value)]
