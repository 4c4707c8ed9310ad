"""Types as the resolver works with them: small tuples, a kind first; equal types are equal tuples.

`None` is a type nobody knows. Values that are not ordinary ones (a package, a type's name, a function
that is named and not called) have kinds of their own, so that one evaluation serves them all.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from kg.ingest.resolve.go.declared import Declared

NAMED = 0  # Declared, arguments
POINTER = 1  # element
SLICE = 2  # element
ARRAY = 3  # element, length as written
MAP = 4  # key, value
CHANNEL = 5  # element
FUNCTION = 6  # parameters, results, variadic
STRUCT = 7  # ((name, type, embedded), ...)
INTERFACE = 8  # ((name, function type, uid), ...), embedded types
VARIABLE = 9  # TypeVariable
BASIC = 10  # name
OUTSIDE = 11  # qualified name of something in a package that is not here
TUPLE = 12  # types: what a call of several results gives
UNION = 13  # alternatives of a constraint
# Values that are no ordinary ones.
REFERENCE = 20  # Function or None (a literal, whose code is read in place), function type
TYPE_NAME = 21  # the type it names
PACKAGE = 22  # Package, or the import path of one that is not here
BUILTIN = 23  # name

Type: TypeAlias = tuple[Any, ...]
Maybe: TypeAlias = Type | None
Bindings: TypeAlias = Mapping["TypeVariable", Maybe]


class TypeVariable:
    """A type parameter; its constraint is read when asked for, since it may name the others."""

    __slots__ = ("_constraint", "load", "name")

    def __init__(self, name: str, load: Callable[[], Maybe]) -> None:
        self.name = name
        self.load: Callable[[], Maybe] | None = load
        self._constraint: Maybe = None

    @property
    def constraint(self) -> Maybe:
        if self.load is not None:
            load, self.load = self.load, None
            self._constraint = load()
        return self._constraint


BASICS: dict[str, Type] = {
    name: (BASIC, name)
    for name in (
        "bool", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
        "uintptr", "float32", "float64", "complex64", "complex128", "error", "comparable",
    )
}  # fmt: skip
BASICS["byte"], BASICS["rune"] = BASICS["uint8"], BASICS["int32"]
ANY: Type = (INTERFACE, (), ())
BOOL, INT, STRING, RUNE, BYTE = (BASICS[n] for n in ("bool", "int", "string", "rune", "byte"))
NOTHING: Type = (TUPLE, ())
UNIVERSE: dict[str, Type] = {**BASICS, "any": ANY}


def substitute(of: Maybe, bindings: Bindings) -> Maybe:
    """The type with its variables replaced, as far as they are bound."""
    if of is None or not bindings:
        return of
    kind = of[0]
    if kind == VARIABLE:
        return bindings.get(of[1], of)
    if kind in (BASIC, OUTSIDE, PACKAGE, BUILTIN):
        return of
    if kind == NAMED:
        return (NAMED, of[1], _each(of[2], bindings)) if of[2] else of
    if kind in (POINTER, SLICE, CHANNEL, TYPE_NAME):
        return (kind, substitute(of[1], bindings))
    if kind == FUNCTION:
        return (FUNCTION, _each(of[1], bindings), _each(of[2], bindings), of[3])
    if kind == MAP:
        return (MAP, substitute(of[1], bindings), substitute(of[2], bindings))
    if kind in (TUPLE, UNION):
        return (kind, _each(of[1], bindings))
    return _substituted_rarely(of, bindings)


def _substituted_rarely(of: Type, bindings: Bindings) -> Type:
    kind = of[0]
    if kind == ARRAY:
        return (ARRAY, substitute(of[1], bindings), of[2])
    if kind == STRUCT:
        return (STRUCT, tuple((name, substitute(t, bindings), embedded) for name, t, embedded in of[1]))
    if kind == INTERFACE:
        methods = tuple((name, substitute(t, bindings), uid) for name, t, uid in of[1])
        return (INTERFACE, methods, _each(of[2], bindings))
    if kind == REFERENCE:
        return (REFERENCE, of[1], substitute(of[2], bindings))
    return of


def _each(types: tuple[Maybe, ...], bindings: Bindings) -> tuple[Maybe, ...]:
    return tuple([substitute(each, bindings) for each in types])


def underlying(of: Maybe) -> Maybe:
    """What a type is made of: of a named type its declaration, of a variable what all its types share."""
    if of is None:
        return None
    if of[0] == NAMED:
        declared: Declared = of[1]
        return declared.underlying(of[2])
    if of[0] == VARIABLE:
        return core(of[1].constraint)
    return of


def core(constraint: Maybe) -> Maybe:
    """The one type a constraint like `~[]E` allows, or None: `any` and lists of types say nothing."""
    pending, seen = [constraint], set()
    while pending:
        each = pending.pop()
        if each is None or id(each[1]) in seen:
            continue
        seen.add(id(each[1]))
        if each[0] == VARIABLE:
            pending.append(each[1].constraint)
            continue
        inner = underlying(each)
        if inner is not None and inner[0] == UNION:
            made = {underlying(one) for one in inner[1] if one is not None and one[0] != VARIABLE}
            return made.pop() if len(made) == 1 else None
        if inner is None or inner[0] != INTERFACE:
            return inner
        pending += inner[2]
    return None


def pointed(of: Maybe) -> Maybe:
    """The element of a pointer, or the type itself: selectors look through one pointer."""
    return of[1] if of is not None and of[0] == POINTER else of


def signature(of: Maybe) -> Maybe:
    """The function type of a value that can be called."""
    if of is not None and of[0] == REFERENCE:
        of = of[2]
    found = underlying(of)
    return found if found is not None and found[0] == FUNCTION else None


def result_of(function: Type) -> Maybe:
    """What a call gives: nothing, a value, or several."""
    results = function[2]
    return results[0] if len(results) == 1 else (TUPLE, results)


def plain(of: Maybe) -> Maybe:
    """The type a local variable has when it is given a value.

    Of a function it is the function no more: who named it is tied to it already, and it may change."""
    if of is None or of[0] in (TYPE_NAME, PACKAGE, BUILTIN):
        return None
    return (REFERENCE, None, of[2]) if of[0] == REFERENCE else of
