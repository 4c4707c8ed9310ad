"""The body being read: what is in scope, its caller, and the table of rules that read each kind of code.

`Body.value(code, want)` gives the type of an expression and does whatever a statement does. Types flow
outwards (receivers, arguments) and, for lambdas, inwards (`want`). The rules stand in `values`, `calls`,
`operators`, `lambdas` and `statements`, which register themselves here.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from kg.ingest.resolve.kotlin.caller import Caller
from kg.ingest.resolve.kotlin.files import KotlinFile
from kg.ingest.resolve.kotlin.scope import Scope, Value
from kg.ingest.resolve.kotlin.source import Names, SourceFunction, SourceKlass
from kg.ingest.resolve.kotlin.types import Klass
from kg.ingest.resolve.kotlin.world import World
from kg.schema import kotlin
from kg.schema.kotlin import Code, KotlinType
from kg.schema.vocabulary import OpenReason


@dataclass(slots=True)
class Gathered:
    """What reading the bodies of a file brings."""

    callers: list[Caller] = field(default_factory=list)
    made: list[SourceKlass] = field(default_factory=list)
    """Local classes and anonymous objects."""


class Body:
    """One function, initializer or value, read in its scope."""

    __slots__ = ("caller", "file", "gathered", "klasses", "names", "returns", "scope", "world")

    def __init__(
        self, file: KotlinFile, names: Names, scope: Scope, caller: Caller, gathered: Gathered | None
    ) -> None:
        self.world: World = file.world
        self.file = file
        self.names = names
        self.scope = scope
        self.caller = caller
        self.gathered = gathered
        """None while only a type is wanted: local classes are made but not read."""
        self.returns: list[tuple[tuple[str, ...], list[Value]]] = []
        """Of the lambdas around: their labels, and what `return@label` gave."""
        self.klasses: dict[int, SourceKlass] = {}
        """Local classes, by their index in the file."""

    def value(self, code: Code | None, want: Value = None) -> Value:
        """The type of an expression; None where it is not known."""
        return None if code is None else RULES[code[0]](self, code, want)

    def read(self, code: Code | None, want: Value = None) -> Value:
        """A whole body; what nests too deeply is left open, and no other body suffers."""
        try:
            return self.value(code, want)
        except RecursionError:
            self.leave(self.caller.row, 0, OpenReason.DYNAMIC, "nested too deeply")
            return None

    def type_of(self, written: KotlinType | None) -> Value:
        return self.names.type(written)

    def library(self, name: str) -> Value:
        return self.world.library(name).raw

    def inside(self, scope: Scope, code: Code | None, want: Value = None) -> Value:
        """Read in a deeper scope."""
        kept, self.scope = self.scope, scope
        found = self.value(code, want)
        self.scope = kept
        return found

    def inner(self) -> Scope:
        return Scope(self.scope)

    def leave(self, row: int, column: int, reason: OpenReason, name: str) -> None:
        self.caller.leave(row, column, reason, name)


Rule = Callable[[Body, Code, Value], Value]


def _parts(body: Body, code: Code, want: Value) -> Value:
    """A sequence: its last part is its value."""
    found: Value = None
    for part in code[1]:
        found = RULES[part[0]](body, part, want)
    return found


RULES: list[Rule] = [_parts] * (kotlin.ENTRY + 1)


def rule(kind: int) -> Callable[[Rule], Rule]:
    def register(each: Rule) -> Rule:
        RULES[kind] = each
        return each

    return register


def function_scope(function: SourceFunction, around: Scope | None) -> Scope:
    """The layer of a function's parameters and of what it extends."""
    scope = Scope(around, function.receiver, (function.name,))
    world = function.file.world
    for i, (name, of) in enumerate(zip(function.names, function.parameters, strict=True)):
        scope.variables[name] = (world.library("kotlin.Array"), (of,)) if i == function.vararg else of
    return scope


def environment_of(owner: Klass | None) -> Scope | None:
    found = owner.environment if isinstance(owner, SourceKlass) else None
    return found if isinstance(found, Scope) else None
