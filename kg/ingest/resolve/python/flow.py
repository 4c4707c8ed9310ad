"""What callers hand to parameters: what one look at the sites tells the next.

A parameter without a telling annotation may be whatever its callers give it. The first look ties the
calls that need no such knowledge; from these come the arguments, and with them the open sites are
asked again (see `resolve.look`). There is no fixpoint: what only one look more could see stays open.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.callbacks import fed
from kg.ingest.resolve.python.calling import argument
from kg.ingest.resolve.python.calls import Site, target_of
from kg.ingest.resolve.python.decorators import decorated
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.functions import as_object
from kg.ingest.resolve.python.values import (
    NOTHING,
    Bound,
    Class,
    Closure,
    Found,
    Function,
    Module,
    Place,
    opened,
    union,
)

MOST_CALLERS = 12
"""A parameter that more callers fill is anything: nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of one call, as its callee sees them."""

    place: Place
    call: Expr
    shift: int
    """1 where `self` or `cls` comes before the arguments."""
    first: Found = NOTHING
    """A decorator's only argument, which no expression shows."""


Called = Function | tuple[Module, int]
"""A function, or a lambda by its number in its module."""

Incoming = dict[Called, list[Given]]


def incoming(engine: Engine, sites: Iterable[tuple[Place, Expr, Site]], places: Iterable[Place]) -> Incoming:
    """By function, what is handed to it."""
    found: Incoming = {}
    for place, call, site in sites:
        if call is not None and (call[2] or call[3]):
            for each in site.reached:
                found.setdefault(each.target, []).append(Given(place, call, each.shift))
            for closure in site.lambdas:
                found.setdefault(_key(closure), []).append(Given(place, call, 0))
            for callback in site.fed:
                if isinstance(callback, Class):
                    continue
                given = Given(place, None, isinstance(callback, Bound), fed(engine, place, call))
                found.setdefault(_key(callback), []).append(given)
    for place in places:
        for index, decorator in enumerate(place.scope.decorators):
            for value in engine.evaluate(place.parent or place, decorator).values:
                target, _ = target_of(engine, value)
                if isinstance(target, Function) and isinstance(place, Function):
                    shift = 0 if value is target else 1
                    below = decorated(engine, place, index + 1)
                    found.setdefault(target, []).append(Given(place, None, shift, below))
    return found


def _key(callback: Function | Bound | Closure) -> Called:
    if isinstance(callback, Closure):
        assert callback.expression is not None
        return callback.place.module, callback.expression[3]
    return callback.function if isinstance(callback, Bound) else callback


def handed(engine: Engine, given: list[Given], name: str, index: int) -> Found:
    """What a parameter is given by all callers; there may be others."""
    if len(given) > MOST_CALLERS:
        return NOTHING
    founds = [as_object(_argument(engine, each, name, index)) for each in given]
    return opened(union(found for found in founds if found.values))


def _argument(engine: Engine, given: Given, name: str, index: int) -> Found:
    position = index - given.shift
    if given.call is None:
        return given.first if position == 0 else NOTHING
    return argument(engine, given.place, given.call, position, name)
