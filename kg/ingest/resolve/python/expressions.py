"""Expressions -> what they may be."""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.calling import argument, given_back, overloaded
from kg.ingest.resolve.python.constants import constant_of
from kg.ingest.resolve.python.elements import attribute, indexed, iterated
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.outside import (
    short,
)
from kg.ingest.resolve.python.outside_calls import outside
from kg.ingest.resolve.python.special import asked, sides
from kg.ingest.resolve.python.values import (
    NONE,
    NOTHING,
    Alias,
    Bound,
    Class,
    Closure,
    External,
    Foreign,
    Found,
    Function,
    Place,
    Value,
    exactly,
    inferred,
    union,
)

_CONSTANTS = {
    "None": NONE,
    **{
        f"builtins.{name}": exactly(Foreign(f"builtins.{name}"))
        for name in ("str", "bytes", "int", "float", "bool")
    },
}


def evaluate(engine: Engine, place: Place, expression: Expr) -> Found:
    """What an expression may be where it stands."""
    if expression is None:
        return NOTHING
    match expression[0]:
        case facts.NAME:
            return engine.name(place, expression[1], expression[2])
        case facts.ATTRIBUTE:
            return attribute(engine, engine.evaluate(place, expression[1]), expression[2])
        case facts.CALL:
            return engine.once(id(expression), lambda: call(engine, place, expression))
        case facts.CONSTANT:
            return _CONSTANTS.get(expression[1], NOTHING)
        case facts.SEQUENCE:
            return engine.once(id(expression), lambda: _sequence(engine, place, expression))
        case facts.MAPPING:
            return engine.once(id(expression), lambda: _mapping(engine, place, expression))
        case facts.SUBSCRIPT:
            return engine.once(id(expression), lambda: _subscript(engine, place, expression))
        case facts.EITHER:
            return union(engine.evaluate(place, each) for each in expression[1])
        case facts.UNION:
            return _union(engine, place, expression)
        case facts.OPERATION:
            return engine.once(id(expression), lambda: _operation(engine, place, expression))
        case facts.LAMBDA:
            return engine.once(id(expression), lambda: exactly(Closure(place, expression)))
        case facts.SENT:
            return _sent(engine, place, expression[1])
        case facts.STARRED:
            return iterated(engine, engine.evaluate(place, expression[1]))
    return NOTHING


def call(engine: Engine, place: Place, expression: Expr) -> Found:
    """What a call gives."""
    assert expression is not None
    callee = engine.evaluate(place, expression[1])
    founds = [_result(engine, place, value, expression) for value in callee.values]
    found = union(founds)
    return Found(found.values, max(found.rank, callee.rank), found.is_open or callee.is_open)


def _result(engine: Engine, place: Place, value: Value, expression: Expr) -> Found:
    assert expression is not None
    if isinstance(value, External):
        return outside(engine, place, value.name, expression)
    if isinstance(value, Function | Bound):
        found = overloaded(engine, place, value, expression)
        if found is not None:
            return found
    return given_back(engine, value, lambda index, name: argument(engine, place, expression, index, name))


def _sent(engine: Engine, place: Place, delegated: Expr) -> Found:
    """What a generator is sent, as annotated: `Generator[Yielded, Sent, Returned]`."""
    if delegated is not None:
        found, index = engine.evaluate(place, delegated), 2
    else:
        found, index = engine.type_of(place.parent or place, place.scope.returns), 1
    held = [v.arguments[index] for v in found.values if isinstance(v, Foreign) and len(v.arguments) > index]
    is_generator = any(isinstance(v, Foreign) and short(v.name).endswith("Generator") for v in found.values)
    return inferred(union(held)) if is_generator else NOTHING


def _sequence(engine: Engine, place: Place, expression: Expr) -> Found:
    assert expression is not None
    founds = tuple(engine.evaluate(place, element) for element in expression[2])
    if expression[1] == "builtins.tuple":
        return exactly(Foreign("builtins.tuple", founds))
    keyed = tuple(enumerate(founds)) if any(_is_telling(found) for found in founds) else ()
    return exactly(Foreign(expression[1], (union(founds) if founds else NONE,), keyed))


def _is_telling(found: Found) -> bool:
    """Numbers and texts by place say nothing about calls."""
    return any(not isinstance(value, Foreign) or value.arguments for value in found.values)


def _mapping(engine: Engine, place: Place, expression: Expr) -> Found:
    assert expression is not None
    if not expression[1]:
        return exactly(Foreign("builtins.dict", (NONE, NONE)))
    keys = union(engine.evaluate(place, key) for key, _ in expression[1])
    founds = [(key, engine.evaluate(place, value)) for key, value in expression[1]]
    keyed = tuple(
        (key[2], found)
        for key, found in founds
        if key is not None and key[0] == facts.CONSTANT and isinstance(key[2], str | int)
    )
    return exactly(Foreign("builtins.dict", (keys, union(found for _, found in founds)), keyed))


def _subscript(engine: Engine, place: Place, expression: Expr) -> Found:
    """A generic type, or an element."""
    assert expression is not None
    owner = engine.evaluate(place, expression[1])
    if any(isinstance(value, External | Class | Alias) for value in owner.values):
        return exactly(Alias(place, expression))
    return indexed(engine, owner, constant_of(engine, place, expression[2]))


def _operation(engine: Engine, place: Place, expression: Expr) -> Found:
    """What the special method of an operand gives; a sum of lists holds what either holds."""
    assert expression is not None
    for names, operand in zip(sides(expression[1]), expression[2:], strict=True):
        methods = asked(engine, engine.evaluate(place, operand), names)
        if methods:
            return inferred(union(engine.called(method) for method in methods))
    if expression[1] not in ("+", "|"):
        return NOTHING
    return union(engine.evaluate(place, operand) for operand in expression[2:])


def _union(engine: Engine, place: Place, expression: Expr) -> Found:
    """`A | B` of types is a type; otherwise one of the two, merged."""
    assert expression is not None
    left, right = engine.evaluate(place, expression[1]), engine.evaluate(place, expression[2])
    if any(isinstance(value, External | Class | Alias) for value in (*left.values, *right.values)):
        return engine.once(id(expression), lambda: exactly(Alias(place, expression)))
    return _operation(engine, place, (facts.OPERATION, "|", *expression[1:]))
