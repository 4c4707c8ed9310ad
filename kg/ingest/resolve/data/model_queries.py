"""Calls on models of Django and SQLAlchemy -> QUERIES of their tables.

In: usages of Python files. Out: an edge from the Method, or from the Class or module whose body calls. A manager
(`Order.objects.filter(…)`), a session (`session.query(Order)`), a statement (`select(Order.id)`) and a short cut
(`get_object_or_404(Order)`) name their model, which imports lead to. A row (`order.save()`) and a relation of one
(`self.lines.all()`) follow from what a file says of a variable; those are inferred. Pure.
"""

from collections.abc import Iterator

from kg.ingest.resolve.data.row_paths import MANAGERS, RowPaths, Rows
from kg.ingest.resolve.data.world import Data
from kg.schema.data import READ, WRITE
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import CALL, CALLED, LIST, NAME, Usage, Value
from kg.schema.vocabulary import How

_WRITES = frozenset((
    "create", "bulk_create", "bulk_update", "update", "delete", "acreate", "aupdate", "adelete", "abulk_create",
    "bulk_delete",
))  # fmt: skip
_BOTH = frozenset(("get_or_create", "update_or_create", "aget_or_create", "aupdate_or_create"))
_OF_ROW = ("save", "delete", "asave", "adelete")
_OF_NO_QUERY = frozenset(("add", "set", "clear", "remove", "delay_mptt_updates", "rebuild", "build"))
_SHORT_CUTS = ("get_object_or_404", "get_list_or_404", "aget_object_or_404", "aget_list_or_404")
_READING = ("select", "query", *_SHORT_CUTS)
_WRITING = ("insert", "update", "delete", "add", "add_all", "merge", "bulk_save_objects", "bulk_insert_mappings",
            "bulk_update_mappings")  # fmt: skip
_INFERRED = 0.9

Queried = tuple[Uid, str, bool]
"""The class of the model, the access, whether the code names the class."""


def link_models(found: Data) -> None:
    """The tables that code reads and writes through models."""
    if not found.models.mapped:
        return
    paths = RowPaths(found)
    tables: dict[Uid, Uid] = {}
    for facts in found.world.files:
        for usage in facts.usages if facts.file.language == "python" else ():
            if usage.form == CALLED:
                for uid, access, named in _queried(paths, facts, usage):
                    if uid in found.entities:
                        table = tables.get(uid) or tables.setdefault(uid, _table(found, uid))
                        _link(found, usage, table, access, named)


def _table(found: Data, uid: Uid) -> Uid:
    return found.tables.uid(found.entities[uid].table)


def _link(found: Data, usage: Usage, table: Uid, access: str, named: bool) -> None:
    how = (How.EXACT, 1.0) if named else (How.INFERRED, _INFERRED)
    for each in access.split():
        found.links.queries(usage.source, table, each, (), *how, line=usage.line)


def _queried(paths: RowPaths, facts: Facts, usage: Usage) -> Iterator[Queried]:
    rows = paths.rows(usage.on, facts, usage.source) if usage.on else None
    if rows is None and usage.receiver:  # a field of a model is a relation, not the class it is declared with
        rows = paths.rows(usage.receiver, facts, usage.source)
    if rows is not None and "()" in (usage.receiver or usage.on):
        yield from _on_the_way(rows)
    if rows is not None and usage.name in _OF_ROW:
        yield rows.uid, WRITE, rows.named and rows.several
    elif rows is not None and rows.several and usage.name not in _OF_NO_QUERY:
        yield rows.uid, _access({*rows.calls, usage.name}), rows.named
    elif usage.name in (*_READING, *_WRITING) and _is_statement(usage):
        access = READ if usage.name in _READING else WRITE
        for uid in dict.fromkeys(_named(paths, facts, usage)):
            yield uid, access, True


def _on_the_way(rows: Rows) -> Iterator[Queried]:
    """What a chain asks for before its last call: `Order.objects.get(…)` of `Order.objects.get(…).lines.all()`."""
    for each in (*rows.before, rows):
        if each.calls and not (each is rows and rows.several):
            yield each.uid, _access(each.calls), each.named


def _access(calls: set[str]) -> str:
    if calls & _BOTH:
        return f"{READ} {WRITE}"
    return WRITE if calls & _WRITES else READ


def _is_statement(usage: Usage) -> bool:
    """Whether a call of such a frequent name is on a session, or a function that is imported."""
    if usage.name in _SHORT_CUTS:
        return True
    if usage.name in ("select", "insert", "update", "delete") and not usage.receiver:
        return "sqlalchemy" in usage.on or "sqlmodel" in usage.on
    return "session" in f"{usage.on} {usage.receiver}".lower()


def _named(paths: RowPaths, facts: Facts, usage: Usage) -> Iterator[Uid]:
    """The models among what a call is given: `Order`, `Order.id`, `Order(…)`, lists of them."""
    for name, value in usage.arguments:
        if not name:
            yield from _of_value(paths, facts, value, 3)
        if usage.name in _SHORT_CUTS:
            return


def _of_value(paths: RowPaths, facts: Facts, value: Value, deep: int) -> Iterator[Uid]:
    if not isinstance(value, tuple) or deep == 0:
        return
    if value[0] in (NAME, CALL):
        written = str(value[1])
        owner, _, last = written.rpartition(".")
        model = paths.model(written, facts) or (paths.model(owner, facts) if owner else None)
        if model is not None and (value[0] == NAME or last == model.name or last in MANAGERS):
            yield model.uid
        elif value[0] == CALL:
            for _, each in value[2]:
                yield from _of_value(paths, facts, each, deep - 1)
    elif value[0] == LIST:
        for each in value[1:]:
            yield from _of_value(paths, facts, each, deep - 1)
