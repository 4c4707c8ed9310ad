"""Search over GraphQL: ranked evidence with its way, or what is wrong with the text."""

import pytest

from api.ids import global_id
from kg.graph import Graph
from kg.llm.hashing import HashingEmbedder
from tests.api.serving import Counting, serving
from tests.api.town import CHARGE

SEARCH = """query q($text: String!, $first: Int! = 5, $filters: SearchFilters) {
    search(text: $text, first: $first, filters: $filters) { __typename
        ... on Hits { hits { rank artifact { id name kind location } excerpt channels { channel rank }
                trail { edge source target how } neighbours { step { edge } artifact { name } } }
            channels degraded coverage { embedded embeddable share }
            snapshot { seq freshness { repository commit } } }
        ... on QuestionProblem { code message } } }"""


async def test_a_question_gets_ranked_evidence(town: Graph) -> None:
    """The method that a question is about is first, with its place, its channels and its neighbours."""
    async with serving(town) as client:
        found = (await client.data(SEARCH, text="how does charge take an Order?"))["search"]
    first = found["hits"][0]
    assert first["artifact"]["id"] == global_id(CHARGE.uid)
    assert first["artifact"]["location"] == "src/main/java/acme/Pay.java:10"
    assert [hit["rank"] for hit in found["hits"]] == list(range(1, len(found["hits"]) + 1))
    assert {"channel": "SPARSE", "rank": 1} in first["channels"]
    assert "take" in [neighbour["artifact"]["name"] for neighbour in first["neighbours"]]
    assert found["degraded"] == ["vectors: no embedding model is set up"]
    assert found["snapshot"] == {"seq": 1, "freshness": [{"repository": "shop", "commit": "c1"}]}
    assert found["coverage"]["embedded"] == 0 < found["coverage"]["embeddable"]


async def test_a_search_is_two_statements(town: Graph) -> None:
    """One for the request, one for the question; warming up leaves nothing for later."""
    counting = Counting(town)
    async with serving(counting, HashingEmbedder("", 8)) as client:
        await client.until_ready()
        counting.names.clear()
        await client.data(SEARCH.replace("coverage { embedded embeddable share }", ""), text="charge")
    assert counting.names == ["retrieve_session", "retrieve_hybrid"]


@pytest.mark.parametrize(
    "text", ["", "   ", "?!", "\u3000", "a" * 20_000, 'foo(bar) AND a:b "', "환불은 어떻게 계산되나요"]
)
async def test_any_text_is_an_answer(town: Graph, text: str) -> None:
    """No text of a person is an error: it gives hits, or says what is wrong with it."""
    async with serving(town) as client:
        found = (await client.data(SEARCH, text=text))["search"]
    assert found["__typename"] in ("Hits", "QuestionProblem")
    if not text.strip(" ?!\u3000"):
        assert found["__typename"] == "QuestionProblem" and found["code"] == "QUESTION"


async def test_filters_narrow(town: Graph) -> None:
    """Kinds and repositories of a filter are the only ones among the hits."""
    async with serving(town) as client:
        docs = (await client.data(SEARCH, text="charge", filters={"kinds": ["DOC"]}))["search"]["hits"]
        assert {hit["artifact"]["kind"] for hit in docs} == {"DOC"}
        nowhere = {"repositories": ["vault"]}
        assert (await client.data(SEARCH, text="open", filters=nowhere))["search"]["hits"] == []
        assert await client.codes(SEARCH, text="charge", first=101) == ["ARGUMENT"]


async def test_a_stranger_finds_nothing(town: Graph) -> None:
    """Who may see nothing gets no hits, for a word that is there and for one that is not."""
    async with serving(town) as client:
        stranger = client.as_other()
        there = await stranger.post(SEARCH, text="charge")
        missing = await stranger.post(SEARCH, text="zebra")
    assert there.content == missing.content and there.json()["data"]["search"]["hits"] == []
