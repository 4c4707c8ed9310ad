"""Calls that no call expression shows: `with`, `for`, `raise`, decorators, operators, tests of truth,
elements and attributes written. Only what is written in the repository.

They have no open sites: a loop over a list of the standard library is no call anybody asks about.
"""

from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.accessors import Written, attribute_written
from kg.ingest.resolve.python.calls import MOST_CANDIDATES, Reached, reached, target_of
from kg.ingest.resolve.python.classes import method
from kg.ingest.resolve.python.decorators import wrappers
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.special import ASKED, asked, functions, sides
from kg.ingest.resolve.python.values import Bound, Class, Found, Function, Instance, Own, Place, Value
from kg.schema.vocabulary import How

_ENTERING = ("__enter__", "__exit__", "__aenter__", "__aexit__")


def implicit_calls(
    engine: Engine, place: Place, form: str, value: Expr, line: int, written: Written
) -> list[Reached]:
    """What one of them runs."""
    if form == "operator":
        return _operator(engine, place, value, line, written)
    if form in ("setattr", "delattr"):
        return attribute_written(engine, place, form, value, written)
    if form in ASKED:
        return _asked(engine, place, ASKED[form], value, line, written)
    return _statement(engine, place, form, value, line)


def made_subclass(engine: Engine, cls: Class) -> list[Reached]:
    """Making a class tells its bases."""
    for entry in engine.lineage(cls)[1:]:
        told = method(entry, "__init_subclass__") if isinstance(entry, Class) else None
        if told is not None:
            return [Reached(told, cls.scope.line, How.EXACT, 1.0)]
    return []


def _operator(engine: Engine, place: Place, value: Expr, line: int, written: Written) -> list[Reached]:
    """The left side's method; the right side's where the left has none."""
    assert value is not None
    left, right = sides(value[1])
    return _asked(engine, place, left, value[2], line, written) or _asked(
        engine, place, right, value[3], line, written
    )


def _asked(
    engine: Engine, place: Place, names: tuple[str, ...], value: Expr, line: int, written: Written
) -> list[Reached]:
    if value is None or not written.has(*names):
        return []
    owner = engine.evaluate(place, value)
    found = functions(asked(engine, owner, names))
    return _all_reached(found, line, owner, len(found))


def _all_reached(found: list[Function], line: int, owner: Found, alternatives: int) -> list[Reached]:
    if not found or alternatives > MOST_CANDIDATES:
        return []
    return [reached(function, line, owner, True, alternatives) for function in found]


def _statement(engine: Engine, place: Place, form: str, value: Expr, line: int) -> list[Reached]:
    owner = engine.evaluate(place, value)
    found: dict[Function, None] = {}
    runs = 0
    for each in owner.values:
        run = _run(engine, place, form, each)
        found.update(dict.fromkeys(run))
        runs += bool(run)
    return _all_reached(list(found), line, owner, runs)


def _run(engine: Engine, place: Place, form: str, value: Value) -> list[Function]:
    is_object = isinstance(value, Instance | Own)
    if form == "with":
        return [m for name in _ENTERING for m in _methods(engine, value, name)] if is_object else []
    if form == "for":
        return _iteration(engine, value) if is_object else []
    if form == "raise" and not isinstance(value, Class):
        return []
    target, _ = target_of(engine, value)
    return [target, *wrappers(engine, target, place)] if isinstance(target, Function) else []


def _iteration(engine: Engine, value: Value) -> list[Function]:
    found: list[Function] = []
    for start, step in (("__iter__", "__next__"), ("__aiter__", "__anext__")):
        for starting in engine.member(value, start).values:
            if isinstance(starting, Bound):
                found.append(starting.function)
                given = engine.called(starting).values
                found += [m for each in given for m in _methods(engine, each, step)]
    return found


def _methods(engine: Engine, value: Value, name: str) -> list[Function]:
    if not isinstance(value, Instance | Own):
        return []
    return [m.function for m in engine.member(value, name).values if isinstance(m, Bound)]
