"""Case 36: the embedding model changes its dimension; what is searched is never a mixture."""

from pathlib import Path

import pytest

from kg.graph import Graph
from kg.llm.hashing import HashingEmbedder
from kg.publish.slots import list_slots
from kg.publish.vectors import FillOptions, coverage, fill
from kg.records import EmbeddingCache, open_records
from kg.retrieve.ask import NO_VECTORS, AskOptions, search
from kg.retrieve.scope import Policy, active_seq, scope_of
from kg.schema.access import Principal
from kg.schema.question import Hits, Question
from kg.schema.vectors import SlotState
from tests.cases.repository import CASES, ingest_case
from tests.publish.versions import embedded, indexed, indexes_as_migrated

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the outside cases do not lie beside this checkout"
)

__all__ = ["indexes_as_migrated"]


async def asked(graph: Graph, embedder: HashingEmbedder) -> Hits:
    scope = await scope_of(graph, Principal("local"), Policy())
    options = AskOptions(budget_seconds=30, limit_seconds=30)
    return await search(graph, Question("alpha"), scope, await active_seq(graph), embedder, options)


async def test_change_of_model_on_the_case(graph: Graph, tmp_path: Path) -> None:
    """384, then 256, then another 384: a search before the change is complete says that vectors are
    missing; after it, one index holds exactly the embedded nodes, and the record names the model."""
    await ingest_case(graph, "36", tmp_path)
    scope = await scope_of(graph, Principal("local"), Policy())
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        for embedder in (
            HashingEmbedder("one", 384),
            HashingEmbedder("two", 256),
            HashingEmbedder("three", 384),
        ):
            hits = await asked(graph, embedder)
            assert hits.hits and NO_VECTORS in hits.degraded
            await fill(graph, embedder, EmbeddingCache(records), FillOptions(), lambda done, waiting: None)
            (slot,) = [s for s in await list_slots(graph) if s.state is SlotState.ACTIVE]
            assert (slot.model.model, slot.model.dimension) == (embedder.model, embedder.dimension)
            nodes = await embedded(graph, slot.slot)
            question = await embedder.query("alpha")
            assert sorted(await indexed(graph, slot.slot, question.tolist())) == sorted(nodes)
            covered = await coverage(graph, await active_seq(graph), list(scope.tokens))
            assert covered.embedded == covered.embeddable == len(nodes) > 0
