"""Calls: which function is reached, or why none is known; conversions and builtins are no calls."""

from collections.abc import Sequence

from kg.ingest.resolve.go import types
from kg.ingest.resolve.go.body import Body, evaluate, rule
from kg.ingest.resolve.go.caller import EXACT
from kg.ingest.resolve.go.inference import inferred
from kg.ingest.resolve.go.types import ANY, INT, NOTHING, Maybe, Type, plain, result_of, signature
from kg.ingest.resolve.go.values import outside
from kg.schema import go
from kg.schema.go import Code
from kg.schema.vocabulary import OpenReason


@rule(go.CALL)
def _call(body: Body, code: Code) -> Maybe:
    callee = evaluate(body, code[3])
    if callee is not None and callee[0] == types.BUILTIN:
        return _builtin(body, callee[1], code[4])
    given = _arguments(body, code[4])
    return called(body, callee, code, given, code[3])


def _arguments(body: Body, codes: Sequence[Code]) -> list[Maybe]:
    """`f(g())` hands on every result of `g`."""
    given = [evaluate(body, each) for each in codes]
    if len(given) == 1 and given[0] is not None and given[0][0] == types.TUPLE:
        return list(given[0][1])
    return given


def called(body: Body, callee: Maybe, code: Code, given: list[Maybe], written: Code) -> Maybe:
    """What calling a value gives; the call is tied or left open."""
    if callee is None:
        body.caller.leave(code[1], code[2], OpenReason.DYNAMIC, name_of(written))
        return None
    kind = callee[0]
    if kind == types.TYPE_NAME:
        return callee[1]  # type: ignore[no-any-return] # a conversion
    if kind == types.OUTSIDE:
        _leave_outside(body, code, callee[1])
        return outside(f"{callee[1]}()")
    if kind == types.REFERENCE:
        return _reached(body, callee, code, given, written)
    body.caller.leave(code[1], code[2], OpenReason.DYNAMIC, name_of(written))
    function = signature(callee)
    return None if function is None else result_of(function)


def _leave_outside(body: Body, code: Code, name: str) -> None:
    body.caller.leave(code[1], code[2], OpenReason.EXTERNAL, name, body.file.library(name))


def _reached(body: Body, callee: Type, code: Code, given: list[Maybe], written: Code) -> Maybe:
    _, function, of = callee
    if function is None:
        return result_of(of)  # a function literal: what it calls is known where it stands
    if function.outside:
        _leave_outside(body, code, function.outside)
    elif not function.uid:
        body.caller.leave(code[1], code[2], OpenReason.DYNAMIC, name_of(written))
    else:
        body.tie(function, code[1], EXACT)
    return result_of(inferred(function, of, given) if function.parameters else of)


def _builtin(body: Body, name: str, codes: Sequence[Code]) -> Maybe:
    given = [evaluate(body, each) for each in codes]
    first = given[0] if given else None
    if name in ("new", "make"):
        of = first[1] if first is not None and first[0] == types.TYPE_NAME else plain(first)
        return (types.POINTER, of) if name == "new" else of
    if name in ("append", "min", "max"):
        return first
    if name in ("len", "cap", "copy"):
        return INT
    return ANY if name == "recover" else NOTHING


def name_of(code: Code) -> str:
    """A callee as written, where it is a dotted name."""
    if code[0] == go.NAME:
        return str(code[1])
    if code[0] == go.SELECT:
        return f"{name_of(code[1])}.{code[2]}"
    if code[0] == go.INDEX:
        return name_of(code[1])
    return f"{name_of(code[3])}()" if code[0] == go.CALL else "()"
