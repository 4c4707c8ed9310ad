"""Call sites -> the functions they reach, how sure that is, or why nobody knows.

A call goes to what it names: a function, a method as declared on the receiver's type, the
constructor of a class. One certain target is exact, a deduced one inferred, a few are candidates,
more are ambiguous. A name alone never makes a target.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.callbacks import RUNS, Callback, callbacks
from kg.ingest.resolve.python.classes import allocator, constructor
from kg.ingest.resolve.python.decorators import wrappers
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.special import BUILTINS, asked
from kg.ingest.resolve.python.values import (
    EXACT,
    Alias,
    Bound,
    Class,
    Closure,
    External,
    Foreign,
    Found,
    Function,
    Instance,
    Own,
    Place,
    Value,
)
from kg.schema.facts import OpenSite
from kg.schema.vocabulary import How, OpenReason

MOST_CANDIDATES = 4

DEDUCED = 0.97
MAYBE = 0.95
"""Where there may be other targets."""
POSSIBLE = 0.85
"""One of several: most of them are called in one run or another.

How often such edges were right in `bench-callgraph` (calibration), rounded down."""


@dataclass(frozen=True, slots=True)
class Reached:
    """One target of one site."""

    target: Function
    line: int
    """In the file."""
    how: How
    confidence: float
    shift: int = 1
    """Arguments before those written at the call: 1 for `self` or `cls`, 0 for a plain function."""


@dataclass(frozen=True, slots=True)
class Site:
    """A call site: what it reaches, which classes it names, or why it is open."""

    line: int
    column: int
    reached: tuple[Reached, ...] = ()
    classes: tuple[Class, ...] = ()
    reason: OpenReason | None = None
    name: str = ""
    lambdas: tuple[Closure, ...] = ()
    """Lambdas that it calls: their calls are those of the code around them."""
    fed: tuple[Callback, ...] = ()
    """Functions that a builtin runs on elements of what else it is given."""


@dataclass(slots=True)
class _Seen:
    """What the values of one callee come to."""

    targets: dict[Function, bool] = field(default_factory=dict)
    """Functions, and whether it is sure that the value runs them."""
    classes: list[Class] = field(default_factory=list)
    lambdas: list[Closure] = field(default_factory=list)
    fed: list[Callback] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    beside: int = 0
    """Functions among the targets that run along with another, not in its place."""
    silent: bool = False
    """Something is called that no function stands for: a lambda, a class without constructor."""

    def add_beside(self, functions: Iterable[Function]) -> None:
        more = [function for function in functions if function not in self.targets]
        self.targets.update((function, False) for function in more)
        self.beside += len(more)


def site(engine: Engine, place: Place, call: Expr) -> Site:
    """What one call reaches."""
    assert call is not None
    callee = engine.evaluate(place, call[1])
    seen = _seen(engine, place, callee, call)
    found = _site(callee, seen, call)
    if seen.lambdas or seen.fed:
        found = replace(found, lambdas=tuple(seen.lambdas), fed=tuple(seen.fed))
    return found


def _site(callee: Found, seen: _Seen, call: Expr) -> Site:
    assert call is not None
    line, column = call[4], call[5]
    classes = tuple(seen.classes)
    alternatives = len(seen.targets) - seen.beside + len(seen.outside)
    if seen.targets and alternatives > MOST_CANDIDATES:
        return Site(line, column, (), classes, OpenReason.AMBIGUOUS, written(call[1]))
    if seen.targets:
        all_reached = [reached(t, line, callee, sure, alternatives) for t, sure in seen.targets.items()]
        shifted = (replace(r, shift=0) if r.target in callee.values else r for r in all_reached)
        return Site(line, column, tuple(shifted), classes)
    if seen.outside:
        return Site(line, column, (), classes, OpenReason.EXTERNAL, seen.outside[0])
    if seen.silent or classes:
        return Site(line, column, (), classes)
    return Site(line, column, (), (), OpenReason.DYNAMIC, written(call[1]))


def _seen(engine: Engine, place: Place, callee: Found, call: Expr) -> _Seen:
    seen = _Seen()
    for value in callee.values:
        cls = _class_of(value)
        if cls is not None:
            seen.classes.append(cls)
        target, sure = target_of(engine, value)
        if isinstance(target, Function):
            seen.targets[target] = sure
            seen.add_beside(wrappers(engine, target, place))
            first = allocator(engine, cls) if cls is not None and target.scope.name == "__init__" else None
            seen.add_beside(() if first is None else (first,))
        elif isinstance(target, str):
            _add_outside(engine, place, target, call, seen)
        elif isinstance(value, Closure):
            seen.lambdas.append(value)
            seen.silent = True
        elif not isinstance(value, Foreign):
            seen.silent = True
    return seen


def _add_outside(engine: Engine, place: Place, outside: str, call: Expr, seen: _Seen) -> None:
    """`map(price, orders)` runs `price`, `str(order)` the order's `__str__`."""
    before = len(seen.targets)
    if outside in RUNS:
        seen.fed += callbacks(engine, place, call)
        ran = [target_of(engine, callback)[0] for callback in seen.fed]
        seen.targets.update((target, False) for target in ran if isinstance(target, Function))
    elif outside in BUILTINS and call is not None and call[2]:
        asked_of = _asked_of(engine, engine.evaluate(place, call[2][0]), BUILTINS[outside])
        seen.targets.update(asked_of)
        seen.beside += outside == "builtins.dict" and len(asked_of) // 2  # `keys` and `__getitem__`
    if len(seen.targets) == before:
        seen.outside.append(outside)


def _asked_of(engine: Engine, argument: Found, names: tuple[str, ...]) -> dict[Function, bool]:
    """`dict(x)` takes the elements of what has `keys`."""
    methods = asked(engine, argument, names)
    if any(method.function.scope.name == "keys" for method in methods):
        methods += asked(engine, argument, ("__getitem__",))
    sure = argument.rank == EXACT and not argument.is_open
    return {method.function: sure for method in methods}


def _class_of(value: Value) -> Class | None:
    if isinstance(value, Class):
        return value
    return value.cls if isinstance(value, Own) and value.as_class else None


def reached(target: Function, line: int, callee: Found, sure: bool, alternatives: int) -> Reached:
    if alternatives > 1:
        return Reached(target, line, How.CANDIDATE, POSSIBLE)
    if callee.is_open:
        return Reached(target, line, How.INFERRED, MAYBE)
    if callee.rank == EXACT and sure:
        return Reached(target, line, How.EXACT, 1.0)
    return Reached(target, line, How.INFERRED, DEDUCED)


def target_of(engine: Engine, value: Value) -> tuple[Function | str | None, bool]:
    """A function of the source, a name from outside, or nothing that is written anywhere."""
    if isinstance(value, Function):
        return value, True
    if isinstance(value, Bound):
        return value.function, True
    cls = _class_of(value)
    if cls is not None:
        found, sure = constructor(engine, cls)
        return (f"{found.name}.__init__" if isinstance(found, External) else found), sure
    if isinstance(value, Instance | Own):
        for method in engine.member(value, "__call__").values:
            if isinstance(method, Bound):
                return method.function, True
        return None, False
    if isinstance(value, External):
        return value.name, True
    if isinstance(value, Foreign):
        is_unknown = value.name.rpartition(".")[2] == "Callable"
        return (None if is_unknown else f"{value.name}.__call__"), True
    if isinstance(value, Alias):
        return _aliased(engine, value)
    return None, isinstance(value, Closure)


def _aliased(engine: Engine, value: Alias) -> tuple[Function | str | None, bool]:
    """`Repository[Order]()` instantiates `Repository`."""
    if value.expression is None:
        return None, False
    for head in engine.evaluate(value.place, value.expression[1]).values:
        if not isinstance(head, Alias):
            return target_of(engine, head)
    return None, False


def written(callee: Expr) -> str:
    """The callee as written where it is a dotted name, else what is certain of it."""
    if callee is None:
        return "()"
    if callee[0] == facts.NAME:
        return str(callee[1])
    if callee[0] == facts.ATTRIBUTE:
        dotted = callee[1] is not None and callee[1][0] in (facts.NAME, facts.ATTRIBUTE)
        return f"{written(callee[1])}.{callee[2]}" if dotted else f"().{callee[2]}"
    return "()"


def open_site(found: Site, start: int) -> OpenSite | None:
    if found.reason is None:
        return None
    return OpenSite(found.line - start, found.column, found.reason, found.name)
