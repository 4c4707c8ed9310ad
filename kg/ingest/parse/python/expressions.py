"""Expressions of the tree -> small tuples (`facts.Expr`), and the calls in them noted in the scope.

Everything is walked, so that no call is lost; what cannot say anything about a callee becomes None.
"""

from collections.abc import Callable

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.inner import comprehension, lambda_function
from kg.ingest.parse.python.literals import constant, integer, joined, mapping, sequence, string
from kg.ingest.parse.python.noting import note_call
from kg.ingest.parse.python.operators import (
    awaited,
    binary,
    boolean,
    comparison,
    conditional,
    negation,
    unary,
)
from kg.ingest.parse.python.targets import is_kept, note_put
from kg.ingest.parse.python.walk import Walk, operands, walk_children

DEEPEST = 150
"""Expressions nested deeper are not followed: the interpreter's own stack is the limit."""


def expression(walk: Walk, node: Node | None) -> Expr:
    """The value of a node as a small tree."""
    if node is None:
        return None
    handler = _HANDLERS.get(node.type, walk_children)
    walk.depth += 1
    try:
        if walk.depth > DEEPEST:
            if walk.depth == DEEPEST + 1:
                walk.problem(node, "an expression nested too deeply to follow")
            return None
        return handler(walk, node)
    finally:
        walk.depth -= 1


def _nothing(walk: Walk, node: Node) -> Expr:
    return None


def _identifier(walk: Walk, node: Node) -> Expr:
    return (facts.NAME, walk.text(node), walk.scope.clock)


def _attribute(walk: Walk, node: Node) -> Expr:
    found = _member(walk, node)
    if found is not None:
        walk.scope.accesses.append(found)
    return found


def _member(walk: Walk, node: Node) -> Expr:
    owner = expression(walk, node.child_by_field_name("object"))
    name = node.child_by_field_name("attribute")
    if name is None:
        return None
    return (facts.ATTRIBUTE, owner, walk.text(name), *walk.place(name))


def _call(walk: Walk, node: Node) -> Expr:
    function = node.child_by_field_name("function")
    if function is None:
        return walk_children(walk, node)
    is_member = function.type == "attribute"
    callee = _member(walk, function) if is_member else expression(walk, function)
    place = callee[3:5] if is_member and callee is not None else walk.place(function)
    positional, named = _arguments(walk, node.child_by_field_name("arguments"))
    found = (facts.CALL, callee, positional, named, *place)
    walk.scope.calls.append(found)
    if callee is not None and callee[0] == facts.ATTRIBUTE and positional and is_kept(callee[1]):
        note_put(walk, callee[1], callee[2], positional)
    note_call(walk, found)
    return found


def _arguments(walk: Walk, node: Node | None) -> tuple[tuple[Expr, ...], tuple[tuple[str, Expr], ...]]:
    if node is None:
        return (), ()
    if node.type != "argument_list":
        return (expression(walk, node),), ()
    positional: list[Expr] = []
    named: list[tuple[str, Expr]] = []
    for child in node.named_children:
        if child.type == "keyword_argument":
            name = child.child_by_field_name("name")
            value = expression(walk, child.child_by_field_name("value"))
            if name is not None:
                named.append((walk.text(name), value))
        elif child.type != "comment":
            positional.append(expression(walk, child))
    return tuple(positional), tuple(named)


def _subscript(walk: Walk, node: Node) -> Expr:
    value = expression(walk, node.child_by_field_name("value"))
    indexes = [expression(walk, child) for child in node.children_by_field_name("subscript")]
    index = indexes[0] if len(indexes) == 1 else (facts.SEQUENCE, "builtins.tuple", tuple(indexes))
    walk.scope.subscripts.append((value, index, node.start_point[0] + 1))
    found = (facts.SUBSCRIPT, value, index)
    if walk.scope.clock != facts.EVERYWHERE:
        walk.note_implicit("getitem", value, node)
    return found


def _generic_type(walk: Walk, node: Node) -> Expr:
    """`list[Order]` in an annotation has a grammar of its own."""
    children = operands(node)
    if len(children) != 2:
        return walk_children(walk, node)
    value = expression(walk, children[0])
    arguments = tuple(expression(walk, child) for child in operands(children[1]))
    index = arguments[0] if len(arguments) == 1 else (facts.SEQUENCE, "builtins.tuple", arguments)
    return (facts.SUBSCRIPT, value, index)


def _slice(walk: Walk, node: Node) -> Expr:
    """`[1:3]`; a step or anything that is no whole number makes all elements possible."""
    bounds: list[Expr] = [None, None, None]
    place = 0
    for child in node.children:
        if child.type == ":":
            place += 1
        elif child.is_named:
            bounds[min(place, 2)] = expression(walk, child) or (facts.CONSTANT, "", None)
    numbers = [None if b is None else b[2] if b[0] == facts.CONSTANT else None for b in bounds]
    unknown = any(b is not None and not isinstance(n, int) for b, n in zip(bounds, numbers, strict=True))
    if unknown or bounds[2] is not None:
        return (facts.SLICE, -1, None)
    return (facts.SLICE, *numbers[:2])


def _inner(walk: Walk, node: Node) -> Expr:
    """Parentheses, an annotation's wrapper: the value is that of what is inside."""
    inner = operands(node)
    for child in inner[1:]:
        expression(walk, child)
    return expression(walk, inner[0]) if inner else None


def _union_type(walk: Walk, node: Node) -> Expr:
    found: Expr = None
    for child in operands(node):
        other = expression(walk, child)
        found = other if found is None else (facts.UNION, found, other)
    return found


def _member_type(walk: Walk, node: Node) -> Expr:
    inner = operands(node)
    if len(inner) != 2:
        return walk_children(walk, node)
    owner = expression(walk, inner[0])
    return (facts.ATTRIBUTE, owner, walk.text(inner[1]), *walk.place(inner[1]))


def _named(walk: Walk, node: Node) -> Expr:
    name = node.child_by_field_name("name")
    value = expression(walk, node.child_by_field_name("value"))
    if name is not None:
        walk.bind(walk.text(name), BindingKind.VALUE, value, ())
    return value


def _starred(walk: Walk, node: Node) -> Expr:
    return (facts.STARRED, _inner(walk, node))


def _yield(walk: Walk, node: Node) -> Expr:
    scope = walk.scope
    scope.generator = True
    value = _inner(walk, node)
    delegated = any(child.type == "from" for child in node.children)
    if value is not None:
        scope.yielded.append((facts.STARRED, value) if delegated else value)
    return (facts.SENT, value if delegated else None)


_HANDLERS: dict[str, Callable[[Walk, Node], Expr]] = {
    "identifier": _identifier,
    "attribute": _attribute,
    "call": _call,
    "string": string,
    "concatenated_string": joined,
    "integer": integer,
    "float": constant("builtins.float"),
    "true": lambda _walk, _node: facts.TRUE,
    "false": lambda _walk, _node: facts.FALSE,
    "none": constant("None"),
    "comment": _nothing,
    "list": sequence("builtins.list"),
    "tuple": sequence("builtins.tuple"),
    "expression_list": sequence("builtins.tuple"),
    "set": sequence("builtins.set"),
    "dictionary": mapping,
    "subscript": _subscript,
    "generic_type": _generic_type,
    "union_type": _union_type,
    "member_type": _member_type,
    "slice": _slice,
    "parenthesized_expression": _inner,
    "await": awaited,
    "type": _inner,
    "conditional_expression": conditional,
    "boolean_operator": boolean,
    "binary_operator": binary,
    "comparison_operator": comparison,
    "not_operator": negation,
    "unary_operator": unary,
    "named_expression": _named,
    "list_splat": _starred,
    "yield": _yield,
    "lambda": lambda_function,
    "list_comprehension": comprehension("builtins.list"),
    "set_comprehension": comprehension("builtins.set"),
    "generator_expression": comprehension("typing.Generator"),
    "dictionary_comprehension": comprehension("builtins.dict"),
}
