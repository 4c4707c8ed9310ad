"""Empties a store wholly, and counts what an ingest brought: nodes and edges by kind, parsed lines."""

from typing import Any

from kg.graph import GraphOptions, connect
from kg.graph.migrate import migrate_before_load

PARSED = ["java", "python", "markdown", "yaml", "properties", "env"]
NODES = "MATCH (a:Artifact) RETURN a.kind AS kind, count(*) AS n ORDER BY kind"
EDGES = "MATCH (:Artifact)-[e]->(:Artifact) RETURN type(e) AS type, count(*) AS n ORDER BY type"
LINES = "MATCH (f:Artifact {kind: 'File'}) WHERE f.language IN $parsed RETURN sum(f.lines) AS n"
DELETE = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"
INDEXES = (
    "SHOW INDEXES YIELD name, type, owningConstraint AS by WHERE type <> 'LOOKUP' AND by IS NULL RETURN name"
)
CONSTRAINTS = "SHOW CONSTRAINTS YIELD name RETURN name"


async def count_graph(options: GraphOptions) -> dict[str, Any]:
    async with connect(options) as graph, graph._driver.session() as session:
        nodes = {row["kind"]: row["n"] async for row in await session.run(NODES)}
        edges = {row["type"]: row["n"] async for row in await session.run(EDGES)}
        lines = await (await session.run(LINES, parsed=PARSED)).single(strict=True)
    return {"nodes": nodes, "edges": edges, "loc": lines["n"]}


async def empty_store(options: GraphOptions) -> None:
    """No data, no index, no constraint; then what `kg up` makes."""
    async with connect(options) as graph:
        async with graph._driver.session() as session:
            await (await session.run(DELETE)).consume()
            for show, drop in ((INDEXES, "DROP INDEX {}"), (CONSTRAINTS, "DROP CONSTRAINT {}")):
                for row in [dict(row) async for row in await session.run(show)]:
                    await (await session.run(drop.format(row["name"]))).consume()
        await migrate_before_load(graph)
