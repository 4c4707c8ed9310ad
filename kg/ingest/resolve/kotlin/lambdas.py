"""Lambdas, anonymous functions and references: read in a scope of their own, with the type that is wanted."""

from kg.ingest.resolve.kotlin.body import Body, rule
from kg.ingest.resolve.kotlin.lookup import Group, on_class, on_type, unqualified
from kg.ingest.resolve.kotlin.operators import component_of
from kg.ingest.resolve.kotlin.overloads import Candidate
from kg.ingest.resolve.kotlin.relations import common, is_subtype
from kg.ingest.resolve.kotlin.scope import Scope, Value
from kg.ingest.resolve.kotlin.types import FUNCTION, Type, function_inputs, function_type
from kg.ingest.resolve.kotlin.values import holder, member
from kg.schema import kotlin
from kg.schema.kotlin import Code
from kg.schema.vocabulary import OpenReason


@rule(kotlin.LAMBDA)
def lambda_(body: Body, code: Code, want: Value) -> Value:
    _, written, parts, label = code
    target = function_type(want)
    receiver, inputs = _shape(target, None if written is None else len(written))
    above, given = body.returns[-1] if body.returns else ((), [])
    labels = (*above, label) if label else above
    scope = Scope(body.scope, receiver, labels)
    declare(body, scope, written, inputs)
    kept, body.scope = body.scope, scope
    body.returns.append((labels, given))
    found: Value = body.world.unit
    for part in parts:
        found = body.value(part)
    body.returns.pop()
    body.scope = kept
    result = common([found, *given]) if given else found
    return (FUNCTION, (receiver, result, *inputs))


def _shape(target: Value, count: int | None) -> tuple[Value, tuple[Value, ...]]:
    """Receiver and parameters a lambda is given; a receiver that is named is a parameter."""
    if target is None or target[0] is not FUNCTION:
        return None, (None,) * (count or 0)
    receiver, _, *parameters = target[1]
    if receiver is not None and count is not None and count == len(parameters) + 1:
        return None, (receiver, *parameters)
    return receiver, tuple(parameters)


def declare(body: Body, scope: Scope, written: Code | None, inputs: tuple[Value, ...]) -> None:
    """The names of parameters; a destructured one falls into its parts."""
    if written is None:
        if len(inputs) == 1:
            scope.variables["it"] = inputs[0]
        elif not inputs:
            return
        return
    for i, (names, types) in enumerate(written):
        of = inputs[i] if i < len(inputs) else None
        if len(names) == 1 and names[0]:
            scope.variables[names[0]] = body.type_of(types[0]) if types[0] is not None else of
            continue
        for number, name in enumerate(names, 1):
            if name != "_":
                scope.variables[name] = component_of(body, (0, 0), of, number)


@rule(kotlin.FUNCTION)
def anonymous(body: Body, code: Code, want: Value) -> Value:
    _, parameters, result, inner, extended = code
    target = function_type(want)
    inputs = function_inputs(target) if target is not None else ()
    scope = Scope(body.scope, body.type_of(extended) if extended is not None else None)
    types: list[Value] = []
    for i, (name, of) in enumerate(parameters):
        types.append(body.type_of(of) if of is not None else inputs[i] if i < len(inputs) else None)
        scope.variables[name] = types[-1]
    given: list[Value] = []
    body.returns.append((("",), given))
    found = body.inside(scope, inner)
    body.returns.pop()
    gives = body.type_of(result) if result is not None else common([*given]) if given else found
    return (FUNCTION, (scope.receiver, gives, *types))


@rule(kotlin.REFERENCE)
def reference(body: Body, code: Code, want: Value) -> Value:
    """`::f`, `Type::f`, `value::f`: a call of what it names, as far as that is certain."""
    _, row, column, target, name = code
    wanted = function_type(want)
    if target is None:
        groups: list[tuple[Type | None, Group]] = [(None, group) for group in unqualified(body, name)]
    else:
        held = holder(body, target)
        if held.klass is not None:
            of = held.klass.own
            groups = [(of, group) for group in on_type(body, of, name)]
            groups += [(None, group) for group in on_class(body, held.klass, name)]
        elif held.type is not None:
            groups = [(None, group) for group in on_type(body, held.type, name)]
            of = held.type
        else:
            groups = []
        seen = (
            member(body, held, name) if held.klass is None else member(body, type(held)(held.klass.own), name)
        )
        if seen is not None and not any(group for _, group in groups):
            if seen[0] is not None:
                body.caller.call(seen[0].getter, row)
            front = () if held.klass is None else (held.klass.own,)
            return (FUNCTION, (None, seen[1], *front))
    for unbound, group in groups:
        fitting = [each for each in group if _fits(each, unbound, wanted)]
        if fitting:
            return _referred(body, (row, column, name), fitting, unbound)
    body.leave(row, column, OpenReason.DYNAMIC, f"::{name}")
    return None


def _fits(candidate: Candidate, unbound: Value, wanted: Value) -> bool:
    if wanted is None or wanted[0] is not FUNCTION:
        return True
    inputs = function_inputs(wanted)
    own = [candidate.parameter(i) for i in range(len(candidate.function.names))]
    if unbound is not None:
        own = [candidate.extended or unbound, *own]
    if len(inputs) != len(own):
        return False
    return all(is_subtype(given, of) for given, of in zip(inputs, own, strict=True))


def _referred(body: Body, site: tuple[int, int, str], fitting: list[Candidate], unbound: Value) -> Value:
    row, column, name = site
    function = fitting[0].function
    if function.uid:
        body.caller.call(function.uid, row, 1.0 / len(fitting))
    else:
        owner = "" if function.owner is None else f"{function.owner.name}#"
        body.leave(row, column, OpenReason.EXTERNAL, owner + name)
    front = () if unbound is None else (unbound,)
    parameters = tuple(fitting[0].parameter(i) for i in range(len(function.names)))
    return (FUNCTION, (None, fitting[0].seen(function.result), *front, *parameters))
