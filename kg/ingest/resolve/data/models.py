"""Models of Django and SQLAlchemy -> the tables that their rows are in, with columns and keys.

In: the mapped classes of a repository. Out: an `Entity` each, a `Shape` of its table and of the tables between
two sides that are many. Migrations say more of a table and count before them. Pure.
"""

from collections.abc import Iterator

from kg.ingest.resolve.data.django import column_of, is_join, is_many
from kg.ingest.resolve.data.migrations import TESTED, is_test
from kg.ingest.resolve.data.model_classes import DJANGO, SQLALCHEMY, Mapped
from kg.ingest.resolve.data.tables import Place, Shape
from kg.ingest.resolve.data.world import Data, Entity
from kg.schema.data import Column, ForeignKey
from kg.schema.ids import Uid
from kg.schema.models import Model, ModelField

MODEL = 2
"""Rank of a shape: after migrations and scripts, before what only tests use."""
_DEEPEST = 8


def define_models(found: Data) -> None:
    """Entities and the shapes of their tables."""
    tables = _Tables(found)
    found.labelled = {key: model.uid for key, model in tables.by_label.items()}
    sides: list[tuple[Mapped, ModelField, Uid]] = []
    for one in found.models.mapped.values():
        if one.abstract:
            found.abstract[one.model.uid] = _reaching(tables, one, "")
            continue
        table = tables.table(one.model)
        entity = found.entities[one.model.uid] = _reaching(tables, one, table)
        for field in one.fields:
            entity.columns[field.name] = (
                column_of(field) if one.mapper == DJANGO else field.column or field.name
            )
            if field.name in entity.targets:
                sides.append((one, field, entity.targets[field.name]))
        for shape in tables.shapes(one, table):
            shape.rank = TESTED if is_test(one.facts.file.path) else MODEL
            found.tables.define(shape)
    for one, field, target in sides:
        other = found.entities.get(target)
        if other is not None and one.mapper == DJANGO and _is_seen_from_there(field):
            other.targets.setdefault(tables.related(one, field), one.model.uid)
    for one in found.models.mapped.values():
        _inherit(found, one)


def _reaching(tables: "_Tables", one: Mapped, table: str) -> Entity:
    """An entity with the classes that its own fields lead to."""
    targets = ((field.name, tables.target(one, field)) for field in one.fields)
    reached = {name: target.uid for name, target in targets if target is not None}
    return Entity(one.model.uid, one.model.name, table, targets=reached)


def _is_seen_from_there(field: ModelField) -> bool:
    """Whether the other side has a name for the rows that lead to it."""
    return not field.related.endswith("+") and not field.type.endswith("GenericRelation")


def _inherit(found: Data, one: Mapped) -> None:
    """A row that continues one of the class above reaches what that reaches, from either side."""
    entity, above = found.entities.get(one.model.uid), one.parent
    for _ in range(_DEEPEST):
        if entity is None or above is None or above.uid not in found.entities:
            return
        for name, target in found.entities[above.uid].targets.items():
            entity.targets.setdefault(name, target)
        above = found.models.mapped[above.uid].parent


class _Tables:
    """Which model is which table."""

    def __init__(self, found: Data) -> None:
        self._found = found
        self._mapped = found.models.mapped
        self.by_label = {
            (self._label(one), one.model.name.lower()): one.model
            for one in self._mapped.values()
            if one.mapper == DJANGO and not one.abstract
        }
        self._tables: dict[Uid, str] = {}

    def _label(self, one: Mapped) -> str:
        return one.model.option("app_label") or self._found.apps.label(one.facts.file.path)

    def related(self, one: Mapped, field: ModelField) -> str:
        """What a model calls the rows of another one that lead to it."""
        name = one.model.name.lower()
        if field.related:
            return field.related.replace("%(class)s", name).replace("%(app_label)s", self._label(one))
        return name if field.type == "OneToOneField" else f"{name}_set"

    def table(self, model: Model) -> str:
        """The key of a model's table; one without its own is in that of the class above."""
        if model.uid not in self._tables:
            one = self._mapped[model.uid]
            self._tables[model.uid] = ""
            self._tables[model.uid] = self._named(one) if one.mapper == DJANGO else self._written(one)
        return self._tables[model.uid]

    def _named(self, one: Mapped) -> str:
        if one.model.option("proxy") == "True" and one.parent is not None:
            return self.table(one.parent)
        return one.model.option("db_table").replace('"', "") or f"{self._label(one)}_{one.model.name.lower()}"

    def _written(self, one: Mapped) -> str:
        name = one.model.option("__tablename__")
        if not name and one.parent is not None:
            return self.table(one.parent)
        schema = one.model.option("schema")
        name = name or _snake(one.model.name)
        return f"{schema}.{name}" if schema else name

    def target(self, one: Mapped, field: ModelField) -> Model | None:
        """The model that a field leads to."""
        to = self._found.apps.user if field.to.startswith("settings.") else field.to
        if to in ("self", "") or one.model.name == to:
            return one.model if to else None
        label, dot, name = to.rpartition(".")
        if one.mapper == DJANGO and (label or self._label(one), name.lower()) in self.by_label:
            return self.by_label[label or self._label(one), name.lower()]
        model = self._found.models.names.model(to, one.facts)
        if model is None and one.mapper == SQLALCHEMY and dot:
            model = self._found.models.names.model(label, one.facts)
        return model if model is not None and model.uid in self._mapped else None

    def shapes(self, one: Mapped, table: str) -> Iterator[Shape]:
        if one.mapper == DJANGO:
            yield from self._django(one, table)
        else:
            yield self._sqlalchemy(one, table)

    def _django(self, one: Mapped, table: str) -> Iterator[Shape]:
        shape = _shape(one, table)
        if one.model.option("proxy") != "True":
            self._key(one, shape)
            for field in one.fields:
                self._add(one, field, shape)
        yield shape
        for field in one.fields if one.model.option("proxy") != "True" else ():
            if is_join(field):
                yield self._between(one, field, table)

    def _key(self, one: Mapped, shape: Shape) -> None:
        """What a table has that its class does not say: a number, or the row of the class above."""
        if one.parent is not None:
            name = f"{one.parent.name.lower()}_ptr_id"
            shape.columns[name] = Column(name, "OneToOneField")
            shape.primary_key = (name,)
            shape.foreign_keys.append(ForeignKey((name,), self.table(one.parent)))
        elif not any(field.primary for field in one.fields):
            shape.columns["id"] = Column("id", "AutoField")
            shape.primary_key = ("id",)

    def _add(self, one: Mapped, field: ModelField, shape: Shape) -> None:
        name = column_of(field)
        if not name:
            return
        shape.columns[name.lower()] = Column(name, field.type)
        if field.primary:
            shape.primary_key = (*shape.primary_key, name)
        target = self.target(one, field) if field.to and not is_many(field) else None
        if target is not None:
            shape.foreign_keys.append(ForeignKey((name,), self.table(target)))

    def _between(self, one: Mapped, field: ModelField, table: str) -> Shape:
        shape = _shape(one, field.table or f"{table}_{field.name}")
        target = self.target(one, field)
        own = one.model.name.lower()
        other = target.name.lower() if target is not None else field.to.rpartition(".")[2].lower()
        names = (f"from_{own}_id", f"to_{own}_id") if other == own else (f"{own}_id", f"{other}_id")
        shape.columns = {name: Column(name, "ForeignKey" if name != "id" else "") for name in ("id", *names)}
        shape.primary_key = ("id",)
        shape.foreign_keys = [ForeignKey((names[0],), table)]
        if target is not None:
            shape.foreign_keys.append(ForeignKey((names[1],), self.table(target)))
        return shape

    def _sqlalchemy(self, one: Mapped, table: str) -> Shape:
        shape = _shape(one, table)
        for field in one.fields:
            if field.type == "relationship":
                continue
            name = field.column or field.name
            shape.columns[name.lower()] = Column(name, field.type)
            if field.primary:
                shape.primary_key = (*shape.primary_key, name)
            if field.to:
                shape.foreign_keys.append(self._reference(one, field, name))
        return shape

    def _reference(self, one: Mapped, field: ModelField, name: str) -> ForeignKey:
        """`ForeignKey("orders.id")`, or of an attribute, `ForeignKey(Order.id)`."""
        owner, _, column = field.to.rpartition(".")
        model = self._found.models.names.model(owner, one.facts) if owner else None
        if model is not None and model.uid in self._mapped:
            return ForeignKey((name,), self.table(model), (column,))
        return ForeignKey((name,), owner.lower(), (column,))


def _shape(one: Mapped, table: str) -> Shape:
    model = one.model
    place = Place(model.uid, one.facts.file.path, model.start_line, model.end_line)
    return Shape(table, table, places=[place])


def _snake(name: str) -> str:
    """`OrderItem` -> `order_item`, as Flask-SQLAlchemy names tables."""
    spaced = "".join(
        f"_{c.lower()}" if c.isupper() and i and not name[i - 1].isupper() else c.lower()
        for i, c in enumerate(name)
    )
    return spaced
