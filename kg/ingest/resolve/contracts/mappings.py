"""Annotations that map methods to routes: the method of HTTP in their name, paths in their brackets.

Spring's and Micronaut's differ only in words. What a mapping stands on is a method or a class; those of a
class are before those of its methods.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.ingest.resolve.contracts.contract import ANY
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import argument, imports, last_names
from kg.ingest.resolve.jvm_types import JvmTypes, Type
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, LIST, Value
from kg.schema.vocabulary import How

_UNKNOWN_PART = 0.6


@dataclass(frozen=True, slots=True)
class Dialect:
    """The words of a framework."""

    verbs: Mapping[str, str]
    """Annotation -> its method; nothing where `method` says it."""
    of_class: tuple[str, ...]
    """Those that give a class its path."""
    paths: tuple[str, ...]
    """The arguments that hold paths; the empty name is one by position."""
    package: str = ""
    """What a file imports of it, where its words are others' too."""


class Mappings:
    """Every mapping of a repository, by what it stands on."""

    def __init__(self, world: World, dialect: Dialect) -> None:
        self.world = world
        self._dialect = dialect
        self._paths: dict[int, tuple[str, ...]] = {}
        """By the identity of a usage: that of a class is asked for once a method."""
        self._on: dict[Uid, list[Used]] = defaultdict(list)
        for facts, usage in world.usages(*dict.fromkeys((*dialect.verbs, *dialect.of_class))):
            if usage.form == ANNOTATION and not usage.member and imports(facts, dialect.package):
                self._on[usage.source].append((facts, usage))
        self.methods = [uid for uid in self._on if "#" in uid]

    def of(self, uid: Uid) -> Sequence[Used]:
        return self._on.get(uid, ())

    def paths(self, used: Used) -> tuple[str, ...]:
        """What one mapping says; an empty text where it says nothing."""
        key = id(used[1])
        if key not in self._paths:
            self._paths[key] = self._said(used)
        return self._paths[key]

    def _said(self, used: Used) -> tuple[str, ...]:
        facts, usage = used
        value = argument(usage, *self._dialect.paths)
        parts: Sequence[Value] = value[1:] if isinstance(value, tuple) and value[0] == LIST else (value,)
        if not parts or not any(name in self._dialect.paths for name, _ in usage.arguments):
            return ("",)
        said = [self.world.texts(part, facts, usage) or ("" if part == "" else GAP,) for part in parts]
        return tuple(dict.fromkeys(text for texts in said for text in texts))

    def _verbs(self, used: Used) -> tuple[str, ...]:
        usage = used[1]
        verb = self._dialect.verbs.get(usage.name, "")
        value = argument(usage, "method")
        return (verb,) if verb else (value,) if isinstance(value, str) else last_names(value)

    def of_class(self, types: JvmTypes, of: Type) -> Used | None:
        """The mapping of a class: its own, else the nearest parent's."""
        for each in types.ancestors(of):
            for used in self.of(each.uid):
                if used[1].name in self._dialect.of_class:
                    return used
        return None

    def routes(self, types: JvmTypes, of: Type, method: Uid) -> Iterator[tuple[Used, str, str]]:
        """The mapping, method and path of each route of a method in a class."""
        outer = self.of_class(types, of)
        prefixes = self.paths(outer) if outer else ("",)
        common = self._verbs(outer) if outer else ()
        for used in self.of(method):
            for verb in dict.fromkeys((*common, *self._verbs(used))) or (ANY,):
                for prefix in prefixes:
                    for path in self.paths(used):
                        yield used, verb, joined(prefix, path)


def known(path: str, how: How = How.EXACT, confidence: float = 1.0) -> tuple[How, float]:
    """How a path is known: one with a constant that is not known here only in part."""
    return (How.INFERRED, _UNKNOWN_PART) if GAP in path else (how, confidence)
