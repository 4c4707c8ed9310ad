"""What a condition tells about a name where it holds: `x instanceof A`, `isA(x)`, `x.kind === "a"`.

Only names and dotted names are told about, since only they can be looked up again.
"""

from tree_sitter import Node

from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.walk import OpenScope, Walk
from kg.schema import typescript as ts
from kg.schema.typescript import Value

Told = tuple[str, tuple[object, ...]]
"""A name, and its declaration from here on."""

_EQUAL = ("===", "==")
_UNEQUAL = ("!==", "!=")
_EXITS = frozenset(("return_statement", "throw_statement", "continue_statement", "break_statement"))


def told(walk: Walk, node: Node | None, holds: bool) -> list[Told]:
    """What follows from a condition that holds, or does not."""
    if node is None:
        return []
    match node.type:
        case "parenthesized_expression":
            inner = named(node)
            return told(walk, inner[0], holds) if inner else []
        case "unary_expression":
            operator, argument = field(node, "operator"), field(node, "argument")
            return told(walk, argument, not holds) if operator is not None and operator.type == "!" else []
        case "call_expression":
            return _guard(walk, node, holds)
        case "binary_expression":
            return _binary(walk, node, holds)
    return []


def _binary(walk: Walk, node: Node, holds: bool) -> list[Told]:
    left, right, operator = field(node, "left"), field(node, "right"), field(node, "operator")
    if left is None or right is None or operator is None:
        return []
    word = operator.type
    if (word == "&&" and holds) or (word == "||" and not holds):
        return [*told(walk, left, holds), *told(walk, right, holds)]
    if word == "instanceof":
        name, cls = dotted(walk, left), plain(walk, right)
        return [(name, (ts.NARROWED, "is", cls, holds))] if name and cls is not None else []
    if word == "in" and left.type == "string":
        name = dotted(walk, right)
        return [(name, (ts.NARROWED, "has", walk.text(left).strip("'\""), holds))] if name else []
    if word in _EQUAL or word in _UNEQUAL:
        return _compared(walk, left, right, holds == (word in _EQUAL))
    return []


def _compared(walk: Walk, left: Node, right: Node, holds: bool) -> list[Told]:
    if right.type not in ("string", "number", "true", "false", "member_expression"):
        return []
    literal: object = walk.text(right).strip("'\"")
    if right.type == "member_expression":
        literal = plain(walk, right)
    if left.type == "unary_expression" and walk.text(left).startswith("typeof"):
        name = dotted(walk, field(left, "argument"))
        return [(name, (ts.NARROWED, "typeof", literal, holds))] if name else []
    if left.type == "member_expression":
        name, member = dotted(walk, field(left, "object")), field(left, "property")
        if name and member is not None:
            return [(name, (ts.NARROWED, "equals", (walk.text(member), literal), holds))]
    return []


def _guard(walk: Walk, node: Node, holds: bool) -> list[Told]:
    """`isFoo(x)`: which argument is told about is known when the function is."""
    callee, arguments = plain(walk, field(node, "function")), field(node, "arguments")
    if callee is None or arguments is None or arguments.type != "arguments":
        return []
    found: list[Told] = []
    for index, child in enumerate(named(arguments)):
        name = dotted(walk, child)
        if name:
            found.append((name, (ts.NARROWED, "guard", (callee, index), holds)))
    receiver = callee[1] if callee[0] == ts.MEMBER else None
    if receiver is not None and not found:
        inner = field(node, "function")
        name = dotted(walk, None if inner is None else field(inner, "object"))
        if name:
            found.append((name, (ts.NARROWED, "guard", (callee, -1), holds)))
    return found


def case_told(walk: Walk, switched: Node | None, value: Node | None) -> list[Told]:
    """In `switch (x.kind) { case "a": …`."""
    inner = named(switched) if switched is not None else []
    if not inner or value is None:
        return []
    if inner[0].type == "true":
        return told(walk, value, holds=True)
    return _compared(walk, inner[0], value, holds=True)


def passing(walk: Walk, facts: list[Told]) -> OpenScope | None:
    """A scope in which what is told holds; None when nothing is."""
    if not facts:
        return None
    scope = walk.open_scope("passing")
    for name, declaration in facts:
        scope.names.setdefault(name, []).append(declaration)
    return scope


def exits(node: Node | None) -> bool:
    """Whether what follows a branch is only reached without it."""
    if node is None:
        return False
    if node.type == "statement_block":
        inner = named(node)
        return bool(inner) and inner[-1].type in _EXITS
    return node.type in _EXITS


def dotted(walk: Walk, node: Node | None) -> str:
    """`x`, `this.x.y`; empty for anything else."""
    if node is None:
        return ""
    if node.type in ("identifier", "this"):
        return walk.text(node)
    if node.type in ("non_null_expression", "parenthesized_expression"):
        inner = named(node)
        return dotted(walk, inner[0]) if len(inner) == 1 else ""
    if node.type == "member_expression":
        owner, member = dotted(walk, field(node, "object")), field(node, "property")
        return f"{owner}.{walk.text(member)}" if owner and member is not None else ""
    return ""


def plain(walk: Walk, node: Node | None) -> Value:
    """A dotted name as a value, without noting anything."""
    if node is None:
        return None
    if node.type == "identifier":
        return (ts.NAME, walk.text(node))
    if node.type == "this":
        return walk.this
    if node.type == "member_expression":
        owner, member = plain(walk, field(node, "object")), field(node, "property")
        if owner is not None and member is not None:
            return (ts.MEMBER, owner, walk.text(member), *walk.place(member))
    return None
