"""Plain expressions: names, members, literals, branches; what stands before a dot.

Knows nothing of calls: those are in `calls`, `operators` and `lambdas`.
"""

from dataclasses import dataclass

from kg.ingest.resolve.kotlin.body import Body, rule
from kg.ingest.resolve.kotlin.lookup import Seen, extension_property, property_of, static_variable, variable
from kg.ingest.resolve.kotlin.scope import Value, key_of
from kg.ingest.resolve.kotlin.types import NOTHING, Klass, Sort, find_nested, supers
from kg.schema import kotlin
from kg.schema.kotlin import Code, KotlinAlias


@dataclass(frozen=True, slots=True)
class Holder:
    """What stands before a dot: a value of a type, a class by its name, or a package."""

    type: Value = None
    klass: Klass | None = None
    package: str = ""


def holder(body: Body, code: Code) -> Holder:
    if code[0] == kotlin.NAME:
        seen = _variable(body, code)
        return Holder(type=seen[1]) if seen is not None else _class_or_package(body, code[2])
    if code[0] == kotlin.FIELD:
        return _member(body, code)
    return Holder(type=body.value(code))


def _class_or_package(body: Body, name: str) -> Holder:
    found = body.names.find(name)
    if isinstance(found, KotlinAlias):
        of = body.type_of(name)
        found = None if of is None else of[0]
    if found is not None:
        return Holder(klass=found)
    return Holder(package=name)


def _variable(body: Body, code: Code) -> Seen | None:
    """A local, property or entry; reading a property calls its getter."""
    _, row, name = code
    narrowed = body.scope.narrow(name)
    seen = variable(body, name)
    if seen is None:
        return None
    if seen[0] is not None:
        body.caller.call(seen[0].getter, row)
    return seen if narrowed is None else (seen[0], narrowed)


def _member(body: Body, code: Code) -> Holder:
    _, row, inner, name = code
    before = holder(body, inner)
    if before.type is not None:
        seen = _property(body, before.type, name)
        if seen is not None and seen[0] is not None:
            body.caller.call(seen[0].getter, row)
        narrowed = body.scope.narrow(key_of(code)) if key_of(code) else None
        return Holder(type=narrowed or (None if seen is None else seen[1]))
    if before.klass is not None:
        return _of_class(body, before.klass, name, row)
    if before.package:
        return _in_package(body, before.package, name, row)
    return Holder()


def member(body: Body, held: Holder, name: str) -> Seen | None:
    """A property behind a dot, without reading it: it may be written, or referred to."""
    if held.type is not None:
        return _property(body, held.type, name)
    if held.klass is not None:
        found = _property(body, held.klass.raw, name) if held.klass.is_object else None
        return found or static_variable(held.klass, name)
    each = next(iter(body.world.properties(held.package, name, body.file)), None)
    return None if each is None else (each, each.type)


def _property(body: Body, of: Value, name: str) -> Seen | None:
    if of is None:
        return None
    return property_of(of, name) or extension_property(body, of, name)


def _of_class(body: Body, klass: Klass, name: str, row: int) -> Holder:
    if klass.is_object:
        seen = _property(body, klass.raw, name)
        if seen is not None:
            return _read(body, seen, row)
    seen = static_variable(klass, name)
    if seen is not None:
        return _read(body, seen, row)
    nested = find_nested(klass, name)
    if nested is not None:
        return Holder(klass=nested)
    if klass.companion is not None:
        seen = extension_property(body, klass.companion.raw, name)
        if seen is not None:
            return _read(body, seen, row)
    if klass.sort is Sort.GHOST and klass.name[:1].islower() and "." not in klass.name:
        return Holder(package=f"{klass.name}.{name}")
    return Holder(klass=body.world.ghost(f"{klass.name}.{name}")) if klass.sort is Sort.GHOST else Holder()


def _read(body: Body, seen: Seen, row: int) -> Holder:
    if seen[0] is not None:
        body.caller.call(seen[0].getter, row)
    return Holder(type=seen[1])


def _in_package(body: Body, package: str, name: str, row: int) -> Holder:
    qualified = f"{package}.{name}"
    found = body.world.klass(qualified, body.file)
    if found is not None:
        return Holder(klass=found)
    for each in body.world.properties(package, name, body.file):
        body.caller.call(each.getter, row)
        return Holder(type=each.type)
    return Holder(package=qualified)


def value_of(held: Holder) -> Value:
    """A holder as a value: an object is its only one, a class its companion."""
    if held.klass is None:
        return held.type
    if held.klass.is_object:
        return held.klass.raw
    return None if held.klass.companion is None else held.klass.companion.raw


@rule(kotlin.NAME)
@rule(kotlin.FIELD)
def name_(body: Body, code: Code, _want: Value) -> Value:
    return value_of(holder(body, code))


@rule(kotlin.LITERAL)
def literal(body: Body, code: Code, _want: Value) -> Value:
    return body.library(code[1]) if code[1] else NOTHING


@rule(kotlin.STRING)
def string(body: Body, code: Code, _want: Value) -> Value:
    for part in code[1]:
        body.value(part)
    return body.library("kotlin.String")


@rule(kotlin.THIS)
def this(body: Body, code: Code, _want: Value) -> Value:
    narrowed = body.scope.narrow("this") if code[1] is None else None
    return narrowed or body.scope.this(code[1])


@rule(kotlin.SUPER)
def super_(body: Body, code: Code, _want: Value) -> Value:
    if code[1] is not None:
        return body.type_of(code[1])
    of = super_holder(body, code[2])
    found = () if of is None else supers(of[0])
    return found[0] if found else None


def super_holder(body: Body, label: str | None) -> Value:
    """The class whose supertypes `super` means."""
    for scope in body.scope.layers():
        if (
            scope.klass is not None
            and scope.receiver is not None
            and (label is None or label in scope.labels)
        ):
            return scope.receiver
    return None


@rule(kotlin.CLASS_LITERAL)
def class_literal(body: Body, code: Code, _want: Value) -> Value:
    held = holder(body, code[1])
    of = held.klass.raw if held.klass is not None else held.type
    return (body.world.library("kotlin.reflect.KClass"), (of,))


@rule(kotlin.NOT_NULL)
def not_null(body: Body, code: Code, want: Value) -> Value:
    return body.value(code[1], want)


@rule(kotlin.AS)
def cast(body: Body, code: Code, _want: Value) -> Value:
    of = body.type_of(code[2])
    body.value(code[1], of)
    return of


@rule(kotlin.IS)
def is_(body: Body, code: Code, _want: Value) -> Value:
    body.value(code[1])
    return body.library("kotlin.Boolean")


@rule(kotlin.NOTHING)
def nothing(body: Body, code: Code, _want: Value) -> Value:
    for part in code[1]:
        body.value(part)
    return NOTHING


@rule(kotlin.RETURN)
def return_(body: Body, code: Code, _want: Value) -> Value:
    found = body.value(code[1])
    for labels, given in reversed(body.returns):
        if (code[2] is None and "" in labels) or code[2] in labels:
            given.append(found if code[1] is not None else body.world.unit)
            break
    return NOTHING
