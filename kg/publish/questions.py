"""Labelled questions asked of a snapshot: the yardstick of the gates.

In: questions. Out: at which rank the first expected artifact stands. A few that a commit touches are asked at
every publish, all of them in tier 2.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from kg.errors import GraphTimeout
from kg.graph import Graph
from kg.llm.embedder import Embedder
from kg.publish.labelled import Labelled
from kg.retrieve.ask import AskOptions, search
from kg.retrieve.scope import LOCAL, Policy, scope_of
from kg.schema.access import Principal, Scope
from kg.schema.gates import Gate
from kg.schema.ids import Uid
from kg.schema.question import Question

TOP = 10
TOUCHED_AT_MOST = 3
NAME = "touched questions"
_SEARCH_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What one question found: `rank` of the first expected artifact (0: not among the first ten)."""

    question: Labelled
    rank: int
    first: tuple[Uid, ...]
    """The hits, best first."""

    @property
    def found(self) -> bool:
        return self.rank > 0


async def touched_questions(graph: Graph, seq: int, base: int, questions: Sequence[Labelled]) -> list[Gate]:
    """A few questions whose answers this candidate touched, asked by words and names: vectors come later. One is
    lost when the base had its answer among the first ten and the candidate has not. A server that is too slow to
    answer (it has just begun) is no reason to throw away what was loaded."""
    if not questions:
        return [Gate.not_measured(NAME, "no file of questions is set (KG_QUESTIONS_FILE)")]
    try:
        touched = await _touched(graph, seq, questions)
        if not touched:
            return [Gate.not_measured(NAME, "none of the labelled artifacts changed")]
        lost = [one async for one in _lost(graph, touched[:TOUCHED_AT_MOST], seq, base)]
    except GraphTimeout as error:
        return [Gate.not_measured(NAME, str(error))]
    return [Gate.at_most(NAME, len(lost), 0, "; ".join(lost))]


async def _touched(graph: Graph, seq: int, questions: Sequence[Labelled]) -> list[Labelled]:
    uids = sorted({uid for one in questions for uid in one.expects})
    rows = await graph.read("publish_gate_touched", {"uids": uids, "seq": seq})
    stands = {row["uid"]: row["stands"] for row in rows}
    return [one for one in questions if any(stands.get(uid, False) for uid in one.expects)]


async def _lost(graph: Graph, questions: Sequence[Labelled], seq: int, base: int) -> AsyncIterator[str]:
    """The texts of those that are not found any more."""
    scope = await everything(graph)
    for one in questions:
        found = (await ask(graph, one, scope, seq, None)).found
        if not found and (await ask(graph, one, scope, base, None)).found:
            yield one.text


async def ask(graph: Graph, one: Labelled, scope: Scope, seq: int, embedder: Embedder | None) -> Asked:
    """Where the first expected artifact stands."""
    options = AskOptions(budget_seconds=_SEARCH_SECONDS)
    hits = await search(graph, Question(one.text, TOP), scope, seq, embedder, options)
    first = tuple(hit.place.uid for hit in hits.hits)
    rank = next((at for at, uid in enumerate(first, start=1) if uid in one.expects), 0)
    return Asked(one, rank, first)


async def everything(graph: Graph) -> Scope:
    """Every scope: a gate judges the whole graph, whoever may see what of it."""
    return await scope_of(graph, Principal(LOCAL), Policy())
