"""Brings a graph's constraints and indexes up to date: `cypher/schema_NN_*.cypher`, in order.

Each runs once and is recorded as `(:Migration {name, checksum, at})`; running again is safe. A file
that was changed after it ran is refused: add another one instead. Numbers below 50 are what a load
needs or what costs it nothing; the others are built after the data of a first load, which is several
times cheaper.
"""

import re
from hashlib import blake2b

from kg.errors import GraphError
from kg.graph.client import Graph
from kg.graph.statements import Statement, statements

BUILD_TIMEOUT_SECONDS = 3600
_NUMBERED = re.compile(r"^schema_(\d+)_")
_FIRST_FOR_SEARCH = 50


async def migrate(graph: Graph) -> None:
    """Everything, and wait until every index can be used."""
    await _apply(graph, _migrations())
    await await_online(graph)


async def migrate_before_load(graph: Graph) -> None:
    """Only what a first load into an empty graph needs; `migrate` brings the rest afterwards."""
    await _apply(graph, [m for m in _migrations() if _number(m) < _FIRST_FOR_SEARCH])
    await await_online(graph)


async def start_migrate(graph: Graph) -> None:
    """Like `migrate`, but the server goes on building: more can be written meanwhile."""
    await _apply(graph, _migrations())


def checksum(statement: Statement) -> str:
    """A digest of what is run; comments may change."""
    code = [line.strip() for line in statement.text.splitlines() if not line.lstrip().startswith("//")]
    return blake2b("\n".join(code).encode(), digest_size=8).hexdigest()


def _migrations() -> list[Statement]:
    return sorted((s for s in statements().values() if _NUMBERED.match(s.name)), key=_number)


def _number(migration: Statement) -> int:
    match = _NUMBERED.match(migration.name)
    assert match is not None
    return int(match.group(1))


async def _apply(graph: Graph, migrations: list[Statement]) -> None:
    applied = {row["name"]: row["checksum"] for row in await graph.read("schema_list_migrations")}
    for migration in migrations:
        if applied.get(migration.name, checksum(migration)) != checksum(migration):
            raise GraphError(
                f"graph: cypher/{migration.name}.cypher was changed after it ran on this graph;"
                " put it back and add a new schema_ file, or start from an empty graph (`kg reset`)"
            )
    pending = [migration for migration in migrations if migration.name not in applied]
    if pending:
        # In one transaction: forty of them apart cost seconds. All may run again (IF NOT EXISTS).
        await graph.define_together([(migration.name, {}) for migration in pending])
        rows = [{"name": migration.name, "checksum": checksum(migration)} for migration in pending]
        await graph.write("schema_record_migrations", {"rows": rows})


async def await_online(graph: Graph) -> None:
    """Wait for indexes that are being built; one that failed is an error with its reason."""
    await graph.read("schema_await_indexes", {"seconds": BUILD_TIMEOUT_SECONDS}, BUILD_TIMEOUT_SECONDS)
    failed = await graph.read("schema_list_failed_indexes")
    if failed:
        reasons = "; ".join(f"{row['name']}: {row['reason'][:200]}" for row in failed)
        raise GraphError(f"graph: indexes could not be built: {reasons}")
