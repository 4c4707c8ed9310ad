"""The search through neo4j_graphrag."""

import asyncio

import neo4j
import pytest
from neo4j_graphrag.embeddings.base import Embedder

from kg.graph import Graph, GraphOptions
from kg.llm.hashing import HashingEmbedder
from kg.retrieve.graphrag import KgRetriever
from kg.schema.access import Scope
from tests.retrieve.test_ask import EMBEDDER, ONE, REFUND, shop

__all__ = ["shop"]


class Theirs(Embedder):
    """Our hashing embedder behind their interface."""

    def embed_query(self, text: str) -> list[float]:
        made: list[float] = asyncio.run(HashingEmbedder("", 384).query(text)).tolist()
        return made


@pytest.mark.parametrize("embedder", [None, Theirs()])
async def test_retriever(shop: Graph, graph_options: GraphOptions, embedder: Embedder | None) -> None:
    """Their `search` gives our hits, best first, with place and excerpt; nothing without a scope."""

    def searched() -> None:
        driver = neo4j.GraphDatabase.driver(
            graph_options.uri,
            auth=(graph_options.user, graph_options.password),
            notifications_min_severity="OFF",
        )
        with driver:
            retriever = KgRetriever(driver, ONE, embedder, EMBEDDER.model)
            found = retriever.search(query_text="how is Pay.refundFee computed", top_k=2)
            assert len(found.items) == 2
            assert found.items[0].metadata["uid"] == REFUND.uid
            assert "rate.percent" in found.items[0].content
            assert ("dense" in found.metadata["channels"]) == (embedder is not None)
            assert KgRetriever(driver, Scope(()), None).search(query_text="refund").items == []

    await asyncio.to_thread(searched)
