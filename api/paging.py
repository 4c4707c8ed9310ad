"""One page from the rows after a cursor: `first + 1` rows were read, so it is known whether more follow.

Pure. Cursors are written and checked in `api.cursors`.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from graphql import GraphQLError

from api.context import Reading
from api.cursors import Cursor, begin_after, place_of, write_cursor
from api.types.pages import PageInfo

MOST = 100

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Asked:
    """The page that a field asks for: what to read, and how to name where its rows stand."""

    reading: Reading
    place: str
    first: int
    after: str
    """The key of the last row of the page before; empty for the first page."""
    begun_at: int
    """When the first page was read."""

    @property
    def limit(self) -> int:
        """Rows to read: one more than the page, to know whether more follow."""
        return self.first + 1

    def cursor(self, key: str) -> str:
        session = self.reading.session
        cursor = Cursor(self.place, session.seq, session.scope.fingerprint, key, self.begun_at)
        return write_cursor(cursor, self.reading.service.cursor_secret)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """The rows of a page, each with its cursor."""

    rows: tuple[tuple[str, Row], ...]
    info: PageInfo


def asked(reading: Reading, first: int, after: str | None, field: str, *about: object) -> Asked:
    """What a connection asks for; refuses a length out of range and a cursor of anything else."""
    if not 1 <= first <= MOST:
        raise GraphQLError(f"`first` is {first}; it must be 1 to {MOST}.", extensions={"code": "ARGUMENT"})
    place = place_of(field, *about)
    session = reading.session
    secret = reading.service.cursor_secret
    key, begun_at = begin_after(after, place, session.seq, session.scope, secret, time.time())
    return Asked(reading, place, first, key, begun_at)


def page(asked: Asked, rows: Sequence[Row], key: Callable[[Row], str]) -> Page[Row]:
    shown = tuple((asked.cursor(key(row)), row) for row in rows[: asked.first])
    info = PageInfo(
        has_next_page=len(rows) > asked.first,
        has_previous_page=bool(asked.after),
        start_cursor=shown[0][0] if shown else None,
        end_cursor=shown[-1][0] if shown else None,
    )
    return Page(shown, info)


def in_range(argument: str, given: int, low: int, high: int) -> None:
    if not low <= given <= high:
        raise GraphQLError(
            f"`{argument}` is {given}; it must be {low} to {high}.", extensions={"code": "ARGUMENT"}
        )
