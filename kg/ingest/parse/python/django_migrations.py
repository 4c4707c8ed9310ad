"""A migration of Django -> its operations, in order, with what they say of models and fields.

In: a Unit whose text names `migrations.Migration`, and its tree. Out: a `ModelMigration` or None. Which table a
model is depends on other migrations and apps; that is for `kg.ingest.resolve.data`.
"""

import ast
from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.parse.python.model_fields import django_field
from kg.ingest.parse.python.spoken import Called, Name, Said, Speech, assigned, dotted
from kg.ingest.parse.sql import read_sql
from kg.ingest.parse.unit import Unit
from kg.schema.data import TableChange
from kg.schema.models import ModelChange, ModelField, ModelMigration
from kg.schema.usages import NAME, Value

_DIALECT = "postgres"


def django_migration(unit: Unit, module: ast.Module) -> ModelMigration | None:
    folder, _, name = unit.path.rpartition("/")
    for statement in module.body:
        if isinstance(statement, ast.ClassDef) and any(
            dotted(b).endswith("Migration") for b in statement.bases
        ):
            given = dict(assigned(statement.body))
            speech = Speech([*module.body, *statement.body])
            return ModelMigration(
                app=folder.rpartition("/")[0],
                name=name.removesuffix(".py"),
                after=tuple(_pairs(speech.said(given.get("dependencies")))),
                before=tuple(_pairs(speech.said(given.get("run_before")))),
                replaces=tuple(_pairs(speech.said(given.get("replaces")))),
                changes=tuple(_changes(unit, speech.said(given.get("operations")), "")),
            )
    return None


def _pairs(said: Said) -> Iterator[str]:
    """`("orders", "0001_initial")` is `orders.0001_initial`."""
    for pair in said if isinstance(said, tuple) else ():
        if type(pair) is tuple and len(pair) == 2 and all(isinstance(part, str) for part in pair):
            yield ".".join(pair)


def _changes(unit: Unit, operations: Said, state: str) -> Iterator[ModelChange]:
    for operation in operations if isinstance(operations, tuple) else ():
        if not isinstance(operation, Called):
            continue
        unit.check()
        form = operation.name.last
        if form == "SeparateDatabaseAndState":
            yield from _changes(unit, operation.get("database_operations", 0), "database")
            yield from _changes(unit, operation.get("state_operations", 1), "state")
            continue
        change = _change(unit, form, operation)
        if change is not None:
            yield replace(
                change, form=form, state=state, start_line=operation.line, end_line=operation.end_line
            )


def _change(unit: Unit, form: str, given: Called) -> ModelChange | None:
    match form:
        case "CreateModel":
            return _created(given)
        case "DeleteModel":
            return ModelChange(form, given.text("name", 0))
        case "RenameModel":
            return ModelChange(form, given.text("old_name", 0), given.text("new_name", 1))
        case "AlterModelTable":
            return ModelChange(form, given.text("name", 0), to=given.text("table", 1))
        case "AddField" | "AlterField":
            field = _field(given.text("name", 1), given.get("field", 2))
            return ModelChange(form, given.text("model_name", 0), given.text("name", 1), fields=field)
        case "RemoveField":
            return ModelChange(form, given.text("model_name", 0), given.text("name", 1))
        case "RenameField":
            return ModelChange(
                form, given.text("model_name", 0), given.text("old_name", 1), given.text("new_name", 2)
            )
        case "RunSQL":
            return ModelChange(form, sql=tuple(_sql(unit, given)))
    return None


def _created(given: Called) -> ModelChange:
    fields = given.get("fields", 1)
    options = given.get("options", 2)
    options = options if isinstance(options, dict) else {}
    return ModelChange(
        "CreateModel",
        given.text("name", 0),
        to=str(options.get("db_table") or ""),
        fields=tuple(
            found
            for pair in (fields if isinstance(fields, tuple) else ())
            if type(pair) is tuple and len(pair) == 2 and isinstance(pair[0], str)
            for found in _field(pair[0], pair[1])
        ),
        virtual="True" in (options.get("proxy"), options.get("abstract")),
        name=_base(given.get("bases", 3)) if options.get("proxy") == "True" else "",
    )


def _base(said: Said) -> str:
    """The model that a proxy stands for."""
    return next((each for each in (said if type(said) is tuple else ()) if isinstance(each, str)), "")


def _field(name: str, said: Said) -> tuple[ModelField, ...]:
    """What one field says; nothing where it has no column and no table."""
    if not isinstance(said, Called) or not name:
        return ()
    told = (
        *[("", _value(each)) for each in said.positional],
        *[(k, _value(v)) for k, v in said.named.items()],
    )
    return tuple(django_field(name, said.name.last, told))


def _value(said: Said) -> Value:
    """`settings.AUTH_USER_MODEL` as it is written."""
    if isinstance(said, Name):
        return (NAME, said.text)
    return said if isinstance(said, str) else None


def _sql(unit: Unit, given: Called) -> Iterator[TableChange]:
    said = given.get("sql", 0)
    for each in said if type(said) is tuple else (said,):
        text = each[0] if type(each) is tuple and each else each
        if isinstance(text, str):
            for statement in read_sql(text, _DIALECT, unit.late):
                for change in statement.changes:
                    yield replace(change, start_line=given.line, end_line=given.end_line)
