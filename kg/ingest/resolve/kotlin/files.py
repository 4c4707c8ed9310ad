"""One Kotlin file as a place where names are looked up: its imports, its package, what comes by default."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg.ingest.resolve.java.world import module_of
from kg.ingest.resolve.kotlin.source import Names, SourceFunction, SourceKlass, SourceProperty
from kg.ingest.resolve.kotlin.types import (
    Function,
    Klass,
    Property,
    Sort,
    find_functions,
    find_nested,
    find_property,
)
from kg.schema.kotlin import KotlinAlias, KotlinFacts

if TYPE_CHECKING:
    from kg.ingest.resolve.kotlin.world import World

DEFAULT_PACKAGES = (
    "kotlin", "kotlin.annotation", "kotlin.collections", "kotlin.comparisons", "kotlin.io", "kotlin.ranges",
    "kotlin.sequences", "kotlin.text", "java.lang", "kotlin.jvm",
)  # fmt: skip


class KotlinFile:
    """Knows its facts and the world; answers what a name at its top level means."""

    def __init__(self, world: "World", facts: KotlinFacts) -> None:
        self.world = world
        self.facts = facts
        self.package = facts.package
        self.root = facts.source_root
        self.module = module_of(facts.source_root)
        self.names = Names(self, None, None, {})
        self.imports: dict[str, list[str]] = {}
        for name, alias in facts.imports:
            self.imports.setdefault(alias, []).append(name)
        self.klasses: dict[int, SourceKlass] = {}
        """Top-level and member classes by their index."""
        self._klass: dict[str, Klass | KotlinAlias | None] = {}
        self._functions: dict[str, tuple[tuple[Function, ...], ...]] = {}
        self._properties: dict[str, tuple[tuple[Property, ...], ...]] = {}
        for index, each in enumerate(facts.classes):
            if each.member:
                self._add(index)

    def _add(self, index: int) -> None:
        facts = self.facts.classes[index]
        outer = self.klasses.get(facts.outer)
        if facts.outer >= 0 and outer is None:
            return  # a member of a local class: made with it
        self.klasses[index] = klass = make_klass(self, index, outer, self.names)
        self.world.add(klass)

    def local(self, index: int, outer: SourceKlass | None, names: Names) -> SourceKlass:
        """A local class or anonymous object, with its members, where a body makes it."""
        klass = make_klass(self, index, outer, names)
        for inner, each in enumerate(self.facts.classes):
            if each.outer == index and each.member:
                self.local(inner, klass, klass.names)
        return klass

    def qualified(self, name: str) -> str:
        """As far as an import says where a name is from."""
        first, dot, rest = name.partition(".")
        found = self.imports.get(first)
        return name if found is None else found[0] + dot + rest

    # Classes.

    def klass(self, name: str) -> Klass | KotlinAlias | None:
        """A simple name of a class or alias; a ghost where an import names what is not known."""
        if name not in self._klass:
            self._klass[name] = self._find_klass(name)
        return self._klass[name]

    def _find_klass(self, name: str) -> Klass | KotlinAlias | None:
        for qualified in self.imports.get(name, ()):
            found = self.world.named(qualified, self)
            if found is not None:
                return found
            if qualified.rpartition(".")[2][:1].isupper() and not self.world.is_callable(qualified):
                return self.world.ghost(qualified)
        for package in (self.package, *self.facts.packages, *DEFAULT_PACKAGES):
            found = self.world.named(f"{package}.{name}" if package else name, self)
            if found is not None:
                return found
        return None

    # Functions and properties at the top of files, by how near they are.

    def functions(self, name: str) -> tuple[tuple[Function, ...], ...]:
        """Imported by name, of the package, imported on demand, default: a level each, without empty ones."""
        found = self._functions.get(name)
        if found is None:
            levels = (tuple(level) for level in self._function_levels(name))
            found = self._functions[name] = tuple(level for level in levels if level)
        return found

    def _function_levels(self, name: str) -> Iterator[Sequence[Function]]:
        world = self.world
        yield [each for path in self.imports.get(name, ()) for each in self._imported_functions(path)]
        yield world.functions(self.package, name, self)
        yield [each for path in self.facts.packages for each in self._on_demand(path, name)]
        yield [each for path in DEFAULT_PACKAGES for each in world.functions(path, name, self)]

    def _imported_functions(self, path: str) -> list[Function]:
        holder, _, name = path.rpartition(".")
        found: list[Function] = list(self.world.functions(holder, name, self))
        owner = None if found else self.world.klass(holder, self)
        return found if owner is None else member_functions(owner, name)

    def _on_demand(self, path: str, name: str) -> list[Function]:
        found: list[Function] = list(self.world.functions(path, name, self))
        if found or not path.rpartition(".")[2][:1].isupper():
            return found
        owner = self.world.klass(path, self)
        return [] if owner is None else member_functions(owner, name)

    def properties(self, name: str) -> tuple[tuple[Property, ...], ...]:
        found = self._properties.get(name)
        if found is None:
            levels = (tuple(level) for level in self._property_levels(name))
            found = self._properties[name] = tuple(level for level in levels if level)
        return found

    def _property_levels(self, name: str) -> Iterator[Sequence[Property]]:
        world = self.world
        yield [each for path in self.imports.get(name, ()) for each in self._imported_properties(path)]
        yield world.properties(self.package, name, self)
        yield [each for path in self.facts.packages for each in self._properties_on_demand(path, name)]
        yield [each for path in DEFAULT_PACKAGES for each in world.properties(path, name, self)]

    def _imported_properties(self, path: str) -> list[Property]:
        holder, _, name = path.rpartition(".")
        found: list[Property] = list(self.world.properties(holder, name, self))
        owner = None if found else self.world.klass(holder, self)
        return found if owner is None else member_properties(owner, name)

    def _properties_on_demand(self, path: str, name: str) -> list[Property]:
        found: list[Property] = list(self.world.properties(path, name, self))
        if found or not path.rpartition(".")[2][:1].isupper():
            return found
        owner = self.world.klass(path, self)
        return [] if owner is None else member_properties(owner, name)


def make_klass(file: KotlinFile, index: int, outer: SourceKlass | None, names: Names) -> SourceKlass:
    facts = file.facts.classes[index]
    klass = SourceKlass(facts, file, outer, names if outer is None or not facts.member else outer.names)
    if outer is not None and facts.member:
        outer.members[facts.name] = klass
        if facts.companion:
            outer.companion = klass
    return klass


def member_functions(owner: Klass, name: str) -> list[Function]:
    """What an import takes from an object or a Java class."""
    found = list(owner.static_functions(name))
    if owner.is_object:
        found += [function for function, _ in find_functions(owner, name)]
    return found


def member_properties(owner: Klass, name: str) -> list[Property]:
    static = owner.static_property(name)
    if static is not None:
        return [static]
    found = find_property(owner, name) if owner.is_object else None
    return [] if found is None else [found[0]]


def nested_of(owner: Klass, name: str) -> Klass | None:
    found = find_nested(owner, name)
    return None if found is not None and found.sort is Sort.GHOST else found


def top_function(file: KotlinFile, index: int) -> SourceFunction:
    return SourceFunction(None, file.facts.functions[index], file.names, file)


def top_property(file: KotlinFile, index: int) -> SourceProperty:
    return SourceProperty(None, file.facts.properties[index], file.names, file)
