"""EXTENDS, IMPLEMENTS and OVERRIDES: how classes and methods of the source stand to each other."""

from collections.abc import Iterator

from kg.ingest.resolve.java.source import SourceKlass, SourceMethod
from kg.ingest.resolve.java.types import Klass, Method, Type, bindings_of, erased, substitute, supers
from kg.schema.facts import Edge
from kg.schema.vocabulary import EdgeType


def hierarchy(klass: SourceKlass) -> Iterator[Edge]:
    """The edges of one class and its methods to what stands directly above."""
    for above in supers(klass):
        if isinstance(above[0], SourceKlass):
            both = klass.interface == above[0].interface
            kind = EdgeType.EXTENDS if both else EdgeType.IMPLEMENTS
            yield Edge(kind, klass.facts.uid, above[0].facts.uid)
    for method in klass.load_methods(""):
        if isinstance(method, SourceMethod) and _may_override(method):
            yield from _overrides(klass, method)


def _may_override(method: SourceMethod) -> bool:
    return not (method.static or method.private or method.name == "<init>")


def _overrides(klass: SourceKlass, method: SourceMethod) -> Iterator[Edge]:
    key = erased(method, klass.raw)
    targets = {}
    for above in supers(klass):
        found = _above(above, method.name, key, set())
        if found is not None and found.uid:
            targets[found.uid] = found
    for uid in targets:
        yield Edge(EdgeType.OVERRIDES, method.uid, uid)


def _above(of: Type, name: str, key: tuple[str, ...], seen: set[Klass]) -> Method | None:
    """The nearest declaration of the method in a type or above it."""
    if of[0] in seen:
        return None
    seen.add(of[0])
    for method in of[0].load_methods(name):
        if (
            len(key) == method.arity
            and not method.static
            and not method.private
            and erased(method, of) == key
        ):
            return method
    for above in supers(of[0]):
        found = _above(substitute(above, bindings_of(of)) or above, name, key, seen)
        if found is not None:
            return found
    return None
