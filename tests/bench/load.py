"""Writes a synthetic graph into an empty Neo4j: nodes, vectors, edges, then the vector index.

Nodes before indexes where it pays; float32 vectors through `db.create.setNodeVectorProperty`.
Tests may hold Cypher; this is no way to ingest.
"""

from collections import defaultdict
from typing import Any

from neo4j.vector import Vector

from kg.graph import Graph
from tests.bench.synthetic import DIMENSION, SEQ, batches
from tests.bench.synthetic import Graph as Made
from tests.retrieve.planted import publish, run

INDEX_CONFIG = {
    "vector.dimensions": DIMENSION,
    "vector.similarity_function": "cosine",
    "vector.quantization.type": "NONE",
    "vector.default_search_expansion_factor": 6,
}


async def load(graph: Graph, made: Made) -> None:
    """Nodes, edges and indexes, until everything is online."""
    await run(graph, "DROP INDEX artifact_text IF EXISTS", {})
    for slot in "ab":
        await run(graph, f"DROP INDEX artifact_vector_{slot} IF EXISTS", {})
    await _nodes(graph, made)
    await _edges(graph, made)
    from kg.graph.migrate import migrate

    await run(graph, "MATCH (m:Migration) DETACH DELETE m", {})
    await migrate(graph)
    await open_slots(graph)
    await publish(graph, SEQ)


async def open_slots(graph: Graph) -> None:
    """Both vector indexes, slot a active."""
    options = ", ".join(f"`{key}`: {value!r}" for key, value in INDEX_CONFIG.items())
    for slot in "ab":
        await run(
            graph,
            f"CREATE VECTOR INDEX artifact_vector_{slot} IF NOT EXISTS FOR (a:Artifact)"
            f" ON (a.embedding_{slot}) WITH [a.scope, a.valid_from, a.valid_to, a.kind]"
            f" OPTIONS {{indexConfig: {{{options}}}}}",
            {},
        )
    await run(
        graph,
        "MERGE (s:VectorSlot {slot: 'a'}) SET s.state = 'active', s.model = 'synthetic', s.dimension = $p",
        DIMENSION,
    )
    await run(graph, "CALL db.awaitIndexes(1800)", {})


async def _nodes(graph: Graph, made: Made) -> None:
    rows = list(zip(made.nodes, made.vectors, strict=True))
    for batch in batches(rows, 2000):
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
