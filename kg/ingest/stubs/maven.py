"""Which jars a Maven project compiles against, as far as poms at hand say it.

In: the poms of the project, and a way to look up others (a local repository). Out: coordinates with
versions: inherited, managed, imported (BOM), and what dependencies themselves depend on, nearest first.
Pure: what is not at hand is named as missing, nothing is fetched.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace

from kg.ingest.stubs.pom import Artifact, Coordinate, Dependency, Pom

Lookup = Callable[[Coordinate], Pom | None]
Key = tuple[str, str, str, str]

_PROPERTY = re.compile(r"\$\{([^${}]+)\}")
_DEEPEST = 20
"""Levels of parents, of imports, and of properties in properties; real projects stay below ten."""
_MOST = 5_000
"""Artifacts of one project's closure."""
_PASSED_ON = frozenset({"", "compile", "runtime"})
_KINDS = frozenset({"jar", "test-jar", "ejb", "bundle", "maven-plugin"})
"""Types whose file is a jar."""


@dataclass(frozen=True, slots=True)
class Effective:
    """A pom with what its parents and imports say, properties filled in."""

    of: Coordinate
    managed: dict[Key, Dependency]
    dependencies: tuple[Dependency, ...]


class Model:
    """Effective poms, each made once."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._made: dict[Coordinate, Effective | None] = {}

    def find(self, of: Coordinate, depth: int = 0) -> Effective | None:
        """None where its pom is not at hand."""
        if of not in self._made:
            self._made[of] = None  # what imports itself finds nothing
            pom = self._lookup(of)
            self._made[of] = None if pom is None else self.effective(pom, depth)
        return self._made[of]

    def effective(self, pom: Pom, depth: int = 0) -> Effective:
        """Fill in what is inherited; a parent that is not at hand gives nothing."""
        return self._effective(self._family(pom), depth)

    def _effective(self, family: list[Pom], depth: int) -> Effective:
        own = _coordinate(family)
        properties = _properties(family, own)
        dependencies: dict[Key, Dependency] = {}
        managed: dict[Key, Dependency] = {}
        imports: list[Dependency] = []
        for each in family:
            for one in each.dependencies:
                filled = _filled(one, properties)
                dependencies.setdefault(filled.key, filled)
            for one in each.managed:
                filled = _filled(one, properties)
                if filled.scope == "import":
                    imports.append(filled)
                else:
                    managed.setdefault(filled.key, filled)
        for one in imports if depth < _DEEPEST else ():
            imported = self.find(one.of, depth + 1)
            for key, each_managed in imported.managed.items() if imported else ():
                managed.setdefault(key, each_managed)
        return Effective(own, managed, tuple(_with(each, managed) for each in dependencies.values()))

    def declared(self, pom: Pom) -> Iterator[Dependency]:
        """What the pom itself names, nothing inherited: dependencies with their managed versions, imports."""
        family = self._family(pom)
        properties = _properties(family, _coordinate(family))
        names = {one.of.name for one in pom.dependencies}
        managed = self._effective([_managing(each, names) for each in family], 0).managed
        for one in pom.dependencies:
            yield _with(_filled(one, properties), managed)
        for one in pom.managed:
            if one.scope == "import":
                yield _filled(one, properties)

    def _family(self, pom: Pom) -> list[Pom]:
        """The pom, its parent, and so on upwards."""
        family = [pom]
        while family[-1].parent is not None and len(family) < _DEEPEST:
            above = self._lookup(family[-1].parent)
            if above is None:
                break
            family.append(above)
        return family

    def closure(self, start: Effective) -> dict[Artifact, Dependency]:
        """All that it depends on, and what that depends on; of two versions the nearest is taken."""
        found: dict[Artifact, Dependency] = {}
        waiting = deque((each, frozenset[Artifact]()) for each in start.dependencies)
        while waiting and len(found) < _MOST:
            each, excluded = waiting.popleft()
            if each.of.artifact in found or _is_excluded(each.of.artifact, excluded):
                continue
            found[each.of.artifact] = each
            below = self.find(each.of)
            for inner in below.dependencies if below else ():
                if inner.scope in _PASSED_ON and not inner.optional:
                    waiting.append((_with(inner, start.managed, wins=True), excluded | each.excluded))
        return found


def is_jar(dependency: Dependency) -> bool:
    return dependency.kind in _KINDS and dependency.scope != "system"


def _managing(pom: Pom, names: Set[str]) -> Pom:
    """The pom with only what it manages of these names: a root may manage hundreds."""
    managed = tuple(one for one in pom.managed if one.scope == "import" or one.of.name in names)
    return replace(pom, managed=managed, dependencies=())


def _coordinate(family: Iterable[Pom]) -> Coordinate:
    """Group and version are the nearest ancestor's where the pom says none."""
    poms = list(family)
    said = [each for pom in poms for each in (pom.of, pom.parent) if each is not None]
    group = next((each.group for each in said if each.group), "")
    version = next((each.version for each in said if each.version), "")
    return Coordinate(group, poms[0].of.name, version)


def _properties(family: list[Pom], own: Coordinate) -> dict[str, str]:
    found: dict[str, str] = {}
    for pom in reversed(family):
        found |= pom.properties
    parent = family[0].parent
    for prefix in ("project.", "pom.", ""):
        said = {"groupId": own.group, "artifactId": own.name, "version": own.version}
        if parent is not None:
            said |= {"parent.groupId": parent.group, "parent.version": parent.version}
        for name, value in said.items():
            found.setdefault(prefix + name, value)
    return found


def _filled(dependency: Dependency, properties: dict[str, str]) -> Dependency:
    of = dependency.of
    said = (of.group, of.name, of.version)
    if not any("${" in each for each in said):
        return dependency
    return replace(dependency, of=Coordinate(*(fill(each, properties) for each in said)))


def fill(text: str, properties: Mapping[str, str]) -> str:
    """`${name}` by what the properties say; one that says nothing stays as it is."""
    for _ in range(_DEEPEST):
        filled = _PROPERTY.sub(lambda found: properties.get(found[1], found[0]), text)
        if filled == text or len(filled) > 1000:
            break
        text = filled
    return text


def _with(dependency: Dependency, managed: dict[Key, Dependency], wins: bool = False) -> Dependency:
    """With the managed version, where it has none of its own or the managing one is nearer (`wins`)."""
    by = managed.get(dependency.key)
    if by is None:
        return dependency
    version = by.of.version if wins or not dependency.of.version else dependency.of.version
    return replace(
        dependency,
        of=replace(dependency.of, version=version or dependency.of.version),
        scope=dependency.scope or by.scope,
        excluded=dependency.excluded | by.excluded,
    )


def _is_excluded(artifact: Artifact, excluded: frozenset[Artifact]) -> bool:
    group, name = artifact
    return not excluded.isdisjoint({artifact, (group, "*"), ("*", name), ("*", "*")})
