"""Expressions of the tree -> small tuples, and the calls in them noted.

Everything is walked, so that no call is lost; what cannot say anything about a callee becomes None.
"""

from collections.abc import Callable

from tree_sitter import Node

from kg.ingest.parse.typescript.assignments import assignment
from kg.ingest.parse.typescript.calls import call, decorator, new
from kg.ingest.parse.typescript.classes import class_expression
from kg.ingest.parse.typescript.functions import read_function
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.jsx import jsx_element
from kg.ingest.parse.typescript.keys import note_key
from kg.ingest.parse.typescript.narrowing import passing, told
from kg.ingest.parse.typescript.objects import array, object_literal
from kg.ingest.parse.typescript.types import type_of
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.ids import Uid
from kg.schema.typescript import Value

DEEPEST = 120
"""Expressions nested deeper are not followed: the interpreter's own stack is the limit."""

Rule = Callable[[Walk, Node], Value]


def expression(walk: Walk, node: Node | None) -> Value:
    """The value of a node as a small tree."""
    if node is None:
        return None
    kind = node.type
    if kind not in _KEEP_CONTEXT:
        walk.context = None
    rule = _RULES.get(kind, parts)
    walk.depth += 1
    try:
        if walk.depth > DEEPEST:
            walk.problem(node, "an expression nested too deeply to follow")
            return None
        return rule(walk, node)
    finally:
        walk.depth -= 1


def parts(walk: Walk, node: Node) -> Value:
    """Anything without a rule of its own: its parts, for the calls in them."""
    for child in node.named_children:
        expression(walk, child)
    return None


def _nothing(_walk: Walk, _node: Node) -> Value:
    return None


def _identifier(walk: Walk, node: Node) -> Value:
    return (ts.NAME, walk.text(node))


def _literal(kind: str) -> Rule:
    found = (ts.LITERAL, kind, None)
    return lambda _walk, _node: found


def _string(walk: Walk, node: Node) -> Value:
    written = walk.text(node)
    return (ts.LITERAL, "String", written[1:-1]) if len(written) < 60 else walk.text_of((node,))


def _template(walk: Walk, node: Node) -> Value:
    pieces: list[Node | Value] = []
    for child in node.named_children:
        substituted = child.type == "template_substitution"
        pieces.append(_parenthesized(walk, child) if substituted else child)
    return walk.text_of(pieces)


def _this(walk: Walk, _node: Node) -> Value:
    return walk.this


def _super(walk: Walk, _node: Node) -> Value:
    return walk.above


def member(walk: Walk, node: Node) -> Value:
    owner, name = expression(walk, field(node, "object")), field(node, "property")
    if name is None:
        return None
    found = (ts.MEMBER, owner, walk.text(name), *walk.place(name))
    note_key(walk, node, found)
    return found


def _subscript(walk: Walk, node: Node) -> Value:
    owner, key = expression(walk, field(node, "object")), expression(walk, field(node, "index"))
    if key is not None and key[0] == ts.LITERAL and key[1] == "String" and key[2]:
        found = (ts.MEMBER, owner, key[2], *walk.place(node))
        note_key(walk, node, found)
        return found
    return (ts.INDEX, owner, key)


def _parenthesized(walk: Walk, node: Node) -> Value:
    inner = named(node)
    return expression(walk, inner[-1]) if inner else None


def _sequence(walk: Walk, node: Node) -> Value:
    found: Value = None
    for child in named(node):
        found = expression(walk, child)
    return found


def _arrow(walk: Walk, node: Node) -> Value:
    return (ts.FUNCTION, read_function(walk, node, Uid(""), ""))


def _as(walk: Walk, node: Node) -> Value:
    inner = named(node)
    wanted = type_of(walk, inner[1]) if len(inner) > 1 else None
    walk.context = (ts.DECLARED, walk.scope.number, wanted, ()) if wanted is not None else walk.context
    value = expression(walk, inner[0]) if inner else None
    if wanted is None and len(inner) == 1:
        return value  # `as const`
    return (ts.AS, wanted, value)


def _satisfies(walk: Walk, node: Node) -> Value:
    inner = named(node)
    if len(inner) > 1:
        walk.context = (ts.DECLARED, walk.scope.number, type_of(walk, inner[1]), ())
    return expression(walk, inner[0]) if inner else None


def _assertion(walk: Walk, node: Node) -> Value:
    inner = named(node)
    if len(inner) < 2:
        return None
    wanted = type_of(walk, named(inner[0])[0]) if named(inner[0]) else None
    return (ts.AS, wanted, expression(walk, inner[1]))


def _instantiation(walk: Walk, node: Node) -> Value:
    inner = named(node)
    return expression(walk, inner[0]) if inner else None


def _await(walk: Walk, node: Node) -> Value:
    inner = named(node)
    return (ts.AWAIT, expression(walk, inner[0])) if inner else None


def _ternary(walk: Walk, node: Node) -> Value:
    walk.owner.decisions += 1
    context = walk.take_context()
    condition = field(node, "condition")
    expression(walk, condition)
    found = []
    for name, holds in (("consequence", True), ("alternative", False)):
        kept = walk.scope
        scope = passing(walk, told(walk, condition, holds))
        walk.context = context
        value = expression(walk, field(node, name))
        walk.scope = kept
        found.append(value if scope is None or value is None else (ts.SCOPED, scope.number, value))
    return (ts.EITHER, tuple(found))


def _binary(walk: Walk, node: Node) -> Value:
    """Left spines are walked in a loop: a text of a thousand `+` must not nest a thousand deep."""
    spine: list[Node] = []
    current: Node | None = node
    while current is not None and current.type == "binary_expression":
        spine.append(current)
        current = field(current, "left")
    context = walk.take_context()
    found = expression(walk, current)
    for each in reversed(spine):
        operator = field(each, "operator")
        word = "" if operator is None else operator.type
        found = _joined(walk, each, word, found, context)
    return found


def _joined(walk: Walk, node: Node, word: str, left: Value, context: object) -> Value:
    right = field(node, "right")
    if word in ("&&", "||", "??"):
        walk.owner.decisions += 1
        kept = walk.scope
        scope = passing(walk, told(walk, field(node, "left"), word == "&&")) if word != "??" else None
        walk.context = context  # type: ignore[assignment] # as it was taken
        value = expression(walk, right)
        walk.scope = kept
        if scope is not None and value is not None:
            value = (ts.SCOPED, scope.number, value)
        return value if word == "&&" else (ts.EITHER, (left, value))
    other = expression(walk, right)
    if word == "+":
        words = {each[1] for each in (left, other) if each is not None and each[0] == ts.LITERAL}
        if "String" in words:
            return walk.text_of((left, other))
        return (ts.LITERAL, "Number", None) if words else walk.sum_of(left, other)
    if word in ("-", "*", "/", "%", "**", "|", "&", "^", "<<", ">>", ">>>"):
        return (ts.LITERAL, "Number", None)
    return (ts.LITERAL, "Boolean", None)


def _unary(walk: Walk, node: Node) -> Value:
    operator = field(node, "operator")
    expression(walk, field(node, "argument"))
    word = "" if operator is None else operator.type
    if word in ("!", "delete"):
        return (ts.LITERAL, "Boolean", None)
    if word == "typeof":
        return (ts.LITERAL, "String", None)
    return (ts.LITERAL, "Number", None) if word in ("-", "+", "~") else None


def _update(walk: Walk, node: Node) -> Value:
    parts(walk, node)
    return (ts.LITERAL, "Number", None)


def _yield(walk: Walk, node: Node) -> Value:
    inner = named(node)
    value = expression(walk, inner[0]) if inner else None
    if walk.function is not None and inner:
        delegated = any(child.type == "*" for child in node.children)
        walk.function.yielded.append((walk.scope.number, (ts.EACH, value) if delegated else value))
    return None


def _spread(walk: Walk, node: Node) -> Value:
    inner = named(node)
    return (ts.SPREAD, expression(walk, inner[0])) if inner else None


def _statement(walk: Walk, node: Node) -> Value:
    """What the grammar takes for an expression."""
    walk.outer = None
    walk.statements(walk, node)
    return None


_KEEP_CONTEXT = frozenset(
    (
        "arrow_function", "function_expression", "generator_function", "object", "array", "parenthesized_expression",
        "ternary_expression", "binary_expression", "satisfies_expression", "as_expression", "call_expression",
    )
)  # fmt: skip

_RULES: dict[str, Rule] = {
    "identifier": _identifier,
    "undefined": _nothing,
    "null": _nothing,
    "comment": _nothing,
    "string": _string,
    "number": _literal("Number"),
    "regex": _literal("RegExp"),
    "true": _literal("Boolean"),
    "false": _literal("Boolean"),
    "template_string": _template,
    "this": _this,
    "super": _super,
    "member_expression": member,
    "nested_identifier": member,
    "subscript_expression": _subscript,
    "parenthesized_expression": _parenthesized,
    "sequence_expression": _sequence,
    "call_expression": call,
    "new_expression": new,
    "arrow_function": _arrow,
    "function_expression": _arrow,
    "generator_function": _arrow,
    "class": class_expression,
    "object": object_literal,
    "array": array,
    "as_expression": _as,
    "satisfies_expression": _satisfies,
    "type_assertion": _assertion,
    "non_null_expression": _parenthesized,
    "instantiation_expression": _instantiation,
    "await_expression": _await,
    "ternary_expression": _ternary,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _update,
    "yield_expression": _yield,
    "spread_element": _spread,
    "assignment_expression": assignment,
    "augmented_assignment_expression": assignment,
    "jsx_element": jsx_element,
    "jsx_self_closing_element": jsx_element,
    "jsx_expression": _parenthesized,
    "decorator": decorator,
    "statement_block": _statement,
    "internal_module": _statement,
}
