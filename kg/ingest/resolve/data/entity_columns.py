"""The columns, keys and relations of entities: from their fields, and those that they inherit or embed.

In: the entities with their tables. Out: the `Shape` of each table, of those that only join two, and what each
attribute is: a column, or a way to another entity.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from kg.ingest.resolve.data.entity_names import Draft, Said, said_of, snake, text_of
from kg.ingest.resolve.data.jvm_classes import JvmClass, Member
from kg.ingest.resolve.data.tables import Place, Shape
from kg.ingest.resolve.data.world import Data
from kg.schema.data import Column, ForeignKey
from kg.schema.ids import Uid
from kg.schema.usages import CALL, LIST, Value
from kg.schema.vocabulary import EdgeType, How

_OF_MEMBER = (
    "Column", "JoinColumn", "JoinColumns", "JoinTable", "CollectionTable", "TableId", "TableField", "ManyToOne", "OneToOne",
    "ManyToMany", "OneToMany",
)  # fmt: skip
_TO_ONE = ("ManyToOne", "OneToOne")
_TO_MANY = ("OneToMany", "ManyToMany", "ElementCollection")
_KEYS = ("Id", "EmbeddedId", "TableId")
_EMBEDDED = ("Embedded", "EmbeddedId")
_NOT_STORED = ("Transient", "Formula", "MappedCollection")
_MOST_NESTED = 4
RANK = 2
"""A migration or script says more of a table, a script of a test less."""

Members = Mapping[tuple[Uid, str], Said]
"""What the annotations of fields say, by class and field."""


def shape_tables(found: Data, drafts: Mapping[Uid, Draft]) -> None:
    """The tables of all entities."""
    members: dict[tuple[Uid, str], Said] = defaultdict(dict)
    for facts, usage in found.world.usages(*_OF_MEMBER):
        if usage.member:
            members[usage.source, usage.member][usage.name] = said_of(found, facts, usage)
    for draft in drafts.values():
        _Shaping(found, draft, drafts, members).run()


class _Shaping:
    """One entity while its fields are read."""

    def __init__(self, found: Data, draft: Draft, drafts: Mapping[Uid, Draft], members: Members) -> None:
        self.found, self.draft, self.drafts, self.members = found, draft, drafts, members
        self.entity = found.entities[draft.klass.uid]
        how = How.EXACT if draft.written else How.INFERRED
        self.place = place_of(draft.klass)
        self.shape = Shape(self.entity.table, self.entity.table, places=[self.place], how=how, rank=RANK)
        self.keys: list[str] = []

    def run(self) -> None:
        for klass in (*self._mapped_above(), self.draft.klass):
            self._read(klass, "", is_key=False, deep=0)
        self.shape.primary_key = tuple(self.keys)
        self.found.tables.define(self.shape)

    def _mapped_above(self) -> Iterator[JvmClass]:
        """Classes above whose fields are columns here; an entity above has its own."""
        jpa = "Entity" in self.draft.said
        above = [k for _, k in self.found.classes.above(self.draft.klass) if k is not None]
        for klass in reversed(above):
            if klass.uid not in self.drafts and ("MappedSuperclass" in klass.annotations or not jpa):
                yield klass

    def _read(self, klass: JvmClass, prefix: str, *, is_key: bool, deep: int) -> None:
        for member in klass.fields:
            said = self.members.get((klass.uid, member.name), {})
            if not member.static and _is_stored(member, said):
                self._member(klass, member, said, prefix, is_key or _has(member, _KEYS), deep)

    def _member(
        self, klass: JvmClass, member: Member, said: Said, prefix: str, is_key: bool, deep: int
    ) -> None:
        attribute = f"{prefix}{member.name}"
        of = member.type.arguments[-1] if member.type.arguments else member.type
        target = self.found.classes.find(of.name, klass.facts, klass.qualified_name)
        if target is not None and target.uid in self.drafts:
            self._relate(attribute, member, said, self.drafts[target.uid])
        elif target is not None and (_has(member, _EMBEDDED) or "Embeddable" in target.annotations):
            if deep < _MOST_NESTED and not member.type.arguments:
                self._read(target, f"{attribute}.", is_key=is_key, deep=deep + 1)
        elif _has(member, _TO_MANY):
            self._collected(said)
        else:
            column = _column(member, said)
            self._add(attribute, column, is_key=is_key)

    def _add(self, attribute: str, column: Column, *, is_key: bool) -> None:
        self.entity.columns[attribute] = column.name
        self.shape.columns.setdefault(column.name.lower(), column)
        if is_key:
            self.keys.append(column.name)

    def _relate(self, attribute: str, member: Member, said: Said, target: Draft) -> None:
        """A relation: a column that names a row of the other table, a table that joins both, or nothing where
        the other side keeps it."""
        self.entity.targets[attribute] = target.klass.uid
        table = self.found.entities[target.klass.uid].table
        mapped = any(text_of(said, each, "mappedBy") for each in (*_TO_ONE, *_TO_MANY))
        if mapped:
            return
        if _has(member, _TO_ONE):
            columns = _joined(member, said)
            for name in columns:
                self._add(attribute, Column(name), is_key=_has(member, _KEYS))
            to = tuple(filter(None, columns.values()))
            self.shape.foreign_keys.append(ForeignKey(tuple(columns), table, to))
        elif "ManyToMany" in member.annotations or "JoinTable" in said:
            self._join(said, table)

    def _join(self, said: Said, table: str) -> None:
        """The table that joins two entities."""
        written = text_of(said, "JoinTable", "name")
        key = (written or f"{self.entity.table}_{table}").lower()
        joined = Shape(key, key, places=[self.place], how=How.EXACT if written else How.INFERRED, rank=RANK)
        for argument, other in (("joinColumns", self.entity.table), ("inverseJoinColumns", table)):
            names = tuple(_join_columns(said.get("JoinTable", {}).get(argument)))
            joined.foreign_keys.append(ForeignKey(names, other))
            joined.columns.update({name.lower(): Column(name) for name in names})
        self.found.tables.define(joined)

    def _collected(self, said: Said) -> None:
        """`@ElementCollection` keeps plain values in a table of their own."""
        key = text_of(said, "CollectionTable", "name").lower()
        if key:
            foreign = [ForeignKey((), self.entity.table)]
            self.found.tables.define(Shape(key, key, foreign_keys=foreign, places=[self.place], rank=RANK))


def _has(member: Member, annotations: tuple[str, ...]) -> bool:
    return any(each in annotations for each in member.annotations)


def _is_stored(member: Member, said: Said) -> bool:
    return not _has(member, _NOT_STORED) and text_of(said, "TableField", "exist") != "false"


def _column(member: Member, said: Said) -> Column:
    """Its name as written, as Spring Boot would spell it, else from the field's."""
    written = (
        text_of(said, "Column", "name")
        or text_of(said, "Column", "value")
        or text_of(said, "TableField", "value")
        or text_of(said, "TableId", "value")
    )
    return Column(snake(written.strip('`"[]') or member.name), text_of(said, "Column", "columnDefinition"))


def _joined(member: Member, said: Said) -> dict[str, str]:
    """The columns of a relation, each with the column that it names there."""
    several = _join_columns(said.get("JoinColumns", {}).get("value"))
    if several:
        return several
    name = snake(text_of(said, "JoinColumn", "name")) or f"{snake(member.name)}_id"
    return {name: snake(text_of(said, "JoinColumn", "referencedColumnName"))}


def _join_columns(value: Value) -> dict[str, str]:
    """`@JoinColumn(name = "a", referencedColumnName = "b")`, or several of them."""
    if isinstance(value, tuple) and value[0] == LIST:
        return {name: to for each in value[1:] for name, to in _join_columns(each).items()}
    if isinstance(value, tuple) and value[0] == CALL:
        given = {key: snake(text) for key, text in value[2] if isinstance(text, str)}
        return {given["name"]: given.get("referencedColumnName", "")} if "name" in given else {}
    return {}


def place_of(klass: JvmClass) -> Place:
    """Where a class stands."""
    edge = next(e for e in klass.facts.edges if e.type is EdgeType.DEFINES and e.target == klass.uid)
    return Place(klass.uid, klass.facts.file.path, edge.start_line, edge.end_line)
