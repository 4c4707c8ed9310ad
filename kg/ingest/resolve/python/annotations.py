"""Annotations -> the objects they allow. Unknown types allow what nobody knows: nothing is guessed."""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import EVERYWHERE, Expr
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.outside import CONTEXTS, MAPPINGS, SEQUENCES, WRAPPERS, short
from kg.ingest.resolve.python.scopes import enclosing_class
from kg.ingest.resolve.python.values import (
    NONE,
    NOTHING,
    Alias,
    Class,
    External,
    Foreign,
    Found,
    Instance,
    Own,
    Place,
    TypeVariable,
    Value,
    exactly,
    union,
)

_SAYS_NOTHING = frozenset(
    ("typing.Any", "builtins.object", "typing.Literal", "typing.NoReturn", "typing.Never")
)


def type_of(engine: Engine, place: Place, expression: Expr) -> Found:
    """The objects an annotation allows."""
    if expression is None:
        return NOTHING
    match expression[0]:
        case facts.NAME | facts.ATTRIBUTE:
            return union(_allowed(engine, place, v) for v in engine.evaluate(place, expression).values)
        case facts.CONSTANT:
            return _constant(engine, place, expression)
        case facts.SUBSCRIPT:
            return _generic(engine, place, expression[1], expression[2])
        case facts.UNION:
            return union((engine.type_of(place, expression[1]), engine.type_of(place, expression[2])))
    return NOTHING


def _constant(engine: Engine, place: Place, expression: Expr) -> Found:
    """None, or a forward reference in a value: `Optional["Order"]` assigned to a name."""
    assert expression is not None
    if expression[1] == "None":
        return NONE
    text = expression[2]
    if not isinstance(text, str) or not all(part.isidentifier() for part in text.split(".")):
        return NOTHING
    first, *rest = text.split(".")
    reference: Expr = (facts.NAME, first, EVERYWHERE)
    for part in rest:
        reference = (facts.ATTRIBUTE, reference, part, 0, 0)
    return type_of(engine, place, reference)  # not remembered: this tuple is made here and dropped


def _allowed(engine: Engine, place: Place, value: Value) -> Found:
    if isinstance(value, Class):
        return exactly(Instance(value))
    if isinstance(value, Alias):
        return engine.type_of(value.place, value.expression)
    if isinstance(value, TypeVariable):
        return engine.type_of(value.place, value.bound)
    if isinstance(value, External) and short(value.name) == "Self":
        owner = enclosing_class(place) or (place if isinstance(place, Class) else None)
        return exactly(Own(owner, as_class=False)) if owner is not None else NOTHING
    if isinstance(value, External) and value.name not in _SAYS_NOTHING:
        return exactly(Foreign(value.name))
    return NOTHING


def _generic(engine: Engine, place: Place, head: Expr, index: Expr) -> Found:
    arguments = (
        index[2] if index is not None and index[:2] == (facts.SEQUENCE, "builtins.tuple") else (index,)
    )
    return union(_applied(engine, place, value, arguments) for value in engine.evaluate(place, head).values)


def _applied(engine: Engine, place: Place, head: Value, arguments: tuple[Expr, ...]) -> Found:
    """A generic type with its arguments."""
    if not isinstance(head, External):
        return _allowed(engine, place, head)
    name = short(head.name)
    if name == "Union":
        return union(engine.type_of(place, argument) for argument in arguments)
    if name == "Optional":
        return union((engine.type_of(place, arguments[0]), NONE))
    if name in WRAPPERS:
        return engine.type_of(place, arguments[0])
    if name == "Coroutine":
        return engine.type_of(place, arguments[-1])
    if name in ("Type", "type"):
        return _classes(engine.type_of(place, arguments[0]))
    if name == "Callable":
        return exactly(Foreign("typing.Callable", (_given(engine, place, arguments[-1]),)))
    if name in ("tuple", "Tuple"):
        return _tuple(engine, place, arguments)
    if name in SEQUENCES or name in MAPPINGS or name in CONTEXTS:
        return exactly(Foreign(head.name, tuple(engine.type_of(place, a) for a in arguments)))
    return _allowed(engine, place, head)


def _given(engine: Engine, place: Place, expression: Expr) -> Found:
    """What a `Callable` gives; a type variable depends on what it is given."""
    is_variable = any(isinstance(v, TypeVariable) for v in engine.evaluate(place, expression).values)
    return NOTHING if is_variable else engine.type_of(place, expression)


def _tuple(engine: Engine, place: Place, arguments: tuple[Expr, ...]) -> Found:
    """`tuple[A, B]` by place, `tuple[A, ...]` all the same (the ellipsis is None here)."""
    founds = tuple(engine.type_of(place, argument) for argument in arguments)
    if len(arguments) == 2 and arguments[1] is None:
        return exactly(Foreign("builtins.tuple", founds[:1], (("*", founds[0]),)))
    return exactly(Foreign("builtins.tuple", founds))


def _classes(found: Found) -> Found:
    """`type[A]` allows the class itself."""
    values: list[Value] = []
    for value in found.values:
        if isinstance(value, Instance):
            values.append(value.cls)
        elif isinstance(value, Own):
            values.append(Own(value.cls, as_class=True))
        elif isinstance(value, Foreign):
            values.append(External(value.name))
    return found._replace(values=tuple(values))
