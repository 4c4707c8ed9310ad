"""Case 36, from the side of who searches: a change of model never fails a query and mixes nothing."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from kg.graph import Graph
from kg.llm import Vector
from kg.llm.hashing import HashingEmbedder
from kg.publish.vectors import FillOptions, fill
from kg.records import EmbeddingCache, open_records
from kg.retrieve.ask import AskOptions, search
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken
from kg.schema.question import Channel, Hits, Question
from tests.publish.versions import indexes_as_migrated
from tests.retrieve.planted import Planted, method, plant, publish

__all__ = ["indexes_as_migrated"]
PATIENT = AskOptions(budget_seconds=60.0, limit_seconds=60.0)
"""The machine that tests may be slow; what is looked at here is what is found."""
ONE, TWO, THREE = (HashingEmbedder(*made) for made in (("one", 384), ("two", 256), ("three", 384)))


class Slow(HashingEmbedder):
    """Embeds nothing until it is let go."""

    waits = True

    async def documents(self, texts: Sequence[str]) -> list[Vector]:
        while self.waits:  # noqa: ASYNC110 (a test sets it)
            await asyncio.sleep(0.05)
        return await super().documents(texts)


@pytest.fixture
async def cache(tmp_path: Path) -> AsyncIterator[EmbeddingCache]:
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        yield EmbeddingCache(records)


@pytest.fixture
async def shop(graph: Graph) -> Graph:
    await plant(graph, [Planted(method(f"refundOrder{i}")) for i in range(20)])
    await publish(graph, 1)
    return graph


async def fill_all(graph: Graph, embedder: HashingEmbedder, cache: EmbeddingCache) -> None:
    await fill(graph, embedder, cache, FillOptions(batch_size=2), lambda done, waiting: None)


async def ask(graph: Graph, embedder: HashingEmbedder) -> Hits:
    scope = Scope((ScopeToken("s00001"),))
    return await search(graph, Question("refund order"), scope, 1, embedder, PATIENT)


def dense(hits: Hits) -> bool:
    """Whether vectors took part; if not, the answer must say so. Something is found in any case."""
    assert hits.hits
    took_part = Channel.DENSE in hits.channels
    assert took_part or hits.degraded
    return took_part


async def test_each_model_finds_with_its_own_vectors_only(shop: Graph, cache: EmbeddingCache) -> None:
    """Before, between and after two changes, also to a model of the same dimension: the model whose
    vectors are complete searches with them, every other one without any, and says so."""
    assert not dense(await ask(shop, ONE))
    await fill_all(shop, ONE, cache)
    assert [dense(await ask(shop, by)) for by in (ONE, TWO, THREE)] == [True, False, False]
    await fill_all(shop, TWO, cache)
    assert [dense(await ask(shop, by)) for by in (ONE, TWO, THREE)] == [False, True, False]
    await fill_all(shop, THREE, cache)
    assert [dense(await ask(shop, by)) for by in (ONE, TWO, THREE)] == [False, False, True]


async def test_no_search_fails_during_a_change(shop: Graph, cache: EmbeddingCache) -> None:
    """While the other slot is opened, filled and switched to, and the old one emptied, every search
    of the old and of the new model finds something."""
    await fill_all(shop, ONE, cache)
    slow = Slow("two", 256)
    change = asyncio.create_task(fill_all(shop, slow, cache))
    asked = 0
    while not change.done():
        for embedder in (ONE, TWO):
            dense(await ask(shop, embedder))
            asked += 1
        slow.waits = asked < 6
    await change
    assert asked >= 6
    assert dense(await ask(shop, TWO))
