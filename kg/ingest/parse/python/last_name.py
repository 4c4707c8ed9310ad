"""The name that an expression ends in: what a decorator or a base is called, whatever it is."""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr


def last_name(expression: Expr) -> str:
    """`functools.wraps(f)` -> `wraps`, `Generic[T]` -> `Generic`."""
    while expression is not None and expression[0] in (facts.CALL, facts.SUBSCRIPT):
        expression = expression[1]
    if expression is None or expression[0] not in (facts.NAME, facts.ATTRIBUTE):
        return ""
    return str(expression[1] if expression[0] == facts.NAME else expression[2])
