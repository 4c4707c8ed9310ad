"""net/http and resty: what Go code asks for. Tests do not count."""

from collections.abc import Iterator

from kg.ingest.resolve.contracts.contract import ANY, METHODS, REQUESTS, Contract
from kg.ingest.resolve.contracts.paths import below
from kg.ingest.resolve.contracts.values import last_names, nth
from kg.ingest.resolve.go_names import is_go_code
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.usages import Value

_FUNCTIONS = {"Get": "GET", "Post": "POST", "PostForm": "POST", "Head": "HEAD"}
_RESTY = {name.title(): name for name in METHODS}
_CLIENTS = ("http", "http.DefaultClient", "http.Client")


def go_clients(world: World) -> Iterator[Contract]:
    for used in world.usages(*_FUNCTIONS, *(name for name in _RESTY if name not in _FUNCTIONS)):
        usage = used[1]
        if is_go_code(used[0]) and (
            (usage.on in _CLIENTS and usage.name in _FUNCTIONS)
            or (usage.on.startswith("resty.") and usage.name in _RESTY)
        ):
            yield from _contracts(world, used, _RESTY.get(usage.name, "POST"), nth(usage, 0))
    for used in world.usages("NewRequest", "NewRequestWithContext"):
        usage = used[1]
        if is_go_code(used[0]) and usage.on == "http":
            at = 1 if usage.name == "NewRequestWithContext" else 0
            yield from _contracts(world, used, _method(world, used, nth(usage, at)), nth(usage, at + 1))


def _method(world: World, used: Used, value: Value) -> str:
    """`"PUT"`, `http.MethodPut`."""
    names = [name.removeprefix("Method").upper() for name in last_names(value) if name.startswith("Method")]
    return next(iter(names), "") or world.text(value, *used).upper() or ANY


def _contracts(world: World, used: Used, method: str, url: Value) -> Iterator[Contract]:
    facts, usage = used
    for text in world.texts(url, facts, usage):
        yield Contract(REQUESTS, method, below(GAP, text), usage.source, facts, usage.line)
