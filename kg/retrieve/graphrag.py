"""The search as a `neo4j_graphrag` Retriever: an extra, for pipelines built on that package.

In: a synchronous driver, an embedder of theirs (or none), the scope of the asker. Out: one item a
hit, with place, trail and excerpt as text. The same statements and the same reranker as `ask`; no
hedge and no deadline, which are the caller's there. The only file beside kg.graph that touches a
driver.
"""

from typing import Any

import neo4j
from neo4j_graphrag.embeddings.base import Embedder
from neo4j_graphrag.retrievers.base import Retriever
from neo4j_graphrag.types import RawSearchResult, RetrieverResultItem

from kg.graph import statements
from kg.retrieve.candidates import recalled
from kg.retrieve.evidence import hits_of
from kg.retrieve.intent import intent_of
from kg.retrieve.recall import Asked, RecallOptions, hybrid_params, lexical_params
from kg.retrieve.rerank import Weights, rerank
from kg.schema.access import Scope
from kg.schema.question import Filters, Hit


class KgRetriever(Retriever):
    """Ranked evidence of the active snapshot, for one asker."""

    def __init__(
        self,
        driver: neo4j.Driver,
        scope: Scope,
        embedder: Embedder | None,
        model: str = "",
        prefix_mode: str = "none",
        options: RecallOptions | None = None,
        neo4j_database: str | None = None,
    ) -> None:
        """`model` and `prefix_mode` name the vectors in the graph that the embedder's may be compared
        with (`kg status` shows them)."""
        super().__init__(driver, neo4j_database)
        self.scope, self.embedder = scope, embedder
        self.model, self.prefix_mode = model, prefix_mode
        self.options = options or RecallOptions()

    def get_search_results(self, query_text: str, top_k: int = 5) -> RawSearchResult:
        """Search the graph with a question or an identifier, in any language.

        Args:
            query_text: the question.
            top_k: how many hits.
        """
        intent = intent_of(query_text)
        if not self.scope.tokens:
            return RawSearchResult(records=[], metadata={"snapshot": 0, "channels": []})
        seq = self._active_seq()
        if self.embedder is None:
            params = lexical_params(intent, self.scope, seq, Filters(), self.options)
            found = recalled(self._read("retrieve_lexical", params))
        else:
            asked = Asked(self.embedder.embed_query(query_text), self.model, self.prefix_mode)
            params = hybrid_params(intent, asked, self.scope, seq, Filters(), self.options)
            found = recalled(self._read("retrieve_hybrid", params))
        hits = hits_of(intent, rerank(intent, found, Weights()), top_k)
        return RawSearchResult(
            records=[
                # The driver does not type the constructor of its records.
                neo4j.Record(_record(hit))  # type: ignore[no-untyped-call]
                for hit in hits
            ],
            metadata={"snapshot": seq, "channels": [str(channel) for channel in found.channels]},
        )

    def default_record_formatter(self, record: neo4j.Record) -> RetrieverResultItem:
        return RetrieverResultItem(content=record["content"], metadata=record["metadata"])

    def _active_seq(self) -> int:
        rows = self._read("retrieve_active", {})
        return int(rows[0]["seq"] or 0) if rows else 0

    def _read(self, name: str, params: dict[str, Any]) -> list[dict[str, Any]]:
        result = self.driver.execute_query(
            statements()[name].text,
            {"p": params},
            database_=self.neo4j_database,
            routing_=neo4j.RoutingControl.READ,
        )
        return [dict(record) for record in result.records]


def _record(hit: Hit) -> dict[str, Any]:
    """A hit as text for a prompt, and its facts beside it."""
    trail = " ; ".join(f"{step.source} -{step.edge}-> {step.target}" for step in hit.trail)
    lines = [f"{hit.place.qualified_name} ({hit.place})", *([trail] if trail else []), hit.excerpt]
    return {
        "content": "\n".join(lines),
        "metadata": {
            "uid": hit.place.uid,
            "kind": hit.place.kind,
            "repo": hit.place.repo,
            "path": hit.place.path,
            "start_line": hit.place.start_line,
            "end_line": hit.place.end_line,
            "rank": hit.rank,
            "channels": {str(channel): rank for channel, rank in hit.channels},
        },
    }
