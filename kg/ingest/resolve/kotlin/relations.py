"""How Kotlin types relate: what may be given where, what several have in common, what variables stand for.

What is not known fits everywhere. Pure functions over `types`; knows nothing of names or bodies.
"""

from collections.abc import Sequence

from kg.ingest.resolve.kotlin.types import (
    ANY,
    FUNCTION,
    NOTHING,
    Bindings,
    Sort,
    Type,
    ancestors,
    bindings_of,
    function_inputs,
    function_type,
    is_open,
    lineage,
    substitute,
    upper,
    view,
)


def is_subtype(of: Type | None, wanted: Type | None) -> bool:
    """Whether a value may be given where a type is wanted; what is unknown may."""
    if of is None or wanted is None:
        return True
    if wanted[0].name == ANY or of[0].sort is Sort.NOTHING:
        return True
    if wanted[0].sort is Sort.VARIABLE:
        return all(is_subtype(of, bound) for bound in wanted[0].bounds() if bound[0] is not wanted[0])
    if of[0].sort is Sort.VARIABLE:
        bounds = of[0].bounds()
        return any(is_subtype(bound, wanted) for bound in bounds)
    if of[0] is FUNCTION:
        target = function_type(wanted)
        return target is not None and len(function_inputs(target)) == len(function_inputs(of))
    if wanted[0] in ancestors(of[0]):
        return not wanted[1] or _arguments_fit(view(of, wanted[0]), wanted)
    return wanted[0].sort is not Sort.SOURCE and is_open(of[0])


def _arguments_fit(of: Type | None, wanted: Type) -> bool:
    """Variance is not told: an argument fits whose class is above or below the one wanted."""
    if of is None:
        return True
    return all(_are_related(mine, theirs) for mine, theirs in zip(of[1], wanted[1], strict=False))


def _are_related(left: Type | None, right: Type | None) -> bool:
    left, right = upper(left), upper(right)
    if left is None or right is None or FUNCTION in (left[0], right[0]):
        return True
    mine, theirs = ancestors(left[0]), ancestors(right[0])
    if right[0] in mine or left[0] in theirs:
        return True
    return is_open(left[0]) or is_open(right[0]) or Sort.NOTHING in (left[0].sort, right[0].sort)


def common(types: Sequence[Type | None]) -> Type | None:
    """A type that all have: one of them, or the nearest they inherit from."""
    known = [of for of in types if of is None or of[0].sort is not Sort.NOTHING]
    if not known:
        return NOTHING if types else None
    if any(of is None for of in known):
        return next((of for of in known if of is not None), None) if len(known) == 2 else None
    result: Type | None = known[0]
    for of in known[1:]:
        result = _common(result, of)
    return result


def _common(left: Type | None, right: Type | None) -> Type | None:
    if left is None or right is None or left == right:
        return left
    if left[0] is FUNCTION or right[0] is FUNCTION:
        return left if left[0] is right[0] else None
    above = view(right, left[0])
    if above is not None:
        return left if any(each is not None for each in left[1]) else above
    above = view(left, right[0])
    if above is not None:
        return right
    for each in lineage(left[0]):
        if each[0] in ancestors(right[0]) and each[0].name != ANY:
            return substitute(each, bindings_of(left))
    return None


def unify(wanted: Type | None, of: Type | None, bindings: Bindings) -> None:
    """Binds the variables (keys of `bindings`) in a wanted type to what a value of a type makes them."""
    if wanted is None or of is None:
        return
    klass = wanted[0]
    if klass.sort is Sort.VARIABLE:
        if klass in bindings:
            before = bindings[klass]
            bindings[klass] = of if before is None else _common(before, of) or before
        return
    if not wanted[1]:
        return
    if klass is FUNCTION:
        _unify_functions(wanted, function_type(of), bindings)
        return
    if of[0] is FUNCTION:
        _unify_functions(function_type(wanted), of, bindings)
        return
    seen = view(upper(of) or of, klass)
    if seen is not None:
        for each, given in zip(wanted[1], seen[1], strict=False):
            unify(each, given, bindings)


def _unify_functions(wanted: Type | None, of: Type | None, bindings: Bindings) -> None:
    if wanted is None or of is None or of[0] is not FUNCTION:
        return
    for each, given in zip(function_inputs(wanted), function_inputs(of), strict=False):
        unify(each, given, bindings)
    unify(wanted[1][1], of[1][1], bindings)
