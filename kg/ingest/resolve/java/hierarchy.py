"""EXTENDS, IMPLEMENTS and OVERRIDES: how classes and methods of the source stand to each other."""

from collections.abc import Iterator, Sequence

from kg.ingest.resolve.java.source import SourceKlass, SourceMethod
from kg.ingest.resolve.java.types import (
    Klass,
    Method,
    Type,
    ancestors,
    bindings_of,
    erased,
    lineage,
    substitute,
    supers,
)
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
    if not klass.interface:
        yield from _inherited(klass)


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


def _inherited(klass: SourceKlass) -> Iterator[Edge]:
    """`class Sql extends Base implements Repo`: what Base has is what runs for Repo, though Base knows
    nothing of it. An interface that a superclass implements is seen to there."""
    above = lineage(klass)
    classes = [of for of in above[1:] if isinstance(of[0], SourceKlass) and not of[0].interface]
    for of in above if classes else ():
        if not of[0].interface or any(of[0] in ancestors(each[0]) for each in classes):
            continue
        for declared in of[0].load_methods(""):
            if isinstance(declared, SourceMethod) and _may_override(declared):
                found = _implementing(erased(declared, of), declared.name, [klass.raw, *classes])
                if isinstance(found, SourceMethod) and found.owner is not klass and not found.abstract:
                    yield Edge(EdgeType.OVERRIDES, found.uid, declared.uid)


def _implementing(key: tuple[str, ...], name: str, classes: Sequence[Type]) -> Method | None:
    """The nearest class's method of these parameters."""
    return next(
        (
            method
            for of in classes
            for method in of[0].load_methods(name)
            if len(key) == method.arity and not method.private and erased(method, of) == key
        ),
        None,
    )


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
