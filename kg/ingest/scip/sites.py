"""Our call sites at absolute places, and our definitions by place: where an index and our facts meet.

In: facts and what the resolvers left open. Out: the sites of each caller, and `Places`, which finds the
artifact that an index's definition stands for. Pure; knows nothing of the index's format.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kg.schema.facts import Artifact, Edge, Facts, OpenSite
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, Form, Kind

_SITE = re.compile(r"(\d+):(\d+) (.*?)(?:/(\d+))?$")
_CONSTRUCTORS = frozenset(
    {"<init>", "<constructor>", "constructor", "__init__", "__new__", "__construct", "new"}
)


@dataclass(frozen=True, slots=True)
class Site:
    """One call site of one caller."""

    line: int
    """Relative to the caller."""
    column: int
    """In characters."""
    name: str
    """The last word of what is called."""
    creates: bool
    """`new Name(…)`: the column is that of `new`."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An artifact and its lines (1-based, inclusive)."""

    artifact: Artifact
    start: int
    end: int


@dataclass(slots=True)
class Places:
    """Every artifact of the code by where it stands."""

    standing: dict[Uid, Standing] = field(default_factory=dict)
    by_name: dict[tuple[str, str], list[Standing]] = field(default_factory=lambda: defaultdict(list))
    by_line: dict[tuple[str, int], list[Standing]] = field(default_factory=lambda: defaultdict(list))
    """By the first line."""
    members: dict[Uid, list[Artifact]] = field(default_factory=lambda: defaultdict(list))

    def artifact(self, path: str, line: int, name: str) -> Artifact | None:
        """The innermost definition of that name around a line, else the one that begins there."""
        named = [one for one in self.by_name.get((path, name), ()) if one.start <= line <= one.end]
        if name in _CONSTRUCTORS:
            named += [
                one for one in self.by_line.get((path, line), ()) if one.artifact.form is Form.CONSTRUCTOR
            ]
        found = named or self.by_line.get((path, line), [])
        return min(found, key=lambda one: one.end - one.start).artifact if found else None

    def constructor(self, cls: Artifact) -> Artifact | None:
        """The only constructor that a class has in the source."""
        own = [one for one in self.members.get(cls.uid, ()) if one.form is Form.CONSTRUCTOR]
        return own[0] if len(own) == 1 else None


def places_of(files: Iterable[Facts]) -> Places:
    places = Places()
    for facts in files:
        if facts.code is None:
            continue
        artifacts = {one.uid: one for one in facts.artifacts}
        for edge in facts.edges:
            artifact = artifacts.get(edge.target)
            if edge.type is EdgeType.DEFINES and artifact is not None:
                _place(places, artifact, edge)
    return places


def _place(places: Places, artifact: Artifact, edge: Edge) -> None:
    standing = Standing(artifact, edge.start_line, edge.end_line)
    places.standing[artifact.uid] = standing
    places.by_name[artifact.path, artifact.name].append(standing)
    places.members[edge.source].append(artifact)
    if artifact.kind is Kind.METHOD:
        places.by_line[artifact.path, edge.start_line].append(standing)


def call_lines(files: Sequence[Facts], places: Places) -> dict[str, set[int]]:
    """Absolute 0-based lines where a call may stand, by path: those of the listed sites, and every line
    outside of all methods, since the sites of a class or module are not listed."""
    found: dict[str, set[int]] = {}
    for facts in files:
        if facts.code is None:
            continue
        lines = set(range(facts.file.lines + 1))
        listed: set[int] = set()
        for artifact in facts.artifacts:
            if artifact.kind is Kind.METHOD and (standing := places.standing.get(artifact.uid)):
                lines.difference_update(range(standing.start - 1, standing.end))
                listed.update(standing.start - 1 + site.line for site in sites_of(artifact, ()))
        found[facts.file.path] = lines | listed
    return found


def all_sites(
    places: Places, open_sites: Mapping[Uid, Sequence[OpenSite]]
) -> Iterator[tuple[Standing, list[Site]]]:
    """The sites of each caller, those that are listed and those left open."""
    for uid, standing in places.standing.items():
        sites = sites_of(standing.artifact, open_sites.get(uid, ()))
        if sites:
            yield standing, sites


def sites_of(artifact: Artifact, left: Sequence[OpenSite]) -> list[Site]:
    found: dict[tuple[int, int], Site] = {}
    for written in artifact.call_sites:
        if match := _SITE.match(written):
            found[int(match[1]), int(match[2])] = _site(int(match[1]), int(match[2]), match[3])
    for one in left:
        found.setdefault((one.line, one.column), _site(one.line, one.column, one.name))
    return list(found.values())


def _site(line: int, column: int, written: str) -> Site:
    creates = written.startswith("new ")
    words = re.findall(r"[\w$]+", written.removeprefix("new ").partition("<")[0])
    return Site(line, column, words[-1] if words else "", creates)
