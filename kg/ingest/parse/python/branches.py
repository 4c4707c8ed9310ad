"""`if`: what its condition says, the main guard, and what is only for type checkers."""

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.narrowing import end_narrowed, narrowing, with_narrowed
from kg.ingest.parse.python.operators import note_truth
from kg.ingest.parse.python.walk import Walk


def block(walk: Walk, node: Node | None) -> None:
    if node is None:
        return
    walk.open_block()
    walk.body(walk, node)
    walk.close_block()


def if_statement(walk: Walk, node: Node) -> None:
    walk.scope.branches += 1
    condition = node.child_by_field_name("condition")
    is_guard = _is_main_guard(walk, condition)
    narrowed = narrowing(walk, condition)
    note_truth(walk, walk.read(walk, condition), node)
    noted = len(walk.scope.calls)
    for_types = _is_for_types(walk, condition)
    before = _bound(walk) if for_types else {}
    with_narrowed(walk, narrowed)
    walk.body(walk, node.child_by_field_name("consequence"))
    end_narrowed(walk)
    now = _bound(walk) if for_types else {}
    told = {name: count for name, count in now.items() if count > before.get(name, 0)}
    if is_guard:
        _note_guarded(walk, walk.scope.calls[noted:])
    for alternative in node.children_by_field_name("alternative"):
        if alternative.type == "elif_clause":
            if_statement(walk, alternative)
        else:
            block(walk, alternative.child_by_field_name("body"))
    _forget_stand_ins(walk, told)


def _is_for_types(walk: Walk, condition: Node | None) -> bool:
    return condition is not None and walk.text(condition).rpartition(".")[2] == "TYPE_CHECKING"


def _bound(walk: Walk) -> dict[str, int]:
    return {name: len(bindings) for name, bindings in walk.scope.bindings.items()}


def _forget_stand_ins(walk: Walk, told: dict[str, int]) -> None:
    """`if TYPE_CHECKING: … else: …`: a name is what the type checker is told."""
    for name, count in told.items():
        del walk.scope.bindings[name][count:]


def _is_main_guard(walk: Walk, condition: Node | None) -> bool:
    if walk.scope.form != "module" or condition is None:
        return False
    text = walk.text(condition)
    return "__name__" in text and "__main__" in text


def _note_guarded(walk: Walk, calls: list[Expr]) -> None:
    walk.has_guard = True
    for call in calls:
        if call is not None and call[1] is not None and call[1][0] == facts.NAME:
            walk.guarded.add(call[1][1])
