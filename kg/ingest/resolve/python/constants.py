"""A constant behind a name: `KEY = "go"`, then `table[KEY]`."""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import EVERYWHERE, Binding, BindingKind, Expr
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.scopes import reaching, visible
from kg.ingest.resolve.python.values import Module, Place

MOST_STEPS = 4


def constant_of(engine: Engine, place: Place, expression: Expr) -> Expr:
    """The constant that a name stands for, where only one value is written; else the expression."""
    found: Expr = expression
    for _ in range(MOST_STEPS):
        if found is None or found[0] != facts.NAME:
            return found
        home, bindings = visible(place, found[1], found[2])
        step = _behind(engine, home.module, bindings) if home is not None else None
        if step is None:
            return expression
        place, found = step
    return expression


def _behind(engine: Engine, module: Module, bindings: list[Binding]) -> tuple[Place, Expr] | None:
    """What the only binding of a name gives it, and where that is to be read."""
    if len(bindings) != 1:
        return None
    only = bindings[0]
    if only.kind == BindingKind.VALUE and not only.extra:
        return module.places[only.scope], only.value
    if only.kind == BindingKind.ANNOTATED and only.extra is not None:
        return module.places[only.scope], only.extra
    source = engine.find(module, only.value) if only.kind == BindingKind.MEMBER else None
    if source is None or source is module:
        return None
    return _behind(engine, source, reaching(source.scope.bindings.get(only.extra, ()), EVERYWHERE))
