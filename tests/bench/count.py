"""Counts what an ingest brought: nodes and edges by kind, and lines of parsed code."""

from typing import Any

from kg.graph import GraphOptions, connect

NODES = "MATCH (a:Artifact) RETURN a.kind AS kind, count(*) AS n ORDER BY kind"
EDGES = "MATCH (:Artifact)-[e]->(:Artifact) RETURN type(e) AS type, count(*) AS n ORDER BY type"
LINES = "MATCH (f:Artifact {kind: 'File'}) WHERE f.language IN ['java', 'python'] RETURN sum(f.lines) AS n"


async def count_graph(options: GraphOptions) -> dict[str, Any]:
    async with connect(options) as graph, graph._driver.session() as session:
        nodes = {row["kind"]: row["n"] async for row in await session.run(NODES)}
        edges = {row["type"]: row["n"] async for row in await session.run(EDGES)}
        lines = await (await session.run(LINES)).single(strict=True)
    return {"nodes": nodes, "edges": edges, "loc": lines["n"]}
