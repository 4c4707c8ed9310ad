"""Arguments before a method is chosen, and what follows when it is: its lambdas, then its result."""

from kg.ingest.resolve.java.body import STARTS, Body, Pending, Value, is_function
from kg.ingest.resolve.java.functions import infer_written
from kg.ingest.resolve.java.inference import Inference
from kg.ingest.resolve.java.nested import anonymous
from kg.ingest.resolve.java.types import ARRAY, Sort, bindings_of, substitute
from kg.schema import java
from kg.schema.java import Code

Given = list[tuple[Value, Code]]
Inner = list[Pending | None]


def waits(pending: Pending) -> bool:
    """A generic call whose arguments don't say all: with lambdas, or with none. What is wanted says more."""
    if not pending.choice.method.type_variables:
        return False
    return not pending.given or any(
        of is None and (is_function(code) or inner is not None)
        for (of, code), inner in zip(pending.given, pending.inner, strict=True)
    )


def read_arguments(body: Body, arguments: tuple[Code, ...]) -> tuple[Given, Inner]:
    """Their types; lambdas and method references are read when the method is known."""
    given: Given = []
    inner: Inner = []
    for code in arguments:
        kind = code[0]
        started: Value | Pending = None
        if kind in STARTS:
            started = STARTS[kind](body, code)
        elif not is_function(code):
            started = body.value(code)
        if isinstance(started, Pending):
            given.append((_provisional(started), code))
            inner.append(started)
        else:
            given.append((started, code))
            inner.append(None)
    return given, inner


def _provisional(pending: Pending) -> Value:
    """What a waiting call gives as far as its class is known: enough to choose an overload."""
    result = pending.made or pending.choice.method.result
    if result is None or result[0].sort is Sort.VARIABLE:
        return None
    if result[0] is ARRAY:
        element = result[1][0]
        return None if element is None or element[0].sort is Sort.VARIABLE else result
    return (result[0], ())


def complete(body: Body, pending: Pending, want: Value) -> Value:
    """Infer type variables from the arguments and what is wanted, read the lambdas, give the type."""
    if _is_plain(pending):
        return _result(pending)
    method = pending.choice.method
    owner = bindings_of(pending.choice.owner)
    is_constructor = method.name == "<init>"
    variables = (*method.type_variables, *(method.owner.parameters if is_constructor else ()))
    inference = Inference(body, variables)
    for variable, written in zip(method.type_variables, pending.written, strict=False):
        inference.known[variable] = body.type_of(written)
    parameters = [substitute(substitute(each, owner), pending.bindings) for each in method.parameters]
    result = _result(pending)
    wanted = [_parameter(pending, parameters, i) for i in range(len(pending.given))]
    for (of, _), parameter, inner in zip(pending.given, wanted, pending.inner, strict=True):
        if of is not None and inner is None:
            inference.unify(parameter, of)
    for code, parameter in zip(pending.arguments, wanted, strict=True) if variables else ():
        if code[0] == java.LAMBDA and all(written is not None for _, written in code[3]):
            infer_written(body, inference, code, parameter)
    if want is not None and result is not None and variables:
        inference.unify_result(result, want)
    for code, parameter, inner in zip(pending.arguments, wanted, pending.inner, strict=True):
        if inner is not None:
            inference.unify(parameter, complete(body, inner, inference.bound(parameter)))
        elif is_function(code):
            infer_written(body, inference, code, parameter)
            inference.unify_function(parameter, body.value(code, inference.bound(parameter)))
    if pending.anonymous >= 0:
        anonymous(body, pending.anonymous, inference.bound(result))
    return inference.result(result)


def _is_plain(pending: Pending) -> bool:
    """Most calls: nothing to infer, no lambda to read."""
    method = pending.choice.method
    if method.type_variables or (method.name == "<init>" and method.owner.parameters):
        return False
    plain = pending.anonymous < 0 and not any(pending.inner)
    return plain and all(of is not None or not is_function(code) for of, code in pending.given)


def _result(pending: Pending) -> Value:
    method = pending.choice.method
    if method.name == "<init>":
        return pending.made
    return substitute(substitute(method.result, bindings_of(pending.choice.owner)), pending.bindings)


def _parameter(pending: Pending, parameters: list[Value], i: int) -> Value:
    """The parameter of the i-th argument: of a variable one its element, unless an array is given."""
    last = len(parameters) - 1
    if i < last or not pending.choice.method.varargs:
        return parameters[i] if i <= last else None
    of = parameters[last]
    if of is None or of[0] is not ARRAY:
        return of
    given = pending.given[i][0]
    if len(pending.given) == len(parameters) and given is not None and given[0] is ARRAY:
        return of
    return of[1][0]


def abandon(body: Body, given: Given, inner: Inner) -> None:
    """The call stays open; what its lambdas call is still found."""
    for (_, code), waiting in zip(given, inner, strict=True):
        if waiting is not None:
            complete(body, waiting, None)
        elif is_function(code):
            body.value(code)
