"""What is put into containers after they were made: `handlers.append(f)`, `table["x"] = f`.

A container is known by the name, or the attribute of `self`, through which it is filled. Time does
not count here: what is put in anywhere may come out anywhere, but a constant key set in the scope
of the container replaces what the literal had there.
"""

from typing import NamedTuple

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.outside import MAPPINGS, SEQUENCES, short
from kg.ingest.resolve.python.scopes import binder, self_class
from kg.ingest.resolve.python.values import Class, Foreign, Found, Module, Place, Value, inferred, union


class Put(NamedTuple):
    """One thing put in, and where."""

    place: Place
    path: tuple[Expr, ...]
    """The keys that lead from the named container to the one that is filled."""
    key: Expr
    value: Expr


Puts = dict[tuple[Place, str], list[Put]]
"""By the scope that binds a name (or the class whose attribute it is) and the name."""


def puts_of(module: Module) -> Puts:
    found: Puts = {}
    for place in module.places:
        for container, key, value in place.scope.items:
            path: tuple[Expr, ...] = ()
            while container is not None and container[0] == facts.SUBSCRIPT:
                path = (container[2], *path)
                container = container[1]
            owner = _owner(place, container)
            if owner is not None:
                found.setdefault(owner, []).append(Put(place, path, key, value))
    return found


def _owner(place: Place, container: Expr) -> tuple[Place, str] | None:
    if container is None:
        return None
    if container[0] == facts.NAME:
        scope = binder(place, container[1])
        return (scope, container[1]) if scope is not None else None
    cls: Class | None = self_class(place, container[1])
    return (cls, container[2]) if cls is not None else None


def filled(engine: Engine, found: Found, puts: list[Put], home: Place) -> Found:
    """The containers that a name may be, with what was put into them."""
    values = tuple(_filled(engine, value, puts, home) for value in found.values)
    return found._replace(values=values)


def _filled(engine: Engine, value: Value, puts: list[Put], home: Place) -> Value:
    if not isinstance(value, Foreign):
        return value
    inner = [put for put in puts if put.path]
    if inner:
        value = _inside(engine, value, inner, home)
        puts = [put for put in puts if not put.path]
    if short(value.name) in MAPPINGS:
        keys = value.arguments[0] if value.arguments else Found()
        held = [*value.arguments[1:2], *(_put(engine, put) for put in puts)]
        return Foreign(value.name, (keys, union(held)), _keyed(engine, value, puts, home))
    if short(value.name) in SEQUENCES:
        held = [*value.arguments[:1], *(_put(engine, put) for put in puts)]
        return Foreign(value.name, (union(held),), _keyed(engine, value, puts, home))
    return value


def _inside(engine: Engine, value: Foreign, puts: list[Put], home: Place) -> Foreign:
    """What is put into the containers that a container holds."""
    further = [put._replace(path=put.path[1:]) for put in puts]
    keyed = [
        (
            key,
            filled(
                engine, found, [f for f, put in zip(further, puts, strict=True) if _leads(put, key)], home
            ),
        )
        for key, found in value.keyed
    ]
    arguments = tuple(filled(engine, found, further, home) for found in value.arguments)
    return Foreign(value.name, arguments, tuple(keyed))


def _leads(put: Put, key: str | int) -> bool:
    step = put.path[0]
    return step is None or step[0] != facts.CONSTANT or step[2] == key


def _put(engine: Engine, put: Put) -> Found:
    """Asked once: a container may be put into itself."""
    key = ("put", put.place, id(put.value))
    return engine.once(key, lambda: inferred(engine.evaluate(put.place, put.value)))


def _keyed(
    engine: Engine, value: Foreign, puts: list[Put], home: Place
) -> tuple[tuple[str | int, Found], ...]:
    """Elements that still have a known key."""
    keyed = dict(value.keyed)
    for put in puts:
        key = put.key[2] if put.key is not None and put.key[0] == facts.CONSTANT else None
        if isinstance(key, str | int):
            found = _put(engine, put)
            keyed[key] = found if put.place is home or key not in keyed else union((keyed[key], found))
        elif put.key is not None:
            keyed = {}  # some key was set, nobody knows which
    return tuple(keyed.items())
