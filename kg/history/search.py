"""Artifacts by what past commits that touched them said. A channel of its own, with its own index.

RECIPE would have it among the features of the reranker; there it needs the text of every candidate and of
its file, and the figures it has there are flattered by truths that are commits themselves. So it is asked
for by name until that is measured on questions.
"""

from kg.errors import QuestionError
from kg.graph import Graph
from kg.retrieve.lucene import lucene_text
from kg.retrieve.places import place_of
from kg.schema.access import Scope
from kg.schema.history import Remembered
from kg.schema.question import Filters
from kg.schema.tokens import tokens

MAX_TERMS = 64
_POOL = 4
"""Rows of the index for each that is shown: a file, its class and its methods often say the same."""


async def search_history(
    graph: Graph, text: str, scope: Scope, seq: int, limit: int = 20
) -> tuple[Remembered, ...]:
    """The best first; QuestionError where the text has no word to look for."""
    terms = list(dict.fromkeys(tokens(text)))[:MAX_TERMS]
    if not terms:
        raise QuestionError("history: the text has no word to look for")
    if not scope.tokens:
        return ()
    lucene = lucene_text([(term, 1.0) for term in terms], scope, seq, Filters(), "history_text")
    params = {"text": lucene, "pool": _POOL * limit, "scopes": list(scope.tokens), "seq": seq, "limit": limit}
    rows = await graph.read("history_search", params)
    return tuple(
        Remembered(
            place_of(row["place"]), row["changed_at"] or "", row["changed_in"] or "", row["changes"] or 0
        )
        for row in rows
    )
