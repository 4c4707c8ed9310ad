"""Statements: which names they bind, to what, and for how long."""

from collections.abc import Sequence

from kg.ingest.resolve.go import types
from kg.ingest.resolve.go.body import Body, evaluate, rule
from kg.ingest.resolve.go.types import BOOL, Maybe, plain
from kg.ingest.resolve.go.values import element_types
from kg.schema import go
from kg.schema.go import Code

_ONE_OR_TWO = frozenset((go.ASSERT, go.INDEX, go.UNARY))
"""`v, ok := x.(T)`, `m[k]`, `<-ch`."""


@rule(go.SEQUENCE)
def _sequence(body: Body, code: Code) -> Maybe:
    for part in code[1]:
        evaluate(body, part)
    return None


@rule(go.BLOCK)
def _block(body: Body, code: Code) -> Maybe:
    environment = body.environment
    body.scopes.append({})
    for part in code[1]:
        evaluate(body, part)
    body.scopes.pop()
    body.environment = environment
    return None


def several(body: Body, values: Sequence[Code], count: int) -> list[Maybe]:
    """The types of `count` names that are given some values."""
    found = [evaluate(body, each) for each in values]
    if len(found) == count or not found:
        return (found + [None] * count)[:count]
    first = found[0]
    if first is not None and first[0] == types.TUPLE:
        return [*first[1], *([None] * count)][:count]
    if first is not None and first[0] == types.OUTSIDE:
        return [first] * count
    value = values[0][3] if values[0][0] == go.VALUE else values[0]
    is_checked = value[0] in _ONE_OR_TWO
    return [first, BOOL if is_checked else None, *([None] * count)][:count]


@rule(go.DEFINE)
def _define(body: Body, code: Code) -> Maybe:
    """A name that this scope has already keeps its type."""
    names = code[1]
    scope = body.scopes[-1]
    for name, of in zip(names, several(body, code[2], len(names)), strict=True):
        if name not in scope or len(names) == 1:
            body.bind(name, plain(of))
    return None


@rule(go.DECLARE)
def _declare(body: Body, code: Code) -> Maybe:
    _, names, written, values = code
    given = several(body, values, len(names))
    if written is not None:
        body.constant_type = body.environment.type(written)
    elif values:
        body.constant_type = plain(given[0])
    for name, of in zip(names, given, strict=True):
        body.bind(name, body.constant_type if written is not None or not values else plain(of))
    return None


@rule(go.ASSIGN)
def _assign(body: Body, code: Code) -> Maybe:
    for left in code[1]:
        evaluate(body, left)
    for value in code[2]:
        evaluate(body, value)
    return None


@rule(go.RANGE)
def _range(body: Body, code: Code) -> Maybe:
    _, key, value, iterated, inner = code
    key_type, value_type = element_types(evaluate(body, iterated))
    body.scopes.append({})
    body.bind(key, key_type)
    body.bind(value, value_type)
    evaluate(body, inner)
    body.scopes.pop()
    return None


@rule(go.TYPE_SWITCH)
def _type_switch(body: Body, code: Code) -> Maybe:
    _, name, operand, cases = code
    of = evaluate(body, operand)
    for written, inner in cases:
        narrowed = body.environment.type(written[0]) if len(written) == 1 and written[0] != "nil" else of
        body.scopes.append({})
        body.bind(name, narrowed)
        evaluate(body, inner)
        body.scopes.pop()
    return None


@rule(go.LOCAL_TYPE)
def _local_type(body: Body, code: Code) -> Maybe:
    """Seen from here to the end of the block, by itself too."""
    declared = body.file.types[code[1]]
    body.environment = body.environment.inside({})
    declared.move(body.environment)
    named = declared.type() if declared.facts.alias else (types.NAMED, declared, ())
    body.environment.names[declared.facts.name] = named
    body.bind(declared.facts.name, (types.TYPE_NAME, named))
    return None
