"""A question to ranked hits: the steps in order, and what is given up when time runs out.

    intent -> (embed) -> recall -> rerank -> evidence

The answer says what did not take part (`degraded`). The driver sends exactly one query, unless the
hedge is started: then a second one, without vectors, races the first. No step raises for slowness
alone but the last resort, when no statement at all came back in `limit_seconds`.
"""

import asyncio
from dataclasses import dataclass, field

from kg.errors import GraphError, ModelError
from kg.graph import Graph
from kg.llm.embedder import Embedder
from kg.retrieve.candidates import Recalled
from kg.retrieve.coverage import known
from kg.retrieve.evidence import hits_of
from kg.retrieve.intent import Intent, intent_of
from kg.retrieve.recall import Asked, RecallOptions, recall_hybrid, recall_lexical
from kg.retrieve.rerank import Weights, rerank
from kg.schema.access import Scope
from kg.schema.question import Channel, Hits, Question
from kg.schema.snapshot import Coverage

NO_EMBEDDER = "vectors: no embedding model is set up"
EMBEDDER_LATE = "vectors: the embedding model did not answer in time"
EMBEDDER_FAILED = "vectors: the embedding model failed"
NO_VECTORS = "vectors: there are none of this model yet"
HEDGED = "vectors: the search with them took too long"
FAILED = "vectors: the search with them failed"
_NOTHING = Recalled((), {}, ())


@dataclass(frozen=True, slots=True)
class AskOptions:
    """The budget of one search, and the numbers of its steps."""

    budget_seconds: float = 0.45
    embedding_share: float = 0.4
    """Of the budget, for the vector of the question."""
    hedge_share: float = 0.6
    """Of the budget; then a search without vectors starts beside the first."""
    limit_seconds: float = 5.0
    """When nothing at all has come back by then, the search fails."""
    recall: RecallOptions = field(default_factory=RecallOptions)
    weights: Weights = field(default_factory=Weights)


@dataclass(frozen=True, slots=True)
class _Found:
    recalled: Recalled
    degraded: tuple[str, ...]


async def search(
    graph: Graph,
    question: Question,
    scope: Scope,
    seq: int,
    embedder: Embedder | None,
    options: AskOptions,
) -> Hits:
    """The hits for a question. `embedder` is None where none is set up. QuestionError for a text
    with nothing to search for."""
    intent = intent_of(question.text)
    found = await _found(graph, question, intent, scope, seq, embedder, options)
    ranked = rerank(intent, found.recalled, options.weights)
    return Hits(
        snapshot=seq,
        hits=hits_of(intent, ranked, question.limit),
        channels=found.recalled.channels,
        degraded=found.degraded,
        coverage=known(graph, scope, seq) or Coverage(0, 0),
    )


async def _found(
    graph: Graph,
    question: Question,
    intent: Intent,
    scope: Scope,
    seq: int,
    embedder: Embedder | None,
    options: AskOptions,
) -> _Found:
    if not scope.tokens:
        return _Found(_NOTHING, ())
    clock = asyncio.get_running_loop().time
    started = clock()
    asked, degraded = await _embedded(question.text, embedder, options)
    lexical = _Lexical(graph, question, intent, scope, seq, options)
    if asked is None:
        return _Found(await lexical(), degraded)
    first = asyncio.create_task(
        recall_hybrid(
            graph, intent, asked, scope, seq, question.filters, options.recall, options.limit_seconds
        )
    )
    left = options.budget_seconds * options.hedge_share - (clock() - started)
    try:
        recalled = await asyncio.wait_for(asyncio.shield(first), max(0.0, left))
    except TimeoutError:
        return await _raced(first, lexical)
    except GraphError:
        return _Found(await lexical(), (FAILED,))
    except asyncio.CancelledError:
        first.cancel()
        raise
    return _with_vectors(recalled)


def _with_vectors(recalled: Recalled) -> _Found:
    """What the search with vectors found; where none took part, it says so."""
    return _Found(recalled, () if Channel.DENSE in recalled.channels else (NO_VECTORS,))


@dataclass(frozen=True, slots=True)
class _Lexical:
    """The search without vectors, ready to be started."""

    graph: Graph
    question: Question
    intent: Intent
    scope: Scope
    seq: int
    options: AskOptions

    async def __call__(self) -> Recalled:
        return await recall_lexical(
            self.graph,
            self.intent,
            self.scope,
            self.seq,
            self.question.filters,
            self.options.recall,
            self.options.limit_seconds,
        )


async def _raced(first: asyncio.Task[Recalled], lexical: _Lexical) -> _Found:
    """The late search against its hedge: whichever comes back, the one with vectors where both do."""
    hedge = asyncio.create_task(lexical())
    both = {first, hedge}
    try:
        while both:
            done, both = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if first in done and first.exception() is None:
                return _with_vectors(first.result())
            if hedge in done and hedge.exception() is None:
                return _Found(hedge.result(), (HEDGED,))
        return _Found(hedge.result(), (HEDGED,))
    finally:
        for task in (first, hedge):
            task.cancel()


async def _embedded(
    text: str, embedder: Embedder | None, options: AskOptions
) -> tuple[Asked | None, tuple[str, ...]]:
    """The vector of the question, or why there is none."""
    if embedder is None:
        return None, (NO_EMBEDDER,)
    try:
        async with asyncio.timeout(options.budget_seconds * options.embedding_share):
            vector = await embedder.query(text)
    except TimeoutError:
        return None, (EMBEDDER_LATE,)
    except ModelError:
        return None, (EMBEDDER_FAILED,)
    return Asked(vector.tolist(), embedder.model, embedder.prefix_mode), ()
