"""Puts versions straight into Neo4j and reads back what the vectors' tests look at.

For tests of vectors alone: intervals and scopes are chosen by hand. (Tests may hold Cypher.)
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, replace
from typing import Any

import pytest

from kg.graph import Graph
from kg.publish.slots import shape_index
from kg.schema.facts import Artifact
from kg.schema.ids import OPEN, Uid, vid
from kg.schema.vectors import SlotName, SlotState, VectorModel, VectorSlot
from kg.schema.vocabulary import Kind


@pytest.fixture(autouse=True)
async def indexes_as_migrated(graph: Graph) -> AsyncIterator[None]:
    """Indexes outlive a test: leave them with the dimension that `migrate` gave them."""
    yield
    await run(graph, "MATCH (n) DETACH DELETE n", None)
    for slot in SlotName:
        await shape_index(graph, VectorSlot(slot, VectorModel("", 384, "none"), SlotState.ACTIVE))


def method(name: str, **more: Any) -> Artifact:
    """A Java method of `acme.Pay` that is worth a vector."""
    made = Artifact(
        Kind.METHOD,
        Uid(f"shop:java:src:acme.Pay#{name}()"),
        name,
        f"acme.Pay#{name}()",
        "src/Pay.java",
        path="src/Pay.java",
        language="java",
        form="method",
        text=f"void {name}() {{ if (open) run(); }}",
        signature=f"void {name}()",
        complexity=2,
    )
    return replace(made, **more)


async def plant(
    graph: Graph, artifacts: Sequence[Artifact], seq: int = 1, until: int = OPEN, scope: str = "s00001"
) -> None:
    """Versions that `seq` brought, as an ingest writes them."""
    rows = [
        {k: list(x) if isinstance(x, tuple) else x for k, x in asdict(one).items() if x not in ("", 0, ())}
        | {"vid": vid(one.uid, seq), "valid_from": seq, "valid_to": until, "scope": scope}
        for one in artifacts
    ]
    await run(graph, "UNWIND $p AS row CREATE (a:Artifact) SET a = row", rows)


async def point(graph: Graph, seq: int) -> None:
    """Publish `seq`."""
    await run(graph, "MERGE (p:Pointer {name: 'active'}) SET p.seq = $p", seq)


async def call(graph: Graph, callee: str, callers: Sequence[str]) -> None:
    """CALLS edges between version ids."""
    await run(
        graph,
        "MATCH (b:Artifact {vid: $p.callee}) UNWIND $p.callers AS c MATCH (a:Artifact {vid: c})"
        " CREATE (a)-[:CALLS {valid_from: 1}]->(b)",
        {"callee": callee, "callers": list(callers)},
    )


async def embedded(graph: Graph, slot: str = "a") -> dict[str, int]:
    """Names that have a vector in this slot, with its length."""
    rows = await run(
        graph,
        "MATCH (a:Artifact) WHERE a['embedding_' + $p] IS NOT NULL"
        " RETURN a.name AS name, size(a['embedding_' + $p]) AS size",
        slot,
    )
    return {row["name"]: row["size"] for row in rows}


async def indexed(graph: Graph, slot: str, vector: Sequence[float]) -> list[str]:
    """The names that the index of this slot finds, nearest first (all of them: the limit is high)."""
    statement = (
        f"MATCH (a:Artifact) SEARCH a IN (VECTOR INDEX artifact_vector_{slot} FOR $p LIMIT 1000) SCORE AS s"
        " RETURN a.name AS name ORDER BY s DESC"
    )
    return [row["name"] for row in await run(graph, statement, list(vector))]


async def run(graph: Graph, cypher: str, p: Any) -> list[dict[str, Any]]:
    async with graph._driver.session() as session:
        result = await session.run("CYPHER 25 " + cypher, p=p)  # type: ignore[arg-type]
        return [dict(record) async for record in result]
