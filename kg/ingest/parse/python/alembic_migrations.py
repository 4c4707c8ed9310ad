"""A revision of Alembic -> its changes of the schema, as `upgrade` makes them one after the other.

In: a Unit whose text has `down_revision`, and its tree. Out: a `Migration` or None. Branches and loops are
read as if each step ran once; `downgrade` is passed over.
"""

import ast
from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.parse.python.model_fields import NO_TYPES
from kg.ingest.parse.python.spoken import Called, Name, Said, Speech, assigned, dotted
from kg.ingest.parse.sql import read_sql
from kg.ingest.parse.unit import Unit
from kg.schema import data
from kg.schema.data import Column, ForeignKey, Migration, TableChange

MARK = "down_revision"


def alembic_migration(unit: Unit, module: ast.Module) -> Migration | None:
    speech = Speech(module.body)
    given = dict(assigned(module.body))
    revision = speech.said(given.get("revision"))
    if not isinstance(revision, str) or MARK not in given:
        return None
    after = (*_texts(speech.said(given[MARK])), *_texts(speech.said(given.get("depends_on"))))
    upgrade = next((s for s in module.body if isinstance(s, ast.FunctionDef) and s.name == "upgrade"), None)
    changes = tuple(_steps(unit, speech, upgrade.body, {})) if upgrade else ()
    return Migration("alembic", unit.path.rpartition("/")[0], revision, changes, after)


def _texts(said: Said) -> tuple[str, ...]:
    return tuple(each for each in (said if type(said) is tuple else (said,)) if isinstance(each, str))


def _steps(
    unit: Unit, speech: Speech, body: list[ast.stmt], batches: dict[str, str]
) -> Iterator[TableChange]:
    """The calls on `op`, and on what `with op.batch_alter_table("t") as batch` names."""
    for statement in body:
        unit.check()
        if isinstance(statement, ast.With):
            inner = {**batches, **dict(_batches(speech, statement))}
            yield from _steps(unit, speech, statement.body, inner)
        elif isinstance(statement, ast.Expr | ast.Assign) and isinstance(statement.value, ast.Call):
            yield from _step(unit, speech.said(statement.value), batches)
        else:
            for name in ("body", "orelse", "finalbody"):
                yield from _steps(unit, speech, getattr(statement, name, []), batches)


def _batches(speech: Speech, statement: ast.With) -> Iterator[tuple[str, str]]:
    for item in statement.items:
        made = speech.said(item.context_expr)
        if (
            isinstance(made, Called)
            and made.name.last == "batch_alter_table"
            and item.optional_vars is not None
        ):
            yield dotted(item.optional_vars), _name(made.text("table_name", 0), made.text("schema"))


def _step(unit: Unit, call: Said, batches: dict[str, str]) -> Iterator[TableChange]:
    if not isinstance(call, Called):
        return
    on, _, form = call.name.text.rpartition(".")
    if on in batches:
        table, first = batches[on], 0
    elif on.rpartition(".")[2] == "op":
        table, first = _name(call.text("table_name", 0), call.text("schema")), 1
    else:
        return
    for change in _change(unit, form, call, TableChange("", table.lower(), table), first):
        yield replace(change, start_line=call.line, end_line=call.end_line)


def _name(table: str, schema: str) -> str:
    return f"{schema}.{table}" if schema and table else table


def _change(unit: Unit, form: str, call: Called, table: TableChange, first: int) -> Iterator[TableChange]:
    match form:
        case "create_table":
            yield _created(call, table)
        case "drop_table":
            yield replace(table, form=data.DROP_TABLE)
        case "rename_table":
            name = _name(call.text("old_table_name", 0), call.text("schema"))
            yield TableChange(data.RENAME_TABLE, name.lower(), name, to=call.text("new_table_name", 1))
        case "add_column":
            yield from _added(call.get("column", first), table)
        case "drop_column":
            yield replace(table, form=data.DROP_COLUMN, columns=(Column(call.text("column_name", first)),))
        case "alter_column":
            yield from _altered(call, table, first)
        case "create_primary_key":
            names = _texts(call.get("columns", 2 if first else 1))
            table = table if not first else _second(call)
            yield replace(table, form=data.PRIMARY_KEY, primary_key=names)
        case "create_foreign_key":
            yield from _foreign(call, table, first)
        case "execute":
            yield from _executed(unit, call)


def _second(call: Called) -> TableChange:
    """Of constraints the first argument is their own name, the second the table."""
    name = _name(call.text("table_name", 1) or call.text("source_table", 1), call.text("schema"))
    return TableChange("", name.lower(), name)


def _created(call: Called, table: TableChange) -> TableChange:
    columns: list[Column] = []
    primary: list[str] = []
    foreign: list[ForeignKey] = []
    for part in call.positional[1:]:
        if not isinstance(part, Called):
            continue
        match part.name.last:
            case "Column":
                column, own, references = column_of(part)
                columns += [column] if column.name else []
                primary += own
                foreign += references
            case "PrimaryKeyConstraint":
                primary += _texts(part.positional)
            case "ForeignKeyConstraint":
                foreign += _constraint(part)
    return replace(
        table,
        form=data.CREATE_TABLE,
        columns=tuple(columns),
        primary_key=tuple(dict.fromkeys(primary)),
        foreign_keys=tuple(foreign),
    )


def column_of(call: Called) -> tuple[Column, tuple[str, ...], list[ForeignKey]]:
    """`sa.Column("id", sa.Integer(), sa.ForeignKey("a.id"), primary_key=True)`."""
    name = call.text("name", 0)
    rest = call.positional[1:]
    type_ = next((each for each in rest if not _is_constraint(each)), call.get("type_"))
    foreign = [
        reference(name, each) for each in rest if isinstance(each, Called) and each.name.last == "ForeignKey"
    ]
    primary = (name,) if call.text("primary_key") == "True" else ()
    return Column(name, _type(type_)), primary, foreign


def _is_constraint(said: Said) -> bool:
    return isinstance(said, Called) and said.name.last in NO_TYPES


def _type(said: Said) -> str:
    """`Integer`, `String(50)`, `Numeric(10,2)`."""
    if isinstance(said, Name):
        return said.last
    if not isinstance(said, Called):
        return ""
    sizes = [each for each in said.positional if isinstance(each, str) and each.isdigit()]
    length = said.text("length")
    told = ",".join(sizes) or length
    return f"{said.name.last}({told})" if told else said.name.last


def reference(column: str, key: Called) -> ForeignKey:
    """`ForeignKey("shop.orders.id")`."""
    table, _, to = key.text("column", 0).rpartition(".")
    return ForeignKey((column,), table.lower(), (to,) if to else ())


def _constraint(part: Called) -> Iterator[ForeignKey]:
    own, others = _texts(part.get("columns", 0)), _texts(part.get("refcolumns", 1))
    if own and others:
        table = others[0].rpartition(".")[0]
        yield ForeignKey(own, table.lower(), tuple(other.rpartition(".")[2] for other in others))


def _added(said: Said, table: TableChange) -> Iterator[TableChange]:
    if not isinstance(said, Called):
        return
    column, _, foreign = column_of(said)
    if column.name:
        yield replace(table, form=data.ADD_COLUMN, columns=(column,))
    if foreign:
        yield replace(table, form=data.FOREIGN_KEY, foreign_keys=tuple(foreign))


def _altered(call: Called, table: TableChange, first: int) -> Iterator[TableChange]:
    column, new = call.text("column_name", first), call.text("new_column_name")
    type_ = _type(call.get("type_"))
    if type_:
        yield replace(table, form=data.CHANGE_COLUMN, columns=(Column(column, type_),))
    if new:
        yield replace(table, form=data.RENAME_COLUMN, columns=(Column(column),), to=new)


def _foreign(call: Called, table: TableChange, first: int) -> Iterator[TableChange]:
    """`op.create_foreign_key(name, source, referent, local, remote)`; a batch knows its source."""
    source = _second(call) if first else table
    to = _name(call.text("referent_table", 1 + first), call.text("referent_schema"))
    own, others = _texts(call.get("local_cols", 2 + first)), _texts(call.get("remote_cols", 3 + first))
    if to and own:
        yield replace(source, form=data.FOREIGN_KEY, foreign_keys=(ForeignKey(own, to.lower(), others),))


def _executed(unit: Unit, call: Called) -> Iterator[TableChange]:
    said = call.get("sqltext", 0)
    if isinstance(said, Called) and said.name.last in ("text", "DDL"):
        said = said.get("text", 0)
    if isinstance(said, str):
        for statement in read_sql(said, late=unit.late):
            yield from statement.changes
