"""A live database against the migrations of its repository: what was done by hand is found, and nothing else."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from kg.errors import SettingsError, SourceUnavailable
from kg.graph import Graph
from kg.ingest.source.live_schema import read_live
from kg.publish.snapshots import active
from kg.retrieve.drift import drift, migrated_tables
from kg.schema.access import Scope
from kg.schema.drift import Difference
from kg.schema.ids import ScopeToken
from kg.schema.sql_types import same_type
from tests.ingest.repository import make_repository
from tests.shop import bring

_FIRST = """CREATE TABLE customers (id BIGINT PRIMARY KEY, name VARCHAR(80) NOT NULL);
CREATE TABLE orders (
  id BIGINT PRIMARY KEY,
  customer_id BIGINT NOT NULL REFERENCES customers (id),
  total NUMERIC(10, 2),
  placed_at TIMESTAMP
);
"""
_SECOND = "ALTER TABLE orders ADD COLUMN note VARCHAR(200);\n"
_BY_HAND = (
    "ALTER TABLE orders ADD COLUMN patched INTEGER",
    "CREATE TABLE scratch (id BIGINT PRIMARY KEY)",
    "CREATE TABLE flyway_schema_history (version VARCHAR(9))",
)
MIGRATIONS = {
    "src/main/resources/db/migration/V1__first.sql": _FIRST,
    "src/main/resources/db/migration/V2__note.sql": _SECOND,
}
SEEN = Scope((ScopeToken("s00001"),))


def execute(url: str, *statements: str) -> None:
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.schema.DDL(statement))
    engine.dispose()


async def test_what_was_done_by_hand_is_found_and_nothing_else(
    graph: Graph, sql_url: str, tmp_path: Path
) -> None:
    """The migrated database has no drift; a column and a table by hand are seen, a migration that never ran too,
    a tool's own table is not, and no row is asked for."""
    folder = make_repository(tmp_path / "orders", MIGRATIONS)
    await bring(graph, folder, tmp_path / "cache", name="orders")
    tables = await migrated_tables(graph, "orders", SEEN, await active(graph))
    migrations = [line for text in (_FIRST, _SECOND) for line in text.split(";\n") if line]
    execute(sql_url, *migrations)
    same = drift(tables, read_live(sql_url))
    assert (same.differences, same.compared, same.types_unknown) == ((), 2, 0)
    execute(sql_url, *_BY_HAND)
    found = drift(tables, read_live(sql_url)).differences
    assert found == (
        Difference("orders", "column patched", "", "INTEGER"),
        Difference("scratch", "table", "", "there"),
    )
    execute(
        sql_url, "DROP TABLE orders", "DROP TABLE customers", "CREATE TABLE Customers (id INTEGER, name TEXT)"
    )
    execute(sql_url, "CREATE TABLE orders (id BIGINT PRIMARY KEY, customer_id BIGINT, total NUMERIC(12,2))")
    lived = [(one.table.lower(), one.what) for one in drift(tables, read_live(sql_url)).differences]
    assert lived == [
        ("customers", "primary key"), ("customers", "type of id"), ("customers", "type of name"),
        ("orders", "column note"), ("orders", "column placed_at"), ("orders", "foreign key"),
        ("orders", "type of total"), ("scratch", "table"),
    ]  # fmt: skip


def test_types_of_one_meaning_are_the_same() -> None:
    """Whatever a database calls them; one that is not known is compared with nothing."""
    assert same_type("character varying(20)", "VARCHAR(20)") and same_type("int8", "BIGINT")
    assert same_type("TIMESTAMP(6) WITH TIME ZONE", "timestamptz") and same_type("serial", "INTEGER")
    assert same_type("varchar", "VARCHAR(20)") and same_type("tinyint(1)", "boolean")
    assert same_type("varchar(10)", "VARCHAR(20)") is False and same_type("text", "integer") is False
    assert same_type("order_state", "VARCHAR(20)") is None


def test_a_database_that_is_not_there_is_said_without_its_login(tmp_path: Path) -> None:
    """And none is made in passing."""
    with pytest.raises(SourceUnavailable) as away:
        read_live("postgresql://kg:hunter2@127.0.0.1:9/orders")
    with pytest.raises(SourceUnavailable):
        read_live(f"sqlite:///{tmp_path}/none.db")
    with pytest.raises(SettingsError) as wrong:
        read_live("hunter2")
    assert "hunter2" not in f"{away.value}{wrong.value}" and not (tmp_path / "none.db").exists()
