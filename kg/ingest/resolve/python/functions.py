"""What a function is (from its decorators) and what it returns.

A decorator never changes which function a name means: a call goes to what was written there.
"""

from typing import NamedTuple

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Binding, BindingKind, Expr
from kg.ingest.parse.python.last_name import last_name
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.fixtures import fixture
from kg.ingest.resolve.python.scopes import visible
from kg.ingest.resolve.python.values import (
    NOTHING,
    Bound,
    Class,
    External,
    Foreign,
    Found,
    Function,
    Instance,
    Own,
    TypeVariable,
    Value,
    exactly,
    inferred,
    opened,
    union,
)

_IMPLICIT_CLASS = ("__new__", "__init_subclass__", "__class_getitem__")


def decorator_names(function: Function) -> list[str]:
    return [last_name(decorator) for decorator in function.scope.decorators]


def is_property(function: Function) -> bool:
    return any(name.endswith("property") for name in decorator_names(function))


def is_accessor(function: Function) -> bool:
    """The setter or deleter of a property; the name still means the property."""
    return any(name in ("setter", "deleter", "getter") for name in decorator_names(function))


def is_static(function: Function) -> bool:
    return "staticmethod" in decorator_names(function)


def is_classmethod(function: Function) -> bool:
    return function.scope.name in _IMPLICIT_CLASS or "classmethod" in decorator_names(function)


def bind(engine: Engine, function: Function, receiver: Class, on_object: bool, own: bool) -> Found:
    """A function found in a class, as an attribute of an object or of the class."""
    if is_static(function):
        return exactly(function)
    if is_classmethod(function):
        return exactly(Bound(function, receiver, own))
    if not on_object:
        return exactly(function)
    if is_property(function):
        return inferred(returned(engine, Bound(function, receiver, own)))
    return exactly(Bound(function, receiver, own))


def returned(engine: Engine, called: Bound | Function) -> Found:
    """What a call gives: `self` in it becomes what it was called on."""
    if isinstance(called, Function):
        found = engine.result(called)
        return found if called.owner is None else as_receiver(found, called.owner, own=False)
    return as_receiver(engine.result(called.function), called.receiver, called.own)


def as_receiver(found: Found, receiver: Class, own: bool) -> Found:
    if not any(isinstance(value, Own) for value in found.values):
        return found
    values = tuple(dict.fromkeys(_received(value, receiver, own) for value in found.values))
    return found._replace(values=values)


def as_object(found: Found) -> Found:
    """`self` as others see it: an object of the class that was written."""
    values = tuple(
        dict.fromkeys(_received(v, v.cls, False) if isinstance(v, Own) else v for v in found.values)
    )
    return found._replace(values=values)


def _received(value: Value, receiver: Class, own: bool) -> Value:
    if not isinstance(value, Own):
        return value
    if own:
        return Own(receiver, value.as_class)
    return receiver if value.as_class else Instance(receiver)


def result(engine: Engine, function: Function) -> Found:
    """From the annotation, else from the `return` and `yield` expressions."""
    scope = function.scope
    names = decorator_names(function)
    if scope.returns is not None and _returns_self(function):
        found = exactly(Own(_owner(function), as_class=False))
    elif scope.returns is not None:
        found = _annotated(engine, function)
    else:
        found = _shown(engine, function)
    if any(name.endswith("contextmanager") for name in names):
        held = union(_first(value) for value in found.values)
        return exactly(Foreign("contextlib.AbstractContextManager", (held,)))
    return inferred(found)


def _annotated(engine: Engine, function: Function) -> Found:
    """`-> Callable[..., T]` or `-> F` say less than the function that is returned."""
    found = engine.type_of(function.parent or function, function.scope.returns)
    held = union(_first(value) for value in found.values) if function.scope.generator else found
    telling = tuple(value for value in held.values if not _says_little(engine, value))
    if len(telling) == len(held.values) > 0 and not _is_variable(engine, function):
        return found
    shown = _shown(engine, function)
    if not telling or function.scope.generator:
        return shown if shown.values else found
    functions = tuple(value for value in shown.values if isinstance(value, Function))
    return union((found, shown._replace(values=functions))) if functions else found


def _is_variable(engine: Engine, function: Function) -> bool:
    named = engine.evaluate(function.parent or function, function.scope.returns)
    return any(isinstance(value, TypeVariable) for value in named.values)


def _shown(engine: Engine, function: Function) -> Found:
    """What its code returns; a parameter handed back is for the caller to say (`passed`)."""
    scope = function.scope
    if scope.generator:
        ended = union(engine.evaluate(function, value) for value in scope.returned)
        return exactly(Foreign("typing.Generator", (_yielded(engine, function), NOTHING, ended)))
    handed_back = {each.value for each in passed(function)}
    return union(engine.evaluate(function, value) for value in scope.returned if value not in handed_back)


class Passed(NamedTuple):
    """A parameter that a function returns as it is."""

    name: str
    position: int
    default: Expr
    value: Expr
    """The returned expression."""


def passed(function: Function) -> list[Passed]:
    """`def same(f): return f`."""
    found: list[Passed] = []
    for value in function.scope.returned:
        if value is None or value[0] != facts.NAME:
            continue
        home, bindings = visible(function, value[1], value[2])
        if home is function and len(bindings) == 1 and bindings[0].kind == BindingKind.PARAMETER:
            default, form, index, _ = bindings[0].extra
            is_self = index == 0 and function.owner is not None and not is_static(function)
            if not form and not is_self:
                found.append(Passed(value[1], index, default, value))
    return found


def _first(value: Value) -> Found:
    return value.arguments[0] if isinstance(value, Foreign) and value.arguments else NOTHING


def _yielded(engine: Engine, function: Function) -> Found:
    return union(engine.evaluate(function, value) for value in function.scope.yielded)


def _owner(function: Function) -> Class:
    assert function.owner is not None
    return function.owner


def _returns_self(function: Function) -> bool:
    """`def __enter__(self: T) -> T`."""
    scope = function.scope
    if (
        function.owner is None
        or not scope.parameters
        or scope.returns is None
        or scope.returns[0] != facts.NAME
    ):
        return False
    first = scope.bindings[scope.parameters[0].lstrip("*")][0]
    return first.kind == BindingKind.PARAMETER and _same_name(first.value, scope.returns)


def _same_name(one: Expr, other: Expr) -> bool:
    if one is not None and one[0] == facts.SUBSCRIPT:  # cls: type[T]
        one = one[2]
    return one is not None and other is not None and one[0] == facts.NAME and one[1] == other[1]


def parameter(engine: Engine, function: Function, binding: Binding) -> Found:
    """What a parameter may hold: `self`, what its annotation allows, its default."""
    default, form, index, _ = binding.extra
    owner = function.owner
    if owner is not None and index == 0 and not form and not is_static(function):
        return exactly(Own(owner, is_classmethod(function)))
    wanted = (
        engine.type_of(function.parent or function, binding.value) if binding.value is not None else NOTHING
    )
    if form == "*":
        return exactly(Foreign("builtins.tuple", (inferred(wanted),), (("*", inferred(wanted)),)))
    if form == "**":
        return exactly(Foreign("builtins.dict", (NOTHING, inferred(wanted))))
    if wanted.values and not says_little(engine, wanted):
        return inferred(wanted)
    given = engine.handed(function, function.scope.parameters[index], index)
    usual = engine.evaluate(function.parent or function, default)
    fixed = fixture(engine, function, function.scope.parameters[index])
    known = [found for found in (given, usual, fixed) if found.values]
    return opened(inferred(union(known))) if known else inferred(wanted)


def says_little(engine: Engine, found: Found) -> bool:
    """`Callable[..., None]` says that it is called, not what; so does a protocol with `__call__`."""
    return all(_says_little(engine, value) for value in found.values)


def _says_little(engine: Engine, value: Value) -> bool:
    if isinstance(value, Foreign):
        return value.name.rpartition(".")[2] == "Callable"
    return (
        isinstance(value, Instance)
        and any(e.name.endswith(".Protocol") for e in engine.lineage(value.cls) if isinstance(e, External))
        and bool(engine.member(value, "__call__").values)
    )
