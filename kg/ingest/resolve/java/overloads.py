"""Which of several methods a call means: by number and types of arguments (JLS 15.12.2).

In: candidates as found in a class, and the arguments. Out: the one, and whether that is certain. An
argument is a type, None where it is not known, or a lambda or method reference by its code.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kg.ingest.resolve.java.fitting import FUNCTIONS, NO, STRICT, VAGUE_ARRAYS, VARIABLE_ARITY, fits, may_be
from kg.ingest.resolve.java.types import (
    ARRAY,
    VOID,
    Bindings,
    Found,
    Method,
    Sort,
    Type,
    ancestors,
    bindings_of,
    inherits,
    is_same,
    is_wider,
    single_method,
    substitute,
    upper,
)
from kg.schema.java import Code


@dataclass(slots=True)
class Choice:
    method: Method
    owner: Type
    """The type that declares it, in terms of the klass it was looked up in."""
    certain: bool
    rivals: tuple[Method, ...] = ()
    """Others that fit as well as this one, as far as the arguments are known."""
    contested: bool = False
    """Others fit too, if not as well."""


_NOT_JUST = (Sort.PRIMITIVE, Sort.ARRAY)
Applicable = tuple[Found, list[Type | None]]
"""A method that fits, with the type each argument meets."""
Given = Sequence[tuple[Type | None, Code]]


def choose(found: Sequence[Found], given: Given, bindings: Bindings, opened: bool = False) -> Choice | None:
    """The best of the methods for the arguments; None where none fits.

    Code compiles, so the only method of that arity is the one, whatever the arguments are; unless the
    class inherits from something unknown (`opened`), which may bring another.
    """
    count = len(given)
    fitting = [
        each for each in found if each[0].arity == count or (each[0].varargs and count >= each[0].arity - 1)
    ]
    if not fitting:
        return None
    if len(fitting) == 1 and not opened:
        return Choice(*fitting[0], certain=True)
    return _best(fitting, given, bindings, opened)


def _best(fitting: list[Found], given: Given, bindings: Bindings, opened: bool) -> Choice | None:
    phases: dict[int, list[Applicable]] = {}
    for each in fitting:
        phase, parameters = _applicable(each, given, bindings)
        if phase:
            phases.setdefault(phase, []).append((each, parameters))
    if not phases:
        return None
    best = _possible(phases[min(phases)], given)
    specific = [one for one in best if all(one is other or _more(one, other, given) for other in best)]
    chosen, parameters = (specific or best)[0]
    alone = len(best) == 1 and len(phases) == 1 and not opened
    known = all(_is_known(each, parameter) for each, parameter in zip(given, parameters, strict=False))
    certain = alone or (known and len(specific) == 1)
    equal = best if len(specific) != 1 else []
    rivals = tuple(each[0][0] for each in equal if each[0] is not chosen)
    return Choice(*chosen, certain, rivals, contested=len(best) > 1)


def _possible(best: list[Applicable], given: Given) -> list[Applicable]:
    """Without those that only an unknown supertype of an argument could make fit, and that could not be
    the most special then: the call would be ambiguous, and code compiles."""
    if len(best) < 2:
        return best
    sure = [one for one in best if all(_is_sure(*each) for each in zip(given, one[1], strict=False))]
    if not sure:
        return best
    return [one for one in best if one in sure or all(_may_be_more(one, other) for other in sure)]


def _is_sure(given: tuple[Type | None, Code], parameter: Type | None) -> bool:
    """It fits by what is known."""
    of, code = given
    if of is None:
        return code[0] in FUNCTIONS
    known = upper(of)
    if known is None or parameter is None or Sort.GHOST not in {each.sort for each in ancestors(known[0])}:
        return True
    return parameter[0].name == "java.lang.Object" or inherits(known[0], parameter[0])


def _may_be_more(one: Applicable, other: Applicable) -> bool:
    return all(
        mine is None or theirs is None or _is_special(mine, theirs) or may_be(mine[0], theirs[0])
        for mine, theirs in zip(one[1], other[1], strict=False)
    )


def _is_known(given: tuple[Type | None, Code], parameter: Type | None) -> bool:
    """An argument of an unknown class says something only where just that class is asked for."""
    of, code = given
    if of is None:
        return code[0] in FUNCTIONS
    if parameter is None or Sort.GHOST not in (of[0].sort, parameter[0].sort):
        return of[0].sort is not Sort.GHOST
    return inherits(of[0], parameter[0])


def _applicable(found: Found, given: Given, bindings: Bindings) -> tuple[int, list[Type | None]]:
    method, owner = found
    inner = bindings_of(owner)
    parameters = [upper(substitute(substitute(each, inner), bindings)) for each in method.parameters]
    if method.type_variables:
        parameters = _open(method, parameters, given)
    if len(parameters) == len(given):
        phases = [fits(each, parameter) for each, parameter in zip(given, parameters, strict=True)]
        if NO not in phases:
            return max(phases, default=STRICT), parameters
    if method.varargs and len(given) >= len(parameters) - 1:
        last = parameters[-1]
        element = upper(last[1][0]) if last is not None and last[0] is ARRAY else None
        parameters = parameters[:-1] + [element] * (len(given) - len(parameters) + 1)
        if all(fits(each, parameter) for each, parameter in zip(given, parameters, strict=True)):
            return VARIABLE_ARITY, parameters
    return NO, parameters


def _open(method: Method, parameters: list[Type | None], given: Given) -> list[Type | None]:
    """A type variable of the method itself can be any functional interface (JLS 15.12.2.1)."""
    declared = method.parameters
    return [
        None
        if i < len(given)
        and given[i][1][0] in FUNCTIONS
        and (of := declared[i]) is not None
        and of[0] in method.type_variables
        else parameter
        for i, parameter in enumerate(parameters)
    ]


def _more(one: Applicable, other: Applicable, given: Given) -> bool:
    """Every parameter of the one is at least as special as the other's."""
    for mine, theirs, (of, code) in zip(one[1], other[1], given, strict=False):
        if mine is None or theirs is None:
            continue
        if code[0] in FUNCTIONS and _gives_more(mine, theirs):
            continue
        if not (_is_special(mine, theirs) or _is_just(of, mine)):
            return False
    return True


def _is_special(mine: Type, theirs: Type) -> bool:
    """A subtype, or a primitive that the other takes."""
    if mine[0] is ARRAY and theirs[0] is ARRAY:
        one, other = upper(mine[1][0]), upper(theirs[1][0])
        return one is None or other is None or one[0] is other[0] or _is_special(one, other)
    if mine[0] is theirs[0]:
        return True
    if Sort.PRIMITIVE in (mine[0].sort, theirs[0].sort):
        return is_wider(theirs[0], mine[0])
    if mine[0] is ARRAY:
        return theirs[0].name in VAGUE_ARRAYS
    return theirs[0].name == "java.lang.Object" or inherits(mine[0], theirs[0])


def _is_just(given: Type | None, mine: Type) -> bool:
    """The argument is of this very class: whatever else takes it is above, known or not."""
    of = None if given is None else upper(given)
    return of is not None and of[0].sort not in _NOT_JUST and is_same(of[0], mine[0])


def _gives_more(mine: Type, theirs: Type) -> bool:
    """A function with a result is preferred to one without (JLS 15.12.2.5)."""
    one, other = single_method(mine[0]), single_method(theirs[0])
    if one is None or other is None:
        return False
    return other[0].result is VOID and one[0].result is not VOID
