"""Statements: which names are in scope, and what the compiler calls unasked (`iterator`, `close`)."""

from kg.ingest.resolve.java.body import RULES, Body, Value, rule
from kg.ingest.resolve.java.operators import common
from kg.ingest.resolve.java.overloads import choose
from kg.ingest.resolve.java.source import SourceKlass
from kg.ingest.resolve.java.types import ARRAY, Type, find_methods, upper, view
from kg.schema import java
from kg.schema.java import Code


@rule(java.BLOCK)
def block(body: Body, code: Code, _want: Value) -> Value:
    kept, names = body.locals, body.names
    body.locals, body.names = dict(kept), names
    for part in code[1]:
        RULES[part[0]](body, part, None)
    body.locals, body.names = kept, names
    return None


@rule(java.LOCAL)
def local(body: Body, code: Code, _want: Value) -> Value:
    _, written, name, value = code
    of = body.type_of(written)
    if of is not None:
        body.locals[name] = of
    given = None if value is None else body.value(value, of)
    body.locals[name] = given if of is None else of
    return None


@rule(java.DECLARE)
def declare(body: Body, code: Code, want: Value) -> Value:
    """A name in a pattern or catch; `var` takes what is matched."""
    of = body.type_of(code[1])
    body.locals[code[2]] = want if of is None else of
    return None


@rule(java.DESTRUCTURE)
def destructure(body: Body, code: Code, _want: Value) -> Value:
    of = body.type_of(code[1])
    klass = None if of is None else of[0]
    components = klass.facts.components if isinstance(klass, SourceKlass) else ()
    for i, pattern in enumerate(code[2]):
        inner = None
        if i < len(components) and isinstance(klass, SourceKlass):
            inner = klass.type_of(components[i][1])
        body.value(pattern, inner)
    return None


@rule(java.FOR_EACH)
def for_each(body: Body, code: Code, _want: Value) -> Value:
    _, row, _, written, name, iterated, inside = code
    kept = body.locals
    body.locals = dict(kept)
    over = upper(body.value(iterated))
    of = body.type_of(written)
    if over is not None and over[0] is ARRAY:
        of = of or over[1][0]
    elif over is not None:
        of = of or _element(body, over)
        _implied(body, over, "iterator", row)
    body.locals[name] = of
    body.value(inside)
    body.locals = kept
    return None


def _element(body: Body, over: Type) -> Value:
    iterable = view(over, body.file.library("java.lang.Iterable"))
    return iterable[1][0] if iterable is not None and iterable[1] else None


def _implied(body: Body, of: Type, name: str, row: int) -> None:
    choice = choose(find_methods(of[0], name), (), {})
    if choice is not None:
        body.caller.implied(choice.method, row)


@rule(java.RESOURCE)
def resource(body: Body, code: Code, _want: Value) -> Value:
    _, row, _, written, name, value = code
    of = None if written is None else body.type_of(written)
    given = body.value(value, of)
    of = upper(of or given)
    if name:
        body.locals[name] = of
    if of is not None:
        _implied(body, of, "close", row)
    return None


@rule(java.RETURN)
def returned(body: Body, code: Code, _want: Value) -> Value:
    if body.returns:
        given, want = body.returns[-1]
        given.append(body.value(code[1], want))
    else:
        body.value(code[1], body.result)
    return None


@rule(java.SWITCH)
def switch(body: Body, code: Code, want: Value) -> Value:
    of = body.value(code[1])
    kept, yields = body.locals, body.yields
    body.locals = dict(kept)
    given: list[Value] = []
    for _, labels, inside, value in code[2]:
        for label in labels:
            body.value(label, of)
        body.yields = given, want
        for part in inside:
            body.value(part)
        if value is not None:
            given.append(body.value(value, want))
    body.locals, body.yields = kept, yields
    return common(given)


@rule(java.YIELD)
def yielded(body: Body, code: Code, _want: Value) -> Value:
    given, want = body.yields
    given.append(body.value(code[1], want))
    return None
