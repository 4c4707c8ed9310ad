"""Calls on models of Django and SQLAlchemy -> QUERIES of their tables.

In: usages of Python files. Out: an edge from the Method, or from the Class or module whose body calls. A manager
(`Order.objects.filter(…)`), a session (`session.query(Order)`), a statement (`select(Order.id)`) and a short cut
(`get_object_or_404(Order)`) name their model, which imports lead to. A row (`order.save()`) is one where its
file says of what class the variable is; that is inferred. Pure.
"""

from collections.abc import Iterator

from kg.ingest.resolve.data.world import Data
from kg.schema.data import READ, WRITE
from kg.schema.facts import Facts
from kg.schema.models import Model
from kg.schema.usages import CALL, CALLED, LIST, NAME, Usage, Value
from kg.schema.vocabulary import How

_MANAGERS = ("objects", "_default_manager", "_base_manager", "query")
_WRITES = frozenset((
    "create", "bulk_create", "bulk_update", "update", "delete", "acreate", "aupdate", "adelete", "abulk_create",
))  # fmt: skip
_BOTH = frozenset(("get_or_create", "update_or_create", "aget_or_create", "aupdate_or_create"))
_ROW = frozenset(
    ("get", "first", "last", "create", "latest", "earliest", "get_or_404", "one", "one_or_none", "aget")
)
"""What gives one row."""
_OF_ROW = ("save", "delete", "asave", "adelete")
_READING = (
    "select",
    "query",
    "get_object_or_404",
    "get_list_or_404",
    "aget_object_or_404",
    "aget_list_or_404",
)
_WRITING = ("insert", "update", "delete", "add", "add_all", "merge", "bulk_save_objects")
_BULK = ("bulk_insert_mappings", "bulk_update_mappings")
_MANAGED = (
    "all", "get", "filter", "exclude", "first", "last", "count", "exists", "values", "values_list", "order_by",
    "annotate", "aggregate", "in_bulk", "earliest", "latest", "iterator", "only", "defer", "distinct", "dates",
    "datetimes", "select_related", "prefetch_related", "select_for_update", "reverse", "using", "none", "create",
    "raw", "union", "contains", "explain", "alias", "extra", "filter_by", "paginate", "get_or_404",
    "first_or_404", "one", "one_or_none", "scalar", "restrict", *sorted(_BOTH), *sorted(_WRITES),
    "aget", "afirst", "acount", "aexists",
)  # fmt: skip


def link_models(found: Data) -> None:
    """The tables that code reads and writes through models."""
    if not found.models.mapped:
        return
    for facts, usage in found.world.usages(
        *dict.fromkeys((*_MANAGED, *_OF_ROW, *_READING, *_WRITING, *_BULK))
    ):
        if usage.form == CALLED and facts.file.language == "python":
            for model, access, sure in _queried(found, facts, usage):
                _link(found, usage, model, access, sure)


def _link(found: Data, usage: Usage, model: Model, access: str, sure: bool) -> None:
    entity = found.entities.get(model.uid)
    if entity is None:
        return
    how = (How.EXACT, 1.0) if sure else (How.INFERRED, 0.9)
    table = found.tables.uid(entity.table)
    for each in access.split():
        found.links.queries(usage.source, table, each, (), *how, line=usage.line)


def _queried(found: Data, facts: Facts, usage: Usage) -> Iterator[tuple[Model, str, bool]]:
    """The models that a call concerns, how, and whether the code says so itself."""
    managed = _managed(found, facts, usage)
    if managed is not None:
        yield managed
    elif usage.name in _OF_ROW and usage.on and not usage.arguments:
        model = _row(found, facts, usage.on)
        if model is not None:
            yield model, WRITE, False
    elif usage.name in (*_READING, *_WRITING, *_BULK) and _is_statement(usage):
        for model in dict.fromkeys(_named(found, facts, usage)):
            yield model, READ if usage.name in _READING else WRITE, True


def _managed(found: Data, facts: Facts, usage: Usage) -> tuple[Model, str, bool] | None:
    """`app.Order.objects.filter()` and the last call on it."""
    if not any(f".{manager}" in usage.on for manager in _MANAGERS):
        return None
    parts = usage.on.split(".")
    for at, part in enumerate(parts):
        if part in _MANAGERS and at:
            model = _model(found, facts, ".".join(parts[:at]))
            calls = {part.removesuffix("()").removesuffix("[]") for part in (*parts[at + 1 :], usage.name)}
            return (model, _access(calls), True) if model is not None else None
    return None


def _access(calls: set[str]) -> str:
    if calls & _BOTH:
        return f"{READ} {WRITE}"
    return WRITE if calls & _WRITES else READ


def _row(found: Data, facts: Facts, on: str) -> Model | None:
    """The class of a variable: `app.Order` of what was made or annotated, `app.Order.objects.get()`."""
    for manager in _MANAGERS:
        owner, there, rest = on.partition(f".{manager}.")
        if there:
            gives = rest.split(".")[-1].removesuffix("()")
            return _model(found, facts, owner) if gives in _ROW else None
    return _model(found, facts, on)


def _model(found: Data, facts: Facts, name: str) -> Model | None:
    if not name or not name.rpartition(".")[2][:1].isupper():
        return None
    names = found.models.names
    model = names.below(name) or names.model(name, facts)
    return model if model is not None and model.uid in found.entities else None


def _is_statement(usage: Usage) -> bool:
    """Whether a call of such a frequent name is on a session or a function that is imported."""
    if usage.name in ("select", "insert", "update", "delete") and not usage.receiver:
        return "sqlalchemy" in usage.on or "sqlmodel" in usage.on
    if usage.name.endswith("_404"):
        return True
    return "session" in f"{usage.on} {usage.receiver}".lower() or usage.on.rpartition(".")[2] in (
        "db",
        "Session",
    )


def _named(found: Data, facts: Facts, usage: Usage) -> Iterator[Model]:
    """The models among what a call is given: `Order`, `Order.id`, `Order(…)`, lists of them."""
    for name, value in usage.arguments:
        if not name:
            yield from _of_value(found, facts, value, 3)
        if usage.name.endswith("_404"):
            return


def _of_value(found: Data, facts: Facts, value: Value, deep: int) -> Iterator[Model]:
    if not isinstance(value, tuple) or deep == 0:
        return
    if value[0] in (NAME, CALL):
        written = str(value[1])
        model = _model(found, facts, written) or _model(found, facts, written.rpartition(".")[0])
        if model is None and value[0] == NAME:
            model = _manager_of(found, facts, written)
        if model is not None:
            yield model
        elif value[0] == CALL:
            for _, each in value[2]:
                yield from _of_value(found, facts, each, deep - 1)
    elif value[0] == LIST:
        for each in value[1:]:
            yield from _of_value(found, facts, each, deep - 1)


def _manager_of(found: Data, facts: Facts, written: str) -> Model | None:
    """`get_object_or_404(Order.objects, …)`."""
    owner, _, manager = written.rpartition(".")
    return _model(found, facts, owner) if manager in _MANAGERS else None
