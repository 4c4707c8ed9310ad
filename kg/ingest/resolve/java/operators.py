"""Types that operators and alternatives give. Pure functions of types."""

from collections.abc import Sequence

from kg.ingest.resolve.java.types import (
    BOOLEAN,
    INT,
    LONG,
    PRIMITIVES,
    UNBOX_NAMES,
    Sort,
    Type,
    is_wider,
    view,
)

_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_SHIFTS = frozenset({"<<", ">>", ">>>"})


def common(given: Sequence[Type | None]) -> Type | None:
    """A type that all known ones have: of two related ones the wider; null says nothing."""
    best: Type | None = None
    for each in given:
        if each is None or each[0].sort is Sort.NULL:
            continue
        if best is None or best[0] is each[0]:
            best = best or each
        elif best[0].sort is Sort.PRIMITIVE or each[0].sort is Sort.PRIMITIVE:
            best = each if is_wider(each[0], best[0]) else best
        elif view(best, each[0]) is not None:
            best = each
    return best


def combined(operator: str, left: Type | None, right: Type | None, string: Type) -> Type | None:
    """What a binary operator gives (JLS 5.6): a text wins a `+`, the wider number everything else."""
    if operator in _COMPARISONS:
        return BOOLEAN
    names = [unboxed(of) for of in (left, right) if of is not None]
    if operator == "+" and string[0].name in names:
        return string
    if len(names) < 2:
        return None
    if operator in _SHIFTS:
        return LONG if names[0] == "long" else INT
    for wide in ("double", "float", "long"):
        if wide in names:
            return PRIMITIVES[wide].raw
    if names[0] == "boolean":
        return BOOLEAN
    return INT if all(name in PRIMITIVES for name in names) else None


def negated(operator: str, of: Type | None) -> Type | None:
    """What a unary operator gives: a small number becomes an int."""
    if operator == "!":
        return BOOLEAN
    name = "" if of is None else unboxed(of)
    if name in ("byte", "short", "char"):
        return INT
    return PRIMITIVES[name].raw if name in PRIMITIVES else of


def unboxed(of: Type) -> str:
    return UNBOX_NAMES.get(of[0].name, of[0].name)
