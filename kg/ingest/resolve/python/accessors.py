"""Reading and writing attributes as calls: properties, descriptors, `__getattr__`, `__setattr__`."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.resolve.python.calls import MOST_CANDIDATES, Reached, reached
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.functions import decorator_names, is_property
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.special import asked, functions
from kg.ingest.resolve.python.values import Class, Found, Function, Instance, Own, Place, Value, exactly


@dataclass(frozen=True, slots=True)
class Written:
    """Names that are written anywhere in the repository. They spare questions that nothing can answer,
    and change no answer."""

    properties: frozenset[str]
    methods: frozenset[str]
    """Special methods, `keys` included."""
    made: frozenset[str]
    """Class attributes that a call makes: they may be descriptors."""

    def has(self, *names: str) -> bool:
        return not self.methods.isdisjoint(names)


def written_names(modules: Modules) -> Written:
    """Those of all files together."""
    each = [module.facts.written for module in modules.by_name.values()]
    return Written(
        frozenset(chain.from_iterable(one.properties for one in each)),
        frozenset(chain.from_iterable(one.methods for one in each)),
        frozenset(chain.from_iterable(one.made for one in each)),
    )


Method = Callable[[Engine, Value, str], Function | None]


def attribute_read(engine: Engine, place: Place, access: Expr, written: Written) -> list[Reached]:
    """Reading a property runs its getter."""
    assert access is not None
    name: str = access[2]
    if (
        name in written.properties
        or written.has("__getattr__")
        or (name in written.made and written.has("__get__"))
    ):
        return _accessed(engine, place, access, access[3], _getter)
    return []


def attribute_written(
    engine: Engine, place: Place, form: str, target: Expr, written: Written
) -> list[Reached]:
    """`x.a = v` runs the setter of a property `a`, the `__set__` of a descriptor, or `__setattr__`."""
    assert target is not None
    name: str = target[2]
    if (
        name in written.properties
        or written.has(f"__{form}__")
        or (name in written.made and written.has("__set__"))
    ):
        return _accessed(engine, place, target, target[3], _setter if form == "setattr" else _deleter)
    return []


def _accessed(engine: Engine, place: Place, access: Expr, line: int, method: Method) -> list[Reached]:
    assert access is not None
    owner = engine.evaluate(place, access[1])
    found: list[Function] = []
    for value in owner.values:
        if isinstance(value, Instance) or (isinstance(value, Own) and not value.as_class):
            function = method(engine, value, access[2])
            if function is not None and function not in found:
                found.append(function)
    if not found or len(found) > MOST_CANDIDATES:
        return []
    return [reached(function, line, owner, True, len(found)) for function in found]


def _getter(engine: Engine, value: Value, name: str) -> Function | None:
    return _accessor(engine, value, name, is_property, "__get__") or _fallback(engine, value, name)


def _fallback(engine: Engine, value: Value, name: str) -> Function | None:
    """`__getattr__` answers for what nothing else has."""
    methods = functions(asked(engine, exactly(value), ("__getattr__",)))
    return methods[0] if methods and not engine.member(value, name).values else None


def _setter(engine: Engine, value: Value, name: str) -> Function | None:
    return _accessor(engine, value, name, lambda f: "setter" in decorator_names(f), "__set__") or _special(
        engine, exactly(value), "__setattr__"
    )


def _deleter(engine: Engine, value: Value, name: str) -> Function | None:
    return _accessor(
        engine, value, name, lambda f: "deleter" in decorator_names(f), "__delete__"
    ) or _special(engine, exactly(value), "__delattr__")


def _special(engine: Engine, found: Found, name: str) -> Function | None:
    methods = functions(asked(engine, found, (name,)))
    return methods[0] if methods else None


def _accessor(
    engine: Engine, value: Value, name: str, fits: Callable[[Function], bool], special: str
) -> Function | None:
    """The accessor in the nearest class that binds the name, or its descriptor's method."""
    assert isinstance(value, Instance | Own)
    for entry in engine.lineage(value.cls):
        if not isinstance(entry, Class):
            continue
        bindings = [b for b in entry.scope.bindings.get(name, ()) if not b.private]
        for binding in reversed(bindings):
            if binding.kind == BindingKind.DEFINITION:
                place = entry.module.places[binding.value]
                if isinstance(place, Function) and fits(place):
                    return place
            elif binding.kind in (BindingKind.VALUE, BindingKind.ANNOTATED):
                return _special(engine, engine.bound(entry.module, binding), special)
        if bindings:
            return None
    return None
