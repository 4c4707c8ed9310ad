"""`match`: names that patterns capture, and what a class pattern says about its subject."""

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.walk import Walk


def match_statement(walk: Walk, node: Node) -> None:
    subject: Expr = None
    for child in node.children_by_field_name("subject"):
        subject = walk.read(walk, child)
    body = node.child_by_field_name("body")
    for case in body.named_children if body is not None else ():
        if case.type == "case_clause":
            _case(walk, case, subject)


def _case(walk: Walk, node: Node, subject: Expr) -> None:
    walk.scope.branches += 1
    walk.open_block()
    for child in node.named_children:
        if child.type == "case_pattern":
            _pattern(walk, child, subject)
    guard = node.child_by_field_name("guard")
    if guard is not None:
        walk.read(walk, guard.named_children[0] if guard.named_children else None)
    walk.body(walk, node.child_by_field_name("consequence"))
    walk.close_block()


def _pattern(walk: Walk, node: Node, subject: Expr) -> None:
    """Names a pattern captures; a class pattern at the top says what the subject is."""
    children = [child for child in node.named_children if child.type != "comment"]
    if node.type == "dotted_name":
        if len(children) == 1:
            walk.bind(walk.text(children[0]), BindingKind.UNKNOWN, None)
        return
    if node.type == "splat_pattern" or (node.type == "as_pattern" and len(children) == 2):
        captured = children[-1] if children else None
        if captured is not None and captured.type == "identifier":
            classes = _pattern_class(walk, children[0]) if node.type == "as_pattern" else None
            kind = BindingKind.UNKNOWN if classes is None else BindingKind.NARROWED
            walk.bind(walk.text(captured), kind, classes)
    if node.type == "class_pattern":
        classes = _pattern_class(walk, node)
        if classes is not None and subject is not None and subject[0] == facts.NAME:
            walk.bind(subject[1], BindingKind.NARROWED, classes, private=True)
    for child in children:
        skipped = node.type in ("class_pattern", "keyword_pattern") and child is children[0]
        if not skipped and child.type != "identifier":
            _pattern(walk, child, None if node.type != "case_pattern" else subject)


def _pattern_class(walk: Walk, node: Node) -> Expr:
    while node.type == "case_pattern" and node.named_children:
        node = node.named_children[0]
    if node.type != "class_pattern" or not node.named_children:
        return None
    names = [walk.text(child) for child in node.named_children[0].named_children]
    found: Expr = None
    place = walk.place(node)
    for name in names:
        if found is None:
            found = (facts.NAME, name, walk.scope.clock)
        else:
            found = (facts.ATTRIBUTE, found, name, *place)
    return found
