"""What callers hand to parameters: what one look at the sites tells the next.

A parameter without a telling annotation may be whatever its callers give it. The first look ties the
calls that need no such knowledge; from these come the arguments, and with them the open sites are
asked again (see `looks`). There is no fixpoint: what only one look more could see stays open.

A call that hands something over is a number: which place of its file, which call or decorator of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.callbacks import fed
from kg.ingest.resolve.python.calling import argument
from kg.ingest.resolve.python.calls import Site, target_of
from kg.ingest.resolve.python.decorators import decorated
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.functions import as_object
from kg.ingest.resolve.python.keys import PASSING, key_in, within
from kg.ingest.resolve.python.offers import MOST_CALLERS
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


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of one call, as its callee sees them."""

    place: Place
    call: Expr
    shift: int
    """1 where `self` or `cls` comes before the arguments."""
    first: Found = NOTHING
    """The only argument where no expression shows it: of a decorator, or of what a builtin runs."""
    seen: int = 0
    """What that rests on."""


Called = Function | tuple[Module, int]
"""A function, or a lambda by its number in its module."""

_SITE, _FED, _DECORATOR = range(3)
_INDEX = 24
"""Bits for the number of a call in its place; the parser gives up long before."""


def called_key(called: Called, form: int) -> int:
    if isinstance(called, Function):
        return key_in(called.module.key, called.number << 1, form)
    module, number = called
    return key_in(module.key, number << 1 | 1, form)


def handed_on(
    engine: Engine, sites_of: Mapping[Place, Sequence[Site]], form: int
) -> Iterator[tuple[int, int]]:
    """Whom the sites and decorators of a file hand something: the key, and which of them it is."""
    for place, sites in sites_of.items():
        for index, site in enumerate(sites):
            call = place.scope.calls[index]
            if call is not None and (call[2] or call[3]):
                for called, kind, shift in _called(site):
                    yield called_key(called, form), _number(kind, place, index, shift)
    for place in sites_of:
        if isinstance(place, Function):
            for index, decorator in enumerate(place.scope.decorators):
                for value in engine.evaluate(place.parent or place, decorator).values:
                    target, _ = target_of(engine, value)
                    if isinstance(target, Function):
                        shift = value is not target
                        yield called_key(target, form), _number(_DECORATOR, place, index, shift)


def _called(site: Site) -> Iterator[tuple[Called, int, int]]:
    yield from ((each.target, _SITE, each.shift) for each in site.reached)
    yield from ((_lambda(closure), _SITE, 0) for closure in site.lambdas)
    for callback in site.fed:
        if isinstance(callback, Closure):
            yield _lambda(callback), _FED, 0
        elif not isinstance(callback, Class):
            is_bound = isinstance(callback, Bound)
            yield callback.function if isinstance(callback, Bound) else callback, _FED, is_bound


def _lambda(closure: Closure) -> Called:
    assert closure.expression is not None
    return closure.place.module, closure.expression[3]


def _number(kind: int, place: Place, index: int, shift: int) -> int:
    return ((place.number << _INDEX | index) << 2 | kind) << 1 | shift


def given_of(engine: Engine, offered: Iterable[tuple[Module, int]]) -> list[Given]:
    """The calls behind the numbers of some files: those of sites first. The engine is that of the look
    that found them."""
    all_given = [_given(engine, module, number) for module, number in offered]
    return [given for kind, given in all_given if kind != _DECORATOR] + [
        given for kind, given in all_given if kind == _DECORATOR
    ]


def _given(engine: Engine, module: Module, number: int) -> tuple[int, Given]:
    shift, kind, at = number & 1, number >> 1 & 3, number >> 3
    place, index = module.places[at >> _INDEX], at & (1 << _INDEX) - 1
    if kind == _SITE:
        return kind, Given(place, place.scope.calls[index], shift)
    engine.turn()
    first = (
        fed(engine, place, place.scope.calls[index])
        if kind == _FED
        else decorated(engine, _decorated(place), index + 1)
    )
    return kind, Given(place, None, shift, first, engine.seen & ~PASSING)


def _decorated(place: Place) -> Function:
    assert isinstance(place, Function)
    return place


def handed(engine: Engine, given: Sequence[Given], name: str, index: int) -> Found:
    """What a parameter is given by all callers; there may be others."""
    if len(given) > MOST_CALLERS:
        return NOTHING
    founds = [as_object(_argument(engine, each, name, index)) for each in given]
    return opened(union(found for found in founds if found.values))


def _argument(engine: Engine, given: Given, name: str, index: int) -> Found:
    position = index - given.shift
    engine.note(within(given.place.module.key))
    if given.call is None:
        engine.seen |= given.seen
        return given.first if position == 0 else NOTHING
    return argument(engine, given.place, given.call, position, name)
