"""Compares a live database with what the migrations and models of a repository say of its tables.

In: the `Table`s that readers see, and the shapes of the live database. Out: a `Drift`. Names are compared without
regard to case, a name without a schema with one that has it; types by `kg.schema.sql_types`. What tools keep for
themselves is left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg.graph import Graph
from kg.retrieve.explore import FIRST, list_details, related_key, related_out
from kg.schema.access import Scope
from kg.schema.drift import Difference, Drift, TableShape
from kg.schema.question import Detail
from kg.schema.sql_types import same_type
from kg.schema.vocabulary import EdgeType, Kind

_OF_TOOLS = frozenset((
    "alembic_version", "flyway_schema_history", "schema_version", "databasechangelog", "databasechangeloglock",
    "django_migrations", "schema_migrations", "ar_internal_metadata", "sqlite_sequence", "goose_db_version",
    "knex_migrations", "knex_migrations_lock",
))  # fmt: skip
_PAGE = 500


async def migrated_tables(graph: Graph, repo: str, scope: Scope, seq: int) -> tuple[TableShape, ...]:
    """What a repository says of its tables; one that is only asked for, and defined nowhere, has no columns."""
    found: list[TableShape] = []
    after = FIRST
    while page := await list_details(graph, Kind.TABLE, repo, scope, seq, after, _PAGE):
        foreign = await _foreign_keys(graph, page, scope, seq)
        found += [_shape(each, foreign.get(each.place.uid, ())) for each in page]
        after = page[-1].place.uid
    return tuple(found)


def drift(migrations: Sequence[TableShape], live: Sequence[TableShape]) -> Drift:
    """Everything in which they differ, by table. Pure."""
    said = {_key(table.name): table for table in migrations if table.columns}
    there = {_key(table.name): table for table in live if _key(table.name) not in _OF_TOOLS}
    pairs = {key: there[key] for key in said if key in there}
    differences = [
        *(
            Difference(t.name, "table", "", "there")
            for key, t in there.items()
            if key not in said and not t.is_view
        ),
        *(Difference(t.name, "table", "there", "") for key, t in said.items() if key not in there),
    ]
    unknown = 0
    for key, table in pairs.items():
        if not table.is_view:
            found, not_known = _columns(said[key], table)
            differences += [*found, *_keys(said[key], table)]
            unknown += not_known
    return Drift(
        tuple(sorted(differences, key=lambda one: (one.table.lower(), one.what))), len(pairs), unknown
    )


def _shape(table: Detail, foreign: tuple[str, ...]) -> TableShape:
    told = dict(table.details)
    columns = tuple(
        (name, rest) for name, _, rest in (str(c).partition(" ") for c in _texts(told, "columns"))
    )
    return TableShape(table.place.qualified_name, columns, _texts(told, "primary_key"), foreign)


def _texts(details: Mapping[str, object], name: str) -> tuple[str, ...]:
    value = details.get(name, ())
    return tuple(str(one) for one in value) if isinstance(value, (list, tuple)) else (str(value),)


async def _foreign_keys(
    graph: Graph, tables: Sequence[Detail], scope: Scope, seq: int
) -> dict[str, tuple[str, ...]]:
    """`customer_id -> customers`, by the uid of the table that has it."""
    found: dict[str, list[str]] = {}
    for table in tables:
        after = ""
        asked = [table.place.uid]
        while rows := (await related_out(graph, asked, [EdgeType.REFERENCES], scope, seq, after, _PAGE)).get(
            table.place.uid
        ):
            for row in rows:
                columns = [column.partition(" -> ")[0] for column in _texts(dict(row.details), "columns")]
                found.setdefault(table.place.uid, []).extend(f"{c} -> {row.place.name}" for c in columns)
            after = related_key(rows[-1])
    return {uid: tuple(keys) for uid, keys in found.items()}


def _columns(said: TableShape, live: TableShape) -> tuple[list[Difference], int]:
    """What differs in columns and types, and how many types could not be compared."""
    ours = {name.lower(): type for name, type in said.columns}
    theirs = {name.lower(): type for name, type in live.columns}
    found = [
        *(Difference(live.name, f"column {n}", "", t or "there") for n, t in theirs.items() if n not in ours),
        *(Difference(live.name, f"column {n}", t or "there", "") for n, t in ours.items() if n not in theirs),
    ]
    unknown = 0
    for name in ours.keys() & theirs.keys():
        same = same_type(ours[name], theirs[name])
        unknown += same is None
        if same is False:
            found.append(Difference(live.name, f"type of {name}", ours[name], theirs[name]))
    return found, unknown


def _keys(said: TableShape, live: TableShape) -> Iterator[Difference]:
    """A key that the migrations do not say is not one that they deny, unless the database has another."""
    ours, theirs = _lower(said.primary_key), _lower(live.primary_key)
    if ours and ours != theirs:
        yield Difference(live.name, "primary key", ", ".join(ours), ", ".join(theirs))
    mine, yours = _single(said.foreign_keys), _single(live.foreign_keys)
    yield from (Difference(live.name, "foreign key", key, "") for key in sorted(mine - yours))
    yield from (Difference(live.name, "foreign key", "", key) for key in sorted(yours - mine))


def _single(keys: Iterable[str]) -> set[str]:
    """Each column of a key by itself: of one of several columns the graph keeps no more."""
    pairs = [key.partition(" -> ") for key in keys]
    return {
        f"{c.strip().lower()} -> {table.lower()}" for columns, _, table in pairs for c in columns.split(",")
    }


def _lower(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.lower() for name in names)


def _key(name: str) -> str:
    return name.rpartition(".")[2].strip('"`[]').lower()
