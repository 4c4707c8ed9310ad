"""Functional routes of Spring: `route(GET("/x"), handler::list)`, `route().GET("/x", handler::list)`, nested.

The method behind `handler::list` serves, by the declared type of `handler`; a lambda is served by the code
that holds it. A route inside `nest` or `path` is below that: it is read there and not once more by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.resolve.contracts.base_path import BasePaths
from kg.ingest.resolve.contracts.contract import METHODS, SERVES, Contract
from kg.ingest.resolve.contracts.mappings import known
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import imports
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import CALL, CALLED, NAME, Given, Usage, Value

_ROUTES = ("route", "andRoute")
_NESTS = ("nest", "andNest", "path")
_PACKAGE = ("org.springframework.web.reactive.function", "org.springframework.web.servlet.function")


@dataclass(frozen=True, slots=True)
class _Route:
    method: str
    path: Value
    prefix: tuple[Value, ...]
    handler: Value


def functional_routes(world: World) -> Iterator[Contract]:
    """What router functions serve."""
    files = {facts.file.path: facts for facts, _ in world.usages(*_ROUTES, *_NESTS, *METHODS)}
    bases = BasePaths(world)
    for facts in files.values():
        if imports(facts, *_PACKAGE):
            yield from _of_file(world, facts, bases.spring(facts.file.path))


def _of_file(world: World, facts: Facts, base: str) -> Iterator[Contract]:
    calls = [usage for usage in facts.usages if usage.form == CALLED]
    nests = [usage for usage in calls if usage.name in _NESTS and len(usage.arguments) > 1]
    inside = {given for usage in nests for _, value in usage.arguments[1:] for given in _given_in(value)}
    for usage in calls:
        if usage.arguments not in inside:
            for route in _routes(usage.name, usage.arguments, ()):
                yield _contract(world, facts, usage, route, base)


def _given_in(value: Value) -> Iterator[Given]:
    """What every call inside a value is given."""
    if isinstance(value, tuple) and value[0] == CALL:
        yield value[2]
        for each in (*(inner for _, inner in value[2]), value[3]):
            yield from _given_in(each)


def _routes(name: str, given: Given, prefix: tuple[Value, ...]) -> Iterator[_Route]:
    values = [value for _, value in given]
    if name in METHODS and len(values) > 1:
        yield _Route(name, values[0], prefix, values[-1])
    elif name in _ROUTES and len(values) == 2:
        verb, path = _predicate(values[0])
        if verb in METHODS:
            yield _Route(verb, path, prefix, values[1])
    elif name in _NESTS and len(values) == 2:
        below = values[0] if name == "path" else _predicate(values[0])[1]
        for each in values[1:]:
            yield from _chained(each, (*prefix, below))


def _chained(value: Value, prefix: tuple[Value, ...]) -> Iterator[_Route]:
    """The routes of a chain, its first call first."""
    if isinstance(value, tuple) and value[0] == CALL:
        yield from _chained(value[3], prefix)
        yield from _routes(value[1].rpartition(".")[2], value[2], prefix)


def _predicate(value: Value) -> tuple[str, Value]:
    """`GET("/x")` of `GET("/x").and(accept(JSON))`; `path("/x")` has no method."""
    while isinstance(value, tuple) and value[0] == CALL:
        name = value[1].rpartition(".")[2]
        if name in (*METHODS, "path") and value[2]:
            return name, value[2][0][1]
        value = value[3]
    return "", None


def _contract(world: World, facts: Facts, usage: Usage, route: _Route, base: str) -> Contract:
    parts = [world.text(each, facts, usage) for each in (*route.prefix, route.path)]
    path = joined(base, *parts)
    how, confidence = known(path)
    source = _handler(world, facts, usage.source, route.handler)
    return Contract(
        SERVES, route.method, path, source, facts, usage.line, usage.source, how=how, confidence=confidence
    )


def _handler(world: World, facts: Facts, source: Uid, handler: Value) -> Uid:
    """The method that a reference means; where that is not known, the code that routes to it."""
    if not isinstance(handler, tuple) or handler[0] != NAME or "::" not in handler[1]:
        return source
    holder, _, name = handler[1].rpartition("::")
    around = world.jvm.of(Uid(source.rpartition("#")[0]))
    if around is None:
        return source
    written = around.declared_type(source, holder.removeprefix("this.")) or holder
    of = around if holder == "this" else world.jvm.named(written, facts, around.name)
    for each in world.jvm.ancestors(of) if of is not None else ():
        found = [method for method in each.methods if method.name == name]
        if len(found) == 1:
            return found[0].uid
    return source
