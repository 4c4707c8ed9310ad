"""Calls that no call expression shows: `with`, `for`, `raise`, decorators. Only what is written here.

They have no open sites: a loop over a list of the standard library is no call anybody asks about.
"""

from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.calls import MOST_CANDIDATES, Reached, reached, target_of
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.values import Bound, Class, Function, Instance, Own, Place, Value

_ENTERING = ("__enter__", "__exit__", "__aenter__", "__aexit__")


def implicit_calls(engine: Engine, place: Place, form: str, value: Expr, line: int) -> list[Reached]:
    """What one of them runs."""
    owner = engine.evaluate(place, value)
    found: dict[Function, None] = {}
    runs = 0
    for each in owner.values:
        functions = _run(engine, form, each)
        found.update(dict.fromkeys(functions))
        runs += bool(functions)
    if not found or len(found) > 2 * MOST_CANDIDATES:
        return []
    return [reached(function, line, owner, True, runs) for function in found]


def _run(engine: Engine, form: str, value: Value) -> list[Function]:
    is_object = isinstance(value, Instance | Own)
    if form == "with":
        return [m for name in _ENTERING for m in _methods(engine, value, name)] if is_object else []
    if form == "for":
        return _iteration(engine, value) if is_object else []
    if form == "raise" and not isinstance(value, Class):
        return []
    target, _ = target_of(engine, value)
    return [target] if isinstance(target, Function) else []


def _iteration(engine: Engine, value: Value) -> list[Function]:
    found: list[Function] = []
    for start, step in (("__iter__", "__next__"), ("__aiter__", "__anext__")):
        for method in engine.member(value, start).values:
            if isinstance(method, Bound):
                found.append(method.function)
                given = engine.called(method).values
                found += [m for each in given for m in _methods(engine, each, step)]
    return found


def _methods(engine: Engine, value: Value, name: str) -> list[Function]:
    if not isinstance(value, Instance | Own):
        return []
    return [m.function for m in engine.member(value, name).values if isinstance(m, Bound)]
