"""Vectors behind a commit: how long `kg work` takes until each changed method has its own.

Everything that was there before is given a vector first, made of chance, as if it had been filled long ago.
Tests may hold Cypher.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import numpy as np
from neo4j.vector import Vector

from kg.graph import Graph
from kg.ingest.enrich.vector_text import EMBEDDABLE
from kg.llm import EmbedderOptions, model_of, open_embedder
from kg.publish.slots import recipe, settle
from tests.bench.changes import Place, changed
from tests.bench.remote import Remote
from tests.retrieve.planted import run

METHODS = 50
_A_FILE = 10
LONGEST_SECONDS = 120.0
_WAITING = """
MATCH (p:Pointer {name: 'active'}) MATCH (a:Artifact)
WHERE a.valid_from <= p.seq AND a.valid_to > p.seq AND a.kind IN $p.kinds AND a.embedding_key IS NULL
AND NOT (a.kind = 'Method' AND coalesce(a.complexity, 0) = 0)
AND NOT (a.kind = 'Config' AND coalesce(a.form, '') <> 'key')
"""


async def plant_vectors(graph: Graph) -> None:
    """A vector for whatever waits for one, and a key that says it is made."""
    async with open_embedder(EmbedderOptions()) as embedder:
        model = model_of(embedder)
    await settle(graph, model)
    rng = np.random.default_rng(3)
    rows = await run(graph, f"{_WAITING} RETURN a.vid AS vid", {"kinds": list(EMBEDDABLE)})
    vids = [row["vid"] for row in rows]
    for start in range(0, len(vids), 2000):
        part = vids[start : start + 2000]
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


@asynccontextmanager
async def working(environment: dict[str, str]) -> AsyncIterator[None]:
    """`kg work` in a process of its own."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kg", "work", env=os.environ | environment
    )
    try:
        yield
    finally:
        child.send_signal(signal.SIGTERM)
        await child.wait()


async def vectors_seconds(
    graph: Graph, remote: Remote, found: list[Place], ask: Callable[[], Awaitable[None]]
) -> float:
    """From the pointer's move until none of up to 50 changed methods waits for its vector. Before it one
    method is changed, so that the worker has its model loaded, as it has after the first commit of a day."""
    await _changed(remote, found[:1], "kgWarm")
    await ask()
    await _filled(graph)
    await _changed(remote, found[1 : METHODS + 1], "kgLate")
    await ask()
    return round(await _filled(graph), 2)


async def _changed(remote: Remote, found: list[Place], marker: str) -> None:
    texts = {place.path: changed(remote.read(place.path), place, marker, "body") for place in found}
    remote.commit({path: text for path, text in texts.items() if text})


async def _filled(graph: Graph) -> float:
    """Seconds since the active snapshot was published, once nothing of it waits."""
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        rows = await run(graph, f"{_WAITING} RETURN count(a) AS waiting", {"kinds": list(EMBEDDABLE)})
        if not rows[0]["waiting"]:
            since = await run(
                graph,
                "MATCH (p:Pointer {name: 'active'}) MATCH (s:Snapshot {seq: p.seq})"
                " RETURN duration.inSeconds(datetime(s.published_at), datetime()) AS since",
                {},
            )
            return float(since[0]["since"].seconds + since[0]["since"].nanoseconds / 1e9)
        await asyncio.sleep(0.1)
    raise SystemExit("vectors were not filled in time")
