"""Migrations of Django -> changes of the schema, once the models of all apps are known.

In: the operations of migrations, one after the other. Out: what each does to the tables. A model's table is
`app_model` unless it says another; a relation to many is a table of its own. Pure.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kg.schema import data
from kg.schema.data import Column, ForeignKey, TableChange
from kg.schema.models import ModelChange, ModelField

_FRAMEWORK = {
    "contenttypes.contenttype": "django_content_type",
    "sites.site": "django_site",
    "sessions.session": "django_session",
    "admin.logentry": "django_admin_log",
}
"""Tables of Django itself that do not follow the rule."""


def is_many(one: ModelField) -> bool:
    """Whether a field is a relation to many, or several rows elsewhere: it has no column."""
    return bool(one.through) or one.type.endswith(("ManyToManyField", "TaggableManager", "GenericRelation"))


def column_of(one: ModelField) -> str:
    """The column of a field; empty where it has none."""
    if is_many(one):
        return ""
    relation = bool(one.to) or one.type.endswith(("ForeignKey", "OneToOneField", "ParentalKey"))
    return one.column or (f"{one.name}_id" if relation else one.name)


def contributed_table(app: str, model: str) -> str:
    """The table of a model that is not of this repository."""
    return _FRAMEWORK.get(f"{app}.{model.lower()}", f"{app}_{model.lower()}")


@dataclass(slots=True)
class _Model:
    """A model as the migrations so far leave it."""

    name: str
    """In lower case."""
    table: str
    named: bool
    """Whether the table's name is its own choice."""
    fields: dict[str, ModelField] = field(default_factory=dict)
    """By lower case name."""
    proxy: bool = False


def _copied(models: Mapping[tuple[str, str], _Model]) -> dict[tuple[str, str], _Model]:
    return {key: replace(model, fields=dict(model.fields)) for key, model in models.items()}


class DjangoSchema:
    """Models and their tables while migrations are applied; gives the changes of tables."""

    def __init__(self, user: str) -> None:
        self._models: dict[tuple[str, str], _Model] = {}
        self._kept: dict[tuple[str, str], _Model] | None = None
        """The models before operations that only concern the database, which see what each other did."""
        self._user = user
        """What AUTH_USER_MODEL names."""

    def changes(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        """What one operation of an app does to the tables."""
        rule = _RULES.get(change.form)
        if change.form != "RunSQL" and (rule is None or not change.model):
            return
        if change.state == "database" and self._kept is None:
            self._kept = _copied(self._models)
        elif change.state != "database" and self._kept is not None:
            self._models, self._kept = self._kept, None
        lines = {"start_line": change.start_line, "end_line": change.end_line}
        made = rule(self, label, change) if rule else iter(change.sql)
        for each in list(made):
            if change.state != "state":
                yield replace(each, **lines)  # type: ignore[arg-type] # two lines, as named

    def table_of(self, label: str, target: str) -> str:
        """The table of a model as a field of an app names it."""
        if target.startswith("settings."):
            target = self._user
        app, dot, name = target.rpartition(".")
        key = (app if dot else label, name.lower())
        model = self._models.get(key)
        return model.table if model else contributed_table(*key)

    def _create(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        name = change.model.lower()
        if change.virtual:
            if change.name:
                self._models[label, name] = _Model(name, self.table_of(label, change.name), True, proxy=True)
            return
        table = (change.to or f"{label}_{name}").replace('"', "")
        model = self._models[label, name] = _Model(name, table, bool(change.to))
        columns: list[Column] = []
        foreign: list[ForeignKey] = []
        for one in change.fields:
            model.fields[one.name.lower()] = one
            columns += self._columns(one)
            foreign += self._foreign(label, model, one)
        primary = tuple(column_of(one) for one in change.fields if one.primary)
        yield _change(
            data.CREATE_TABLE, table, columns=tuple(columns), primary_key=primary, foreign_keys=tuple(foreign)
        )
        for one in change.fields:
            yield from self._join_table(label, model, one)

    def _delete(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        model = self._models.pop((label, change.model.lower()), None)
        if model is not None:
            for one in model.fields.values():
                if is_join(one):
                    yield _change(data.DROP_TABLE, _join_name(model, one))
            if not model.proxy:
                yield _change(data.DROP_TABLE, model.table)

    def _rename(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        model = self._models.pop((label, change.model.lower()), None)
        if model is None:
            return
        old, model.name = model.name, change.name.lower()
        self._models[label, model.name] = model
        if not model.named:
            yield from self._moved(model, f"{label}_{model.name}")
        for one in model.fields.values():
            if is_join(one):
                yield _renamed(_join_name(model, one), f"{old}_id", f"{model.name}_id")
        for other in self._models.values():
            other.fields = {
                name: _pointing(one, label, old, model.name) for name, one in other.fields.items()
            }

    def _moved(self, model: _Model, table: str) -> Iterator[TableChange]:
        """A model's table gets another name, and its join tables with it."""
        if model.table == table:
            return
        joins = [(one, _join_name(model, one)) for one in model.fields.values() if is_join(one)]
        yield _change(data.RENAME_TABLE, model.table, to=table)
        model.table = table
        for one, old in joins:
            if _join_name(model, one) != old:
                yield _change(data.RENAME_TABLE, old, to=_join_name(model, one))

    def _alter_table(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        model = self._models.get((label, change.model.lower()))
        if model is not None:
            model.named = bool(change.to)
            yield from self._moved(model, change.to or f"{label}_{model.name}")

    def _add_field(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        model = self._models.get((label, change.model.lower()))
        if model is None:
            return
        for one in change.fields:
            model.fields[one.name.lower()] = one
            columns, foreign = self._columns(one), self._foreign(label, model, one)
            if columns:
                yield _change(data.ADD_COLUMN, model.table, columns=tuple(columns))
            if foreign:
                yield _change(data.FOREIGN_KEY, model.table, foreign_keys=tuple(foreign))
            if one.primary:
                yield _change(data.PRIMARY_KEY, model.table, primary_key=(column_of(one),))
            yield from self._join_table(label, model, one)

    def _remove_field(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        model = self._models.get((label, change.model.lower()))
        one = model.fields.pop(change.name.lower(), None) if model else None
        if model is None or one is None:
            return
        if is_join(one):
            yield _change(data.DROP_TABLE, _join_name(model, one))
        elif column_of(one):
            yield _change(data.DROP_COLUMN, model.table, columns=(Column(column_of(one)),))

    def _alter_field(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        model = self._models.get((label, change.model.lower()))
        before = model.fields.get(change.name.lower()) if model else None
        if model is None or before is None:
            return
        for one in change.fields:
            old, new = column_of(before), column_of(one)
            if bool(old) != bool(new):  # a relation to many becomes a column, or a column one
                yield from self._remove_field(label, change)
                yield from self._add_field(label, change)
                return
            model.fields[one.name.lower()] = one
            if old and old != new:
                yield _renamed(model.table, old, new)
            if new:
                yield _change(data.CHANGE_COLUMN, model.table, columns=(Column(new, one.type),))
            if (
                one.to
                and one.to.lower() != before.to.lower()
                and (foreign := self._foreign(label, model, one))
            ):
                yield _change(data.FOREIGN_KEY, model.table, foreign_keys=tuple(foreign))

    def _rename_field(self, label: str, change: ModelChange) -> Iterator[TableChange]:
        model = self._models.get((label, change.model.lower()))
        before = model.fields.get(change.name.lower()) if model else None
        if model is None or before is None:
            return
        after = replace(before, name=change.to)
        if is_join(before) and _join_name(model, before) != _join_name(model, after):
            yield _change(data.RENAME_TABLE, _join_name(model, before), to=_join_name(model, after))
        elif column_of(before) and column_of(before) != column_of(after):
            yield _renamed(model.table, column_of(before), column_of(after))
        del model.fields[change.name.lower()]
        model.fields[change.to.lower()] = after

    def _columns(self, one: ModelField) -> list[Column]:
        name = column_of(one)
        return [Column(name, one.type)] if name else []

    def _foreign(self, label: str, model: _Model, one: ModelField) -> list[ForeignKey]:
        if not one.to or is_many(one):
            return []
        table = model.table if one.to == "self" else self.table_of(label, one.to)
        return [ForeignKey((column_of(one),), table)]

    def _join_table(self, label: str, model: _Model, one: ModelField) -> Iterator[TableChange]:
        if not is_join(one):
            return
        other = model.table if one.to in ("self", "") else self.table_of(label, one.to)
        name = one.to.rpartition(".")[2].lower() if one.to != "self" else model.name
        if one.to.startswith("settings."):
            name = self._user.rpartition(".")[2].lower()
        own, its = (
            (f"from_{name}_id", f"to_{name}_id") if name == model.name else (f"{model.name}_id", f"{name}_id")
        )
        yield _change(
            data.CREATE_TABLE,
            _join_name(model, one),
            columns=(Column("id"), Column(own, "ForeignKey"), Column(its, "ForeignKey")),
            primary_key=("id",),
            foreign_keys=(ForeignKey((own,), model.table), ForeignKey((its,), other)),
        )


def is_join(one: ModelField) -> bool:
    """Whether a field makes a table between two models."""
    return one.type.endswith("ManyToManyField") and not one.through


def _join_name(model: _Model, one: ModelField) -> str:
    return one.table or f"{model.table}_{one.name}"


def _pointing(one: ModelField, label: str, old: str, new: str) -> ModelField:
    """A field that leads to a model leads to it under its new name."""
    if one.to.lower() in (f"{label}.{old}", old):
        return replace(one, to=f"{label}.{new}")
    return one


def _change(form: str, table: str, **more: object) -> TableChange:
    return TableChange(form, table.lower(), table, **more)  # type: ignore[arg-type] # fields by name


def _renamed(table: str, old: str, new: str) -> TableChange:
    return _change(data.RENAME_COLUMN, table, columns=(Column(old),), to=new)


_RULES: Mapping[str, Callable[[DjangoSchema, str, ModelChange], Iterator[TableChange]]] = {
    "CreateModel": DjangoSchema._create,
    "DeleteModel": DjangoSchema._delete,
    "RenameModel": DjangoSchema._rename,
    "AlterModelTable": DjangoSchema._alter_table,
    "AddField": DjangoSchema._add_field,
    "RemoveField": DjangoSchema._remove_field,
    "AlterField": DjangoSchema._alter_field,
    "RenameField": DjangoSchema._rename_field,
}
