"""Tables of SQLAlchemy's core, `orders = Table("orders", metadata, Column(…))`, and statements on them.

In: usages of Python files. Out: a `Shape` for each Table, and QUERIES from `select(orders)`, `orders.insert()`. A
variable means a table where its module makes it or an import leads to it. Pure.
"""

from collections.abc import Iterator

from kg.ingest.parse.python.model_fields import column_field, text
from kg.ingest.resolve.data.migrations import TESTED, is_test
from kg.ingest.resolve.data.models import MODEL
from kg.ingest.resolve.data.python_names import PythonNames
from kg.ingest.resolve.data.tables import Place, Shape
from kg.ingest.resolve.data.world import Data
from kg.schema.data import READ, WRITE, Column, ForeignKey
from kg.schema.facts import Facts
from kg.schema.usages import CALL, CALLED, NAME, Usage, Value

_STATEMENTS = {"select": READ, "insert": WRITE, "update": WRITE, "delete": WRITE}


def define_core_tables(found: Data) -> None:
    """Tables that code makes, by the variable that takes them."""
    for facts, usage in found.world.usages("Table"):
        name = usage.arguments[0][1] if usage.arguments else None
        if usage.form != CALLED or not isinstance(name, str) or not _is_core(facts, usage):
            continue
        schema = text(usage.arguments, "schema")
        shape = _shape(facts, usage, f"{schema}.{name}" if schema else name)
        if shape.columns:
            found.tables.define(shape)
            module = facts.file.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found.core_tables[f"{module}.{usage.to}"] = shape.key


def _is_core(facts: Facts, usage: Usage) -> bool:
    return facts.file.language == "python" and (
        usage.on.partition(".")[0] in ("sqlalchemy", "sa")
        or any(
            written.startswith("sqlalchemy.") and written.endswith(".Table") for written in facts.file.imports
        )
    )


def _shape(facts: Facts, usage: Usage, name: str) -> Shape:
    line = 1 + usage.line  # of a module, whose first line is the file's
    shape = Shape(name, name, places=[Place(facts.file.uid, facts.file.path, line, line)])
    shape.rank = TESTED if is_test(facts.file.path) else MODEL
    for _, value in usage.arguments[1:]:
        if isinstance(value, tuple) and value[0] == CALL and str(value[1]).rpartition(".")[2] == "Column":
            field = column_field("", value[2], "")
            if field.column:
                shape.columns[field.column.lower()] = Column(field.column, field.type)
                shape.primary_key += (field.column,) if field.primary else ()
                if field.to:
                    table, _, to = field.to.rpartition(".")
                    shape.foreign_keys.append(ForeignKey((field.column,), table.lower(), (to,)))
    return shape


def link_core_tables(found: Data) -> None:
    """Statements on tables of the core."""
    if not found.core_tables:
        return
    names = found.models.names
    for facts, usage in found.world.usages(*_STATEMENTS):
        if usage.form == CALLED and facts.file.language == "python":
            for key in dict.fromkeys(_meant(found, names, facts, usage)):
                found.links.queries(
                    usage.source, found.tables.uid(key), _STATEMENTS[usage.name], line=usage.line
                )


def _meant(found: Data, names: PythonNames, facts: Facts, usage: Usage) -> Iterator[str]:
    """The tables of `orders.insert()`, `select(orders)`, `select(orders.c.id)`."""
    yield from _of_name(found, names, facts, usage.receiver or usage.on)
    for _, value in usage.arguments if "sqlalchemy" in usage.on or usage.on == "sa" else ():
        yield from _of_name(found, names, facts, _written(value))


def _written(value: Value) -> str:
    if not isinstance(value, tuple) or value[0] != NAME:
        return ""
    return str(value[1]).partition(".c.")[0]


def _of_name(found: Data, names: PythonNames, facts: Facts, name: str) -> Iterator[str]:
    if not name:
        return
    module = facts.file.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for path in (f"{module}.{name}", *names.absolute(name, facts)):
        fitting = [key for made, key in found.core_tables.items() if f".{made}".endswith(f".{path}")]
        if len(fitting) == 1:
            yield fitting[0]
            return
