"""All classes a resolution sees: those of the files, of libraries, and ghosts of everything else.

The same qualified name may stand in several source roots (main, test, other modules); a file prefers
its own root, then its own module, then the nearest path.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from kg.ingest.resolve.java.beans import Beans
from kg.ingest.resolve.java.notes import Notes
from kg.ingest.resolve.java.source import NOWHERE, Environment, SourceKlass
from kg.ingest.resolve.java.stub import Library
from kg.ingest.resolve.java.types import Found, Klass, Sort, Type, find_field, find_methods, find_nested
from kg.schema.java import JavaFacts

PACKAGE = "package "
"""Begins the name of a package where a file asks whether it is there."""


class World:
    def __init__(self, files: Sequence[JavaFacts], library: Library) -> None:
        self.library = library
        self.notes = Notes()
        self.classes: dict[str, list[SourceKlass]] = {}
        """By qualified name."""
        self.packages: set[str] = set()
        self.ghosts: dict[str, Klass] = {}
        self.files = [SourceFile(self, facts) for facts in files]

    @cached_property
    def beans(self) -> Beans:
        """Made for all files, so that what is looked into on the way is nobody's."""
        with self.notes.into(set()):
            return Beans(klass for file in self.files for klass in file.klasses.values())

    def add(self, klass: SourceKlass) -> None:
        self.classes.setdefault(klass.name, []).append(klass)

    def knows(self, package: str) -> bool:
        """It is of this source, or of the JDK."""
        return package in self.packages or package.partition(".")[0] in ("java", "javax")

    def ghost(self, name: str) -> Klass:
        found = self.ghosts.get(name)
        if found is None:
            found = self.ghosts[name] = Klass(name, Sort.GHOST)
        return found


class SourceFile:
    """One file: its classes, and what simple names mean in it."""

    def __init__(self, world: World, facts: JavaFacts) -> None:
        self.world = world
        self.facts = facts
        self.root = facts.source_root
        self.module = module_of(facts.source_root)
        self.lombok = facts.lombok
        self.notes = world.notes
        self.seen: set[Klass] = set()
        self.names: set[str] = set()
        """Qualified names it asked for, found or not; packages with `PACKAGE` before them."""
        self.beans: set[str] = set()
        """Qualified names of the types it asked beans of."""
        self.imports = {name.rpartition(".")[2]: name for name in facts.imports}
        self._found: dict[str, Klass] = {}
        self._methods: dict[str, tuple[Found, ...]] = {}
        self._fields: dict[str, Type | None] = {}
        self.klasses: dict[int, SourceKlass] = {}
        """Top-level and member classes by their index."""
        world.packages.add(facts.package)
        for index, each in enumerate(facts.classes):
            if each.member:
                self._add(index)

    def forget(self) -> None:
        """What only its own bodies needed, once they are read; who asks for a name again finds it again."""
        self.seen, self.names, self.beans = set(), set(), set()
        self._found, self._methods, self._fields = {}, {}, {}
        for klass in self.klasses.values():
            klass.forget()

    def _add(self, index: int) -> None:
        facts = self.facts.classes[index]
        outer = self.klasses.get(facts.outer)
        if facts.outer >= 0 and outer is None:
            return  # a member of a local class: made with it
        klass = self.klasses[index] = SourceKlass(facts, self, outer, NOWHERE)
        self.world.add(klass)
        if outer is not None:
            outer.members[facts.name] = klass

    def local(self, index: int, outer: SourceKlass, environment: Environment) -> SourceKlass:
        """A local or anonymous class, with its members, where a body makes it."""
        facts = self.facts.classes[index]
        klass = SourceKlass(facts, self, outer, environment)
        for inner, each in enumerate(self.facts.classes):
            if each.outer == index and each.member:
                klass.members[each.name] = self.local(inner, klass, NOWHERE)
        return klass

    @property
    def object(self) -> Type:
        return self.world.library.object.raw

    @property
    def package(self) -> str:
        return self.facts.package

    def library(self, name: str) -> Klass:
        return self.world.library.find(name) or self.world.ghost(name)

    def lookup(self, name: str) -> Klass:
        """A simple name at the top of the file; a ghost, qualified where an import says how."""
        found = self._found.get(name)
        if found is None:
            with self.notes.into(self.seen):
                found = self._found[name] = self._lookup(name)
        return found

    def _lookup(self, name: str) -> Klass:
        if name in self.imports:
            return self.qualified(self.imports[name])
        found = self._in(self.facts.package, name)
        if found is not None:
            return found
        for found in self._on_demand(name):
            return found
        found = self.world.library.find(f"java.lang.{name}")
        if found is None and self.facts.modules:
            found = self.world.library.simple(name)
        return found or self.world.ghost(self._elsewhere(name))

    def _elsewhere(self, name: str) -> str:
        """A class nothing is known of comes from the one package that is imported whole and not known."""
        if not name[:1].isupper():
            return name  # the first word of a package
        self.names.update(PACKAGE + each for each in self.facts.packages)
        unknown = [each for each in self.facts.packages if not self.world.knows(each)]
        return f"{unknown[0]}.{name}" if len(unknown) == 1 else name

    def _on_demand(self, name: str) -> Iterator[Klass]:
        for holder in (*self.facts.packages, *self.facts.static_classes):
            found = self._in(holder, name)
            if found is None:
                known = self.find(holder)
                found = None if known is None else find_nested(known, name)
            if found is not None:
                yield found
        for written in self.facts.static_imports:
            holder, _, last = written.rpartition(".")
            known = self.find(holder) if last == name else None
            found = None if known is None else find_nested(known, name)
            if found is not None:
                yield found

    def _in(self, package: str, name: str) -> Klass | None:
        return self._known(f"{package}.{name}" if package else name)

    def _known(self, qualified: str) -> Klass | None:
        """The one place where a file asks for a class by its whole name."""
        self.names.add(qualified)
        candidates = self.world.classes.get(qualified)
        return self._nearest(candidates) if candidates else self.world.library.find(qualified)

    def qualified(self, name: str) -> Klass:
        return self.find(name) or self.world.ghost(name)

    def find(self, name: str) -> Klass | None:
        """By qualified name; the longest known class in front decides, the rest are its members."""
        found = self._known(name)
        if found is not None:
            return found
        holder, dot, last = name.rpartition(".")
        if not dot:
            return None
        outer = self.find(holder)
        return None if outer is None else find_nested(outer, last)

    # Static imports.

    def _static_holders(self, name: str) -> Iterator[str]:
        """Single imports shadow those on demand."""
        single = [each.rpartition(".")[0] for each in self.facts.static_imports if each.endswith(f".{name}")]
        yield from single or self.facts.static_classes

    def static_methods(self, name: str) -> tuple[Found, ...]:
        """The methods that static imports bring under a name."""
        found = self._methods.get(name)
        if found is None:
            with self.notes.into(self.seen):
                holders = [self.find(each) for each in self._static_holders(name)]
                found = tuple(each for holder in holders if holder for each in find_methods(holder, name))
            self._methods[name] = found
        return found

    def static_field(self, name: str) -> Type | None:
        if not self.facts.static_imports and not self.facts.static_classes:
            return None
        if name not in self._fields:
            with self.notes.into(self.seen):
                holders = [self.find(each) for each in self._static_holders(name)]
                found = [find_field(holder, name) for holder in holders if holder is not None]
            self._fields[name] = next((each for each in found if each is not None), None)
        return self._fields[name]

    def static_owner(self, name: str) -> str:
        """The class a static import takes an unknown name from."""
        return next(iter(self._static_holders(name)), "")

    def _nearest(self, candidates: list[SourceKlass]) -> SourceKlass:
        if len(candidates) == 1:
            return candidates[0]
        return max(candidates, key=self._nearness)

    def _nearness(self, klass: SourceKlass) -> tuple[bool, bool, bool, int]:
        file = klass.file
        assert isinstance(file, SourceFile)
        shared = 0
        for mine, theirs in zip(self.root.split("/"), file.root.split("/"), strict=False):
            if mine != theirs:
                break
            shared += 1
        return file.root == self.root, file.module == self.module, "test" not in file.root.split("/"), shared


def module_of(root: str) -> str:
    """`pay/src/main/java` is a root of module `pay`; another folder is a module of its own."""
    head, found, _ = f"/{root}".partition("/src/")
    return head if found else root
