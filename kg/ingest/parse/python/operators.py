"""Operators, comparisons and tests of truth: calls of `__add__`, `__eq__`, `__bool__` that nobody writes.

Each is noted in the scope as an implicit call; which method runs, and whether it is written in the
repository, is for the resolver to say. Operands that can only be texts or numbers are not noted.
"""

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.narrowing import end_narrowed, narrowing, with_narrowed
from kg.ingest.parse.python.walk import Walk, operands

_OBJECTS = (facts.NAME, facts.ATTRIBUTE, facts.CALL, facts.SUBSCRIPT, facts.OPERATION)


def binary(walk: Walk, node: Node) -> Expr:
    """Long sums lean to the left: they are walked in a loop, not by recursion."""
    steps: list[tuple[str, Node | None]] = []
    left: Node | None = node
    while left is not None and left.type == "binary_operator":
        operator = left.child_by_field_name("operator")
        steps.append((operator.type if operator is not None else "", left.child_by_field_name("right")))
        left = left.child_by_field_name("left")
    found = walk.read(walk, left)
    for operator_text, right in reversed(steps):
        found = _operated(walk, operator_text, found, walk.read(walk, right), node)
    return found


def _operated(walk: Walk, operator: str, left: Expr, right: Expr, node: Node) -> Expr:
    """`A | B` may be a type, `a + b` a longer list, `"…" % x` a text; else what the operator gives."""
    noted = _note(walk, operator, left, right, node)
    if operator == "|":
        return (facts.UNION, left, right)
    if operator == "+":
        return noted or (facts.OPERATION, operator, left, right)
    if operator == "%" and left is not None and left[0] == facts.CONSTANT:
        return walk.text_of([(facts.OPERATION, operator, left, right)])
    return noted


def _note(walk: Walk, operator: str, left: Expr, right: Expr, node: Node) -> Expr:
    if not _is_object(left) and not _is_object(right):
        return None
    operation = (facts.OPERATION, operator, left, right)
    walk.note_implicit("operator", operation, node)
    return operation


def _is_object(operand: Expr) -> bool:
    return operand is not None and operand[0] in _OBJECTS


def unary(walk: Walk, node: Node) -> Expr:
    operator, operand = node.child_by_field_name("operator"), node.child_by_field_name("argument")
    value = walk.read(walk, operand)
    if value is not None and value[0] == facts.CONSTANT:
        return (facts.CONSTANT, value[1], None)
    return _note(walk, f"{operator.type} " if operator is not None else "", value, None, node)


def comparison(walk: Walk, node: Node) -> Expr:
    """`a < b <= c` compares twice."""
    symbols = [
        child.type for i, child in enumerate(node.children) if node.field_name_for_child(i) == "operators"
    ]
    values = [walk.read(walk, child) for child in operands(node)]
    for left, symbol, right in zip(values, symbols, values[1:], strict=False):
        if not symbol.startswith("is"):
            _note(walk, symbol, left, right, node)
    return (facts.CONSTANT, "builtins.bool", None)


def augmented(walk: Walk, node: Node) -> tuple[Expr, Expr]:
    """`x += y`: what stands on both sides."""
    operator = node.child_by_field_name("operator")
    left = walk.read(walk, node.child_by_field_name("left"))
    right = walk.read(walk, node.child_by_field_name("right"))
    if operator is not None:
        _note(walk, operator.type, left, right, node)
    return left, right


def negation(walk: Walk, node: Node) -> Expr:
    note_truth(walk, walk.read(walk, node.child_by_field_name("argument")), node)
    return (facts.CONSTANT, "builtins.bool", None)


def note_truth(walk: Walk, value: Expr, node: Node) -> None:
    """What a condition asks of its value."""
    if value is not None and value[0] == facts.EITHER:
        note_truth(walk, value[1][-1], node)
    elif _is_object(value) and not _is_asked(value):
        walk.note_implicit("truth", value, node)


def _is_asked(value: Expr) -> bool:
    """`isinstance(…)` and its like give what they say: no class has a say in it."""
    return (
        value is not None
        and value[0] == facts.CALL
        and value[1] is not None
        and value[1][:2] in ((facts.NAME, "isinstance"), (facts.NAME, "hasattr"), (facts.NAME, "callable"))
    )


def boolean(walk: Walk, node: Node) -> Expr:
    walk.scope.branches += 1
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    first = walk.read(walk, left)
    note_truth(walk, first, node)
    if operator is not None and operator.type == "and":
        with_narrowed(walk, narrowing(walk, left))
        found = walk.read(walk, right)
        end_narrowed(walk)
        return found
    return (facts.EITHER, (first, walk.read(walk, right)))


def conditional(walk: Walk, node: Node) -> Expr:
    """`body if test else otherwise`."""
    walk.scope.branches += 1
    inner = operands(node)
    if len(inner) != 3:
        for child in inner:
            walk.read(walk, child)
        return None
    body, test, otherwise = inner
    narrowed = narrowing(walk, test)
    note_truth(walk, walk.read(walk, test), test)
    with_narrowed(walk, narrowed)
    found = walk.read(walk, body)
    end_narrowed(walk)
    return (facts.EITHER, (found, walk.read(walk, otherwise)))


def awaited(walk: Walk, node: Node) -> Expr:
    """`await x`: the value is that of `x`, as far as calls go."""
    inner = operands(node)
    value = walk.read(walk, inner[0]) if inner else None
    if _is_object(value):
        walk.note_implicit("await", value, node)
    return value
