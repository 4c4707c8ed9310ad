"""A package, and one of its files: what a name means in it."""

from collections.abc import Callable

from kg.ingest.resolve.go.builds import compatible, is_usual
from kg.ingest.resolve.go.declared import Declared, Entry, SourceFunction, Variable
from kg.ingest.resolve.go.environment import Environment
from kg.ingest.resolve.go.modules import Modules
from kg.ingest.resolve.go.types import OUTSIDE, Maybe
from kg.schema.go import GoFacts


class Package:
    """The files of one folder that have one package name."""

    __slots__ = ("entries", "files", "folder", "is_outside", "name")

    def __init__(self, folder: str, name: str) -> None:
        self.folder = folder
        """Of the standard library: the import path."""
        self.name = name
        self.is_outside = False
        """Known by its signatures alone, because it is not of this repository."""
        self.files: list[SourceFile] = []
        self.entries: dict[str, list[tuple[Entry, str]]] = {}
        """By name, each with the build constraint of its file."""

    def add(self, name: str, entry: Entry, constraint: str) -> None:
        self.entries.setdefault(name, []).append((entry, constraint))

    def all(self, name: str, constraint: str) -> list[Entry]:
        """What a name can be in a file of some builds: more than one where builds differ."""
        found = self.entries.get(name)
        if not found:
            return []
        if len(found) == 1:
            return [found[0][0]]
        fitting = [entry for entry, own in found if compatible(own, constraint)]
        return fitting or [entry for entry, _ in found]

    def find(self, name: str, constraint: str) -> Entry | None:
        """What a name is; of several, what the usual build has."""
        found = self.entries.get(name)
        if not found:
            return None
        if len(found) == 1:
            return found[0][0]
        fitting = [(entry, own) for entry, own in found if compatible(own, constraint)] or found
        return next((entry for entry, own in fitting if is_usual(own)), fitting[0][0])


class SourceFile:
    """One file: its imports by the name they have here."""

    __slots__ = (
        "_types",
        "dots",
        "environment",
        "facts",
        "functions",
        "imports",
        "modules",
        "outside_dots",
        "package",
        "typed",
        "types",
        "uncertain",
    )

    def __init__(
        self, facts: GoFacts, package: Package, modules: Modules, typed: Callable[[Variable], Maybe]
    ) -> None:
        self.facts = facts
        self.package = package
        self.modules = modules
        self.typed = typed
        """Gives the type of a package-level variable, once it is asked for."""
        self.imports: dict[str, Package | str] = {}
        """A package of this repository, or the import path of another."""
        self.dots: list[Package] = []
        self.outside_dots: list[str] = []
        self.uncertain: set[Package] = set()
        """Packages of another module here, of which a published version is asked for."""
        self.environment = Environment(self, {}, None)
        self.types: list[Declared] = []
        """As in the facts, local ones too."""
        self.functions: list[SourceFunction] = []
        self._types: dict[str, Maybe] = {}

    def entry(self, name: str) -> Entry | None:
        """A name of the package or of a dot import."""
        found = self.package.find(name, self.facts.constraint)
        if found is None and self.dots:
            found = next((e for dot in self.dots if (e := dot.find(name, self.facts.constraint))), None)
        return found

    def named_type(self, written: str, arguments: tuple[Maybe, ...]) -> Maybe:
        if arguments:
            return self._named_type(written, arguments)
        if written not in self._types:
            self._types[written] = None
            self._types[written] = self._named_type(written, ())
        return self._types[written]

    def _named_type(self, written: str, arguments: tuple[Maybe, ...]) -> Maybe:
        package_name, _, name = written.rpartition(".")
        if not package_name:
            found = self.entry(name)
            return found.type(arguments) if isinstance(found, Declared) else None
        package = self.package_named(package_name)
        if package is None:
            return None
        if isinstance(package, Package):
            found = package.find(name, self.facts.constraint)
            if isinstance(found, Declared):
                return found.type(arguments)
            if not package.is_outside:
                return None
            package = package.folder
        return (OUTSIDE, f"{package}.{name}", arguments)

    def package_named(self, name: str) -> Package | str | None:
        """What an import is called here."""
        return self.imports.get(name)

    def library(self, name: str) -> str:
        """The dependency that has the full name of something of another repository."""
        return self.modules.library(name, self.facts.folder)
