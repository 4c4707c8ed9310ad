"""All declarations a resolution sees: of the Kotlin files, of the standard library, and of Java.

Everything at the top level is kept by package and name and opened when it is first asked for. The same
qualified name may stand in several source roots; a file prefers its own root, then its own module.
"""

from collections.abc import Sequence
from typing import TypeVar

from kg.ingest.resolve.java.world import World as JavaWorld
from kg.ingest.resolve.kotlin.files import KotlinFile, nested_of, top_function, top_property
from kg.ingest.resolve.kotlin.java import JavaSide
from kg.ingest.resolve.kotlin.source import Infer, SourceFunction, SourceKlass, SourceProperty
from kg.ingest.resolve.kotlin.stub import stdlib
from kg.ingest.resolve.kotlin.types import Klass, Sort, Type, substitute
from kg.schema.kotlin import KotlinAlias, KotlinFacts

Placed = TypeVar("Placed", SourceFunction, SourceProperty)
_Index = dict[tuple[str, str], list[tuple[KotlinFile, int]]]


class World:
    def __init__(self, files: Sequence[KotlinFacts], java: JavaWorld) -> None:
        self.classes: dict[str, list[SourceKlass]] = {}
        """By qualified name."""
        self.ghosts: dict[str, Klass] = {}
        self._functions: _Index = {}
        self._properties: _Index = {}
        self._aliases: dict[str, KotlinAlias] = {}
        self._alias_files: dict[int, KotlinFile] = {}
        self._opened: dict[tuple[int, int], SourceFunction] = {}
        self._opened_properties: dict[tuple[int, int], SourceProperty] = {}
        packages, java_names = stdlib()
        self.libraries = [self._file(facts) for facts in packages]
        self.files = [self._file(facts) for facts in files]
        self.java = JavaSide(self, java, java_names)
        self.any = self._known("kotlin.Any")
        self.unit = self._known("kotlin.Unit")
        self.infer: Infer = _not_yet

    def _file(self, facts: KotlinFacts) -> KotlinFile:
        file = KotlinFile(self, facts)
        for i, function in enumerate(facts.functions):
            self._functions.setdefault((facts.package, function.name), []).append((file, i))
        for i, each in enumerate(facts.properties):
            self._properties.setdefault((facts.package, each.name), []).append((file, i))
        for alias in facts.aliases:
            name = f"{facts.package}.{alias.name}" if facts.package else alias.name
            self._aliases.setdefault(name, alias)
            self._alias_files[id(alias)] = file
        return file

    def add(self, klass: SourceKlass) -> None:
        self.classes.setdefault(klass.name, []).append(klass)

    def _known(self, name: str) -> Type:
        return self.classes[name][0].raw

    def library(self, name: str) -> Klass:
        """A class of the standard library."""
        found = self.classes.get(name)
        return found[0] if found else self.ghost(name)

    def ghost(self, name: str) -> Klass:
        found = self.ghosts.get(name)
        if found is None:
            found = self.ghosts[name] = Klass(name, Sort.GHOST)
        return found

    # Names.

    def named(self, name: str, file: KotlinFile) -> Klass | KotlinAlias | None:
        """A class or alias by its qualified name."""
        found = self.klass(name, file)
        if found is not None:
            return found
        return self._aliases.get(name)

    def klass(self, name: str, file: KotlinFile) -> Klass | None:
        candidates = self.classes.get(name)
        if candidates:
            return (
                candidates[0]
                if len(candidates) == 1
                else max(candidates, key=lambda k: nearness(file, k.file))
            )
        found = self.java.klass(name, file)
        if found is not None:
            return found
        holder, dot, last = name.rpartition(".")
        if not dot or not holder.rpartition(".")[2][:1].isupper():
            return None
        outer = self.klass(holder, file)
        return None if outer is None else nested_of(outer, last)

    def is_callable(self, name: str) -> bool:
        """A qualified name of a function or property at the top of a file."""
        package, _, last = name.rpartition(".")
        return (package, last) in self._functions or (package, last) in self._properties

    def functions(self, package: str, name: str, file: KotlinFile) -> list[SourceFunction]:
        """At the top of the package's files, as the file sees them."""
        places = self._functions.get((package, name))
        if not places:
            return []
        found = [self._function(each, i) for each, i in places]
        return _visible(found, file)

    def _function(self, file: KotlinFile, index: int) -> SourceFunction:
        key = (id(file), index)
        found = self._opened.get(key)
        if found is None:
            found = self._opened[key] = top_function(file, index)
        return found

    def properties(self, package: str, name: str, file: KotlinFile) -> list[SourceProperty]:
        places = self._properties.get((package, name))
        if not places:
            return []
        found = []
        for each, i in places:
            key = (id(each), i)
            opened = self._opened_properties.get(key)
            if opened is None:
                opened = self._opened_properties[key] = top_property(each, i)
            found.append(opened)
        return _visible(found, file)

    def expand(self, alias: KotlinAlias, arguments: tuple[Type | None, ...]) -> Type | None:
        """What an alias stands for, with its arguments."""
        variables, names = self._alias_files[id(alias)].names.bounded(
            tuple((name, ()) for name in alias.type_parameters), alias.name
        )
        of = names.type(alias.type)
        return substitute(of, dict(zip(variables, arguments, strict=False))) if arguments else of


def _visible(found: list[Placed], file: KotlinFile) -> list[Placed]:
    """Without what is private in other files; of several modules, the own."""
    kept = [each for each in found if each.file is file or "private" not in each.facts.modifiers]
    if any(each.file.module == file.module for each in kept):
        return [each for each in kept if each.file.module == file.module or not each.file.root]
    return kept


def nearness(file: KotlinFile, other: KotlinFile) -> tuple[bool, bool, bool, int]:
    shared = 0
    for mine, theirs in zip(file.root.split("/"), other.root.split("/"), strict=False):
        if mine != theirs:
            break
        shared += 1
    return file.root == other.root, file.module == other.module, "test" not in other.root.split("/"), shared


def _not_yet(_of: SourceFunction | SourceProperty) -> Type | None:
    return None
