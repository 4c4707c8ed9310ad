"""What a condition says about names where it holds: `isinstance(x, A)`."""

from tree_sitter import Node

from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.walk import Walk, operands


def narrowing(walk: Walk, node: Node | None) -> list[tuple[str, Expr]]:
    """What a condition says about names where it holds: `isinstance(x, A) and isinstance(y, B)`."""
    while node is not None and node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    if node is None:
        return []
    if node.type == "boolean_operator":
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type != "and":
            return []
        return narrowing(walk, node.child_by_field_name("left")) + narrowing(
            walk, node.child_by_field_name("right")
        )
    return _isinstance(walk, node)


def _isinstance(walk: Walk, node: Node) -> list[tuple[str, Expr]]:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if node.type != "call" or function is None or arguments is None or walk.text(function) != "isinstance":
        return []
    inner = operands(arguments)
    if len(inner) != 2 or inner[0].type != "identifier":
        return []
    scope = walk.scope
    noted = len(scope.calls), len(scope.accesses), len(scope.implicit)
    classes = walk.read(walk, inner[1])
    # The condition itself is walked apart.
    del scope.calls[noted[0] :], scope.accesses[noted[1] :], scope.implicit[noted[2] :]
    return [(walk.text(inner[0]), classes)] if classes is not None else []


def with_narrowed(walk: Walk, narrowed: list[tuple[str, Expr]]) -> None:
    """Open a block in which names are known to be of some class; `end_narrowed` closes it."""
    walk.open_block()
    for name, classes in narrowed:
        walk.bind(name, BindingKind.NARROWED, classes, private=True)


def end_narrowed(walk: Walk) -> None:
    walk.close_block()
