"""Constraints and indexes are applied in order, once, and a changed file is refused."""

import pytest

from kg.errors import GraphError
from kg.graph import Graph
from kg.graph.migrate import migrate
from tests.shell import run


async def test_every_migration_is_recorded_and_running_again_changes_nothing(graph: Graph) -> None:
    """A second run applies nothing and keeps the record of the first."""
    first = await graph.read("schema_list_migrations")
    await migrate(graph)
    assert await graph.read("schema_list_migrations") == first
    assert next(iter(row["name"] for row in first)) == "schema_01_artifact_vid"
    assert "schema_55_artifact_text" in [row["name"] for row in first]


async def test_every_index_is_online_after_migrate(graph: Graph) -> None:
    """What `migrate` leaves can be searched at once."""
    indexes = await run(graph, "SHOW INDEXES YIELD name, state RETURN name, state")
    assert {row["state"] for row in indexes} == {"ONLINE"}
    assert {"artifact_text", "artifact_vid", "artifact_origin"} <= {row["name"] for row in indexes}


async def test_a_changed_migration_is_refused(graph: Graph) -> None:
    """A schema file that was edited after it ran stops with its name and what to do."""
    await run(graph, "MATCH (m:Migration {name: 'schema_50_artifact_uid'}) SET m.checksum = 'other'")
    with pytest.raises(GraphError, match=r"schema_50_artifact_uid\.cypher was changed"):
        await migrate(graph)
