"""Decorators and calls of TypeScript and JavaScript, told as usages once the walk is over.

In: a finished walk. Out: `Usage` records in the order of lines. A decorator is told on what it decorates: the
innermost artifact that begins at it.
"""

from kg.ingest.parse.typescript.noting import VERBS
from kg.ingest.parse.typescript.owners import module_of, owner, written
from kg.ingest.parse.typescript.values import given
from kg.ingest.parse.typescript.walk import Noted, Walk
from kg.schema import typescript as ts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, CALL, CALLED, MAP, NAME, Given, Usage, Value

_CLIENTS = (
    "axios", "http", "request", "client", "api", "fetch", "ky", "got", "superagent", "router", "app", "server",
    "express", "fastify", "hono", "koa",
)  # fmt: skip
"""Parts of names of what takes paths: only there a name alone is told as an argument of `get`."""


def usages(walk: Walk) -> tuple[Usage, ...]:
    if not walk.noted:
        return ()
    takers = {id(value): name for name, value in _taken(walk)}
    lines = _Lines(walk) if any(noted.decorates for noted in walk.noted) else None
    found: list[Usage] = []
    for noted in walk.noted:
        if noted.decorates and lines is not None:
            found.append(lines.decorator(noted))
        elif (usage := _called(walk, noted, takers.get(id(noted.value), ""))) is not None:
            found.append(usage)
    return tuple(found)


def _taken(walk: Walk) -> list[tuple[str, Value]]:
    """Names and the calls that give them their values, `await` and claims about types apart."""
    found: list[tuple[str, Value]] = []
    for name, value in walk.taken:
        while value is not None and value[0] in (ts.AWAIT, ts.AS, ts.SCOPED):
            value = value[1] if value[0] == ts.AWAIT else value[2]
        found.append((name, value))
    return found


def _called(walk: Walk, noted: Noted, to: str) -> Usage | None:
    form, callee, *_, row, _column = noted.value
    is_member = callee[0] == ts.MEMBER
    receiver = written(callee[1]) if is_member else ""
    on = (
        owner(walk, callee[1], noted.scope) or receiver
        if is_member
        else module_of(walk, noted.name, noted.scope)
    )
    told = given(walk, noted.value, noted.scope)
    chained = receiver.endswith("()") and ".route()" in receiver
    if noted.name in VERBS and not chained and not _may_be_path(told, on or receiver):
        return None
    return Usage(
        noted.owner.uid,
        CALLED,
        f"new {noted.name}" if form == ts.NEW else noted.name,
        on,
        told,
        row - noted.owner.row,
        to=to,
        receiver=receiver if receiver != on else "",
    )


def _may_be_path(told: Given, on: str) -> bool:
    """Whether a text with a slash is among the first arguments; a name only on what may be a client."""
    if any(_has_slash(value) for _, value in told[:2]):
        return True
    low = on.lower()
    return any(part in low for part in _CLIENTS) and any(value is not None for _, value in told[:1])


def _has_slash(value: Value) -> bool:
    if isinstance(value, str):
        return "/" in value or value in ("", "*")
    if value is None or value[0] in (NAME, CALL):
        return False
    parts = [part for _, part in value[1:]] if value[0] == MAP else value[1:]
    return any(_has_slash(part) for part in parts)


class _Lines:
    """What begins where, for decorators."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.places = [(edge.start_line, edge.end_line, edge.target) for edge in walk.edges]

    def decorator(self, noted: Noted) -> Usage:
        *_, row, _column = noted.value
        start, uid = self._decorated(row + 1, noted.owner.uid, noted.owner.row + 1)
        told = given(self.walk, noted.value, noted.scope)
        on = module_of(self.walk, noted.name, 0)
        return Usage(uid, ANNOTATION, noted.name, on, told, row + 1 - start)

    def _decorated(self, line: int, uid: Uid, start: int) -> tuple[int, Uid]:
        """The innermost artifact around a line: it began last."""
        around = [(first, target) for first, last, target in self.places if first <= line <= last]
        return max(around, key=lambda place: place[0], default=(start, uid))
