"""What calling a value gives: by its class, its annotation, its code, or what it is given."""

from collections.abc import Callable
from dataclasses import replace

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.functions import Passed, passed, says_little
from kg.ingest.resolve.python.overloads import overload
from kg.ingest.resolve.python.values import (
    NOTHING,
    Alias,
    Bound,
    Class,
    Closure,
    External,
    Foreign,
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

Arguments = Callable[[int, str], Found]
"""The argument for a parameter, by its place among those that are written, and its name."""


def given_back(engine: Engine, value: Value, arguments: Arguments) -> Found:
    """What calling a value gives, when a function may return what it was given."""
    found = engine.called(value)
    function = value.function if isinstance(value, Bound) else value
    if not isinstance(function, Function):
        return found
    shift = 1 if isinstance(value, Bound) else 0
    back = [_given(engine, function, arguments, shift, each) for each in passed(function)]
    return inferred(union((*([found] if found.values else []), *back))) if back else found


def _given(engine: Engine, function: Function, arguments: Arguments, shift: int, each: Passed) -> Found:
    found = arguments(each.position - shift, each.name)
    return found if found.values else engine.evaluate(function.parent or function, each.default)


def argument(engine: Engine, place: Place, call: Expr, position: int, name: str) -> Found:
    """What a call hands to a parameter."""
    assert call is not None
    named = next((value for keyword, value in call[3] if keyword == name), None)
    if named is not None:
        return engine.evaluate(place, named)
    positional: tuple[Expr, ...] = call[2]
    before = positional[: position + 1]
    if not 0 <= position < len(positional) or any(e is not None and e[0] == facts.STARRED for e in before):
        return NOTHING
    return engine.evaluate(place, positional[position])


def called(engine: Engine, value: Value) -> Found:
    """What calling a value gives, whatever the arguments."""
    if isinstance(value, Class):
        return exactly(Instance(value))
    if isinstance(value, Own) and value.as_class:
        return exactly(Own(value.cls, as_class=False))
    if isinstance(value, Function | Bound):
        return engine.returned(value)
    if isinstance(value, Instance | Own):
        return union(engine.called(method) for method in engine.member(value, "__call__").values)
    if isinstance(value, Foreign) and value.name == "typing.Callable":
        return inferred(value.arguments[0]) if value.arguments else NOTHING
    if isinstance(value, External):
        return exactly(External(value.name + "()"))
    if isinstance(value, Alias):
        return engine.type_of(value.place, value.expression)
    if isinstance(value, Closure):
        assert value.expression is not None
        return inferred(engine.evaluate(value.place, value.expression[2]))
    return NOTHING


def overloaded(engine: Engine, place: Place, value: Function | Bound, call: Expr) -> Found | None:
    """What the signature that fits gives; where that is only callable, the functions that are returned."""
    is_bound = isinstance(value, Bound)
    function = value.function if isinstance(value, Bound) else value
    signature = overload(engine, place, function, call, shift=int(is_bound))
    if signature is None:
        return None
    found = engine.returned(replace(value, function=signature) if isinstance(value, Bound) else signature)
    if not found.values or not says_little(engine, found):
        return found if found.values else None
    shown = engine.returned(value)
    functions = tuple(v for v in shown.values if isinstance(v, Function))
    return union((found, shown._replace(values=functions))) if functions else found
