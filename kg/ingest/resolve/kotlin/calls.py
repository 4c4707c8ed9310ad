"""Calls: receiver and arguments first, then the function, then its lambdas, then its result."""

from collections.abc import Iterable
from itertools import chain

from kg.ingest.resolve.kotlin.body import Body, rule
from kg.ingest.resolve.kotlin.caller import EXACT
from kg.ingest.resolve.kotlin.lookup import (
    Group,
    extensions,
    in_package,
    on_class,
    on_type,
    property_of,
    static_variable,
    unqualified,
    variable,
)
from kg.ingest.resolve.kotlin.made import generated
from kg.ingest.resolve.kotlin.overloads import TRAILING, Candidate, Choice, Given, choose
from kg.ingest.resolve.kotlin.relations import unify
from kg.ingest.resolve.kotlin.scope import Value
from kg.ingest.resolve.kotlin.smart import hold_required
from kg.ingest.resolve.kotlin.types import (
    FUNCTION,
    Bindings,
    Klass,
    Sort,
    Type,
    function_type,
    inherited_function,
    is_open,
    substitute,
    supers,
)
from kg.ingest.resolve.kotlin.values import Holder, holder, super_holder
from kg.schema import kotlin
from kg.schema.kotlin import Argument, Code, KotlinAlias, KotlinType
from kg.schema.vocabulary import OpenReason

Site = tuple[int, int, str]
"""Row, column, name."""


@rule(kotlin.CALL)
def call(body: Body, code: Code, want: Value) -> Value:
    _, row, column, target, name, arguments, types = code
    site = (row, column, name)
    if target is None:
        given = read_arguments(body, arguments)
        found = _unqualified(body, site, given, types, want)
        hold_required(body, name, arguments)
        return found
    if target[0] == kotlin.SUPER:
        return _on_super(body, site, target, read_arguments(body, arguments), types)
    held = holder(body, target)
    given = read_arguments(body, arguments)
    if held.klass is not None:
        return _on_class(body, site, held.klass, given, types, want)
    if held.package:
        return _finish(body, site, in_package(body, held.package, name), given, types, held)
    return _on_value(body, site, held.type, given, types)


def read_arguments(body: Body, arguments: tuple[Argument, ...]) -> list[Given]:
    """Their types; lambdas and references are read when the function is known."""
    found = []
    for name, code, spread in arguments:
        each = Given(name, None, code, spread)
        found.append(each if each.waits else Given(name, body.value(code), code, spread))
    return found


def _unqualified(
    body: Body, site: Site, given: list[Given], types: tuple[KotlinType, ...], want: Value
) -> Value:
    name = site[2]
    local = _local_value(body, name)
    if local is not None:
        return invoked(body, (site[0], site[1]), local, given)
    choice = _first(unqualified(body, name), given)
    if choice is not None:
        return _chosen(body, site, choice, given, types)
    seen = variable(body, name)
    if seen is not None:
        if seen[0] is not None:
            body.caller.call(seen[0].getter, site[0])
        return invoked(body, (site[0], site[1]), seen[1], given)
    klass = body.names.find(name)
    if isinstance(klass, KotlinAlias):
        of = body.type_of(name)
        klass = None if of is None else of[0]
    if klass is not None:
        return _constructed(body, site, klass, given, types)
    imported = body.file.imports.get(name)
    reason = OpenReason.EXTERNAL if imported else OpenReason.DYNAMIC
    body.leave(site[0], site[1], reason, imported[0] if imported else name)
    abandon(body, given)
    return None


def _local_value(body: Body, name: str) -> Value:
    """A local of a function type is called before any function further out."""
    for scope in body.scope.layers():
        if name in scope.functions:
            return None
        if name in scope.variables:
            of = scope.variables[name]
            return of if of is not None and of[0] is FUNCTION else None
    return None


def _first(groups: Iterable[Group], given: list[Given]) -> Choice | None:
    for group in groups:
        choice = choose(group, given) if group else None
        if choice is not None:
            return choice
    return None


def _on_value(body: Body, site: Site, of: Value, given: list[Given], types: tuple[KotlinType, ...]) -> Value:
    row, column, name = site
    if of is None or of[0].sort is Sort.NOTHING:
        return _on_unknown(body, site, given, types)
    if of[0] is FUNCTION:
        if name == "invoke":
            return invoked(body, (row, column), of, given)
        if name in ("call", "get"):
            of = (body.world.library("kotlin.reflect.KFunction"), ())
    choice = _first(on_type(body, of, name), given)
    if choice is not None:
        return _chosen(body, site, choice, given, types)
    seen = property_of(of, name)
    if seen is not None:
        if seen[0] is not None:
            body.caller.call(seen[0].getter, row)
        return invoked(body, (row, column), seen[1], given)
    made, known = generated(body, of, name, len(given))
    if made:
        body.leave(row, column, OpenReason.GENERATED, f"{of[0].name}#{name}")
    else:
        reason = (
            OpenReason.EXTERNAL if is_open(of[0]) or of[0].sort is not Sort.SOURCE else OpenReason.DYNAMIC
        )
        body.leave(row, column, reason, f"{of[0].name}#{name}")
    abandon(body, given)
    return known


def _on_unknown(body: Body, site: Site, given: list[Given], types: tuple[KotlinType, ...]) -> Value:
    """Of a value of unknown type only an extension of everything is certain."""
    anything = [[each for each in group if _extends_all(each)] for group in extensions(body, None, site[2])]
    choice = _first(anything, given)
    if choice is not None:
        return _chosen(body, site, choice, given, types)
    body.leave(site[0], site[1], OpenReason.DYNAMIC, site[2])
    abandon(body, given)
    return None


def _extends_all(candidate: Candidate) -> bool:
    receiver = candidate.function.receiver
    return receiver is None or (receiver[0].sort is Sort.VARIABLE and not receiver[0].bounds())


def _on_class(
    body: Body, site: Site, klass: Klass, given: list[Given], types: tuple[KotlinType, ...], want: Value
) -> Value:
    row, column, name = site
    choice = _first(on_class(body, klass, name), given)
    if choice is not None:
        return _chosen(body, site, choice, given, types)
    seen = static_variable(klass, name) or (property_of(klass.raw, name) if klass.is_object else None)
    if seen is not None:
        if seen[0] is not None:
            body.caller.call(seen[0].getter, row)
        return invoked(body, (row, column), seen[1], given)
    nested = klass.load_nested(name)
    if nested is not None:
        return _constructed(body, site, nested, given, types)
    made, known = generated(body, klass.raw, name, len(given))
    of_source = klass.sort is Sort.SOURCE and not is_open(klass)
    reason = OpenReason.GENERATED if made else OpenReason.DYNAMIC if of_source else OpenReason.EXTERNAL
    body.leave(row, column, reason, f"{klass.name}#{name}")
    abandon(body, given)
    return known


def _on_super(
    body: Body, site: Site, target: Code, given: list[Given], types: tuple[KotlinType, ...]
) -> Value:
    own = super_holder(body, target[2])
    written = body.type_of(target[1]) if target[1] is not None else None
    above = [written] if written is not None else [] if own is None else list(supers(own[0]))
    groups = list(chain.from_iterable(on_type(body, each, site[2]) for each in above if each is not None))
    concrete = [[each for each in group if not each.function.abstract] for group in groups]
    choice = _first(concrete, given) or _first(groups, given)
    if choice is not None:
        return _chosen(body, site, choice, given, types)
    name = f"{above[0][0].name}#{site[2]}" if above and above[0] is not None else site[2]
    body.leave(site[0], site[1], OpenReason.EXTERNAL, name)
    abandon(body, given)
    return None


def _constructed(
    body: Body, site: Site, klass: Klass, given: list[Given], types: tuple[KotlinType, ...]
) -> Value:
    """A class by its name where no written constructor fits: `invoke` of an object or companion, a
    functional interface with its lambda, or a constructor that nobody wrote."""
    row, column, _ = site
    for held in (klass.raw if klass.is_object else None, klass.companion.raw if klass.companion else None):
        if held is not None:
            choice = _first(on_type(body, held, "invoke"), given)
            if choice is not None:
                return _chosen(body, site, choice, given, types)
    of_source = klass.sort is Sort.SOURCE or bool(klass.uid)
    reason = OpenReason.GENERATED if of_source else OpenReason.EXTERNAL
    body.leave(row, column, reason, f"{klass.name}#<init>")
    arguments = tuple([body.type_of(each) for each in types])
    made: Type = (klass, arguments)
    if len(given) == 1 and klass.interface:
        body.value(given[0].code, function_type(made))
    else:
        abandon(body, given)
    return made


def _finish(
    body: Body,
    site: Site,
    groups: Iterable[Group],
    given: list[Given],
    types: tuple[KotlinType, ...],
    held: Holder,
) -> Value:
    choice = _first(groups, given)
    if choice is not None:
        return _chosen(body, site, choice, given, types)
    reason = OpenReason.EXTERNAL if "." in held.package else OpenReason.DYNAMIC
    body.leave(site[0], site[1], reason, f"{held.package}.{site[2]}")
    abandon(body, given)
    return None


def _chosen(
    body: Body, site: Site, choice: Choice, given: list[Given], types: tuple[KotlinType, ...]
) -> Value:
    """The edge, or why there is none; then the result."""
    note(body, site, choice)
    return complete(body, choice, given, types)


def note(body: Body, site: Site, choice: Choice) -> None:
    row, column, _ = site
    function = choice.candidate.function
    if function.uid:
        body.caller.call(function.uid, row, EXACT / choice.rivals)
        return
    owner = "" if function.owner is None else f"{function.owner.name}#"
    of_source = function.owner is not None and function.owner.sort is Sort.SOURCE
    reason = OpenReason.GENERATED if of_source else OpenReason.EXTERNAL
    body.leave(row, column, reason, owner + function.name)


def complete(body: Body, choice: Choice, given: list[Given], types: tuple[KotlinType, ...]) -> Value:
    """Infer type variables from receiver and arguments, read the lambdas, give the type."""
    candidate = choice.candidate
    function = candidate.function
    variables = function.variables
    if function.name == "<init>" and function.owner is not None:
        variables = (*variables, *function.owner.parameters)
    bindings: Bindings = dict.fromkeys(variables)
    for each, written in zip(variables, types, strict=False):
        bindings[each] = body.type_of(written)
    if function.is_extension:
        unify(candidate.seen(function.receiver), candidate.extended, bindings)
    for argument, place in zip(given, choice.places, strict=True):
        if not argument.waits and not argument.spread:
            unify(candidate.parameter(place), argument.type, bindings)
    for argument, place in zip(given, choice.places, strict=True):
        if argument.waits:
            wanted = candidate.parameter(place)
            label = function.name
            found = read_waiting(body, argument.code, substitute(wanted, bindings), label)
            unify(wanted, found, bindings)
    return substitute(candidate.seen(function.result), bindings)


def read_waiting(body: Body, code: Code, want: Value, label: str) -> Value:
    """A lambda, with the name of what it is given to as its label."""
    body.returns.append(((label,), []))
    found = body.value(code, want)
    body.returns.pop()
    return found


def invoked(body: Body, place: tuple[int, int], of: Value, given: list[Given]) -> Value:
    """A value that is called: a function type says how, else its `invoke` does."""
    if of is not None and of[0] is FUNCTION:
        body.leave(*place, OpenReason.DYNAMIC, "invoke")
        receiver, result, *parameters = of[1]
        inputs = parameters if receiver is None or len(parameters) == len(given) else [receiver, *parameters]
        for i, argument in enumerate(given):
            if argument.waits:
                at = len(inputs) - 1 if argument.name == TRAILING else i
                body.value(argument.code, inputs[at] if at < len(inputs) else None)
        return result
    if of is not None:
        choice = _first(on_type(body, of, "invoke"), given)
        if choice is not None:
            return _chosen(body, (*place, "invoke"), choice, given, ())
        inherited = inherited_function(of)
        if inherited is not None:
            return invoked(body, place, inherited, given)
    body.leave(*place, OpenReason.DYNAMIC, "invoke")
    abandon(body, given)
    return None


@rule(kotlin.INVOKE)
def invoke(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, target, arguments = code
    of = body.value(target)
    return invoked(body, (row, column), of, read_arguments(body, arguments))


def abandon(body: Body, given: Iterable[Given]) -> None:
    """The call stays open; what its lambdas call is still found."""
    for each in given:
        if each.waits:
            body.value(each.code)


def operator(body: Body, site: Site, of: Value, given: list[Given]) -> Value:
    """A call that a sign stands for: an edge where it reaches a function of the source, else nothing."""
    if of is None or of[0].sort is Sort.NOTHING:
        return None
    choice = _first(on_type(body, of, site[2]), given)
    if choice is None:
        return generated(body, of, site[2], len(given))[1]
    body.caller.call(choice.candidate.function.uid, site[0], EXACT / choice.rivals)
    return complete(body, choice, given, ())


def has(body: Body, of: Value, name: str, given: list[Given]) -> bool:
    """Whether a sign has a function of its own for these operands."""
    return of is not None and _first(on_type(body, of, name), given) is not None
