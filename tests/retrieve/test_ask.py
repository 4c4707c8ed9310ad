"""Questions to a real graph: channels, access, versions, hostile text, deadlines."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from kg.errors import ModelUnavailable, QuestionError
from kg.graph import Graph
from kg.llm.embedder import Vector
from kg.llm.hashing import HashingEmbedder
from kg.retrieve import ask
from kg.retrieve.ask import AskOptions, search
from kg.retrieve.coverage import coverage
from kg.retrieve.recall import RecallOptions
from kg.schema.access import Scope
from kg.schema.facts import Artifact
from kg.schema.ids import OPEN, ScopeToken, Uid
from kg.schema.question import Channel, Filters, Hits, Question
from kg.schema.vocabulary import EdgeType
from tests.retrieve.planted import Link, Planted, a_class, a_doc, method, plant, publish, run
from tests.retrieve.spy import sent_queries

ONE = Scope((ScopeToken("s00001"),))
BOTH = Scope((ScopeToken("s00001"), ScopeToken("s00002")))
EMBEDDER = HashingEmbedder("", 384)
PATIENT = AskOptions(budget_seconds=30.0, limit_seconds=30.0)

PAY = a_class("Pay")
REFUND = method("refundFee", text="long refundFee(Order order) { return rate.percent(order); }")
RATE = method("percent", "Rate", text="long percent(Order order) { return table.find(order); }")
JOB = method("run", "NightJob", text="void run() { close(); }")
GUIDE = a_doc("docs/refund.md", "Refunds", "How a refund fee is priced. 주문취소 取消订单")


async def vectors(artifacts: Sequence[Artifact]) -> dict[Uid, tuple[float, ...]]:
    made = await EMBEDDER.documents([f"{a.name} {a.text}" for a in artifacts])
    return {a.uid: tuple(v.tolist()) for a, v in zip(artifacts, made, strict=True)}


async def use_slot(graph: Graph, model: str = EMBEDDER.model) -> None:
    await run(
        graph,
        "MERGE (s:VectorSlot {slot: 'a'}) SET s.state = 'active', s.model = $p.model, s.dimension = 384,"
        " s.prefix_mode = 'none'",
        {"model": model},
    )


@pytest.fixture
async def shop(graph: Graph) -> Graph:
    """refundFee calls percent; a night job calls refundFee; a guide describes it."""
    artifacts = [PAY, REFUND, RATE, JOB, GUIDE]
    near = await vectors(artifacts)
    await plant(
        graph,
        [Planted(a, vector=near[a.uid]) for a in artifacts],
        [
            Link(EdgeType.DEFINES, PAY.uid, REFUND.uid),
            Link(EdgeType.CALLS, REFUND.uid, RATE.uid),
            Link(EdgeType.CALLS, JOB.uid, REFUND.uid),
            Link(EdgeType.DOCUMENTS, GUIDE.uid, REFUND.uid),
        ],
    )
    await publish(graph, 1)
    await use_slot(graph)
    return graph


async def ask_for(
    graph: Graph, text: str, scope: Scope = ONE, seq: int = 1, limit: int = 10, filters: Filters | None = None
) -> Hits:
    return await search(graph, Question(text, limit, filters or Filters()), scope, seq, EMBEDDER, PATIENT)


def names(hits: Hits) -> list[str]:
    return [hit.place.qualified_name for hit in hits.hits]


async def test_one_query(shop: Graph) -> None:
    """A search sends exactly one query, in which all three channels take part."""
    with sent_queries() as queries:
        hits = await ask_for(shop, "how is Pay.refundFee computed")
    assert len(queries) == 1
    assert hits.channels == (Channel.DENSE, Channel.SPARSE, Channel.SYMBOL)
    assert names(hits)[0] == REFUND.qualified_name
    assert hits.degraded == ()


async def test_hits_say_how_they_were_found(shop: Graph) -> None:
    """A hit has its ranks, its excerpt and what stands next to it; one that the graph led to, its trail."""
    no_vectors = replace(PATIENT, recall=RecallOptions(shown=20))
    hits = await search(shop, Question("refundFee rate"), ONE, 1, None, no_vectors)
    first = hits.hits[0]
    assert {channel for channel, _ in first.channels} == {Channel.SPARSE, Channel.SYMBOL}
    assert "rate.percent" in first.excerpt
    around = {(step.edge, place.uid) for step, place in first.neighbours}
    assert {("CALLS", RATE.uid), ("CALLS", JOB.uid), ("DOCUMENTS", GUIDE.uid)} <= around
    (job,) = (hit for hit in hits.hits if hit.place.uid == JOB.uid)
    assert job.channels == ()
    assert [(s.edge, s.source, s.target) for s in job.trail] == [("CALLS", JOB.uid, REFUND.uid)]


async def test_trail_of_two_edges(shop: Graph) -> None:
    """What stands two edges away comes with both of them, in order from the seed."""
    table = method("find", "Table", text="long find() { }")
    await plant(shop, [Planted(table)], [Link(EdgeType.CALLS, RATE.uid, table.uid)])
    hits = await search(shop, Question("night job close"), ONE, 1, None, PATIENT)
    (found,) = (hit for hit in hits.hits if hit.place.uid == RATE.uid)
    assert [(s.source, s.target) for s in found.trail] == [(JOB.uid, REFUND.uid), (REFUND.uid, RATE.uid)]


@pytest.mark.parametrize("text", ["주문취소는 어디서?", "取消订单"])
async def test_korean_and_chinese(shop: Graph, text: str) -> None:
    """Korean and Chinese questions find what holds their words."""
    assert GUIDE.qualified_name in names(await ask_for(shop, text))[:2]


async def test_empty_text(shop: Graph) -> None:
    """A text with nothing to search for is refused before the graph is asked."""
    with sent_queries() as queries:
        for text in ("", "???", "😀"):
            with pytest.raises(QuestionError):
                await ask_for(shop, text)
    assert queries == []


async def test_filters(shop: Graph) -> None:
    """Kinds, repositories and languages narrow every channel."""
    assert names(await ask_for(shop, "refund fee", filters=Filters(kinds=("Doc",)))) == [GUIDE.qualified_name]
    assert GUIDE.qualified_name not in names(
        await ask_for(shop, "refund fee", filters=Filters(languages=("java",)))
    )
    assert names(await ask_for(shop, "refund fee", filters=Filters(repos=("other",)))) == []


async def test_nothing_visible(shop: Graph) -> None:
    """Without a scope nothing is found, and nothing is asked."""
    with sent_queries() as queries:
        assert names(await ask_for(shop, "refund fee", Scope(()))) == []
    assert queries == []
    assert names(await ask_for(shop, "refund fee", Scope((ScopeToken("s00099"),)))) == []


async def test_hidden_rows_take_no_place(shop: Graph) -> None:
    """With one row a channel the visible hit is found, however many better ones are hidden."""
    hidden = [method("refundFee", f"Hidden{i}", text=REFUND.text + "refund fee " * 9) for i in range(60)]
    near = await vectors([REFUND])
    await plant(shop, [Planted(m, scope="s00002", vector=near[REFUND.uid]) for m in hidden])
    one = replace(PATIENT, recall=RecallOptions(dense=1, sparse=1, symbol=1, seeds=1))
    hits = await search(shop, Question("refund fee"), ONE, 1, EMBEDDER, one)
    assert hits.hits[0].place.uid == REFUND.uid
    assert not any("Hidden" in name for name in names(await ask_for(shop, "Hidden1.refundFee", limit=100)))


async def test_hidden_documents_move_nothing(graph: Graph) -> None:
    """Hidden documents change neither the order of the visible hits nor the ranks that are shown."""
    words = ["refund", "fee", "rate", "order", "table"]
    visible = [
        method(f"m{i}", f"C{i}", text=" ".join(words[j % 5] for j in range(i, 2 * i + 2))) for i in range(12)
    ]
    await plant(graph, [Planted(m) for m in visible])
    await publish(graph, 1)

    async def shown() -> list[tuple[str, int, object]]:
        hits = await search(graph, Question("refund rate table"), ONE, 1, None, PATIENT)
        return [(hit.place.uid, hit.rank, hit.channels) for hit in hits.hits]

    before = await shown()
    hidden = [method(f"h{i}", "Hidden", text="rate rate rate table") for i in range(200)]
    await plant(graph, [Planted(m, scope="s00002") for m in hidden])
    assert await shown() == before
    assert len(before) == 10


async def test_path_through_a_hidden_node(shop: Graph) -> None:
    """The graph is not followed through what is hidden, not yet there, or gone."""
    secret = method("secret", "Vault", text="void secret() { }")
    coming = method("coming", "Next", text="void coming() { }")
    behind = method("behind", "Wall", text="void behind() { }")
    await plant(
        shop,
        [Planted(secret, scope="s00002"), Planted(coming, valid_from=2), Planted(behind)],
        [
            Link(EdgeType.CALLS, JOB.uid, secret.uid),
            Link(EdgeType.CALLS, secret.uid, behind.uid),
            Link(EdgeType.CALLS, JOB.uid, coming.uid, valid_from=2, target_from=2),
            Link(EdgeType.CALLS, coming.uid, behind.uid, valid_from=2, source_from=2),
            Link(EdgeType.CALLS, JOB.uid, behind.uid, 1, 1, named=EdgeType.WAS),
        ],
    )
    found = names(await ask_for(shop, "night job close", limit=100))
    assert not {secret.qualified_name, coming.qualified_name} & set(found)
    lexical = await search(shop, Question("night job close", 100), ONE, 1, None, PATIENT)
    assert behind.qualified_name not in names(lexical)
    wider = await search(shop, Question("night job close", 100), BOTH, 1, None, PATIENT)
    assert {secret.qualified_name, behind.qualified_name} <= set(names(wider))


async def test_old_and_coming_versions(graph: Graph) -> None:
    """Hot methods with five old versions and a coming one: all 40 rows of a channel are valid, at any seq."""
    versions = []
    for i in range(60):
        hot = method(f"refundFee{i}", f"C{i}", text="refund fee " * 5)
        near = (await vectors([hot]))[hot.uid]
        for seq in range(1, 8):
            to = seq + 1 if seq < 7 else OPEN
            text = replace(hot, text=f"{hot.text} old{seq}")
            versions.append(Planted(text, valid_from=seq, valid_to=to, vector=near))
    await plant(graph, versions)
    await publish(graph, 6)
    await use_slot(graph)
    narrow = replace(PATIENT, recall=RecallOptions(dense=40, sparse=40, symbol=0, seeds=0))
    for seq in (1, 6, 7):
        hits = await search(graph, Question("refund fee", 100), ONE, seq, EMBEDDER, narrow)
        assert {hit.place.vid.rpartition("@")[2] for hit in hits.hits} == {str(seq)}
        for channel in (Channel.DENSE, Channel.SPARSE):
            assert sum(channel in dict(hit.channels) for hit in hits.hits) == 40


async def test_many_of_one_name(graph: Graph) -> None:
    """A name that many share is found in the class that the question gives."""
    many = [method("get", f"C{i:03}", text="long get() { }") for i in range(400)]
    owners = [a_class(f"C{i:03}") for i in range(400)]
    links = [Link(EdgeType.DEFINES, o.uid, m.uid) for o, m in zip(owners, many, strict=True)]
    await plant(graph, [*map(Planted, many), *map(Planted, owners)], links)
    await publish(graph, 1)
    few = replace(PATIENT, recall=RecallOptions(scan=50, symbol=5, sparse=10))
    hits = await search(graph, Question("where is C399.get called?"), ONE, 1, None, few)
    assert names(hits)[0] == "acme.C399#get()"
    assert dict(hits.hits[0].channels)[Channel.SYMBOL] == 1


async def test_vectors_of_another_model(shop: Graph) -> None:
    """Vectors of another model are never compared; the answer says so and is lexical."""
    await use_slot(shop, "another-model")
    hits = await ask_for(shop, "refund fee")
    assert hits.degraded == (ask.NO_VECTORS,)
    assert names(hits)[0] == REFUND.qualified_name


class Slow(HashingEmbedder):
    """Answers after a while."""

    async def query(self, text: str) -> Vector:
        await asyncio.sleep(0.5)
        return await super().query(text)


class Broken(HashingEmbedder):
    """Never answers."""

    async def query(self, text: str) -> Vector:
        raise ModelUnavailable("llm: no answer")


async def test_late_and_broken_embedders(shop: Graph) -> None:
    """A late or broken model costs the vectors, not the answer."""
    hurried = replace(PATIENT, embedding_share=0.001)
    late = await search(shop, Question("refund fee"), ONE, 1, Slow("", 384), hurried)
    broken = await search(shop, Question("refund fee"), ONE, 1, Broken("", 384), PATIENT)
    assert (late.degraded, broken.degraded) == ((ask.EMBEDDER_LATE,), (ask.EMBEDDER_FAILED,))
    assert names(late)[0] == names(broken)[0] == REFUND.qualified_name


async def test_hedge(shop: Graph) -> None:
    """When the search with vectors is late, one without starts beside it, and one of them answers."""
    with sent_queries() as queries:
        hits = await search(shop, Question("refund fee"), ONE, 1, EMBEDDER, replace(PATIENT, hedge_share=0.0))
    assert names(hits)[0] == REFUND.qualified_name
    assert hits.degraded in ((), (ask.HEDGED,))
    assert 1 <= len(queries) <= 2


async def test_failing_vector_search(shop: Graph) -> None:
    """When the search with vectors fails (no such index), the one without answers."""
    await run(shop, "DROP INDEX artifact_vector_b IF EXISTS", {})
    try:
        hits = await ask_for(shop, "refund fee")
    finally:
        await shop.define("schema_57_artifact_vector_b")
    assert hits.degraded == (ask.FAILED,)
    assert names(hits)[0] == REFUND.qualified_name


async def test_coverage(shop: Graph) -> None:
    """Coverage counts what could carry a vector, and what does, of the visible."""
    counted = await coverage(shop, ONE, 1)
    assert (counted.embedded, counted.embeddable) == (5, 5)
    assert (await coverage(shop, Scope((ScopeToken("s00002"),)), 1)).embeddable == 0
    assert (await ask_for(shop, "refund")).coverage == counted
