"""Lambdas and method references: typed by the interface that is wanted."""

from kg.ingest.resolve.java.body import UNKNOWN, Body, Value, rule
from kg.ingest.resolve.java.fitting import Reach
from kg.ingest.resolve.java.inference import Inference, function, is_function
from kg.ingest.resolve.java.operators import common
from kg.ingest.resolve.java.overloads import Choice, choose
from kg.ingest.resolve.java.targets import Site, leave, tie
from kg.ingest.resolve.java.types import (
    ARRAY,
    VOID,
    Sort,
    Type,
    bindings_of,
    find_methods,
    is_open,
    substitute,
    upper,
    view,
)
from kg.ingest.resolve.java.values import holder
from kg.schema import java
from kg.schema.java import Code
from kg.schema.vocabulary import OpenReason

_NEVER = 1 << 20


@rule(java.LAMBDA)
def lambda_(body: Body, code: Code, want: Value) -> Value:
    """Gives what its body gives."""
    _, _, _, parameters, inside, shape = code
    types, result = function(want)
    kept = body.locals
    body.locals = dict(kept)
    for i, (name, written) in enumerate(parameters):
        given = types[i] if i < len(types) else None
        body.locals[name] = given if written is None else body.type_of(written)
    wanted = None if result is VOID else result
    is_block = inside[0] == java.BLOCK or shape in (java.VOID_ONLY, java.VALUE_BLOCK)
    of = _block(body, inside, wanted) if is_block else body.value(inside, wanted)
    body.locals = kept
    return of


def _block(body: Body, inside: Code, wanted: Value) -> Value:
    gave: list[Value] = []
    body.returns.append((gave, wanted))
    body.value(inside)
    body.returns.pop()
    return common(gave)


@rule(java.REFERENCE)
def reference(body: Body, code: Code, want: Value) -> Value:
    """`Order::total`, `this::pay`, `Order::new`; gives what the method gives."""
    _, row, column, target, written, name = code
    of, is_class = (body.type_of(written), True) if target is None else _before(body, target)
    of = upper(of)
    site = Site(row, column, name, [])
    if of is None:
        body.caller.leave(row, column, OpenReason.DYNAMIC, name)
        return None
    if of[0] is ARRAY:
        leave(body, site, OpenReason.EXTERNAL, "java.lang.Object")
        return of
    of = _as_given(of, want) if is_class and name != "<init>" else of
    choice = _referred(of, name, want, is_class)
    if choice is None:
        external = of[0].sort is not Sort.SOURCE or is_open(of[0])
        leave(body, site, OpenReason.EXTERNAL if external else OpenReason.AMBIGUOUS, of[0].name)
        return of if name == "<init>" else None
    tie(body, choice, row, column)
    if name == "<init>":
        return of
    result = substitute(substitute(choice.method.result, bindings_of(choice.owner)), bindings_of(of))
    return upper(result) if result is not None and result[0] in choice.method.type_variables else result


def _as_given(of: Type, want: Value) -> Type:
    """`Collection::stream` of a `Set<Order>`: the receiver says what the class's variables are."""
    types, _ = function(want)
    receiver = upper(types[0]) if types else None
    seen = None if of[1] or receiver is None else view(receiver, of[0])
    return seen or of


def _before(body: Body, target: Code) -> tuple[Value, bool]:
    return (body.value(target), False) if target[0] == java.SUPER else holder(body, target)


def _referred(of: Type, name: str, want: Value, is_class: bool) -> Choice | None:
    """By what the interface gives to it; for `Class::method` the first may be the receiver."""
    found = find_methods(of[0], name)
    if len(found) == 1:
        return Choice(*found[0], certain=True)
    types, _ = function(want)
    if not found or (not is_function(want) and name != "<init>"):
        return None
    bindings = bindings_of(of)
    given = [(each, UNKNOWN) for each in types]
    bound = [each for each in found if not is_class or each[0].static or name == "<init>"]
    choice = choose(bound, given, bindings)
    if choice is None and is_class and given:
        choice = choose([each for each in found if not each[0].static], given[1:], bindings)
    return choice


def reach(body: Body, code: Code) -> Reach | None:
    """What a method reference can stand for; None where its class is not all known."""
    target, written, name = code[3:6]
    of, is_class = (body.type_of(written), True) if target is None else _before(body, target)
    of = upper(of)
    if of is None or is_open(of[0]):
        return None
    if of[0] is ARRAY:
        return Reach(frozenset({1}), _NEVER, False) if name == "<init>" else None
    found = find_methods(of[0], name)
    extra = [0 if not is_class or each[0].static or name == "<init>" else 1 for each in found]
    arities = frozenset(each[0].arity + more for each, more in zip(found, extra, strict=True))
    variable = [each[0].arity - 1 + more for each, more in zip(found, extra, strict=True) if each[0].varargs]
    void = len(found) == 1 and found[0][0].result is VOID
    return Reach(arities, min(variable, default=_NEVER), void)


def infer_written(body: Body, inference: Inference, code: Code, of: Value) -> None:
    """`(Order o) -> …` and `Order::total` say what the interface's first parameters are."""
    types, _ = function(of)
    if not inference.variables or not types:
        return
    if code[0] == java.LAMBDA:
        for wanted, (_, written) in zip(types, code[3], strict=False):
            if written is not None:
                inference.unify(wanted, body.type_of(written))
    elif code[0] == java.REFERENCE:
        inference.unify(types[0], _receiver_of(body, code))


def _receiver_of(body: Body, code: Code) -> Value:
    """The class before `::` where its methods of that name all need an instance."""
    target, written, name = code[3:6]
    if target is not None and target[0] not in (java.NAME, java.FIELD):
        return None
    of, is_class = (body.type_of(written), True) if target is None else _before(body, target)
    if of is None or not is_class or name == "<init>" or of[0].parameters:
        return None
    found = find_methods(of[0], name)
    return of if found and not any(each[0].static for each in found) else None
