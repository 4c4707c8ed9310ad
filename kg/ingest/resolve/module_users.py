"""Which modules a library of the same repository is built into, as their build files say.

In: the facts of all files. Directly or by way of another one; what a parent depends on is in each of its
children. Maven's poms and manifests that name what they build (npm, Cargo, Go, Python); a Gradle file says
of the projects of its own build nothing that is noted. Read when first asked: most repositories never do. Pure.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from kg.ingest.stubs.pom import Coordinate, Pom
from kg.schema.facts import Facts
from kg.schema.libraries import Manifest

_Named = tuple[str, str]
_OWN_GROUP = "${"
"""How a pom begins that says "my own group" of what it depends on."""


class ModuleUsers:
    """Modules by what they depend on."""

    def __init__(self, files: Sequence[Facts]) -> None:
        self._files = files
        self._known: dict[str, frozenset[str]] = {}

    def of(self, module: str) -> frozenset[str]:
        """Every module that has this one in it."""
        if module not in self._known:
            self._known[module] = frozenset(self._found(module))
        return self._known[module]

    def _found(self, module: str) -> set[str]:
        found: set[str] = set()
        waiting = [module]
        while waiting:
            more = self._direct.get(waiting.pop(), set()) - found - {module}
            found |= more
            waiting += more
        return found

    @cached_property
    def _direct(self) -> dict[str, set[str]]:
        built: dict[_Named, str] = {}
        needed: list[tuple[str, _Named]] = []
        for facts in self._files:
            folder = facts.file.path.rpartition("/")[0] or "."
            for record in facts.found:
                if isinstance(record, Pom | Manifest):
                    built.setdefault(_name(record), folder)
                    needed += [(folder, name) for name in _needs(record)]
        users: dict[str, set[str]] = defaultdict(set)
        for folder, name in needed:
            if name in built:
                users[built[name]].add(folder)
        return users


def _name(record: Pom | Manifest) -> _Named:
    return _artifact(record.of, record) if isinstance(record, Pom) else (record.ecosystem, record.name)


def _needs(record: Pom | Manifest) -> Iterator[_Named]:
    if isinstance(record, Manifest):
        yield from ((record.ecosystem, each.name) for each in record.declared)
        return
    if record.parent is not None:
        yield record.parent.artifact
    yield from (_artifact(each.of, record) for each in record.dependencies if each.scope != "test")


def _artifact(of: Coordinate, pom: Pom) -> _Named:
    """A coordinate's group and name, its group being the pom's own where none is written."""
    is_own = not of.group or of.group.startswith(_OWN_GROUP)
    return (pom.artifact[0] if is_own else of.group), of.name
