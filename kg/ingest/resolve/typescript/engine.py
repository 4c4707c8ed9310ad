"""The one state of a run: the program, how things are found, and what was found so far.

Types are asked for when they are needed and remembered; a circle finds nothing at its second visit.
The rules are handed in by `resolve`, because values, types and members ask each other.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from kg.ingest.resolve.typescript.program import ClassDecl, File, Program
from kg.ingest.resolve.typescript.scopes import Named, Scopes
from kg.ingest.resolve.typescript.types import Func, Instance, Type
from kg.schema import typescript as ts
from kg.schema.typescript import TypeCode, Value

if TYPE_CHECKING:
    from kg.ingest.resolve.typescript.choice import Chosen
    from kg.ingest.resolve.typescript.program import FunctionDecl

DEEPEST = 90
"""Questions that may wait for each other; what needs more is unknown."""

Rule = Callable[["Engine", File, int, tuple[Any, ...]], Type]
UNSEEN = object()


class Rules(NamedTuple):
    """What answers which question."""

    values: dict[int, Rule]
    types: dict[int, Rule]
    declared: Callable[["Engine", Named, str], Type]
    """What a name's declarations give as a value."""
    result: Callable[["Engine", "FunctionDecl"], Type]
    """What a function gives, in terms of its type parameters."""
    callables: Callable[["Engine", Type], list[Func]]
    """What can be called in a type."""


class Engine:
    def __init__(self, program: Program, scopes: Scopes, rules: Rules) -> None:
        self.program = program
        self.scopes = scopes
        self.rules = rules
        self._value_rules = rules.values
        self._type_rules = rules.types
        self._values: dict[int, Type] = {}
        self._types: dict[int, Type] = {}
        self.results: dict[FunctionDecl, Type] = {}
        self.variables: dict[int, Type] = {}
        self.parameters: dict[tuple[FunctionDecl, int], Type] = {}
        self.choices: dict[int, Chosen | None] = {}
        self.bases: dict[ClassDecl, tuple[Type, ...]] = {}
        self.inherited: set[FunctionDecl] = set()
        """Constructor functions whose prototypes are being looked into: one may be made of itself."""
        self._library: dict[str, ClassDecl | None] = {}
        self._depth = 0

    def value(self, file: File, scope: int, code: Value) -> Type:
        """What a value is."""
        if code is None:
            return None
        if code[0] == ts.NAME:
            return self._value_rules[ts.NAME](self, file, scope, code)
        key = id(code)
        found = self._values.get(key, UNSEEN)
        if found is not UNSEEN:
            return found  # type: ignore[return-value] # not the mark
        if self._depth > DEEPEST:
            return None
        self._values[key] = None
        self._depth += 1
        result = self._value_rules[code[0]](self, file, scope, code)
        self._depth -= 1
        self._values[key] = result
        return result

    def written(self, file: File, scope: int, code: TypeCode) -> Type:
        """What a type as written is."""
        if code is None:
            return None
        key = id(code)
        found = self._types.get(key, UNSEEN)
        if found is not UNSEEN:
            return found  # type: ignore[return-value] # not the mark
        if self._depth > DEEPEST:
            return None
        self._types[key] = None
        self._depth += 1
        result = self._type_rules[code[0]](self, file, scope, code)
        self._depth -= 1
        self._types[key] = result
        return result

    def library(self, name: str) -> ClassDecl | None:
        """A class of the bundled library."""
        if name not in self._library:
            self._library[name] = next(
                (
                    file.decl(declared[1])
                    for file in self.program.library
                    for declared in file.facts.scopes[0].names.get(name, ())
                    if declared[0] == ts.CLASSES
                ),
                None,
            )
        return self._library[name]

    def made_of(self, name: str, *arguments: Type) -> Type:
        """`Array<x>`, `Promise<x>` of the library."""
        decl = self.library(name)
        if decl is None:
            return None
        return Instance(
            decl, {p: a for params in decl.params for p, a in zip(params, arguments, strict=False)}
        )
