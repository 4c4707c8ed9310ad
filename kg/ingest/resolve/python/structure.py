"""What the files of a repository are to one another before anything is asked: which module each is, what its
imports lead to, which names are written as properties anywhere. Made anew for each state; pure.
"""

from collections.abc import Collection, Iterator

from kg.ingest.parse.python.facts import BindingKind
from kg.ingest.resolve.kept import number_of
from kg.ingest.resolve.python.accessors import Written
from kg.ingest.resolve.python.keys import ACCESSOR, SPECIAL, key_of
from kg.ingest.resolve.python.modules import Modules, inner_name
from kg.ingest.resolve.python.special import asked_anywhere
from kg.ingest.resolve.python.values import Module

_DESCRIPTORS = ("__get__", "__set__", "__delete__")


def all_names(modules: Modules) -> int:
    """Which modules there are: as long as they are the same, imports lead where they led."""
    told = (f"{name}\0{m.facts.path}\0{m.facts.is_package}" for name, m in modules.by_name.items())
    return number_of("\0".join(told))


def digest(modules: Modules, module: Module) -> int:
    """All that a file says to others, and what its imports lead to where it stands."""
    return number_of("\0".join((str(module.facts.face), module.facts.path, *_led_to(modules, module))))


def _led_to(modules: Modules, module: Module) -> Iterator[str]:
    for written, name in dict.fromkeys(_imports(module)):
        found = modules.find(module, written)
        if found is None and name:
            found = modules.find(module, inner_name(written, name))
        elif found is None:
            found = modules.find(module, written.partition(".")[0])
        yield "" if found is None else found.name


def _imports(module: Module) -> Iterator[tuple[str, str]]:
    """Each module that is imported, as written, and the name that is taken from it."""
    for scope in module.facts.scopes:
        for bindings in scope.bindings.values():
            for binding in bindings:
                if binding.kind == BindingKind.MEMBER:
                    yield binding.value, binding.extra
                elif binding.kind == BindingKind.MODULE:
                    yield binding.value, ""
    yield from ((written, "") for written in module.facts.stars)


def written_keys(written: Written) -> Iterator[int]:
    """What decides whether reading an attribute is asked about at all."""
    yield from (key_of(f"property {name}", ACCESSOR) for name in sorted(written.properties))
    yield from (key_of(name, SPECIAL) for name in sorted(written.methods & asked_anywhere()))
    if written.has(*_DESCRIPTORS):
        yield from (key_of(f"made {name}", ACCESSOR) for name in sorted(written.made))


def uses(module: Module, names: frozenset[str]) -> bool:
    """Whether a file reads or writes an attribute of one of these names."""
    return any(name in names for name in _attributes(module))


def attribute_names(modules: Modules, keys: Collection[int]) -> frozenset[str]:
    """The attributes that are read or written anywhere whose keys are among these."""
    if not keys:
        return frozenset()
    every = {name for module in modules.by_name.values() for name in _attributes(module)}
    return frozenset(
        name
        for name in every
        if key_of(f"property {name}", ACCESSOR) in keys or key_of(f"made {name}", ACCESSOR) in keys
    )


def _attributes(module: Module) -> Iterator[str]:
    for scope in module.facts.scopes:
        yield from (access[2] for access in scope.accesses if access is not None)
        for form, target, _ in scope.implicit:
            if form in ("setattr", "delattr") and target is not None:
                yield target[2]
