"""What is in scope in a body, innermost first: locals, implicit receivers, classes, smart casts."""

from collections.abc import Iterator

from kg.ingest.resolve.kotlin.source import SourceKlass
from kg.ingest.resolve.kotlin.types import Function, Klass, Type, lineage
from kg.schema import kotlin
from kg.schema.kotlin import Code

Value = Type | None


class Scope:
    """One layer: of a block, a lambda, a function or a class."""

    __slots__ = ("functions", "klass", "labels", "narrowed", "parent", "receiver", "variables")

    def __init__(
        self,
        parent: "Scope | None",
        receiver: Value = None,
        labels: tuple[str, ...] = (),
        klass: Klass | None = None,
    ) -> None:
        self.parent = parent
        self.receiver = receiver
        """What `this` is here."""
        self.labels = labels
        self.klass = klass
        """Its static side is in scope: companion, entries, nested objects."""
        self.variables: dict[str, Value] = {}
        self.functions: dict[str, list[Function]] = {}
        self.narrowed: dict[str, Type] = {}
        """Smart casts: by name, or path of names."""

    def layers(self) -> "Iterator[Scope]":
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def bodies(self) -> "Iterator[list[Scope]]":
        """The layers by the body they belong to, up to the class around it: in a body every local comes
        before every implicit receiver."""
        found: list[Scope] = []
        for scope in self.layers():
            found.append(scope)
            if scope.klass is not None:
                yield found
                found = []
        if found:
            yield found

    def receivers(self) -> Iterator[Type]:
        """Implicit ones, innermost first, companions of the classes among them."""
        for scope in self.layers():
            if scope.receiver is not None:
                yield scope.receiver
            if scope.klass is not None:
                yield from companions(scope.klass)

    def this(self, label: str | None) -> Value:
        for scope in self.layers():
            if label is None and (scope.receiver is not None or scope.labels == ("",)):
                return scope.receiver
            if label is not None and label in scope.labels:
                return scope.receiver
        return None

    def narrow(self, key: str) -> Value:
        for scope in self.layers():
            if key in scope.narrowed:
                return scope.narrowed[key]
            if key in scope.variables:
                return None
        return None


def companions(klass: Klass) -> Iterator[Type]:
    """Its own, and those of its superclasses."""
    for each, _ in lineage(klass):
        if each.companion is not None and (each is klass or not each.interface):
            yield each.companion.raw


def of_class(klass: Klass, environment: Scope | None) -> Scope:
    """The layers inside a class: itself, then what is around it; `this` of an outer class only where the
    class is inner, local or anonymous."""
    return Scope(_around(klass, environment), klass.own, (klass.name.rpartition(".")[2],), klass)


def _around(klass: Klass, environment: Scope | None) -> Scope | None:
    if environment is not None:
        return environment
    if klass.outer is None:
        return None
    outer = klass.outer
    own = outer.environment if isinstance(outer, SourceKlass) else None
    around = own if isinstance(own, Scope) else None
    if isinstance(klass, SourceKlass) and "inner" in klass.facts.modifiers:
        return of_class(outer, around)
    return Scope(_around(outer, around), None, (), outer)


def key_of(code: Code) -> str:
    """The name or path that a smart cast holds for; empty where none does."""
    if code[0] == kotlin.NAME:
        return str(code[2])
    if code[0] == kotlin.THIS:
        return "this" if code[1] is None else ""
    if code[0] == kotlin.FIELD:
        inner = key_of(code[2])
        return f"{inner}.{code[3]}" if inner else ""
    if code[0] == kotlin.NOT_NULL:
        return key_of(code[1])
    return ""
