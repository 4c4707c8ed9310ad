"""Classes: the order of their bases, their members, what is assigned to `self`.

Members are looked up as the language does: through the bases in order, class attributes before those
assigned in methods. A base from outside the repository may hold what is not found.
"""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import EVERYWHERE, AttributeBinding, Binding, BindingKind
from kg.ingest.parse.python.last_name import last_name
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.functions import bind, is_accessor, is_property
from kg.ingest.resolve.python.scopes import reaching, self_class
from kg.ingest.resolve.python.special import asked
from kg.ingest.resolve.python.values import (
    NOTHING,
    Alias,
    Bound,
    Class,
    External,
    Found,
    Function,
    Instance,
    Module,
    Place,
    Value,
    exactly,
    inferred,
    union,
)

Lineage = tuple[Class | External, ...]
Assigned = list[tuple[Place, AttributeBinding]]


def bases(engine: Engine, cls: Class) -> Lineage:
    """The direct bases that are known; `Generic[T]` counts as `Generic`."""
    found: list[Class | External] = []
    for base in cls.scope.bases:
        place = cls.parent or cls
        if base is not None and base[0] == facts.SUBSCRIPT:
            base = base[1]
        for value in engine.evaluate(place, base).values:
            if isinstance(value, Alias):
                value = next(
                    iter(engine.evaluate(value.place, (value.expression or (0, None))[1]).values), value
                )
            if isinstance(value, Class | External) and value not in found and value is not cls:
                found.append(value)
    return tuple(found)


def linearised(cls: Class, direct: Lineage, orders: list[Lineage]) -> Lineage:
    """C3; where the classes contradict one another, the first come first."""
    result: list[Class | External] = [cls]
    pending = [list(order) for order in (*orders, direct) if order]
    while pending:
        head = next(
            (order[0] for order in pending if not any(order[0] in other[1:] for other in pending)),
            pending[0][0],
        )
        result.append(head)
        pending = [[entry for entry in order if entry != head] for order in pending]
        pending = [order for order in pending if order]
    return tuple(result)


def assigned_attributes(module: Module) -> dict[Class, dict[str, Assigned]]:
    """What methods assign to the attributes of their first parameter, by class and name."""
    found: dict[Class, dict[str, Assigned]] = {}
    for place in module.places:
        for assigned in place.scope.attributes:
            owner = self_class(place, assigned.object)
            if owner is not None:
                found.setdefault(owner, {}).setdefault(assigned.attribute, []).append((place, assigned))
    return found


def member_of_class(
    engine: Engine, lineage: Lineage, name: str, receiver: Class, on_object: bool, own: bool
) -> Found:
    """An attribute, through the bases in order."""
    outside: External | None = None
    for index, entry in enumerate(lineage):
        if isinstance(entry, External):
            outside = outside or entry
            continue
        if on_object and name not in entry.scope.bindings and _has_property(lineage[index + 1 :], name):
            continue  # what is assigned goes to its setter
        found = _own_member(engine, entry, name, receiver, on_object, own)
        if found is not None:
            return found
    if outside is not None and outside.name != "builtins.object":
        return Found((External(f"{outside.name}.{name}"),), 0, False)
    return NOTHING


def _has_property(lineage: Lineage, name: str) -> bool:
    """Whether the nearest class that binds a name makes it a property."""
    for entry in lineage:
        bindings = entry.scope.bindings.get(name) if isinstance(entry, Class) else None
        if bindings and isinstance(entry, Class):
            return any((f := _function(entry, b)) is not None and is_property(f) for b in bindings)
    return False


def _own_member(
    engine: Engine, cls: Class, name: str, receiver: Class, on_object: bool, own: bool
) -> Found | None:
    bindings = cls.scope.bindings.get(name, ())
    written = [b for b in bindings if not b.private]
    assigned = engine.assigned(cls, name)
    if written and not (assigned and _says_nothing(written)):
        founds = [
            _class_attribute(engine, cls, name, b, receiver, on_object, own)
            for b in _current(engine, cls, written)
        ]
        found = union(founds)
        return (
            found if found.values or not assigned else engine.filled(cls, name, _assigned(engine, assigned))
        )
    return engine.filled(cls, name, _assigned(engine, assigned)) if assigned else None


def _says_nothing(bindings: list[Binding]) -> bool:
    """`fee = None` on the class, the value in `__init__`."""
    return all(
        b.kind == BindingKind.VALUE and b.value is not None and b.value[:2] == (facts.CONSTANT, "None")
        for b in bindings
    )


def _current(engine: Engine, cls: Class, bindings: list[Binding]) -> list[Binding]:
    """The last definition; for a property the getter, not the setter that came after it."""
    found = reaching(bindings, EVERYWHERE)
    functions = [(b, _function(cls, b)) for b in found]
    if any(function is not None and is_accessor(function) for _, function in functions):
        getters = [b for b in bindings if (f := _function(cls, b)) is not None and is_property(f)]
        return getters or found
    return found


def _function(cls: Class, binding: Binding) -> Function | None:
    if binding.kind != BindingKind.DEFINITION:
        return None
    place = cls.module.places[binding.value]
    return place if isinstance(place, Function) else None


def _class_attribute(
    engine: Engine, cls: Class, name: str, binding: Binding, receiver: Class, on_object: bool, own: bool
) -> Found:
    function = _function(cls, binding)
    if function is not None:
        return bind(engine, function, receiver, on_object, own)
    if binding.kind == BindingKind.VALUE and is_enum(engine, cls):
        return exactly(Instance(cls))
    found = engine.filled(cls, name, engine.bound(cls.module, binding))
    founds = [
        bind(engine, value, receiver, on_object, own)
        if isinstance(value, Function) and value.owner is cls
        else _described(engine, value, on_object) or Found((value,), found.rank, False)
        for value in found.values
    ]
    merged = union(founds) if founds else found
    return inferred(merged._replace(is_open=found.is_open or merged.is_open))


def _described(engine: Engine, value: Value, on_object: bool) -> Found | None:
    """What a descriptor gives where it stands for an attribute."""
    methods = asked(engine, exactly(value), ("__get__",)) if on_object else []
    return union(engine.called(method) for method in methods) if methods else None


def is_enum(engine: Engine, cls: Class) -> bool:
    return any(isinstance(e, External) and e.name.startswith("enum.") for e in engine.lineage(cls))


def _assigned(engine: Engine, assigned: Assigned) -> Found:
    """An annotation says it all; else it may be whatever was assigned anywhere."""
    for place, found in assigned:
        if found.annotation is not None:
            wanted = engine.type_of(place, found.annotation)
            if wanted.values:
                return inferred(wanted)
    return inferred(union(engine.unpacked(place, found.value, found.path) for place, found in assigned))


def constructor(engine: Engine, cls: Class) -> tuple[Function | External | None, bool]:
    """What runs when a class is instantiated, and whether that is sure.

    `__init__` of the nearest class that writes it, `__new__` where there is none; a dataclass makes
    its own and calls `__post_init__`. None: nothing in the source runs.
    """
    lineage = engine.lineage(cls)
    outside = next((e for e in lineage if isinstance(e, External) and not _is_silent(e)), None)
    for entry in lineage:
        if isinstance(entry, External):
            continue
        for name in ("__init__", "__new__"):
            found = _method(entry, name)
            if found is not None:
                return found, True
        if any(name == "dataclass" or name.endswith(".s") for name in _decorators(entry)):
            later = next(
                (m for e in lineage if isinstance(e, Class) and (m := _method(e, "__post_init__"))), None
            )
            return later, False
    return outside, True


def allocator(engine: Engine, cls: Class) -> Function | None:
    """The `__new__` that runs before the constructor, where the class or a base writes one."""
    found = engine.member(cls, "__new__").values
    return next((value.function for value in found if isinstance(value, Bound)), None)


def _decorators(cls: Class) -> list[str]:
    return [last_name(decorator) for decorator in cls.scope.decorators]


def _is_silent(base: External) -> bool:
    return base.name in ("builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol", "enum.Enum")


def _method(cls: Class, name: str) -> Function | None:
    for binding in reaching(cls.scope.bindings.get(name, ()), EVERYWHERE):
        function = _function(cls, binding)
        if function is not None:
            return function
    return None


def method(cls: Class, name: str) -> Function | None:
    """The method of that name written in the class itself."""
    return _method(cls, name)
