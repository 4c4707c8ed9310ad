"""The state of one walk over a tree: owners, scopes, functions, and what was found so far.

An owner is what a call site belongs to: the module, a class, or a function bound to a name. A function
without a name (an argument, a returned arrow) belongs to the owner around it: it is folded into it.
Knows nothing of statements or expressions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any, NamedTuple, TypeAlias

from tree_sitter import Node

from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Edge, KeyRead, Problem
from kg.schema.ids import Uid, ordinal, typescript_uid
from kg.schema.typescript import EITHER, LITERAL, Field, Scope, TsClass, TsFunction, TsMethod, TypeCode, Value
from kg.schema.vocabulary import EdgeType

Context: TypeAlias = tuple[Any, ...] | None

MOST_PROBLEMS = 20
_NAMES = frozenset(("identifier", "member_expression"))


class Rules(NamedTuple):
    """How expressions, types and blocks are read; handed in, because each holds the others."""

    read: "Callable[[Walk, Node | None], Value]"
    types: "Callable[[Walk, Node | None], TypeCode]"
    statements: "Callable[[Walk, Node], None]"


class OpenOwner:
    """Something that calls, while its code is walked."""

    def __init__(self, number: int, uid: Uid, path: str, row: int) -> None:
        self.number = number
        self.uid = uid
        self.path = path
        """Its name inside the file, dotted; empty for the module."""
        self.row = row
        self.sites: list[tuple[int, int, str, int]] = []
        self.decisions = 0


class Noted:
    """A call to tell as a usage; `owner` is who calls, `scope` where what it is given is read."""

    __slots__ = ("decorates", "name", "owner", "scope", "value")

    def __init__(self, owner: OpenOwner, scope: int, name: str, value: tuple[Any, ...]) -> None:
        self.owner = owner
        self.scope = scope
        self.name = name
        self.value = value
        self.decorates = False


class OpenScope:
    """Names being declared. A passing scope only narrows: what is declared in it belongs further out."""

    def __init__(self, number: int, parent: "OpenScope | None", form: str) -> None:
        self.number = number
        self.parent = parent
        self.form = form
        """`module`, `function`, `block`, `types`, `passing`."""
        self.names: dict[str, list[tuple[Any, ...]]] = {}

    def finished(self) -> Scope:
        parent = -1 if self.parent is None else self.parent.number
        return Scope(parent, {name: tuple(found) for name, found in self.names.items()})


@dataclass(slots=True)
class Overloads:
    """A name that was declared by a signature and may be declared again: all are one Method."""

    owner: OpenOwner
    slot: int
    """Of its artifact."""
    edge: int
    """Of its DEFINES."""
    first: Node


class OpenFunction:
    """What is gathered while the body of a function is walked."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.returned: list[tuple[int, Value]] = []
        self.yielded: list[tuple[int, Value]] = []
        self.assigned: list[tuple[str, int, Value]] = []


class OpenClass:
    """What is gathered while the body of a class is walked."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.fields: list[Field] = []
        self.methods: dict[tuple[str, bool, str], list[int]] = {}
        self.calls: list[int] = []
        self.constructs: list[int] = []
        self.index: Any = None
        self.outline: list[str] = []
        self.assigned: dict[str, tuple[int, Value]] = {}
        """`this.name = value` in its methods: the first of each."""

    def finished_methods(self) -> tuple[TsMethod, ...]:
        return tuple(
            TsMethod(name, static, form, tuple(found)) for (name, static, form), found in self.methods.items()
        )


class Walk:
    """One file's walk."""

    def __init__(self, unit: Unit, data: bytes, rules: Rules) -> None:
        self.unit = unit
        self.data = data
        self.source = unit.text
        self.is_ascii = len(data) == len(unit.text)
        self.read = rules.read
        self.types = rules.types
        self.statements = rules.statements
        self.language = "typescript" if unit.language == "typescript" else "javascript"
        self.names: dict[str, int] = {}
        self.artifacts: list[Artifact | None] = []
        self.edges: list[Edge] = []
        self.owners: list[OpenOwner] = []
        self.scopes: list[OpenScope] = []
        self.functions: list[TsFunction | None] = []
        self.classes: list[TsClass | None] = []
        self.objects: list[Any] = []
        self.calls: list[Any] = []
        self.handed: list[tuple[int, int, Value, int]] = []
        self.exports: list[tuple[Any, ...]] = []
        self.expandos: list[tuple[int, Value, str, Value]] = []
        self.ambient: list[tuple[str, int]] = []
        self.global_scope = -1
        self.imports: list[str] = []
        self.reads: list[KeyRead] = []
        self.asks_settings = False
        """Whether calls of `get` may read a setting."""
        self.problems: list[Problem] = []
        self.owner = self.open_owner(typescript_uid(unit.repo, self.language, unit.path, ""), "", 0)
        self.scope = self.open_scope("module")
        self.function: OpenFunction | None = None
        self.this: Value = None
        self.above: Value = None
        """What `super` is here."""
        self.context: Context = None
        """What the next function or object read stands in."""
        self.outer: Node | None = None
        """The statement around the next declaration (`export …`): its first line is the declaration's."""
        self.binding: Any = None
        """What the object, class or wrapped function read next is bound to (a `Binding`)."""
        self.wrapped: int | None = None
        """The function found inside a well-known wrapper."""
        self.open_classes: list[OpenClass] = []
        self.signs_methods = False
        """Whether the object type read next is that of a named type: its methods are Methods."""
        self.namespace = 0
        """How deep in namespaces we are: what is exported there is not exported by the file."""
        self.depth = 0
        self.overloads: dict[tuple[str, str, bool, str], Overloads] = {}
        self.last_overload: tuple[str, str, bool, str] | None = None
        self.noted: list[Noted] = []
        """Calls and decorators whose name is one that frameworks give meaning to."""
        self.taken: list[tuple[str, Value]] = []
        """Names of this file and what they are given, in order."""
        self.members: list[tuple[Uid, str, Value]] = []
        """Of enums: whose, the name, the value."""
        self.texts: dict[int, tuple[Value, Sequence[Node | Value]]] = {}
        """The parts of texts that say nothing about calls (long ones, templates), by the value's identity."""

    def text(self, node: Node) -> str:
        if self.is_ascii:
            return intern(self.source[node.start_byte : node.end_byte])
        return intern(self.data[node.start_byte : node.end_byte].decode("utf-8", "replace"))

    def text_of(self, parts: "Sequence[Node | Value]") -> Value:
        """A text whose parts are read only if a usage or a constant asks for them."""
        found = (LITERAL, "String", None)
        self.texts[id(found)] = (found, parts)
        return found

    def sum_of(self, left: Value, right: Value) -> Value:
        """`BASE + path`: it may be a text; of calls it says nothing."""
        if left is None or right is None:
            return None
        found = (EITHER, ())
        self.texts[id(found)] = (found, (left, right))
        return found

    def between(self, start: int, end: int) -> str:
        if self.is_ascii:
            return self.source[start:end]
        return self.data[start:end].decode("utf-8", "replace")

    def place(self, node: Node) -> tuple[int, int]:
        """Row and column (in characters) at which a node begins."""
        row, column = node.start_point
        if not self.is_ascii:
            start = node.start_byte
            column = len(self.data[start - column : start].decode("utf-8", "replace"))
        return row, column

    def open_owner(self, uid: Uid, path: str, row: int) -> OpenOwner:
        found = OpenOwner(len(self.owners), uid, path, row)
        self.owners.append(found)
        return found

    def named_owner(self, name: str, row: int) -> OpenOwner:
        """An owner inside the present one; what has the name of another gets an ordinal."""
        path = f"{self.owner.path}.{name}" if self.owner.path else name
        uid = typescript_uid(self.unit.repo, self.language, self.unit.path, path)
        self.names[uid] = self.names.get(uid, 0) + 1
        count = self.names[uid]
        return self.open_owner(ordinal(uid, count), path, row)

    def open_scope(self, form: str) -> OpenScope:
        parent = self.scope if self.scopes else None
        found = OpenScope(len(self.scopes), parent, form)
        self.scopes.append(found)
        self.scope = found
        return found

    def declare(self, name: str, declaration: tuple[Any, ...]) -> None:
        """A name from here on, in the nearest scope that keeps names."""
        scope = self.scope
        while scope.form == "passing" and scope.parent is not None:
            scope = scope.parent
        scope.names.setdefault(name, []).append(declaration)

    def declare_in_function(self, name: str, declaration: tuple[Any, ...]) -> None:
        """A `var`: it belongs to the function around."""
        scope = self.scope
        while scope.form in ("passing", "block") and scope.parent is not None:
            scope = scope.parent
        scope.names.setdefault(name, []).append(declaration)

    def define(self, source: Uid, target: Uid, first: Node, last: Node) -> None:
        """DEFINES with the lines of a declaration."""
        start, end = first.start_point[0] + 1, last.end_point[0] + 1
        self.edges.append(Edge(EdgeType.DEFINES, source, target, start_line=start, end_line=end))

    def inside(self, block: Node) -> None:
        """The statements of a block whose names belong to the scope that is open."""
        for child in block.named_children:
            self.outer = None
            self.statements(self, child)

    def hand(self, node: Node, value: Value) -> None:
        """Note a name that is handed on: it may be a function's."""
        if value is not None and node.type in _NAMES:
            self.handed.append((self.owner.number, self.scope.number, value, node.end_point[0]))

    def take_outer(self, node: Node) -> Node:
        """Where a declaration begins: at its `export`, its decorators, its `const`."""
        outer, self.outer = self.outer, None
        return node if outer is None else outer

    def take_context(self) -> Context:
        context, self.context = self.context, None
        return context

    def problem(self, node: Node, reason: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(node.start_point[0] + 1, reason))
