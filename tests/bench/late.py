"""Vectors behind a commit: how long the worker takes until each changed method has its own.

Everything that was there before is given a vector first, made of chance, as if it had been filled long ago.
Tests may hold Cypher.
"""

from collections.abc import Sequence

import numpy as np

from kg.graph import Graph
from kg.ingest.enrich.vector_text import EMBEDDABLE
from kg.llm import EmbedderOptions, Vector, model_of, open_embedder
from kg.publish.slots import recipe
from kg.publish.vectors import FillOptions, fill
from kg.records import EmbeddingCache, Records
from kg.schema.vectors import VectorModel
from tests.bench.changes import Change, Place, changed
from tests.bench.remote import Remote
from tests.bench.working import WAITING
from tests.retrieve.planted import run

METHODS = 50
_BATCH = 500


class _Chance:
    """An embedder that knows nothing, is fast, and is called what the real one is called."""

    name = "chance"

    def __init__(self, model: VectorModel) -> None:
        self.model, self.dimension, self.prefix_mode = model.model, model.dimension, model.prefix_mode
        self._rng = np.random.default_rng(3)

    async def documents(self, texts: Sequence[str]) -> list[Vector]:
        made = self._rng.standard_normal((len(texts), self.dimension)).astype(np.float32)
        return list(made / np.linalg.norm(made, axis=1, keepdims=True))

    async def query(self, text: str) -> Vector:
        return (await self.documents([text]))[0]

    async def close(self) -> None:
        """Holds nothing."""


async def plant_vectors(graph: Graph, records: Records) -> None:
    """A vector for whatever waits for one, in the cache too, as if the worker had been done with it long ago: a
    class whose text is what it was asks no model, in life as here."""
    async with open_embedder(EmbedderOptions()) as embedder:
        chance = _Chance(model_of(embedder))
    options = FillOptions(batch_size=_BATCH)
    await fill(graph, chance, EmbeddingCache(records), options, lambda done, waiting: None)
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
