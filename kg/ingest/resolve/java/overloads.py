"""Which of several methods a call means: by number and types of arguments (JLS 15.12.2).

In: candidates as found in a class, and the arguments. Out: the one, and whether that is certain. An
argument is a type, None where it is not known, or a lambda or method reference by its code.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kg.ingest.resolve.java.types import (
    ARRAY,
    BOX_NAMES,
    PRIMITIVES,
    UNBOX_NAMES,
    VOID,
    Bindings,
    Found,
    Klass,
    Method,
    Sort,
    Type,
    ancestors,
    bindings_of,
    extends_unknown,
    inherits,
    is_open,
    is_same,
    is_wider,
    single_method,
    substitute,
    upper,
)
from kg.schema import java
from kg.schema.java import Code

NO, STRICT, LOOSE, VARIABLE_ARITY = 0, 1, 2, 3
_FUNCTIONS = (java.LAMBDA, java.REFERENCE)
_FINAL = frozenset({"java.lang.String", "java.lang.Class", "java.lang.Object", *BOX_NAMES.values()})
_VAGUE_ARRAYS = frozenset({"java.lang.Cloneable", "java.io.Serializable", "java.lang.Object"})


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
_PLAIN_REFERENCE = 6
"""Items of a method reference's code; one more says what it reaches."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a method reference can stand for."""

    arities: frozenset[int]
    any_from: int
    """It takes any number of arguments from this one on."""
    void: bool
    """It certainly gives nothing."""


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
        return code[0] in _FUNCTIONS
    known = upper(of)
    if known is None or parameter is None or Sort.GHOST not in {each.sort for each in ancestors(known[0])}:
        return True
    return parameter[0].name == "java.lang.Object" or inherits(known[0], parameter[0])


def _may_be_more(one: Applicable, other: Applicable) -> bool:
    return all(
        mine is None or theirs is None or _is_special(mine, theirs) or _may_be(mine[0], theirs[0])
        for mine, theirs in zip(one[1], other[1], strict=False)
    )


def _is_known(given: tuple[Type | None, Code], parameter: Type | None) -> bool:
    """An argument of an unknown class says something only where just that class is asked for."""
    of, code = given
    if of is None:
        return code[0] in _FUNCTIONS
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
        phases = [_fits(each, parameter) for each, parameter in zip(given, parameters, strict=True)]
        if NO not in phases:
            return max(phases, default=STRICT), parameters
    if method.varargs and len(given) >= len(parameters) - 1:
        last = parameters[-1]
        element = upper(last[1][0]) if last is not None and last[0] is ARRAY else None
        parameters = parameters[:-1] + [element] * (len(given) - len(parameters) + 1)
        if all(_fits(each, parameter) for each, parameter in zip(given, parameters, strict=True)):
            return VARIABLE_ARITY, parameters
    return NO, parameters


def _open(method: Method, parameters: list[Type | None], given: Given) -> list[Type | None]:
    """A type variable of the method itself can be any functional interface (JLS 15.12.2.1)."""
    declared = method.parameters
    return [
        None
        if i < len(given)
        and given[i][1][0] in _FUNCTIONS
        and (of := declared[i]) is not None
        and of[0] in method.type_variables
        else parameter
        for i, parameter in enumerate(parameters)
    ]


def _fits(given: tuple[Type | None, Code], parameter: Type | None) -> int:
    of, code = given
    if of is None:
        return _fits_untyped(code, parameter)
    if parameter is None:
        return STRICT
    klass, wanted = _klass_of(of), parameter[0]
    if klass is None:
        return STRICT if wanted.sort is not Sort.PRIMITIVE else NO
    if klass is wanted:
        return STRICT if klass is not ARRAY else _fits_array(of, parameter)
    if klass.sort is Sort.PRIMITIVE:
        return _fits_primitive(klass, wanted)
    if wanted.sort is Sort.PRIMITIVE:
        unboxed = UNBOX_NAMES.get(klass.name, "")
        return LOOSE if unboxed and (unboxed == wanted.name or _widens(unboxed, wanted)) else NO
    if klass.sort is Sort.NULL or wanted.name == "java.lang.Object":
        return STRICT
    if klass is ARRAY:
        return STRICT if wanted.name in _VAGUE_ARRAYS else NO
    if inherits(klass, wanted):
        return STRICT
    return STRICT if _may_be(klass, wanted) else NO


def _fits_untyped(code: Code, parameter: Type | None) -> int:
    """A function, also behind a condition; of anything else that has no type yet nothing is known."""
    if code[0] == java.CONDITIONAL:
        phases = [_fits_untyped(each, parameter) for each in code[2:4]]
        return NO if NO in phases else max(phases)
    return _fits_function(code, parameter) if code[0] in _FUNCTIONS else STRICT


def _may_be(klass: Klass, wanted: Klass) -> bool:
    """A class that inherits from something unknown may have any supertype, but for three kinds: what
    can't be extended, classes of the source, which libraries don't know, and a class where only an
    interface is unknown."""
    if wanted is ARRAY or wanted.sort is Sort.SOURCE or wanted.name in _FINAL:
        return False
    if wanted.sort is Sort.STUB and not wanted.interface and not extends_unknown(klass):
        return False
    return is_open(klass)


def _klass_of(of: Type) -> Klass | None:
    bounded = upper(of)
    return None if bounded is None else bounded[0]


def _widens(unboxed: str, wanted: Klass) -> bool:
    return is_wider(wanted, PRIMITIVES[unboxed])


def _fits_primitive(klass: Klass, wanted: Klass) -> int:
    if wanted.sort is Sort.PRIMITIVE:
        return STRICT if is_wider(wanted, klass) else NO
    box = BOX_NAMES[klass.name]
    if (
        wanted.name == box
        or wanted.name in _BOX_SUPERS
        or (wanted.name == "java.lang.Number" and klass.name not in _NOT_NUMBERS)
    ):
        return LOOSE
    return NO


_BOX_SUPERS = frozenset(
    {"java.lang.Object", "java.lang.Comparable", "java.io.Serializable", "java.lang.constant.Constable"}
)
_NOT_NUMBERS = frozenset({"boolean", "char", "void"})


def _fits_array(of: Type, parameter: Type) -> int:
    mine, wanted = upper(of[1][0]), upper(parameter[1][0])
    if mine is None or wanted is None:
        return STRICT
    if mine[0] is wanted[0]:
        return STRICT if mine[0] is not ARRAY else _fits_array(mine, wanted)
    if Sort.PRIMITIVE in (mine[0].sort, wanted[0].sort):
        return NO
    if mine[0] is ARRAY:
        return STRICT if wanted[0].name in _VAGUE_ARRAYS else NO
    fits = wanted[0].name == "java.lang.Object" or inherits(mine[0], wanted[0])
    return STRICT if fits or _may_be(mine[0], wanted[0]) else NO


def _fits_function(code: Code, parameter: Type | None) -> int:
    """A lambda needs a functional interface of its arity and kind of result; a reference any."""
    if parameter is None or parameter[0].sort is Sort.GHOST:
        return STRICT
    single = single_method(parameter[0])
    if single is None:
        return LOOSE if is_open(parameter[0]) and parameter[0].interface else NO
    method, shape = single[0], code[5]
    if code[0] == java.REFERENCE:
        return STRICT if len(code) == _PLAIN_REFERENCE or _reaches(code[-1], method) else NO
    if method.arity != len(code[3]):
        return NO
    is_void = method.result is VOID
    if shape == java.VALUE_OR_VOID:
        return STRICT
    return STRICT if is_void == (shape == java.VOID_ONLY) else NO


def _reaches(reach: Reach | None, method: Method) -> bool:
    """The reference has a method for that many arguments, and gives something if that is asked."""
    if reach is None:
        return True
    if method.arity not in reach.arities and method.arity < reach.any_from:
        return False
    return not (reach.void and method.result is not VOID)


def _more(one: Applicable, other: Applicable, given: Given) -> bool:
    """Every parameter of the one is at least as special as the other's."""
    for mine, theirs, (of, code) in zip(one[1], other[1], given, strict=False):
        if mine is None or theirs is None:
            continue
        if code[0] in _FUNCTIONS and _gives_more(mine, theirs):
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
        return theirs[0].name in _VAGUE_ARRAYS
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
