"""Call sites -> the functions they reach, how sure that is, or why nobody knows.

A call goes to what it names: a function, a method as declared on the receiver's type, the
constructor of a class. One certain target is exact, a deduced one inferred, a few are candidates,
more are ambiguous. A name alone never makes a target.
"""

from dataclasses import dataclass

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.classes import constructor
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.functions import is_property
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

_ENTERING = ("__enter__", "__exit__", "__aenter__", "__aexit__")


@dataclass(frozen=True, slots=True)
class Reached:
    """One target of one site."""

    target: Function
    line: int
    """In the file."""
    how: How
    confidence: float


@dataclass(frozen=True, slots=True)
class Site:
    """A call site: what it reaches, which classes it names, or why it is open."""

    line: int
    column: int
    reached: tuple[Reached, ...] = ()
    classes: tuple[Class, ...] = ()
    reason: OpenReason | None = None
    name: str = ""


def site(engine: Engine, place: Place, call: Expr) -> Site:
    """What one call reaches."""
    assert call is not None
    callee = engine.evaluate(place, call[1])
    line, column = call[4], call[5]
    targets: dict[Function, bool] = {}
    classes: list[Class] = []
    outside: list[str] = []
    silent = False
    for value in callee.values:
        if isinstance(value, Class | Own) and _class_of(value) is not None:
            classes.append(_class_of(value) or value)  # type: ignore[arg-type]  # never the right side
        found, sure = _target(engine, value)
        if isinstance(found, Function):
            targets[found] = sure
        elif isinstance(found, str):
            outside.append(found)
        else:
            silent = True
    if len(targets) + len(outside) > MOST_CANDIDATES and targets:
        return Site(line, column, (), tuple(classes), OpenReason.AMBIGUOUS, written(call[1]))
    if targets:
        alternatives = len(targets) + len(outside)
        reached = tuple(_reached(t, line, callee, sure, alternatives) for t, sure in targets.items())
        return Site(line, column, reached, tuple(classes))
    if outside:
        return Site(line, column, (), tuple(classes), OpenReason.EXTERNAL, outside[0])
    if silent or classes:
        return Site(line, column, (), tuple(classes))
    return Site(line, column, (), (), OpenReason.DYNAMIC, written(call[1]))


def _class_of(value: Value) -> Class | None:
    if isinstance(value, Class):
        return value
    return value.cls if isinstance(value, Own) and value.as_class else None


def _reached(target: Function, line: int, callee: Found, sure: bool, alternatives: int) -> Reached:
    if alternatives > 1:
        return Reached(target, line, How.CANDIDATE, round(0.9 / alternatives, 2))
    if callee.is_open:
        return Reached(target, line, How.INFERRED, 0.7)
    if callee.rank == EXACT and sure:
        return Reached(target, line, How.EXACT, 1.0)
    return Reached(target, line, How.INFERRED, 0.9)


def _target(engine: Engine, value: Value) -> tuple[Function | str | None, bool]:
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
        return f"{value.name}.__call__", True
    if isinstance(value, Alias):
        return _aliased(engine, value)
    return None, isinstance(value, Closure)


def _aliased(engine: Engine, value: Alias) -> tuple[Function | str | None, bool]:
    """`Repository[Order]()` instantiates `Repository`."""
    if value.expression is None:
        return None, False
    for head in engine.evaluate(value.place, value.expression[1]).values:
        if not isinstance(head, Alias):
            return _target(engine, head)
    return None, False


def property_read(engine: Engine, place: Place, access: Expr, names: frozenset[str]) -> list[Reached]:
    """Reading a property runs its getter."""
    assert access is not None
    if access[2] not in names:
        return []
    found: list[Function] = []
    owner = engine.evaluate(place, access[1])
    for value in owner.values:
        if isinstance(value, Instance) or (isinstance(value, Own) and not value.as_class):
            getter = _getter(engine, value.cls, access[2])
            if getter is not None and getter not in found:
                found.append(getter)
    if not found or len(found) > MOST_CANDIDATES:
        return []
    return [_reached(getter, access[3], owner, True, len(found)) for getter in found]


def context_calls(engine: Engine, place: Place, entered: Expr, line: int) -> list[Reached]:
    """`with` runs the two methods of what it enters, where they are written here."""
    owner = engine.evaluate(place, entered)
    found: list[Function] = []
    for value in owner.values:
        for name in _ENTERING if isinstance(value, Instance | Own) else ():
            methods = engine.member(value, name).values
            found += [m.function for m in methods if isinstance(m, Bound) and m.function not in found]
    if not found or len(found) > MOST_CANDIDATES:
        return []
    alternatives = len({value for value in owner.values if isinstance(value, Instance | Own)})
    return [_reached(method, line, owner, True, alternatives) for method in found]


def _getter(engine: Engine, cls: Class, name: str) -> Function | None:
    for entry in engine.lineage(cls):
        if not isinstance(entry, Class):
            continue
        bindings = entry.scope.bindings.get(name, ())
        for binding in reversed(bindings):
            place = entry.module.places[binding.value] if binding.kind == 0 else None
            if isinstance(place, Function) and is_property(place):
                return place
        if bindings or engine.assigned(entry, name):
            return None
    return None


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
