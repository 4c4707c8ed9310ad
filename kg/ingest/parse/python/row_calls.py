"""Calls on the rows of a model, as they look: on a manager, on a relation of a row, or on a row itself.

`Order.objects.filter(…)`, `self.lines.all()`, `order.delete()`. Whether there is such a model is for resolve. Of
a chain of calls only the last is told, for it names those before it. In: a call as the walk read it.
"""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.walk import Walk

_MANAGERS = ("objects", "_default_manager", "_base_manager", "query")
_OF_RELATION = frozenset((
    "all", "filter", "exclude", "exists", "count", "first", "last", "values", "values_list", "create", "order_by",
    "annotate", "aggregate", "select_related", "prefetch_related", "bulk_create", "get_or_create", "in_bulk",
    "update_or_create", "distinct", "only", "iterator", "latest", "earliest", "restrict", "aall", "afirst",
    "acount", "aexists", "acreate", "get", "update", "delete",
))  # fmt: skip
_ALONE = frozenset(("get", "update", "delete"))
"""Of maps and lists, too: on what is given by a call before it only."""
_FAR = 24
"""How many calls back the one before in a chain is looked for: its arguments hold calls, too."""


def is_row_call(name: str, callee: Expr) -> bool:
    """Whether a call may read or write rows of a model."""
    if callee is None or callee[0] != facts.ATTRIBUTE or callee[1] is None:
        return False
    if _on_manager(callee[1]):
        return True
    if name in ("delete", "adelete") and callee[1][0] == facts.NAME:
        return True
    return name in _OF_RELATION and _on_relation(callee[1], name in _ALONE)


def forget_inner(walk: Walk, callee: Expr) -> None:
    """Take back the usage of the call before this one in a chain."""
    inner = callee[1] if callee is not None else None
    while inner is not None and inner[0] in (facts.ATTRIBUTE, facts.SUBSCRIPT):
        inner = inner[1]
    if inner is None or inner[0] != facts.CALL:
        return
    for at in range(len(walk.noted) - 1, max(-1, len(walk.noted) - _FAR), -1):
        if walk.noted[at].call is inner:
            del walk.noted[at]
            return


def _on_manager(expr: Expr) -> bool:
    """Whether a chain of calls begins at a model's manager."""
    while expr is not None:
        if expr[0] == facts.ATTRIBUTE:
            if expr[2] in _MANAGERS:
                return expr[1] is not None and expr[1][0] in (facts.NAME, facts.ATTRIBUTE)
            expr = expr[1]
        elif expr[0] in (facts.CALL, facts.SUBSCRIPT):
            expr = expr[1]
            if expr is not None and expr[0] == facts.ATTRIBUTE and expr[2] == "query":
                return False  # `session.query(Order)` is no manager, `Order.query` is
        else:
            return False
    return False


def _on_relation(expr: Expr, called: bool) -> bool:
    """Whether a chain of calls begins at an attribute of a variable: `self.lines.filter(…)`."""
    while expr is not None and expr[0] == facts.CALL:
        callee = expr[1]
        if callee is None or callee[0] != facts.ATTRIBUTE:
            return False
        expr, called = callee[1], False
    return not called and _is_attribute(expr)


def _is_attribute(expr: Expr) -> bool:
    """`self.device.lines`, two names or more."""
    if expr is None or expr[0] != facts.ATTRIBUTE:
        return False
    while expr is not None and expr[0] == facts.ATTRIBUTE:
        expr = expr[1]
    return expr is not None and expr[0] == facts.NAME
