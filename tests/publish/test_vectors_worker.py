"""The worker: follows the pointer, outlives failures, stops when told."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kg.graph import Graph
from kg.publish.late import Late
from kg.publish.vectors import FillOptions, fill
from kg.publish.worker import WorkOptions, work
from kg.records import EmbeddingCache, open_records
from tests.publish.test_vectors import Counting
from tests.publish.versions import embedded, indexes_as_migrated, method, plant, point, run

__all__ = ["indexes_as_migrated"]
OPTIONS = WorkOptions(
    Path("no-mirrors"), FillOptions(batch_size=2), poll_seconds=0.05, first_wait_seconds=0.05
)


@pytest.fixture
async def cache(tmp_path: Path) -> AsyncIterator[EmbeddingCache]:
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        yield EmbeddingCache(records)


async def until_embedded(graph: Graph, names: set[str]) -> None:
    """Wait until exactly these have vectors."""
    async with asyncio.timeout(20):
        while set(await embedded(graph)) != names:  # noqa: ASYNC110 (what is looked at is in Neo4j)
            await asyncio.sleep(0.05)


async def test_it_follows_the_pointer_and_stops(graph: Graph, cache: EmbeddingCache) -> None:
    """Each published snapshot gets its vectors; SIGTERM ends the worker without an error."""
    worker = asyncio.create_task(work(graph, Counting(), cache, OPTIONS))
    await plant(graph, [method("one")])
    await point(graph, 1)
    await until_embedded(graph, {"one"})
    await plant(graph, [method("two")], seq=2)
    await point(graph, 2)
    await until_embedded(graph, {"one", "two"})
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(worker, 5)


async def test_it_outlives_a_model_that_is_away(
    graph: Graph, cache: EmbeddingCache, caplog: pytest.LogCaptureFixture
) -> None:
    """While the model is away the worker says so, with the wait; when it is back the rest is filled."""
    await plant(graph, [method(f"pay{i}") for i in range(5)])
    await point(graph, 1)
    embedder = Counting()
    embedder.fail_after = 2
    with caplog.at_level(logging.WARNING, "kg"):
        worker = asyncio.create_task(work(graph, embedder, cache, OPTIONS))
        async with asyncio.timeout(20):
            while sum("llm: away; trying again" in line for line in caplog.messages) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    embedder.fail_after = 1_000_000
    await until_embedded(graph, {f"pay{i}" for i in range(5)})
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(worker, 5)


async def test_it_stops_in_the_middle_of_a_batch(graph: Graph, cache: EmbeddingCache) -> None:
    """A batch that takes long does not delay the stop."""

    class Slow(Counting):
        async def documents(self, texts):  # type: ignore[no-untyped-def]
            await asyncio.sleep(60)

    await plant(graph, [method("one")])
    await point(graph, 1)
    worker = asyncio.create_task(work(graph, Slow(), cache, OPTIONS))
    await asyncio.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(worker, 5)
    assert await embedded(graph) == {}


async def test_it_completes_an_interrupted_publish(graph: Graph, cache: EmbeddingCache) -> None:
    """A publisher that was killed after it moved the pointer: the worker lets the labels follow."""
    await plant(graph, [method("one")])
    await run(graph, "CREATE (:Pointer {name: 'active', seq: 1, followed: 0, low: 0, high: 1})", None)
    worker = asyncio.create_task(work(graph, Counting(), cache, OPTIONS))
    await until_embedded(graph, {"one"})
    labelled = await run(graph, "MATCH (m:Method) RETURN m.name AS name", None)
    assert [row["name"] for row in labelled] == ["one"]
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(worker, 5)


async def test_of_what_was_complete_nothing_is_looked_at(graph: Graph, cache: EmbeddingCache) -> None:
    """Behind a commit only what came with it is picked, however large the graph is."""
    embedder = Counting()
    late = Late(graph, embedder, cache, Path("no-mirrors"), FillOptions())
    await plant(graph, [method("one")])
    await point(graph, 1)
    await late.follow(1)
    await run(graph, "MATCH (a:Artifact) SET a.embedding_key = 'lost'", None)
    await plant(graph, [method("two")], seq=2)
    await point(graph, 2)
    await late.follow(2)
    assert ["one" in text for text in embedder.asked] == [True, False]
    assert "two" in embedder.asked[1]


async def test_a_large_commit_lets_histories_come_between(graph: Graph, cache: EmbeddingCache) -> None:
    """A call that is bounded says that more waits; the next one takes up what is left."""
    await plant(graph, [method(f"pay{i}") for i in range(5)])
    await point(graph, 1)
    few = FillOptions(batch_size=2, at_most=3)
    first = await fill(graph, Counting(), cache, few, lambda done, waiting: None)
    assert (first.embedded, first.complete) == (3, False)
    rest = await fill(graph, Counting(), cache, FillOptions(), lambda done, waiting: None)
    assert (rest.embedded, rest.complete) == (2, True)


async def test_after_a_rollback_everything_is_looked_at(graph: Graph, cache: EmbeddingCache) -> None:
    """A version of the snapshot before, which was never filled, gets its vector when readers go back to it."""
    await plant(graph, [method("one")], seq=1, until=2)
    await plant(graph, [method("two")], seq=2)
    late = Late(graph, Counting(), cache, Path("no-mirrors"), FillOptions())
    await point(graph, 2)
    await late.follow(2)
    assert set(await embedded(graph)) == {"two"}
    await point(graph, 1)
    await late.follow(1)
    assert set(await embedded(graph)) == {"one", "two"}


async def test_a_loop_beside_it_may_end_but_not_fail(graph: Graph, cache: EmbeddingCache) -> None:
    """What has nothing to do here ends without ending the worker; an error of one loop is the worker's."""
    fail = asyncio.Event()

    async def nothing_to_do() -> None:
        """A site that is not set up."""

    async def failing() -> None:
        await fail.wait()
        raise ZeroDivisionError

    worker = asyncio.create_task(work(graph, Counting(), cache, OPTIONS, nothing_to_do(), failing()))
    await asyncio.sleep(0.5)
    assert not worker.done()
    fail.set()
    with pytest.raises(ZeroDivisionError):
        await asyncio.wait_for(worker, 10)
