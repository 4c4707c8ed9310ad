"""What decorators make of the functions and classes under them.

A decorated name means what was written there, with the functions that a decorator of this repository
puts in front of it (`wrappers`), unless the decorator gives an object: then the name is that object.
Decorators from outside are taken to leave things as they are.
"""

from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.calling import given_back
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.values import (
    NOTHING,
    Class,
    External,
    Found,
    Function,
    Instance,
    Own,
    Place,
    Value,
    exactly,
    inferred,
    union,
)


def meaning(engine: Engine, place: Class | Function) -> Found:
    """What a decorated name is."""
    found = decorated(engine, place, 0)
    objects = tuple(value for value in found.values if isinstance(value, Instance))
    return inferred(Found(objects, found.rank, found.is_open)) if objects else exactly(place)


def wrappers(engine: Engine, function: Function, caller: Place) -> tuple[Function, ...]:
    """The functions that run when a decorated function is called by its name, before itself; a wrapper
    calls what is below it, and not by that name."""
    count = len(function.scope.decorators)
    if not count:
        return ()
    levels = [_functions(decorated(engine, function, index), function) for index in range(count)]
    return () if any(caller in level for level in levels) else levels[0]


def _functions(found: Found, function: Function) -> tuple[Function, ...]:
    return tuple(v for v in found.values if isinstance(v, Function) and v is not function)


def decorated(engine: Engine, place: Class | Function, first: int) -> Found:
    """The outcome of the decorators from the `first` on (the outermost is 0), the lowest applied first."""
    if first == len(place.scope.decorators):
        return exactly(place)
    key = ("decorated", place, first)
    return engine.once(key, lambda: _applied(engine, place, place.scope.decorators[first], first))


def _applied(engine: Engine, place: Class | Function, decorator: Expr, index: int) -> Found:
    below = decorated(engine, place, index + 1)
    founds = [_outcome(engine, place, value, below) for value in _values(engine, place, decorator)]
    found = union(founds)
    return found if found.values else below


def _values(engine: Engine, place: Place, decorator: Expr) -> tuple[Value, ...]:
    return engine.evaluate(place.parent or place, decorator).values


def _outcome(engine: Engine, place: Place, decorator: Value, below: Found) -> Found:
    """What one decorator gives for what lies below it."""
    if isinstance(decorator, External):
        return below
    if isinstance(decorator, Class) and isinstance(place, Class):
        return below
    found = given_back(engine, decorator, lambda index, _: below if index == 0 else NOTHING)
    known = [v for v in found.values if isinstance(v, Function | Instance | Own)]
    return found._replace(values=tuple(known)) if known else NOTHING
