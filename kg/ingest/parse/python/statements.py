"""Statements of the tree: they bind names, open blocks, and hold the expressions.

A branch, a loop body, an except clause is a block: what it binds holds for certain only inside.
Definitions and imports have their own files; here is everything else.
"""

from collections.abc import Callable

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.branches import block, if_statement
from kg.ingest.parse.python.definitions import class_definition, decorated_definition, function_definition
from kg.ingest.parse.python.expressions import expression
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.imports import from_import, plain_import
from kg.ingest.parse.python.literals import annotation
from kg.ingest.parse.python.narrowing import narrowing
from kg.ingest.parse.python.noting import note_added, note_taker
from kg.ingest.parse.python.operators import augmented, note_truth
from kg.ingest.parse.python.patterns import match_statement
from kg.ingest.parse.python.targets import bind_attribute, bind_target, delete, note_written
from kg.ingest.parse.python.walk import Walk

DEEPEST = 60
"""Statements nested deeper are not followed."""


def statements(walk: Walk, node: Node | None) -> None:
    """Every statement of a block, in order."""
    if node is None:
        return
    walk.nesting += 1
    if walk.nesting <= DEEPEST:
        for child in node.named_children:
            statement(walk, child)
    else:
        walk.problem(node, "statements nested too deeply to follow")
    walk.nesting -= 1


def statement(walk: Walk, node: Node) -> None:
    handler = _HANDLERS.get(node.type)
    if handler is not None:
        handler(walk, node)
    else:
        expression(walk, node)


def _expression_statement(walk: Walk, node: Node) -> None:
    for child in node.named_children:
        if child.type == "assignment":
            _assignment(walk, child)
        elif child.type == "augmented_assignment":
            _augmented(walk, child)
        else:
            expression(walk, child)


def _assignment(walk: Walk, node: Node) -> Expr:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    written = annotation(walk, node.child_by_field_name("type"))
    value = _assignment(walk, right) if right is not None and right.type == "assignment" else None
    if right is not None and right.type != "assignment":
        noted = len(walk.noted)
        value = expression(walk, right)
        note_taker(walk, left, value, noted)
    if left is None:
        return value
    if node.child_by_field_name("type") is None:
        bind_target(walk, left, BindingKind.VALUE, value)
        _note_exports(walk, left, right)
    elif left.type == "identifier":
        walk.bind(walk.text(left), BindingKind.ANNOTATED, written, value)
        _note_exports(walk, left, right)
    elif left.type == "attribute":
        bind_attribute(walk, left, written, value)
    return value


def _augmented(walk: Walk, node: Node) -> None:
    """`x += y` leaves x what it was, as far as calls go."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    noted = len(walk.noted)
    changed, added = augmented(walk, node)
    note_added(walk, left, added, noted)
    if left is not None:
        note_written(walk, left, changed)
        _note_exports(walk, left, right)


def _note_exports(walk: Walk, left: Node, right: Node | None) -> None:
    """`__all__ = [...]`, `__all__ += [...]`, `__all__ += other.__all__`."""
    if walk.scope.form != "module" or right is None or walk.text(left) != "__all__":
        return
    walk.exports = walk.exports or []
    pending = [right]
    while pending:
        node = pending.pop()
        if node.type == "string":
            walk.exports.append(
                "".join(walk.text(c) for c in node.named_children if c.type == "string_content")
            )
        elif node.type == "attribute":
            owner = node.child_by_field_name("object")
            if owner is not None:
                walk.export_modules.append(walk.text(owner))
        else:
            pending.extend(node.named_children)


def _return(walk: Walk, node: Node) -> None:
    for child in node.named_children:
        value = expression(walk, child)
        if value is not None:
            walk.scope.returned.append(value)


def _raise(walk: Walk, node: Node) -> None:
    """`raise Gone` makes a `Gone`; `raise Gone()` shows its call."""
    for index, child in enumerate(node.named_children):
        value = expression(walk, child)
        if index == 0 and value is not None and value[0] in (facts.NAME, facts.ATTRIBUTE):
            walk.note_implicit("raise", value, node)


def _for(walk: Walk, node: Node) -> None:
    walk.scope.branches += 1
    value = expression(walk, node.child_by_field_name("right"))
    walk.note_implicit("for", value, node)
    walk.open_block(loop=True)
    left = node.child_by_field_name("left")
    if left is not None:
        bind_target(walk, left, BindingKind.ELEMENT, value)
    statements(walk, node.child_by_field_name("body"))
    walk.close_block(loop=True)
    _else(walk, node)


def _while(walk: Walk, node: Node) -> None:
    walk.scope.branches += 1
    walk.open_block(loop=True)
    note_truth(walk, expression(walk, node.child_by_field_name("condition")), node)
    statements(walk, node.child_by_field_name("body"))
    walk.close_block(loop=True)
    _else(walk, node)


def _else(walk: Walk, node: Node) -> None:
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        block(walk, alternative.child_by_field_name("body"))


def _with(walk: Walk, node: Node) -> None:
    for clause in node.named_children:
        if clause.type == "with_clause":
            for item in clause.named_children:
                _with_item(walk, item)
    statements(walk, node.child_by_field_name("body"))


def _with_item(walk: Walk, item: Node) -> None:
    value = item.child_by_field_name("value") if item.type == "with_item" else item
    if value is None:
        return
    alias = value.child_by_field_name("alias") if value.type == "as_pattern" else None
    noted = len(walk.noted)
    entered = expression(walk, value.named_children[0] if value.type == "as_pattern" else value)
    note_taker(walk, alias, entered, noted)
    walk.note_implicit("with", entered, item)
    if alias is not None:
        bind_target(walk, alias, BindingKind.CONTEXT, entered)


def _try(walk: Walk, node: Node) -> None:
    block(walk, node.child_by_field_name("body"))
    for clause in node.named_children:
        match clause.type:
            case "except_clause" | "except_group_clause":
                _except(walk, clause)
            case "else_clause":
                block(walk, clause.child_by_field_name("body"))
            case "finally_clause":
                for child in clause.named_children:
                    statements(walk, child)


def _except(walk: Walk, node: Node) -> None:
    walk.scope.branches += 1
    walk.open_block()
    for child in node.named_children:
        if child.type == "block":
            statements(walk, child)
        elif child.type == "as_pattern":
            alias = child.child_by_field_name("alias")
            caught = expression(walk, child.named_children[0])
            if alias is not None:
                bind_target(walk, alias, BindingKind.CAUGHT, caught)
        else:
            expression(walk, child)
    walk.close_block()


def _assert(walk: Walk, node: Node) -> None:
    """`assert isinstance(x, A)` tells what x is from here on."""
    narrowed = narrowing(walk, node.named_children[0] if node.named_children else None)
    for child in node.named_children:
        expression(walk, child)
    for name, classes in narrowed:
        walk.bind(name, BindingKind.NARROWED, classes, private=True)


def _delete(walk: Walk, node: Node) -> None:
    for child in node.named_children:
        delete(walk, child)


def _elsewhere(walk: Walk, node: Node) -> None:
    where = "global" if node.type == "global_statement" else "nonlocal"
    for child in node.named_children:
        walk.scope.elsewhere[walk.text(child)] = where


def _type_alias(walk: Walk, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    value = annotation(walk, right)
    while left is not None and left.type != "identifier":
        left = left.named_children[0] if left.named_children else None
    if left is not None:
        walk.bind(walk.text(left), BindingKind.VALUE, value, ())


def _broken(walk: Walk, node: Node) -> None:
    """Code the grammar did not understand: what is whole in it is read."""
    statements(walk, node)


def _skip(walk: Walk, node: Node) -> None:
    return None


_HANDLERS: dict[str, Callable[[Walk, Node], None]] = {
    "expression_statement": _expression_statement,
    "function_definition": function_definition,
    "class_definition": class_definition,
    "decorated_definition": decorated_definition,
    "import_statement": plain_import,
    "import_from_statement": from_import,
    "future_import_statement": _skip,
    "return_statement": _return,
    "raise_statement": _raise,
    "if_statement": if_statement,
    "for_statement": _for,
    "while_statement": _while,
    "with_statement": _with,
    "try_statement": _try,
    "match_statement": match_statement,
    "assert_statement": _assert,
    "delete_statement": _delete,
    "global_statement": _elsewhere,
    "nonlocal_statement": _elsewhere,
    "type_alias_statement": _type_alias,
    "block": statements,
    "ERROR": _broken,
    "comment": _skip,
    "pass_statement": _skip,
}
