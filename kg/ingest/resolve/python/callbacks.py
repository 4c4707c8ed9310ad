"""Functions of the standard library that run what they are handed: `map(f, xs)`, `sorted(xs, key=f)`.

They run it at once, so the call is the caller's, and most hand it the elements of what else they got.
"""

from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.elements import iterated
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.values import Bound, Class, Closure, Found, Function, Place, Value, union

RUNS = frozenset(
    (
        "builtins.map",
        "builtins.filter",
        "builtins.sorted",
        "builtins.min",
        "builtins.max",
        "builtins.list.sort",
        "functools.reduce",
        "itertools.accumulate",
        "itertools.dropwhile",
        "itertools.filterfalse",
        "itertools.groupby",
        "itertools.starmap",
        "itertools.takewhile",
        "re.sub",
        "re.subn",
        "re.compile().sub",
        "re.compile().subn",
    )
)

Callback = Function | Bound | Closure | Class


def callbacks(engine: Engine, place: Place, call: Expr) -> list[Callback]:
    """The functions among the arguments."""
    assert call is not None
    given = (*call[2], *(value for _, value in call[3]))
    values = [value for argument in given for value in engine.evaluate(place, argument).values]
    return [value for value in dict.fromkeys(values) if _is_callback(value)]  # type: ignore[misc]


def _is_callback(value: Value) -> bool:
    return isinstance(value, Function | Bound | Closure | Class)


def fed(engine: Engine, place: Place, call: Expr) -> Found:
    """What the callbacks are handed: the elements of the other arguments."""
    assert call is not None
    return union(iterated(engine, engine.evaluate(place, argument)) for argument in call[2])
