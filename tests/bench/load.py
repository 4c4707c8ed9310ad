"""Writes a synthetic graph into an empty Neo4j: nodes, vectors, edges, then the vector index.

Nodes before indexes where it pays; float32 vectors through `db.create.setNodeVectorProperty`.
Tests may hold Cypher; this is no way to ingest.
"""

import asyncio
from collections import defaultdict
from typing import Any

from neo4j.vector import Vector

from kg.graph import Graph
from kg.graph.migrate import migrate
from tests.bench.synthetic import DIMENSION, SEQ, batches
from tests.bench.synthetic import Graph as Made
from tests.retrieve.planted import maker, publish, run

MODEL = "synthetic"
_POPULATING = "SHOW INDEXES YIELD name, state WHERE state = 'POPULATING' RETURN name"
_INDEXES = ("artifact_text", "artifact_vector_a", "artifact_vector_b")


async def load(graph: Graph, made: Made, size: int) -> None:
    """Nodes, edges, then the product's own full text and vector indexes, until they are online."""
    await migrate(graph)
    await lay(graph, made)
    await run(
        graph,
        "MERGE (s:VectorSlot {slot: 'a'}) SET s += {state: 'active', model: $p.model, prefix_mode: 'none',"
        " dimension: $p.dimension}",
        {"model": MODEL, "dimension": DIMENSION},
    )
    await publish(graph, SEQ)
    await run(graph, "CREATE (:Bench {size: $p})", size)


async def lay(graph: Graph, made: Made, with_vectors: bool = True) -> None:
    """Nodes and edges beside whatever is there, while the indexes that they would slow down are away."""
    away = _INDEXES if with_vectors else _INDEXES[:1]
    for index in away:
        await run(graph, f"DROP INDEX {index} IF EXISTS", {})
    await _nodes(graph, made, with_vectors)
    await _edges(graph, made)
    for index in away:
        await graph.define(maker(index))
    while await run(graph, _POPULATING, {}):  # noqa: ASYNC110 - to await them is one transaction, with its limit
        await asyncio.sleep(0.5)


async def loaded(graph: Graph) -> int:
    """The size of the synthetic graph that is there already, or 0."""
    rows = await run(graph, "MATCH (b:Bench) RETURN max(b.size) AS size", {})
    return rows[0]["size"] or 0


async def _nodes(graph: Graph, made: Made, with_vectors: bool) -> None:
    if not with_vectors:
        for some in batches(made.nodes, 5000):
            rows = [node.properties for node in some]
            await run(graph, "UNWIND $p AS row CREATE (a:Artifact) SET a = row", rows)
        return
    both = list(zip(made.nodes, made.vectors, strict=True))
    for batch in batches(both, 2000):
        await run(
            graph,
            "UNWIND $p AS row CREATE (a:Artifact) SET a = row.all"
            " WITH a, row CALL db.create.setNodeVectorProperty(a, 'embedding_a', row.vector)",
            [
                {"all": node.properties, "vector": Vector(vector.astype(">f4").tobytes(), "f32")}
                for node, vector in batch
            ],
        )


async def _edges(graph: Graph, made: Made) -> None:
    by_type: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for name, source, target, more in made.edges:
        ends = {
            "source": made.nodes[source].properties["vid"],
            "target": made.nodes[target].properties["vid"],
        }
        everything = {"valid_from": 1, "how": "exact", "confidence": 1.0, **more}
        by_type[name].append({**ends, "all": everything})
    for name, edges in by_type.items():
        for batch in batches(edges, 10_000):
            await run(
                graph,
                "UNWIND $p AS row MATCH (a:Artifact {vid: row.source}) MATCH (b:Artifact {vid: row.target})"
                f" CREATE (a)-[e:{name}]->(b) SET e = row.all",
                batch,
            )
