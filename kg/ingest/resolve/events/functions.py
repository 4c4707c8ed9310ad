"""Functions of Python by the name that code uses for them: in full, re-exported, or as a path in a text. Pure."""

from collections import defaultdict
from functools import cached_property

from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.world import World
from kg.schema.facts import Artifact, Facts
from kg.schema.usages import CALL, NAME, Usage, Value
from kg.schema.vocabulary import Kind

_MOST_EXPORTS = 4
_PYTHON = "python"


def variable_of(world: World, usage: Usage) -> str:
    """In full, the variable that takes the result of a call: `shop.conf.app`."""
    around = world.artifacts.get(usage.source)
    if around is None or not usage.to:
        return ""
    if around.kind != Kind.FILE:
        return f"{around.qualified_name}.{usage.to}"
    module = around.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"{module}.{usage.to}"


class Functions:
    """The functions of a repository."""

    def __init__(self, world: World) -> None:
        self._world = world

    def named(self, name: str) -> Artifact | None:
        """By its qualified name, through the imports of the packages that pass it on."""
        for _ in range(_MOST_EXPORTS):
            found = next((a for a in self._world.named.get(name, ()) if a.kind == Kind.METHOD), None)
            if found is not None:
                return found
            module, _, last = name.rpartition(".")
            exported = self._exported(module, last)
            if not exported or exported == name:
                return None
            name = exported
        return None

    def said(self, value: Value, facts: Facts, usage: Usage) -> Artifact | None:
        """The function that an argument means: a name, or a path as a text (`app.mail.send`)."""
        if isinstance(value, str):
            return self.at(value)
        if not isinstance(value, tuple) or not value or value[0] not in (NAME, CALL):
            return None
        own = self._local(str(value[1]), usage)
        if own is not None:
            return own
        for name in names_of(str(value[1]), facts, scope_of(usage.source)):
            found = self.named(name)
            if found is not None:
                return found
        return None

    def _local(self, name: str, usage: Usage) -> Artifact | None:
        """A function that the one around defines for itself."""
        around = self._world.artifacts.get(usage.source)
        if around is None or around.kind != Kind.METHOD or "." in name:
            return None
        return self.named(f"{around.qualified_name}.<locals>.{name}")

    def at(self, path: str) -> Artifact | None:
        """By a path that a text says: in full, or the only one below another root."""
        found = self.named(path)
        if found is not None or "." not in path:
            return found
        same = [
            a for a in self._by_last.get(path.rpartition(".")[2], ()) if a.qualified_name.endswith(f".{path}")
        ]
        return same[0] if len(same) == 1 else None

    def _exported(self, module: str, last: str) -> str:
        facts = self._modules.get(module)
        written = facts.file.imports if facts is not None else ()
        return next((each for each in written if each.rpartition(".")[2] == last), "")

    @cached_property
    def _modules(self) -> dict[str, Facts]:
        return {
            facts.file.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): facts
            for facts in self._world.files
            if facts.file.language == _PYTHON
        }

    @cached_property
    def _by_last(self) -> dict[str, list[Artifact]]:
        found: dict[str, list[Artifact]] = defaultdict(list)
        for facts in self._world.files:
            if facts.file.language == _PYTHON:
                for each in facts.artifacts:
                    if each.kind == Kind.METHOD:
                        found[each.name].append(each)
        return found
