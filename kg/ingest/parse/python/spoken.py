"""What code of migrations says, statement by statement: calls with their arguments, texts, names.

In: the text of a file. Out: plain values. Migrations are lists of calls with everything written out, far more
than the walk keeps of an expression; so they are read by Python's own parser, whose trees are small and quick.
Knows no tool.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Said = Any
"""A text (numbers and words too), None where nobody knows, a tuple, a dict, a `Name` or a `Called`."""


class Name(NamedTuple):
    """A name as written: `models.CASCADE`."""

    text: str

    @property
    def last(self) -> str:
        return self.text.rpartition(".")[2]


class Called(NamedTuple):
    """A call."""

    name: Name
    positional: tuple[Said, ...]
    named: Mapping[str, Said]
    line: int
    end_line: int

    def get(self, name: str, position: int = -1) -> Said:
        """An argument by its name, or else by its place."""
        if name in self.named:
            return self.named[name]
        return self.positional[position] if 0 <= position < len(self.positional) else None

    def text(self, name: str, position: int = -1) -> str:
        found = self.get(name, position)
        return found if isinstance(found, str) else ""


class Speech:
    """The values of expressions, with the constants of a module, or of a class in it too."""

    def __init__(self, body: list[ast.stmt]) -> None:
        self._constants: dict[str, ast.expr] = {}
        for name, value in assigned(body):
            self._constants.setdefault(name, value)

    def said(self, node: ast.expr | None, deep: int = 40) -> Said:
        if node is None or deep == 0:
            return None
        match node:
            case ast.Constant():
                return None if node.value is None else str(node.value)
            case ast.List() | ast.Tuple() | ast.Set():
                return tuple(self.said(each, deep - 1) for each in node.elts)
            case ast.Dict():
                pairs = zip(node.keys, node.values, strict=True)
                return {
                    str(self.said(k, deep - 1)): self.said(v, deep - 1) for k, v in pairs if k is not None
                }
            case ast.Name():
                return self._named(node, deep)
            case ast.Attribute():
                return Name(dotted(node))
            case ast.Call():
                return self._call(node, deep)
            case ast.BinOp(op=ast.Add()):
                return self._added(node, deep)
            case ast.JoinedStr():
                parts = [self.said(part, deep - 1) for part in node.values]
                return "".join(part if isinstance(part, str) else "{}" for part in parts)
        return None

    def _named(self, node: ast.Name, deep: int) -> Said:
        constant = self._constants.get(node.id)
        said = self.said(constant, deep // 2) if constant is not None else None
        return Name(node.id) if said is None or isinstance(said, Called) else said

    def _call(self, node: ast.Call, deep: int) -> Said:
        return Called(
            Name(dotted(node.func)),
            tuple(self.said(each, deep - 1) for each in node.args),
            {each.arg: self.said(each.value, deep - 1) for each in node.keywords if each.arg},
            node.lineno,
            node.end_lineno or node.lineno,
        )

    def _added(self, node: ast.BinOp, deep: int) -> Said:
        left, right = self.said(node.left, deep - 1), self.said(node.right, deep - 1)
        same = (isinstance(left, str) and isinstance(right, str)) or (
            type(left) is tuple and type(right) is tuple
        )
        return left + right if same else None


def dotted(node: ast.expr) -> str:
    """`sa.Column`; empty where it is no name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """The names that statements give a value, annotated or not."""
    for statement in body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    yield target.id, statement.value
        elif (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and statement.value
        ):
            yield statement.target.id, statement.value
