"""What a resolver around the code is given: all files, and how to read what code writes.

`world.found(Type)` gives the records of one type with the file they are in, `world.usages(name, …)` the
annotations and calls of some names, `world.texts` what a value says once constants and settings are known.
Pure; knows no framework.
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from kg.ingest.resolve.config_values import Settings
from kg.ingest.resolve.constants import Constants, scope_of
from kg.ingest.resolve.jvm_types import JvmTypes
from kg.ingest.resolve.modules import Modules
from kg.ingest.resolve.python_classes import PythonClasses
from kg.ingest.resolve.python_names import PythonNames
from kg.schema.facts import Artifact, Edge, Facts
from kg.schema.ids import Uid
from kg.schema.usages import Usage, Value

T = TypeVar("T")
Used = tuple[Facts, Usage]
_PLACED = frozenset(("python", "typescript", "javascript", "go"))


@dataclass(frozen=True, slots=True)
class Around:
    """What resolvers found: artifacts in a fixed order, and edges whose sources are in a file or here."""

    artifacts: tuple[Artifact, ...] = ()
    edges: tuple[Edge, ...] = ()


class World:
    """One repository at one commit."""

    def __init__(self, repo: str, files: Sequence[Facts], configs: Sequence[Artifact]) -> None:
        self.repo = repo
        self.files = files
        self.settings = Settings(configs)
        self.constants = Constants(files)

    @cached_property
    def modules(self) -> Modules:
        """Which module a path belongs to."""
        return Modules(self.files)

    @cached_property
    def jvm(self) -> JvmTypes:
        """The classes of Java and Kotlin files, by whom they extend."""
        return JvmTypes(self.files)

    @cached_property
    def artifacts(self) -> dict[Uid, Artifact]:
        """Everything that a file defines, files too."""
        return {a.uid: a for facts in self.files for a in (facts.file, *facts.artifacts)}

    @cached_property
    def python_names(self) -> PythonNames:
        """Where modules of Python take names from."""
        return PythonNames(self.files)

    @cached_property
    def python_classes(self) -> PythonClasses:
        """The classes of Python files, with what they inherit."""
        return PythonClasses(self.files, self.python_names)

    @cached_property
    def by_path(self) -> dict[str, Facts]:
        """Files by their paths."""
        return {facts.file.path: facts for facts in self.files}

    def facts(self, artifact: Artifact) -> Facts:
        """What the file of an artifact of code says."""
        return self.by_path[artifact.path]

    @cached_property
    def named(self) -> dict[str, list[Artifact]]:
        """Classes and methods by qualified name."""
        found: dict[str, list[Artifact]] = defaultdict(list)
        for facts in self.files:
            for artifact in facts.artifacts:
                found[artifact.qualified_name].append(artifact)
        return found

    @cached_property
    def placed(self) -> dict[str, Uid]:
        """Classes and functions of Python, TypeScript, JavaScript and Go by the name that code has for them."""
        found: dict[str, Uid] = {}
        for facts in self.files:
            if facts.file.language in _PLACED:
                for artifact in facts.artifacts:
                    is_go = facts.file.language == "go"
                    name = artifact.uid.split(":", 2)[2] if is_go else scope_of(artifact.uid)
                    found.setdefault(name, artifact.uid)
        return found

    def meaning(self, name: str, facts: Facts, source: Uid, known: Container[str]) -> str:
        """The first of what a name may be in full that is known; empty where none is."""
        names = self.constants.names(name, facts, scope_of(source))
        if facts.file.language == "python":
            return self.python_names.of(names, known)
        return next((each for each in names if each in known), "")

    @cached_property
    def _usages(self) -> dict[str, list[Used]]:
        found: dict[str, list[Used]] = defaultdict(list)
        for facts in self.files:
            for usage in facts.usages:
                found[usage.name].append((facts, usage))
        return found

    @cached_property
    def _found(self) -> dict[type, list[tuple[Facts, object]]]:
        found: dict[type, list[tuple[Facts, object]]] = defaultdict(list)
        for facts in self.files:
            for record in facts.found:
                found[type(record)].append((facts, record))
        return found

    def usages(self, *names: str) -> Iterator[Used]:
        """The annotations and calls of these names, in the order of files."""
        for name in names:
            yield from self._usages.get(name, ())

    def found(self, record: type[T]) -> list[tuple[Facts, T]]:
        """Every record of a type that a parser left in `Facts.found`, with its file."""
        return self._found.get(record, [])  # type: ignore[return-value] # gathered by their type

    def texts(self, value: Value, facts: Facts, usage: Usage) -> tuple[str, ...]:
        """What a value may say, each with `{}` for what is not known: constants are followed, a placeholder
        `${key}` is the setting's value where one is kept. Empty where nothing of it is known."""
        raw = self.constants.texts(value, facts, usage.source)
        return tuple(dict.fromkeys(self.settings.expanded(text, facts.file.path) for text in raw))

    def text(self, value: Value, facts: Facts, usage: Usage) -> str:
        """Likewise the first; empty where nothing of it is known."""
        return next(iter(self.texts(value, facts, usage)), "")
