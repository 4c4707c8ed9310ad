"""The tables of a repository: how they are shaped in the end, and where that is written.

Whoever defines a table (a history of migrations, an entity, a model) hands in a `Shape`; whoever queries one
asks for its uid by name. Of several shapes of one name one counts, the others only add places; a name that
nothing defines is a Table without columns. A name with a schema and one without mean the same table where
only one fits. Pure.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from kg.schema.data import Column, ForeignKey
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid, table_uid
from kg.schema.vocabulary import EdgeType, How, Kind


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a file, or of a class in it, that shape a table."""

    uid: Uid
    """The File, or the Class of an entity."""
    path: str
    start_line: int
    end_line: int


@dataclass(slots=True)
class Shape:
    """A table as one side describes it, in the end."""

    key: str
    name: str
    columns: dict[str, Column] = field(default_factory=dict)
    """By lower case name, in order."""
    primary_key: tuple[str, ...] = ()
    foreign_keys: list[ForeignKey] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    """The first is where the table stands."""
    how: How = How.EXACT
    partial: bool = False
    """Whether it only says what was changed, not what the table was before."""
    rank: int = 0
    """Of several shapes the one of the lowest rank counts."""


class Tables:
    """Tables by name."""

    def __init__(self, repo: str) -> None:
        self._repo = repo
        self._shapes: dict[str, list[Shape]] = {}
        """By lower case name with its schema."""
        self._by_last: dict[str, set[str]] = {}
        """Lower case names with their schema by their last part."""
        self._asked: dict[str, str] = {}
        """Names that are queried and that nothing defines: lower case -> key."""

    def define(self, shape: Shape) -> Uid:
        """Add what one side says of a table."""
        lower = shape.key.lower()
        self._shapes.setdefault(lower, []).append(shape)
        self._by_last.setdefault(lower.rpartition(".")[2], set()).add(lower)
        return table_uid(self._repo, self._shapes[lower][0].key)

    def defines(self, key: str) -> bool:
        """Whether something defines a table of this name."""
        return bool(self._known(key))

    def uid(self, key: str, name: str = "") -> Uid:
        """The table that a query means; one that nothing defines comes to be by being asked for. Ask once
        everything is defined."""
        known = self._known(key)
        if known:
            return table_uid(self._repo, self._shapes[known][0].key)
        return table_uid(self._repo, self._asked.setdefault(key.lower(), key))

    def _known(self, key: str) -> str:
        """The defined name that a name means, in lower case; empty where none or several do."""
        lower = key.lower()
        if lower in self._shapes:
            return lower
        _, dot, last = lower.rpartition(".")
        fitting = self._by_last.get(last, set())
        fitting = {name for name in fitting if not dot or name == last}
        return next(iter(fitting)) if len(fitting) == 1 else ""

    def found(self) -> tuple[tuple[Artifact, ...], tuple[Edge, ...]]:
        """All tables in the order of their names, with DEFINES and REFERENCES."""
        references = list(chain.from_iterable(self._references(shapes[0]) for shapes in self._merged()))
        artifacts = [self._artifact(shapes) for shapes in self._merged()]
        artifacts += [self._unknown(key) for key in self._asked.values()]
        places = chain.from_iterable(self._places(shapes) for shapes in self._merged())
        ordered = sorted(artifacts, key=lambda artifact: artifact.uid)
        return tuple(ordered), (*places, *references)

    def _merged(self) -> Iterator[list[Shape]]:
        """The shapes of each table, the one that counts first."""
        for _, shapes in sorted(self._shapes.items()):
            yield sorted(shapes, key=lambda shape: (not shape.columns, shape.partial, shape.rank))

    def _artifact(self, shapes: list[Shape]) -> Artifact:
        shape = shapes[0]
        uid = self._uid_of(shape)
        return Artifact(
            kind=Kind.TABLE,
            uid=uid,
            name=shape.name.rpartition(".")[2],
            qualified_name=shape.name,
            origin=f"table:{self._shapes[shape.key.lower()][0].key}",
            path=shape.places[0].path if shape.places else "",
            details=details(
                columns=tuple(str(column) for column in shape.columns.values()), primary_key=shape.primary_key
            ),
        )

    def _unknown(self, key: str) -> Artifact:
        return Artifact(
            kind=Kind.TABLE,
            uid=table_uid(self._repo, key),
            name=key.rpartition(".")[2],
            qualified_name=key,
            origin=f"table:{key}",
        )

    def _uid_of(self, shape: Shape) -> Uid:
        return table_uid(self._repo, self._shapes[shape.key.lower()][0].key)

    def _places(self, shapes: list[Shape]) -> Iterator[Edge]:
        """One DEFINES for each file or class that shapes a table, with the lines where it does so first."""
        uid = self._uid_of(shapes[0])
        lines: dict[Uid, list[Place]] = {}
        for place in chain.from_iterable(shape.places for shape in shapes):
            lines.setdefault(place.uid, []).append(place)
        for source, places in lines.items():
            first, *more = places
            sites = tuple(sorted({place.start_line for place in more} - {first.start_line}))
            yield Edge(
                EdgeType.DEFINES,
                source,
                uid,
                sites=sites,
                start_line=first.start_line,
                end_line=first.end_line,
            )

    def _references(self, shape: Shape) -> Iterator[Edge]:
        uid = self._uid_of(shape)
        columns: dict[Uid, dict[str, None]] = {}
        for foreign in shape.foreign_keys:
            target = self.uid(foreign.table)
            columns.setdefault(target, {}).update(_pairs(foreign))
        for target, named in columns.items():
            yield Edge(EdgeType.REFERENCES, uid, target, shape.how, details=details(columns=tuple(named)))


def _pairs(foreign: ForeignKey) -> Iterable[tuple[str, None]]:
    """`customer_id -> id`, or the column alone where the other side is its primary key."""
    for at, column in enumerate(foreign.columns):
        yield (f"{column} -> {foreign.to[at]}" if at < len(foreign.to) else column), None
