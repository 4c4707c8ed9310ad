"""Calls of what comes from outside, as far as they hand values on: `cast`, `getattr`, `next`, containers."""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.callbacks import callbacks
from kg.ingest.resolve.python.elements import attribute, indexed, iterated
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.functions import says_little
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
from kg.ingest.resolve.python.scopes import enclosing_class
from kg.ingest.resolve.python.values import (
    NOTHING,
    Bound,
    External,
    Foreign,
    Found,
    Place,
    Super,
    TypeVariable,
    exactly,
    inferred,
    union,
)


def outside(engine: Engine, place: Place, name: str, expression: Expr) -> Found:
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
        given = union(engine.called(value) for value in run)
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
