"""Expressions -> what they may be."""

from collections.abc import Callable
from dataclasses import replace

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.callbacks import callbacks
from kg.ingest.resolve.python.constants import constant_of
from kg.ingest.resolve.python.elements import indexed, iterated
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.functions import Passed, passed, says_little
from kg.ingest.resolve.python.outside import (
    ELEMENT_OF_FIRST,
    GIVE_ELEMENT,
    LIKE_FIRST,
    MAPPINGS,
    SAME_AS_FIRST,
    SAME_CONTAINER,
    SEQUENCES,
    is_builtin_class,
    short,
)
from kg.ingest.resolve.python.overloads import overload
from kg.ingest.resolve.python.scopes import enclosing_class
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
    Instance,
    Own,
    Place,
    Super,
    TypeVariable,
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


def attribute(engine: Engine, owner: Found, name: str) -> Found:
    """An attribute of each thing it may be."""
    if not owner.values:
        return NOTHING
    founds = [engine.member(value, name) for value in owner.values]
    known = [found for found in founds if found.values]
    found = union(known) if known else union(founds)
    is_open = found.is_open or owner.is_open
    return Found(found.values, max(found.rank, owner.rank), is_open)


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
        return _outside(engine, place, value.name, expression)
    if isinstance(value, Closure):
        lambda_ = value.expression
        assert lambda_ is not None
        return inferred(engine.evaluate(value.place, lambda_[2]))
    overloaded = (
        _overloaded(engine, place, value, expression) if isinstance(value, Function | Bound) else None
    )
    if overloaded is not None:
        return overloaded
    return given_back(engine, value, lambda index, name: argument(engine, place, expression, index, name))


def _overloaded(engine: Engine, place: Place, value: Function | Bound, call: Expr) -> Found | None:
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


def _sent(engine: Engine, place: Place, delegated: Expr) -> Found:
    """What a generator is sent, as annotated: `Generator[Yielded, Sent, Returned]`."""
    if delegated is not None:
        found, index = engine.evaluate(place, delegated), 2
    else:
        found, index = engine.type_of(place.parent or place, place.scope.returns), 1
    held = [v.arguments[index] for v in found.values if isinstance(v, Foreign) and len(v.arguments) > index]
    is_generator = any(isinstance(v, Foreign) and short(v.name).endswith("Generator") for v in found.values)
    return inferred(union(held)) if is_generator else NOTHING


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
    return NOTHING


def _outside(engine: Engine, place: Place, name: str, expression: Expr) -> Found:
    """Calls of what comes from outside: the few that hand values on."""
    assert expression is not None
    arguments: tuple[Expr, ...] = expression[2]
    first = arguments[0] if arguments else None
    if name == "builtins.super":
        owner = enclosing_class(place)
        return exactly(Super(owner)) if owner is not None else NOTHING
    if short(name) == "TypeVar":
        bound = next((value for keyword, value in expression[3] if keyword == "bound"), None)
        return exactly(TypeVariable(place, bound))
    if name in ("typing.cast", "typing_extensions.cast") or short(name) == "NewType":
        return _cast(engine, place, name, arguments)
    if name == "builtins.type" and len(arguments) == 1:
        return attribute(engine, engine.evaluate(place, first), "__class__")
    if name == "builtins.getattr" and len(arguments) > 1:
        return _getattr(engine, place, arguments)
    if name in SAME_AS_FIRST:
        return inferred(engine.evaluate(place, first))
    if name in ELEMENT_OF_FIRST and len(arguments) == 1:
        return iterated(engine, engine.evaluate(place, first))
    if name == "builtins.next":
        return _next(engine, engine.evaluate(place, first))
    if name in LIKE_FIRST and arguments:
        held = iterated(engine, engine.evaluate(place, arguments[-1]))
        return exactly(Foreign("builtins.list", (held,)))
    if name in ("builtins.enumerate", "builtins.zip"):
        return _paired(engine, place, name, arguments)
    if name == "builtins.map":
        run = callbacks(engine, place, expression)
        given = union(_result(engine, place, value, (facts.CALL, None, (), (), 0, 0)) for value in run)
        return exactly(Foreign("builtins.list", (given,)))
    if is_builtin_class(name):
        return exactly(Foreign(name))
    container, _, method = name.rpartition(".")
    return _container(engine, place, container, method, expression) or exactly(External(name + "()"))


def _cast(engine: Engine, place: Place, name: str, arguments: tuple[Expr, ...]) -> Found:
    """`cast(F, f)` is `f` where `F` tells less."""
    wanted = arguments[0] if arguments and short(name) == "cast" else arguments[-1] if arguments else None
    found = engine.type_of(place, wanted)
    if short(name) == "cast" and len(arguments) > 1 and says_little(engine, found):
        shown = engine.evaluate(place, arguments[1])
        found = shown if shown.values else found
    return inferred(found)


def _next(engine: Engine, found: Found) -> Found:
    direct = attribute(engine, found, "__next__")
    if any(isinstance(value, Bound) for value in direct.values):
        return union(engine.called(value) for value in direct.values)
    return iterated(engine, found)


def _getattr(engine: Engine, place: Place, arguments: tuple[Expr, ...]) -> Found:
    name = arguments[1]
    if name is None or name[0] != facts.CONSTANT or not isinstance(name[2], str):
        return NOTHING
    found = attribute(engine, engine.evaluate(place, arguments[0]), name[2])
    return union((found, engine.evaluate(place, arguments[2]))) if len(arguments) > 2 else found


def _paired(engine: Engine, place: Place, name: str, arguments: tuple[Expr, ...]) -> Found:
    held = [iterated(engine, engine.evaluate(place, argument)) for argument in arguments]
    if name == "builtins.enumerate":
        held = [exactly(Foreign("builtins.int")), *held[:1]]
    return exactly(Foreign("builtins.list", (exactly(Foreign("builtins.tuple", tuple(held))),)))


def _container(engine: Engine, place: Place, container: str, method: str, expression: Expr) -> Found | None:
    """`orders.pop()`, `by_name.get(x)`, `by_name.values()`: what the container holds."""
    assert expression is not None
    name = short(container)
    if expression[1] is None or expression[1][0] != facts.ATTRIBUTE:
        return None
    if name not in SEQUENCES and name not in MAPPINGS:
        return None
    owners = [v for v in engine.evaluate(place, expression[1][1]).values if isinstance(v, Foreign)]
    return union(_from_container(engine, owner, method, expression) for owner in owners) if owners else None


def _from_container(engine: Engine, owner: Foreign, method: str, expression: Expr) -> Found:
    assert expression is not None
    arguments = owner.arguments
    is_mapping = short(owner.name) in MAPPINGS
    if method in SAME_CONTAINER:
        return exactly(owner)
    if is_mapping and method == "values":
        return exactly(Foreign("builtins.list", arguments[1:2]))
    if is_mapping and method == "keys":
        return exactly(Foreign("builtins.list", arguments[:1]))
    if is_mapping and method == "items":
        return exactly(Foreign("builtins.list", (exactly(Foreign("builtins.tuple", arguments)),)))
    if method in GIVE_ELEMENT and arguments:
        index = expression[2][0] if expression[2] else None
        return inferred(indexed(engine, exactly(owner), index if is_mapping else None))
    return exactly(External(f"{owner.name}.{method}()"))


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
