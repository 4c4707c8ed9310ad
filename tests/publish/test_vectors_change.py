"""Case 36: another model or dimension builds in the other slot and takes over when it is complete."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kg.errors import GraphError
from kg.graph import Graph
from kg.llm import model_of
from kg.llm.hashing import HashingEmbedder
from kg.publish.slots import list_slots, settle, switch
from kg.publish.vectors import FillOptions, coverage, fill
from kg.records import EmbeddingCache, open_records
from kg.schema.ids import ScopeToken
from kg.schema.snapshot import Coverage
from kg.schema.vectors import SlotName, SlotState, VectorModel, VectorSlot
from tests.publish.test_vectors import Counting
from tests.publish.versions import embedded, indexed, indexes_as_migrated, method, plant, point, run

__all__ = ["indexes_as_migrated"]
NAMES = ["alpha", "beta", "gamma"]
SCOPES = [ScopeToken("s00001")]


@pytest.fixture
async def cache(tmp_path: Path) -> AsyncIterator[EmbeddingCache]:
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        yield EmbeddingCache(records)


@pytest.fixture
async def shop(graph: Graph) -> Graph:
    await plant(graph, [method(name) for name in NAMES])
    await point(graph, 1)
    return graph


async def fill_all(graph: Graph, embedder: HashingEmbedder, cache: EmbeddingCache) -> None:
    await fill(graph, embedder, cache, FillOptions(batch_size=1), lambda done, waiting: None)


async def check(graph: Graph, slot: SlotName, embedder: HashingEmbedder) -> None:
    """One active slot, named after the model; its index holds every vector, the other slot none."""
    model = VectorModel(embedder.model, embedder.dimension, "none")
    assert await list_slots(graph) == (VectorSlot(slot, model, SlotState.ACTIVE),)
    assert await embedded(graph, slot) == dict.fromkeys(NAMES, embedder.dimension)
    assert await embedded(graph, slot.other) == {}
    question = await embedder.query("void beta()")
    found = await indexed(graph, slot, question.tolist())
    assert found[0] == "beta"
    assert sorted(found) == NAMES
    assert await coverage(graph, 1, SCOPES) == Coverage(embedded=3, embeddable=3)


async def test_case_36(shop: Graph, cache: EmbeddingCache) -> None:
    """384 dimensions, then 256, then another model of 384: after each, one index holds exactly the
    vectors of the model in the settings, and the record names model, dimension, similarity, prefix."""
    first = HashingEmbedder("one", 384)
    await fill_all(shop, first, cache)
    await check(shop, SlotName.A, first)
    smaller = HashingEmbedder("two", 256)
    await fill_all(shop, smaller, cache)
    await check(shop, SlotName.B, smaller)
    another = HashingEmbedder("three", 384)
    await fill_all(shop, another, cache)
    await check(shop, SlotName.A, another)


async def test_the_old_model_serves_until_the_new_one_is_complete(shop: Graph, cache: EmbeddingCache) -> None:
    """While the second model builds, the first stays active and whole, through a restart."""
    first, second = HashingEmbedder("one", 384), Counting("two", 256)
    await fill_all(shop, first, cache)
    second.fail_after = 1
    for done in (1, 1):
        with pytest.raises(Exception, match="away"):
            await fill_all(shop, second, cache)
        states = {slot.slot: slot.state for slot in await list_slots(shop)}
        assert states == {SlotName.A: SlotState.ACTIVE, SlotName.B: SlotState.BUILDING}
        assert len(await embedded(shop, "b")) == done
        found = await indexed(shop, "a", (await first.query("void beta()")).tolist())
        assert sorted(found) == NAMES
    second.fail_after = 1_000_000
    await fill_all(shop, second, cache)
    await check(shop, SlotName.B, second)


async def test_a_change_that_is_taken_back(shop: Graph, cache: EmbeddingCache) -> None:
    """Back to the first model before the second was complete: the first goes on, nothing of the
    second stays, and no text is embedded again."""
    first, second = Counting("one", 384), Counting("two", 256)
    await fill_all(shop, first, cache)
    second.fail_after = 2
    with pytest.raises(Exception, match="away"):
        await fill_all(shop, second, cache)
    await fill_all(shop, first, cache)
    await check(shop, SlotName.A, first)
    assert len(first.asked) == 3


async def test_a_third_model_replaces_one_that_builds(shop: Graph, cache: EmbeddingCache) -> None:
    """A second change before the first was complete gives up the half-built slot."""
    await fill_all(shop, HashingEmbedder("one", 384), cache)
    second = Counting("two", 256)
    second.fail_after = 2
    with pytest.raises(Exception, match="away"):
        await fill_all(shop, second, cache)
    third = HashingEmbedder("three", 128)
    await fill_all(shop, third, cache)
    await check(shop, SlotName.B, third)


async def test_an_interrupted_switch_is_finished(shop: Graph, cache: EmbeddingCache) -> None:
    """Killed while the old slot was being emptied: the next start empties it to the end."""
    first, second = HashingEmbedder("one", 384), HashingEmbedder("two", 256)
    await fill_all(shop, first, cache)
    await fill_all(shop, second, cache)
    await run(
        shop,
        "MATCH (a:Artifact {name: 'beta'}) SET a.embedding_a = [x IN range(1, 384) | 0.1]"
        " CREATE (:VectorSlot {slot: 'a', model: 'one', dimension: 384, similarity: 'cosine',"
        " prefix_mode: 'none', state: 'closing'})",
        None,
    )
    await fill_all(shop, second, cache)
    await check(shop, SlotName.B, second)


async def test_versions_of_old_snapshots_are_made_again_after_a_return(
    shop: Graph, cache: EmbeddingCache
) -> None:
    """Model one, then two, then one again, then back to an older snapshot: its versions get vectors."""
    await plant(shop, [method("old")], seq=1, until=2)
    await fill_all(shop, HashingEmbedder("one", 384), cache)
    await point(shop, 2)
    await fill_all(shop, HashingEmbedder("two", 256), cache)
    await fill_all(shop, HashingEmbedder("one", 384), cache)
    await point(shop, 1)
    await fill_all(shop, HashingEmbedder("one", 384), cache)
    assert set(await embedded(shop, "a")) == {*NAMES, "old"}


async def test_a_late_writer_cannot_mix(shop: Graph, cache: EmbeddingCache) -> None:
    """A worker with the settings of before loses its slot in the middle and writes nothing more."""
    second = HashingEmbedder("two", 384)

    class Late(HashingEmbedder):
        async def documents(self, texts):  # type: ignore[no-untyped-def]
            slot = await settle(shop, model_of(second))
            await switch(shop, slot)
            return await super().documents(texts)

    await plant(shop, [], seq=1)
    result = await fill(shop, Late("one", 384), cache, FillOptions(), lambda done, waiting: None)
    assert not result.complete
    assert await embedded(shop, "a") == {}
    await fill_all(shop, second, cache)
    await check(shop, SlotName.B, second)


async def test_two_settings_at_once_are_told(shop: Graph) -> None:
    """A slot that another worker has just taken for another model is an error in plain words."""
    from kg.publish.slots import _open

    one, two = VectorModel("one", 384, "none"), VectorModel("two", 384, "none")
    await _open(shop, VectorSlot(SlotName.A, one, SlotState.ACTIVE))
    with pytest.raises(GraphError, match="same settings"):
        await _open(shop, VectorSlot(SlotName.A, two, SlotState.ACTIVE))
