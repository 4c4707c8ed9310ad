"""Vectors behind a commit: how long the worker takes until each changed method has its own.

Everything that was there before is given a vector first, made of chance, as if it had been filled long ago.
Tests may hold Cypher.
"""

import numpy as np
from neo4j.vector import Vector

from kg.graph import Graph
from kg.ingest.enrich.vector_text import EMBEDDABLE
from kg.llm import EmbedderOptions, model_of, open_embedder
from kg.publish.slots import recipe, settle
from tests.bench.changes import Change, Place, changed
from tests.bench.remote import Remote
from tests.bench.working import WAITING
from tests.retrieve.planted import run

METHODS = 50
_BATCH = 2_000


async def plant_vectors(graph: Graph) -> None:
    """A vector for whatever waits for one, and a key that says it is made."""
    async with open_embedder(EmbedderOptions()) as embedder:
        model = model_of(embedder)
    await settle(graph, model)
    rng = np.random.default_rng(3)
    rows = await run(graph, f"{WAITING} RETURN a.vid AS vid", {"kinds": list(EMBEDDABLE)})
    vids = [row["vid"] for row in rows]
    for start in range(0, len(vids), _BATCH):
        part = vids[start : start + _BATCH]
        vectors = rng.standard_normal((len(part), model.dimension)).astype(">f4")
        await run(
            graph,
            "UNWIND $p.rows AS row MATCH (a:Artifact {vid: row[0]})"
            " CALL db.create.setNodeVectorProperty(a, 'embedding_a', row[1])"
            " SET a.embedding_key = $p.key",
            {
                "key": recipe(model) + "bench",
                "rows": [[v, Vector(x.tobytes(), "f32")] for v, x in zip(part, vectors, strict=True)],
            },
        )
    await run(graph, "CALL db.awaitIndexes(3600)", {})


async def mark_filled(graph: Graph) -> None:
    """What has a vector of its own making, and a key that says nothing of it yet, waits for none."""
    async with open_embedder(EmbedderOptions()) as embedder:
        key = recipe(model_of(embedder)) + "bench"
    statement = f"{WAITING} WITH a LIMIT 50000 SET a.embedding_key = $p.key RETURN count(a) AS marked"
    while (await run(graph, statement, {"kinds": list(EMBEDDABLE), "key": key}))[0]["marked"]:
        continue


def many_methods(repo: str, remote: Remote, found: list[Place]) -> tuple[Change, int]:
    """One commit that changes the bodies of up to 50 methods, each in a file of its own; it is seen by the
    first of them. With how many those are."""
    marker = "kgLate"
    texts = {place.path: changed(remote.read(place.path), place, marker, "body") for place in found[:METHODS]}
    files = {path: text for path, text in texts.items() if text}
    remote.commit(files)
    path, text = next(iter(files.items()))
    return Change(repo, path, marker, text, "body"), len(files)
