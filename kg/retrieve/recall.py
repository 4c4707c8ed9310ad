"""Candidates for a question, by exactly one statement of the graph.

In: the intent, the vector of the question (or none: then another function), scope and snapshot. Out:
`Recalled`. Decides no order that anybody sees: that is `rerank`. All numbers come in `RecallOptions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg.graph import Graph
from kg.retrieve.candidates import Recalled, recalled
from kg.retrieve.intent import Intent
from kg.retrieve.lucene import lucene_text
from kg.schema.access import Scope
from kg.schema.question import Filters
from kg.schema.vocabulary import EdgeType


@dataclass(frozen=True, slots=True)
class RecallOptions:
    """How many rows each channel gives, and how far the graph is followed. The default is the wide
    pool (about 350 candidates); `NARROW` is the small one."""

    dense: int = 80
    sparse: int = 250
    symbol: int = 20
    scan: int = 200
    """Artifacts of one name that are looked at; more say that the name says nothing."""
    seeds: int = 5
    reach: int = 16
    """Artifacts that the graph adds around each seed, within two edges."""
    shown: int = 12
    """Candidates that come with their neighbours."""
    neighbours: int = 4
    """Callers, callees and others each, of one candidate."""
    text_characters: int = 2_000
    word_characters: int = 1_500
    """Of the index text, for scoring; half of it for a class."""
    edge_types: tuple[EdgeType, ...] = tuple(e for e in EdgeType if e not in (EdgeType.WAS, EdgeType.NEXT))


NARROW = RecallOptions(dense=40, sparse=40, symbol=20, reach=8)


@dataclass(frozen=True, slots=True)
class Asked:
    """The vector of a question, and what made it: it is only compared with vectors of the same model."""

    vector: Sequence[float]
    model: str
    prefix_mode: str


async def recall_hybrid(
    graph: Graph,
    intent: Intent,
    asked: Asked,
    scope: Scope,
    seq: int,
    filters: Filters,
    options: RecallOptions,
    timeout_seconds: float,
) -> Recalled:
    """Candidates of all three channels."""
    params = hybrid_params(intent, asked, scope, seq, filters, options)
    return recalled(await graph.read("retrieve_hybrid", params, timeout_seconds))


async def recall_lexical(
    graph: Graph,
    intent: Intent,
    scope: Scope,
    seq: int,
    filters: Filters,
    options: RecallOptions,
    timeout_seconds: float,
) -> Recalled:
    """Candidates of full text and symbols alone."""
    params = lexical_params(intent, scope, seq, filters, options)
    return recalled(await graph.read("retrieve_lexical", params, timeout_seconds))


def hybrid_params(
    intent: Intent, asked: Asked, scope: Scope, seq: int, filters: Filters, options: RecallOptions
) -> dict[str, Any]:
    """The `$p` of `retrieve_hybrid`."""
    return lexical_params(intent, scope, seq, filters, options) | {
        "vector": list(asked.vector),
        "model": asked.model,
        "prefix_mode": asked.prefix_mode,
        "dense": options.dense,
    }


def lexical_params(
    intent: Intent, scope: Scope, seq: int, filters: Filters, options: RecallOptions
) -> dict[str, Any]:
    """The `$p` of `retrieve_lexical`."""
    return {
        "text": lucene_text(intent.terms, scope, seq, filters),
        "sparse": options.sparse,
        "owners": [symbol.owner for symbol in intent.symbols],
        "names": [symbol.name for symbol in intent.symbols],
        "symbol": options.symbol,
        "scan": options.scan,
        "kinds": list(filters.kinds),
        "repos": list(filters.repos),
        "languages": list(filters.languages),
        "scopes": list(scope.tokens),
        "seq": seq,
        "seeds": options.seeds,
        "reach": options.reach,
        "edge_types": list(options.edge_types),
        "shown": options.shown,
        "neighbours": options.neighbours,
        "text_characters": options.text_characters,
        "word_characters": options.word_characters,
    }
