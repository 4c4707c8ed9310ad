"""Blocks, branches, loops, locals, and what is declared in a body."""

from kg.ingest.resolve.kotlin.body import Body, rule
from kg.ingest.resolve.kotlin.calls import abandon, complete, note, operator, read_arguments
from kg.ingest.resolve.kotlin.lookup import constructors
from kg.ingest.resolve.kotlin.nested import local_class, local_function
from kg.ingest.resolve.kotlin.operators import component_of, element_of
from kg.ingest.resolve.kotlin.overloads import Given, choose
from kg.ingest.resolve.kotlin.relations import common
from kg.ingest.resolve.kotlin.scope import Value, key_of
from kg.ingest.resolve.kotlin.smart import casts, hold, within
from kg.ingest.resolve.kotlin.types import NOTHING, Klass, Sort, supers
from kg.ingest.resolve.kotlin.values import super_holder
from kg.schema import kotlin
from kg.schema.kotlin import Code
from kg.schema.vocabulary import OpenReason


@rule(kotlin.BLOCK)
def block(body: Body, code: Code, want: Value) -> Value:
    kept, body.scope = body.scope, body.inner()
    found: Value = None
    last = len(code[1]) - 1
    for i, part in enumerate(code[1]):
        found = body.value(part, want if i == last else None)
    body.scope = kept
    return found


@rule(kotlin.IF)
def if_(body: Body, code: Code, want: Value) -> Value:
    _, condition, then, otherwise = code
    body.value(condition)
    yes, no = casts(body, condition, holds=True), casts(body, condition, holds=False)
    first = body.inside(within(body, yes), then, want)
    if otherwise is None:
        if _leaves(first):
            hold(body, no)
        return body.world.unit
    second = body.inside(within(body, no), otherwise, want)
    if _leaves(second):
        hold(body, yes)
    elif _leaves(first):
        hold(body, no)
    return common([first, second])


def _leaves(of: Value) -> bool:
    return of is not None and of[0].sort is Sort.NOTHING and of is NOTHING


@rule(kotlin.WHEN)
def when(body: Body, code: Code, want: Value) -> Value:
    _, subject, name, entries = code
    kept, body.scope = body.scope, body.inner()
    of = body.value(subject) if subject is not None else None
    if name is not None:
        body.scope.variables[name] = of
    key = name or (key_of(subject) if subject is not None else "")
    results = [_entry(body, conditions, part, (of, key), want) for conditions, part in entries]
    body.scope = kept
    return common(results)


def _entry(
    body: Body, conditions: tuple[Code, ...], part: Code, subject: tuple[Value, str], want: Value
) -> Value:
    of, key = subject
    scope = body.inner()
    for condition in conditions:
        kind = condition[0]
        if kind == kotlin.CASE_IS:
            narrowed = None if condition[2] or len(conditions) > 1 else body.type_of(condition[1])
            if key and narrowed is not None:
                scope.narrowed[key] = narrowed
        elif kind == kotlin.CASE_IN:
            given = [Given("", of, (kotlin.LITERAL, ""), False)]
            operator(body, (condition[1], condition[2], "contains"), body.value(condition[3]), given)
        else:
            body.value(condition[1])
            if of is None and not key and len(conditions) == 1:
                scope.narrowed.update(casts(body, condition[1], holds=True))
    return body.inside(scope, part, want)


@rule(kotlin.TRY)
def try_(body: Body, code: Code, want: Value) -> Value:
    _, part, catches, last = code
    results = [body.value(part, want)]
    for name, of, inner in catches:
        scope = body.inner()
        scope.variables[name] = body.type_of(of)
        results.append(body.inside(scope, inner, want))
    body.value(last)
    return common(results)


@rule(kotlin.WHILE)
def while_(body: Body, code: Code, _want: Value) -> Value:
    body.value(code[1])
    body.inside(within(body, casts(body, code[1], holds=True)), code[2])
    return body.world.unit


@rule(kotlin.FOR)
def for_(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, names, types, iterated, part = code
    of = element_of(body, (row, column), body.value(iterated))
    scope = body.inner()
    _bind(body, (row, column), names, types, of, scope.variables)
    body.inside(scope, part)
    return body.world.unit


@rule(kotlin.LOCAL)
def local(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, names, types, value, delegate = code
    written = body.type_of(types[0]) if types and types[0] is not None else None
    of = body.value(value, written) if value is not None else None
    if delegate is not None:
        of = delegated(body, (row, column), body.value(delegate))
    _bind(body, (row, column), names, types, of, body.scope.variables)
    return body.world.unit


def delegated(body: Body, place: tuple[int, int], of: Value) -> Value:
    """What a delegate gives: by its `getValue`, after `provideDelegate` where it has one."""
    nothing = (kotlin.LITERAL, "")
    given = [Given("", None, nothing, False), Given("", None, nothing, False)]
    provided = operator(body, (*place, "provideDelegate"), of, given)
    return operator(body, (*place, "getValue"), provided or of, given)


def _bind(
    body: Body,
    place: tuple[int, int],
    names: tuple[str, ...],
    types: tuple[kotlin.KotlinType | None, ...],
    of: Value,
    variables: dict[str, Value],
) -> None:
    if len(names) == 1:
        variables[names[0]] = body.type_of(types[0]) if types[0] is not None else of
        return
    for number, (name, written) in enumerate(zip(names, types, strict=True), 1):
        if name != "_":
            part = component_of(body, place, of, number)
            variables[name] = body.type_of(written) if written is not None else part


@rule(kotlin.LOCAL_FUNCTION)
def local_function_(body: Body, code: Code, _want: Value) -> Value:
    local_function(body, code[1])
    return body.world.unit


@rule(kotlin.LOCAL_CLASS)
def local_class_(body: Body, code: Code, _want: Value) -> Value:
    local_class(body, code[1])
    return body.world.unit


@rule(kotlin.OBJECT)
def object_(body: Body, code: Code, _want: Value) -> Value:
    return local_class(body, code[1]).raw


@rule(kotlin.SUPER_CALL)
def super_call(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, written, arguments = code
    of = body.type_of(written)
    given = read_arguments(body, arguments)
    if of is not None:
        _construct(body, (row, column), of[0], given)
    return None


@rule(kotlin.DELEGATE_CALL)
def delegate_call(body: Body, code: Code, _want: Value) -> Value:
    """`this(…)` and `super(…)` of a secondary constructor."""
    _, row, column, word, arguments = code
    own = super_holder(body, None)
    given = read_arguments(body, arguments)
    if own is None:
        return None
    if word == "this":
        _construct(body, (row, column), own[0], given)
    else:
        above = [of for of in supers(own[0]) if not of[0].interface]
        if above:
            _construct(body, (row, column), above[0][0], given)
    return None


@rule(kotlin.ENTRY)
def entry(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, index, arguments = code
    own = super_holder(body, None)
    given = read_arguments(body, arguments)
    if own is not None:
        _construct(body, (row, column), own[0], given)
    if index >= 0:
        local_class(body, index)
    return own


def _construct(body: Body, place: tuple[int, int], klass: Klass, given: list[Given]) -> None:
    choice = choose(constructors(klass, body.scope), given)
    if choice is not None:
        note(body, (*place, "<init>"), choice)
        complete(body, choice, given, ())
        return
    if klass.name != "kotlin.Any":
        of_source = klass.sort is Sort.SOURCE or bool(klass.uid)
        reason = OpenReason.GENERATED if of_source else OpenReason.EXTERNAL
        body.leave(*place, reason, f"{klass.name}#<init>")
    abandon(body, given)
