"""What one pom.xml says, as it is written: nothing inherited, no `${property}` filled in.

In: bytes. Out: a `Pom`. Of profiles only those that are active by default count: kg knows neither the
JDK nor the flags of a build.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.ingest.stubs.xml import Element, read_xml

Artifact = tuple[str, str]
"""Group and name: `org.slf4j`, `slf4j-api`."""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A version of an artifact."""

    group: str
    name: str
    version: str

    @property
    def artifact(self) -> Artifact:
        return self.group, self.name

    def __str__(self) -> str:
        return f"{self.group}:{self.name}:{self.version}"


@dataclass(frozen=True, slots=True)
class Dependency:
    """What is depended on; an empty version is managed elsewhere, an empty scope likewise (`compile`)."""

    of: Coordinate
    scope: str = ""
    kind: str = "jar"
    classifier: str = ""
    optional: bool = False
    excluded: frozenset[Artifact] = frozenset()
    line: int = field(default=0, compare=False)
    """1-based, in the file that names it."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What a managed version is found by."""
        return self.of.group, self.of.name, self.kind, self.classifier


@dataclass(frozen=True, slots=True)
class Pom:
    of: Coordinate
    """Group and version may be empty: the parent's."""
    parent: Coordinate | None
    properties: dict[str, str]
    managed: tuple[Dependency, ...]
    dependencies: tuple[Dependency, ...]
    parent_line: int = 0

    @property
    def artifact(self) -> Artifact:
        """What it builds: the group is the parent's where it says none."""
        return self.of.group or (self.parent.group if self.parent else ""), self.of.name


def read_pom(data: bytes, encoding: str | None = None) -> Pom:
    """Raises StubError for what is no XML."""
    root = read_xml(data, encoding)
    above = root.child("parent")
    places = [root, *(each for each in root.each("profiles", "profile") if _is_default(each))]
    return Pom(
        _coordinate(root),
        _coordinate(above) if above.children else None,
        {each.name: each.text for place in places for each in place.child("properties").children},
        tuple(each for place in places for each in _dependencies(place.child("dependencyManagement"))),
        tuple(each for place in places for each in _dependencies(place)),
        above.line,
    )


def _is_default(profile: Element) -> bool:
    return profile.child("activation").said("activeByDefault") == "true"


def _coordinate(element: Element) -> Coordinate:
    return Coordinate(element.said("groupId"), element.said("artifactId"), element.said("version"))


def _dependencies(place: Element) -> Iterator[Dependency]:
    for each in place.each("dependencies", "dependency"):
        yield Dependency(
            _coordinate(each),
            each.said("scope"),
            each.said("type") or "jar",
            each.said("classifier"),
            each.said("optional") == "true",
            frozenset(
                (out.said("groupId"), out.said("artifactId")) for out in each.each("exclusions", "exclusion")
            ),
            each.line,
        )
