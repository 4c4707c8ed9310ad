"""EXTENDS, IMPLEMENTS and OVERRIDES: how classes and functions of the source stand to each other."""

from collections.abc import Iterator

from kg.ingest.resolve.kotlin.source import SourceKlass
from kg.ingest.resolve.kotlin.types import Function, Klass, Type, bindings_of, erased, substitute, supers
from kg.schema.facts import Edge
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType


def hierarchy(klass: SourceKlass) -> Iterator[Edge]:
    """The edges of one class and its members to what stands directly above."""
    for above, _ in supers(klass):
        if above.uid:
            kind = EdgeType.EXTENDS if klass.interface == above.interface else EdgeType.IMPLEMENTS
            yield Edge(kind, klass.uid, above.uid)
    for function in klass.load_functions(""):
        if "override" in function.modifiers:
            for uid in _overridden(klass, function):
                yield Edge(EdgeType.OVERRIDES, function.uid, uid)
    yield from _accessors(klass)


def _overridden(klass: SourceKlass, function: Function) -> list[Uid]:
    key = erased(function, klass.raw)
    found = {}
    for above in supers(klass):
        target = _above(above, function.name, key, set())
        if target is not None and target.uid:
            found[target.uid] = True
    return list(found)


def _above(of: Type, name: str, key: tuple[object, ...], seen: set[Klass]) -> Function | None:
    """The nearest declaration of the function in a type or above it."""
    if of[0] in seen:
        return None
    seen.add(of[0])
    for function in of[0].load_functions(name):
        if erased(function, of) == key:
            return function
    for above in supers(of[0]):
        found = _above(substitute(above, bindings_of(of)) or above, name, key, seen)
        if found is not None:
            return found
    return None


def _accessors(klass: SourceKlass) -> Iterator[Edge]:
    for facts in klass.facts.properties:
        if "override" not in facts.modifiers or facts.getter is None:
            continue
        for above, _ in supers(klass):
            found = above.load_property(facts.name)
            if found is not None and found.getter:
                yield Edge(EdgeType.OVERRIDES, facts.getter.uid, found.getter)
