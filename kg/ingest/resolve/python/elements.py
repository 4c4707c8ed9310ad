"""What comes out of values: when read, iterated, indexed, unpacked, entered by `with`."""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.outside import CONTEXTS, MAPPINGS, SEQUENCES, short
from kg.ingest.resolve.python.values import (
    INFERRED,
    NOTHING,
    Class,
    External,
    Foreign,
    Found,
    Instance,
    Own,
    Value,
    exactly,
    inferred,
    union,
)


def attribute(engine: Engine, owner: Found, name: str) -> Found:
    """An attribute of each thing it may be."""
    if not owner.values:
        return NOTHING
    founds = [engine.member(value, name) for value in owner.values]
    known = [found for found in founds if found.values]
    found = union(known) if known else union(founds)
    is_open = found.is_open or owner.is_open
    return Found(found.values, max(found.rank, owner.rank), is_open)


def iterated(engine: Engine, found: Found) -> Found:
    """What `for` takes out of it."""
    return inferred(union(_iterated(engine, value) for value in found.values))


def _iterated(engine: Engine, value: Value) -> Found:
    if isinstance(value, Foreign):
        return _held(value)
    if isinstance(value, External):
        return exactly(External(f"{value.name}[]")) if value.name.endswith("()") else NOTHING
    if isinstance(value, Class):
        return exactly(Instance(value))  # an enum gives its members
    if not isinstance(value, Instance | Own):
        return NOTHING
    given = _calling(engine, value, "__iter__", "__aiter__")
    return union(_next(engine, each) for each in given.values)


def _next(engine: Engine, value: Value) -> Found:
    if isinstance(value, Foreign):
        return _held(value)
    return _calling(engine, value, "__next__", "__anext__")


def _held(value: Foreign) -> Found:
    name = short(value.name)
    if name == "tuple":
        return union(value.arguments)
    if (name in SEQUENCES or name in MAPPINGS) and value.arguments:
        return value.arguments[0]
    return NOTHING


def entered(engine: Engine, found: Found) -> Found:
    """What `with` gives its name."""
    return inferred(union(_entered(engine, value) for value in found.values))


def _entered(engine: Engine, value: Value) -> Found:
    if isinstance(value, Foreign) and short(value.name) in CONTEXTS:
        return value.arguments[0] if value.arguments else NOTHING
    if isinstance(value, Instance | Own):
        given = _calling(engine, value, "__enter__", "__aenter__")
        return given if given.values else exactly(value)
    return exactly(value) if isinstance(value, Foreign | External) else NOTHING


def _calling(engine: Engine, value: Value, *names: str) -> Found:
    """What the first of these methods that the value has gives."""
    for name in names:
        methods = engine.member(value, name)
        if methods.values:
            return union(
                engine.called(method) for method in methods.values if not isinstance(method, External)
            )
    return NOTHING


def indexed(engine: Engine, found: Found, index: Expr) -> Found:
    """`value[index]`."""
    return inferred(union(_indexed(engine, value, index) for value in found.values))


def _indexed(engine: Engine, value: Value, index: Expr) -> Found:
    is_slice = index is not None and index[0] == facts.SLICE
    if isinstance(value, Instance | Own):
        return _calling(engine, value, "__getitem__")
    if not isinstance(value, Foreign):
        return NOTHING
    if index is not None and is_slice:
        return exactly(_sliced(value, index[1], index[2]))
    key = index[2] if index is not None and index[0] == facts.CONSTANT else None
    for name, held in value.keyed:
        if key is not None and name == key:
            return held
    if isinstance(key, int) and _by_place(value) and key < len(value.arguments):
        return value.arguments[key]
    if short(value.name) in MAPPINGS:
        return value.arguments[1] if len(value.arguments) > 1 else NOTHING
    return _held(value)


def _sliced(value: Foreign, first: int | None, end: int | None) -> Foreign:
    """Part of a list whose elements are known one by one, else a list of the same."""
    numbered = [found for key, found in value.keyed if isinstance(key, int)]
    if first == -1 or len(numbered) != len(value.keyed) or not numbered:
        return Foreign(value.name, (_held(value),))
    kept = numbered[first:end]
    return Foreign(value.name, (union(kept),), tuple(enumerate(kept)))


def unpacked(engine: Engine, found: Found, path: tuple[int, ...]) -> Found:
    """What a name in `a, (b, *c) = value` gets."""
    for step in path:
        part = union(_part(engine, value, step) for value in found.values)
        found = inferred(part) if found.rank == INFERRED else part
    return found


def _part(engine: Engine, value: Value, step: int) -> Found:
    parts = value.arguments if isinstance(value, Foreign) and _by_place(value) else None
    if step >= facts.STAR:
        rest = parts[step - facts.STAR :] if parts is not None else ()
        return exactly(Foreign("builtins.list", (_iterated(engine, value),), tuple(enumerate(rest))))
    if parts is not None:
        return parts[step] if -len(parts) <= step < len(parts) else NOTHING
    return _iterated(engine, value)


def _by_place(value: Foreign) -> bool:
    """A tuple whose elements are known one by one."""
    return short(value.name) == "tuple" and not value.keyed
