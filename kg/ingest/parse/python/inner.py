"""Lambdas and comprehensions: they run in place, with names of their own that are seen only inside."""

from collections.abc import Callable

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.narrowing import narrowing
from kg.ingest.parse.python.targets import bind_target
from kg.ingest.parse.python.walk import Walk, walk_children


def lambda_function(walk: Walk, node: Node) -> Expr:
    """Calls in a lambda belong to the function around it; its parameters are seen only inside."""
    walk.scope.branches += 1
    walk.lambdas += 1
    number = walk.lambdas
    walk.open_block()
    parameters: list[str] = []
    written = node.child_by_field_name("parameters")
    for child in written.named_children if written is not None else ():
        name = child.child_by_field_name("name") or child
        default = walk.read(walk, child.child_by_field_name("value"))
        while name.type in ("list_splat_pattern", "dictionary_splat_pattern") and name.named_children:
            name = name.named_children[0]
        if name.type == "identifier":
            parameters.append(walk.text(name))
            extra = (number, len(parameters) - 1)
            walk.bind(parameters[-1], BindingKind.HANDED, default, extra, private=True)
    body = walk.read(walk, node.child_by_field_name("body"))
    walk.close_block()
    return (facts.LAMBDA, tuple(parameters), body, number)


def comprehension(kind: str) -> Callable[[Walk, Node], Expr]:
    def handle(walk: Walk, node: Node) -> Expr:
        walk.open_block()
        for child in node.named_children:
            if child.type == "for_in_clause":
                _clause(walk, child)
            elif child.type == "if_clause":
                walk.scope.branches += 1
                walk_children(walk, child)
                for narrowed in narrowing(walk, child.named_children[0] if child.named_children else None):
                    walk.bind(narrowed[0], BindingKind.NARROWED, narrowed[1], private=True)
        body = node.child_by_field_name("body")
        if body is not None and body.type == "pair":
            key = walk.read(walk, body.child_by_field_name("key"))
            found: Expr = (facts.MAPPING, ((key, walk.read(walk, body.child_by_field_name("value"))),))
        else:
            found = (facts.SEQUENCE, kind, (walk.read(walk, body),))
        walk.close_block()
        return found

    return handle


def _clause(walk: Walk, node: Node) -> None:
    walk.scope.branches += 1
    value: Expr = None
    for child in node.children_by_field_name("right"):
        value = walk.read(walk, child)
    walk.note_implicit("for", value, node)
    left = node.child_by_field_name("left")
    if left is not None:
        kept, walk.scope_private = walk.scope_private, True
        bind_target(walk, left, BindingKind.ELEMENT, value)
        walk.scope_private = kept
