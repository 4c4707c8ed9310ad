"""The state of one walk over a tree: the scope being filled, its blocks, its clock.

A clock ticks through each scope. A binding notes when it happened and, once its block closes, until
when it certainly holds; a use notes the time at which it reads. That is all the resolver needs to
tell which value of a name reaches a use. Knows nothing of statements or expressions.
"""

from collections.abc import Callable, Sequence
from sys import intern
from typing import Any, TypeAlias

from tree_sitter import Node

from kg.ingest.parse.python.facts import (
    CONSTANT,
    EVERYWHERE,
    LAMBDA,
    MAPPING,
    SEQUENCE,
    AttributeBinding,
    Binding,
    Expr,
    Scope,
)
from kg.schema.facts import Problem
from kg.schema.ids import Uid

Statements: TypeAlias = "Callable[[Walk, Node | None], None]"
Read: TypeAlias = "Callable[[Walk, Node | None], Expr]"


def operands(node: Node) -> list[Node]:
    """The named children that mean something."""
    return [child for child in node.named_children if child.type not in ("comment", "ERROR")]


class OpenScope:
    """A scope while its code is walked; `node` is its definition, `outer` includes decorators."""

    def __init__(self, number: int, form: str, parent: "OpenScope | None", name: str, node: Node) -> None:
        self.number = number
        self.form = form
        self.parent = parent
        self.name = name
        self.node = node
        self.outer = node
        self.uid = Uid("")
        self.qualified_name = ""
        self.clock = 0
        self.blocks: list[list[list[Any]]] = [[]]
        self.loops: list[int] = []
        self.bindings: dict[str, list[list[Any]]] = {}
        self.calls: list[Expr] = []
        self.accesses: list[Expr] = []
        self.implicit: list[tuple[str, Expr, int]] = []
        self.items: list[tuple[Expr, Expr, Expr]] = []
        self.attributes: list[AttributeBinding] = []
        self.subscripts: list[tuple[Expr, Expr, int]] = []
        """What is read by key, the key, the line: kept for the keys of configurations only."""
        self.decorators: list[Expr] = []
        self.decorator_nodes: list[Node] = []
        self.bases: list[Expr] = []
        self.parameters: list[str] = []
        self.returns: Expr = None
        self.returned: list[Expr] = []
        self.yielded: list[Expr] = []
        self.is_async = False
        self.generator = False
        self.elsewhere: dict[str, str] = {}
        """Names declared `global` or `nonlocal`, and which of the two."""
        self.branches = 1
        """Cyclomatic complexity so far."""

    @property
    def line(self) -> int:
        return 1 if self.form == "module" else self.outer.start_point[0] + 1

    @property
    def end_line(self) -> int:
        return self.node.end_point[0] + 1

    def finished(self) -> Scope:
        """What is kept of it; blocks still open end with the scope."""
        return Scope(
            form=self.form,
            parent=self.parent.number if self.parent else -1,
            name=self.name,
            uid=self.uid,
            line=self.line,
            bindings={name: tuple(Binding(*b) for b in found) for name, found in self.bindings.items()},
            calls=tuple(self.calls),
            accesses=tuple(self.accesses),
            implicit=tuple(self.implicit),
            items=tuple(self.items),
            attributes=tuple(self.attributes),
            decorators=tuple(self.decorators),
            bases=tuple(self.bases),
            parameters=tuple(self.parameters),
            returns=self.returns,
            returned=tuple(self.returned),
            yielded=tuple(self.yielded),
            is_async=self.is_async,
            generator=self.generator,
        )


class Noted:
    """A call to tell as a usage, once scopes have names."""

    __slots__ = ("call", "name", "scope", "to")

    def __init__(self, scope: OpenScope, name: str, call: Expr) -> None:
        self.scope = scope
        self.name = name
        self.call = call
        self.to = ""


class Walk:
    """One file's walk. `scope` is the innermost open scope."""

    def __init__(self, source: bytes, root: Node, body: Statements, read: Read) -> None:
        self.source = source
        self.is_ascii = source.isascii()
        self.read = read
        """Reads an expression; handed in, because expressions hold expressions of every sort."""
        self.body = body
        """Walks the statements of a block; handed in, because definitions hold statements again."""
        self.scope = OpenScope(0, "module", None, "", root)
        self.scopes = [self.scope]
        self.depth = 0
        self.nesting = 0
        self.scope_private = False
        """Whether names bound now are seen in their block only (comprehensions)."""
        self.lambdas = 0
        self.imports: list[str] = []
        self.stars: list[str] = []
        self.exports: list[str] | None = None
        self.export_modules: list[str] = []
        self.problems: list[Problem] = []
        self.guarded: set[str] = set()
        """Names called under `if __name__ == "__main__"`."""
        self.has_guard = False
        self.noted: list[Noted] = []
        """Calls whose name is one that frameworks give meaning to."""
        self.named: list[tuple[OpenScope, str, Expr]] = []
        """What is given a name and may be a text: where, the name, its value; no value after `+=`."""
        self.texts: dict[int, tuple[Expr, Sequence[Node | Expr]]] = {}
        """The parts of texts that say nothing about calls (long ones, f-strings), by the value's identity."""

    def text(self, node: Node) -> str:
        return intern(self.source[node.start_byte : node.end_byte].decode("utf-8", "replace"))

    def text_of(self, parts: "Sequence[Node | Expr]") -> Expr:
        """A text whose parts are read only if a usage or a constant asks for them."""
        found = (CONSTANT, "builtins.str", None)
        self.texts[id(found)] = (found, parts)
        return found

    def place(self, node: Node) -> tuple[int, int]:
        """Line (from 1) and column (from 0, in characters) at which a node begins."""
        row, column = node.start_point
        if not self.is_ascii:
            start = node.start_byte
            column = len(self.source[start - column : start].decode("utf-8", "replace"))
        return row + 1, column

    def open_scope(self, form: str, name: str, node: Node) -> OpenScope:
        self.scope = OpenScope(len(self.scopes), form, self.scope, name, node)
        self.scopes.append(self.scope)
        return self.scope

    def close_scope(self) -> None:
        if self.scope.parent is not None:
            self.scope = self.scope.parent

    def open_block(self, loop: bool = False) -> None:
        scope = self.scope
        scope.clock += 1
        scope.blocks.append([])
        if loop:
            scope.loops.append(scope.clock)

    def close_block(self, loop: bool = False) -> None:
        """What the block bound holds for certain only until here."""
        scope = self.scope
        for binding in scope.blocks.pop():
            binding[2] = scope.clock
        scope.clock += 1
        if loop:
            scope.loops.pop()

    def bind(self, name: str, kind: int, value: Any, extra: Any = None, private: bool = False) -> None:
        """Give a name a value from now on, in the scope that owns the name."""
        scope = self.scope
        scope.clock += 1
        elsewhere = scope.elsewhere.get(name)
        if elsewhere is not None and not private:
            self._bind_elsewhere(name, elsewhere, kind, value, extra)
            return
        loop = scope.loops[0] if scope.loops else -1
        binding = [kind, scope.clock, EVERYWHERE, loop, private, scope.number, value, extra]
        scope.bindings.setdefault(name, []).append(binding)
        scope.blocks[-1].append(binding)

    def _bind_elsewhere(self, name: str, where: str, kind: int, value: Any, extra: Any) -> None:
        """`global` and `nonlocal`: the owner may hold this value, whenever the function has run."""
        owner = self.scopes[0]
        if where == "nonlocal":
            outer = self.scope.parent
            while outer is not None and (outer.form != "function" or name not in outer.bindings):
                outer = outer.parent
            owner = outer or owner
        binding = [kind, 0, 0, 0, False, self.scope.number, value, extra]
        owner.bindings.setdefault(name, []).append(binding)

    def note_implicit(self, form: str, value: Expr, node: Node) -> None:
        """A call without a call expression, where it may reach something."""
        silent = self.scope.clock == EVERYWHERE  # an annotation runs nothing
        if value is not None and not silent and value[0] not in (CONSTANT, SEQUENCE, MAPPING, LAMBDA):
            self.scope.implicit.append((form, value, node.start_point[0] + 1))

    def problem(self, node: Node, reason: str) -> None:
        self.problems.append(Problem(node.start_point[0] + 1, reason))


def walk_children(walk: Walk, node: Node) -> Expr:
    """For what says nothing itself but may hold calls."""
    for child in node.named_children:
        walk.read(walk, child)
    return None
