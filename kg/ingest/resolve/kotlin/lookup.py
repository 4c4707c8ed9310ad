"""Where the language looks a name up: variables, and the groups of functions a call may mean.

A group is a list of candidates that compete; the first group with one that fits decides.
"""

from collections.abc import Iterator, Sequence

from kg.ingest.resolve.kotlin.body import Body
from kg.ingest.resolve.kotlin.overloads import Candidate
from kg.ingest.resolve.kotlin.relations import is_subtype, unify
from kg.ingest.resolve.kotlin.scope import Scope, Value, companions
from kg.ingest.resolve.kotlin.source import SourceKlass
from kg.ingest.resolve.kotlin.types import (
    Function,
    Klass,
    Property,
    Type,
    bindings_of,
    find_functions,
    find_nested,
    find_property,
    lineage,
    substitute,
)

Group = Sequence[Candidate]
Seen = tuple[Property | None, Value]
"""A variable: the property behind it (None for a local), and its type here."""


# Variables.


def variable(body: Body, name: str) -> Seen | None:
    """What a simple name is as a value; None where it is none."""
    for layers in body.scope.bodies():
        for scope in layers:
            if name in scope.variables:
                return None, scope.variables[name]
        for scope in layers:
            found = None if scope.receiver is None else property_of(scope.receiver, name)
            if found is None and scope.klass is not None:
                found = static_variable(scope.klass, name)
            if found is not None:
                return found
    return _top_variable(body, name)


def property_of(of: Type, name: str) -> Seen | None:
    """A member property, seen from a type."""
    found = find_property(of[0], name)
    if found is None:
        return None
    each, owner = found
    if each.is_extension:
        return None
    return each, substitute(substitute(each.type, bindings_of(owner)), bindings_of(of))


def static_variable(klass: Klass, name: str) -> Seen | None:
    """An enum entry, a field of Java, a property of a companion; own or of a superclass."""
    for each, _ in lineage(klass):
        static = each.static_property(name)
        if static is not None:
            return static, static.type
    for companion in companions(klass):
        found = property_of(companion, name)
        if found is not None:
            return found
    return _of_enum(klass, name)


def _of_enum(klass: Klass, name: str) -> Seen | None:
    """`entries`, which the compiler makes."""
    if name == "entries" and isinstance(klass, SourceKlass) and klass.facts.form == "enum":
        return None, (klass.file.world.library("kotlin.enums.EnumEntries"), (klass.raw,))
    return None


def _top_variable(body: Body, name: str) -> Seen | None:
    levels = body.file.properties(name)
    if not levels:
        return None
    for level in levels:
        for receiver in body.scope.receivers():
            found = _extension_in(level, receiver)
            if found is not None:
                return found
        for each in level:
            if not each.is_extension:
                return each, each.type
    return None


def extension_property(body: Body, of: Value, name: str) -> Seen | None:
    """`val String.short` for a value of that type; members of implicit receivers come first."""
    for receiver in body.scope.receivers():
        found = find_property(receiver[0], name)
        if found is not None and found[0].is_extension:
            seen = _extension_in((found[0],), of)
            if seen is not None:
                return seen
    for level in body.file.properties(name):
        seen = _extension_in(level, of)
        if seen is not None:
            return seen
    return None


def _extension_in(level: Sequence[Property], of: Value) -> Seen | None:
    fitting = [each for each in level if each.is_extension and is_subtype(of, each.receiver_of())]
    if not fitting or of is None:
        return None
    best = fitting[0]
    for each in fitting[1:]:
        if is_subtype(each.receiver_of(), best.receiver_of()):
            best = each
    bindings = dict.fromkeys(best.variables)
    unify(best.receiver_of(), of, bindings)
    return best, substitute(best.type, bindings)


# Functions.


def on_type(body: Body, of: Type, name: str) -> Iterator[Group]:
    """Of a value: members, then extensions from near to far."""
    yield members(of, name)
    yield from extensions(body, of, name)


def members(of: Type, name: str) -> Group:
    return [
        Candidate(function, owner, of)
        for function, owner in find_functions(of[0], name)
        if not function.is_extension
    ]


def extensions(body: Body, of: Value, name: str) -> Iterator[Group]:
    for scope in body.scope.layers():
        local = scope.functions.get(name)
        if local is not None:
            yield [Candidate(each, extended=of) for each in local if each.is_extension]
        if scope.receiver is not None:
            yield _member_extensions(scope.receiver, of, name)
        if scope.klass is not None:
            for companion in companions(scope.klass):
                yield _member_extensions(companion, of, name)
    for level in body.file.functions(name):
        yield [_imported(each, of) for each in level if each.is_extension]


def _imported(function: Function, of: Value) -> Candidate:
    """An extension at the top of a file, or one of an object that is imported."""
    dispatch = None if function.owner is None else function.owner.raw
    return Candidate(function, dispatch=dispatch, extended=of)


def _member_extensions(receiver: Type, of: Value, name: str) -> Group:
    return [
        Candidate(function, owner, receiver, of)
        for function, owner in find_functions(receiver[0], name)
        if function.is_extension
    ]


def unqualified(body: Body, name: str) -> Iterator[Group]:
    """Of a simple name: local functions, members of what is around, then the top of files."""
    for layers in body.scope.bodies():
        for scope in layers:
            local = scope.functions.get(name)
            if local is not None:
                yield [Candidate(each) for each in local if not each.is_extension]
        for scope in layers:
            if scope.receiver is not None:
                yield members(scope.receiver, name)
                yield from extensions(body, scope.receiver, name)
            if scope.klass is not None:
                yield from static_functions(scope.klass, name, body.scope)
    for companion in _companion_receivers(body.scope):
        yield from extensions(body, companion, name)
    klass = body.names.find(name)
    own = [] if klass is None else _constructors(body, klass)
    levels = body.file.functions(name)
    first = levels[0] if levels else ()
    yield [*own, *(Candidate(each) for each in first if not each.is_extension)]
    for level in levels[1:]:
        yield [Candidate(each) for each in level if not each.is_extension]


def _companion_receivers(scope: Scope) -> Iterator[Type]:
    for each in scope.layers():
        if each.klass is not None:
            yield from companions(each.klass)


def static_functions(klass: Klass, name: str, scope: Scope) -> Iterator[Group]:
    """Of a class's name, or inside it: static ones of Java, those of companions, nested constructors."""
    for each, _ in lineage(klass):
        static = each.static_functions(name)
        if static:
            yield [Candidate(function) for function in static]
    for companion in companions(klass):
        yield members(companion, name)
    nested = find_nested(klass, name)
    if nested is not None:
        yield constructors(nested, scope)


def _constructors(body: Body, found: object) -> Group:
    if isinstance(found, Klass):
        return constructors(found, body.scope)
    of = body.type_of(getattr(found, "name", None))
    return [] if of is None else constructors(of[0], body.scope)


def constructors(klass: Klass, scope: Scope) -> Group:
    """Private ones only where the class itself, its companion or a class inside is being read."""
    found = [Candidate(each) for each in klass.constructors()]
    if all("private" not in each.function.modifiers for each in found):
        return found
    around = {each for layer in scope.layers() for each in _outwards(layer.klass)}
    return found if klass in around else [e for e in found if "private" not in e.function.modifiers]


def _outwards(klass: Klass | None) -> Iterator[Klass]:
    while klass is not None:
        yield klass
        klass = klass.outer


def on_class(body: Body, klass: Klass, name: str) -> Iterator[Group]:
    """`Name.f()`: the class's static side; an object's members; extensions of its companion."""
    if klass.is_object:
        yield from on_type(body, klass.raw, name)
    yield from static_functions(klass, name, body.scope)
    if klass.companion is not None:
        yield from extensions(body, klass.companion.raw, name)


def in_package(body: Body, package: str, name: str) -> Iterator[Group]:
    yield [
        Candidate(each) for each in body.world.functions(package, name, body.file) if not each.is_extension
    ]
    klass = body.world.klass(f"{package}.{name}", body.file)
    if klass is not None:
        yield constructors(klass, body.scope)
