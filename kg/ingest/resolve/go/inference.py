"""Type arguments of a generic call, from what it is given (spec, Type inference; far enough for results)."""

from collections.abc import Sequence

from kg.ingest.resolve.go import types
from kg.ingest.resolve.go.declared import Function
from kg.ingest.resolve.go.types import Maybe, Type, TypeVariable, core, substitute, underlying

Found = dict[TypeVariable, Maybe]


def inferred(function: Function, of: Type, given: Sequence[Maybe]) -> Type:
    """The function's type with its own type parameters replaced, as far as arguments tell."""
    wanted = frozenset(function.parameters)
    found: Found = {}
    parameters = of[1]
    for index, argument in enumerate(given):
        if index < len(parameters) - 1 or (index < len(parameters) and not of[3]):
            unify(parameters[index], argument, wanted, found)
        elif of[3] and parameters and parameters[-1] is not None:
            unify(parameters[-1][1], argument, wanted, found)
    for variable in function.parameters:
        shape = core(variable.constraint)
        if shape is not None and found.get(variable) is not None:
            unify(shape, underlying(found[variable]), wanted, found)
    made = substitute(of, found)
    assert made is not None
    return made


def unify(parameter: Maybe, argument: Maybe, wanted: frozenset[TypeVariable], found: Found) -> None:
    """Bind the wanted variables in a parameter's type by what stands in their place in the argument's."""
    if parameter is None or argument is None:
        return
    if argument[0] == types.REFERENCE:
        argument = argument[2]
    kind = parameter[0]
    if kind == types.VARIABLE:
        if parameter[1] in wanted and argument != (types.BASIC, "nil"):
            found.setdefault(parameter[1], argument)
        return
    if kind == types.NAMED:
        if argument[0] == types.NAMED and argument[1] is parameter[1]:
            _each(parameter[2], argument[2], wanted, found)
        return
    if argument[0] != kind:
        inner = underlying(argument)
        if inner is None or inner[0] != kind:
            return
        argument = inner
    if kind in (types.POINTER, types.SLICE, types.CHANNEL, types.ARRAY):
        unify(parameter[1], argument[1], wanted, found)
    elif kind == types.MAP:
        _each(parameter[1:], argument[1:], wanted, found)
    elif kind == types.FUNCTION:
        _each(parameter[1], argument[1], wanted, found)
        _each(parameter[2], argument[2], wanted, found)


def _each(
    parameters: Sequence[Maybe], arguments: Sequence[Maybe], wanted: frozenset[TypeVariable], found: Found
) -> None:
    for parameter, argument in zip(parameters, arguments, strict=False):
        unify(parameter, argument, wanted, found)
