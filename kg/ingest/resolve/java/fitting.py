"""Whether an argument fits a parameter, strictly or loosely (JLS 5.3), as far as their classes are known.

An argument is a type, None where it is not known, or a lambda or method reference by its code. Code
compiles, so what only an unknown supertype could make fit may fit, within what libraries can know.
"""

from dataclasses import dataclass

from kg.ingest.resolve.java.types import (
    ARRAY,
    BOX_NAMES,
    PRIMITIVES,
    UNBOX_NAMES,
    VOID,
    Klass,
    Method,
    Sort,
    Type,
    extends_unknown,
    inherits,
    is_open,
    is_wider,
    single_method,
    upper,
)
from kg.schema import java
from kg.schema.java import Code

NO, STRICT, LOOSE, VARIABLE_ARITY = 0, 1, 2, 3
FUNCTIONS = (java.LAMBDA, java.REFERENCE)
VAGUE_ARRAYS = frozenset({"java.lang.Cloneable", "java.io.Serializable", "java.lang.Object"})
_FINAL = frozenset({"java.lang.String", "java.lang.Class", "java.lang.Object", *BOX_NAMES.values()})
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


def fits(given: tuple[Type | None, Code], parameter: Type | None) -> int:
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
        return STRICT if wanted.name in VAGUE_ARRAYS else NO
    if inherits(klass, wanted):
        return STRICT
    return STRICT if may_be(klass, wanted) else NO


def _fits_untyped(code: Code, parameter: Type | None) -> int:
    """A function, also behind a condition; of anything else that has no type yet nothing is known."""
    if code[0] == java.CONDITIONAL:
        phases = [_fits_untyped(each, parameter) for each in code[2:4]]
        return NO if NO in phases else max(phases)
    return _fits_function(code, parameter) if code[0] in FUNCTIONS else STRICT


def may_be(klass: Klass, wanted: Klass) -> bool:
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
        return STRICT if wanted[0].name in VAGUE_ARRAYS else NO
    known = wanted[0].name == "java.lang.Object" or inherits(mine[0], wanted[0])
    return STRICT if known or may_be(mine[0], wanted[0]) else NO


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
