"""Tier 2: are the answers of a published snapshot still as good? Seconds of work, behind publishing.

In: a snapshot, labelled questions, the embedder. Out: a `Verdict` that is kept on the snapshot. Recall@10 and MRR
are held against the last snapshot that passed; ten questions whose first hit is another one are listed for a
person. What fails while it is active is rolled back, and its commits are held, so that no poll brings them
straight back.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from kg.errors import SnapshotGone, SnapshotPinned
from kg.graph import Graph
from kg.llm.embedder import Embedder
from kg.observe import log
from kg.publish.gate_options import Tier2Options
from kg.publish.gates import store_verdict
from kg.publish.lease import LeaseOptions, hold_lease, this_process
from kg.publish.project import Stores
from kg.publish.questions import Asked, ask, everything
from kg.publish.snapshots import active, list_snapshots
from kg.publish.take_back import PREVIOUS, take_back
from kg.retrieve.verdicts import list_verdicts
from kg.schema.gates import TIER_2, Gate, GateState, Verdict
from kg.schema.snapshot import SnapshotState

RECALL, MRR, EMPTY, CHANGED = "recall@10", "MRR", "empty hits", "changed answers"
LISTED = 10
"""Changed answers that are shown to a person."""
BY = "tier 2"


@dataclass(frozen=True, slots=True)
class _Before:
    """The last snapshot that passed: its number (0: none) and its figures."""

    seq: int = 0
    recall: float = 0.0
    mrr: float = 0.0


async def judge(stores: Stores, embedder: Embedder | None, seq: int, options: Tier2Options) -> Verdict:
    """Measure a snapshot and keep the verdict; what fails and is active is rolled back."""
    verdict = await measure(stores.graph, embedder, seq, options)
    async with hold_lease(
        stores.graph, this_process("kg gates"), LeaseOptions(wait_seconds=options.wait_seconds)
    ) as fence:
        await store_verdict(stores.graph, fence, seq, verdict)
        if not verdict.passed and seq == await active(stores.graph):
            await _take_back(stores, fence, seq, verdict)
    return verdict


async def measure(graph: Graph, embedder: Embedder | None, seq: int, options: Tier2Options) -> Verdict:
    """The figures of a snapshot, against the last one that passed. Writes nothing."""
    started = time.perf_counter()
    faithfulness = Gate.not_measured("faithfulness", "comes with answers")
    if not options.questions:
        why = "no file of questions is set (KG_QUESTIONS_FILE)"
        gates = tuple(Gate.not_measured(name, why) for name in (RECALL, MRR, EMPTY, CHANGED))
        return Verdict(TIER_2, (*gates, faithfulness), time.perf_counter() - started)
    before = await _before(graph, seq)
    scope = await everything(graph)
    asked = [await ask(graph, one, scope, seq, embedder) for one in options.questions]
    recall, mrr = recall_and_mrr(asked)
    empty = sum(not one.first for one in asked) / len(asked)
    changed: list[str] = []
    if before.seq:
        then = [await ask(graph, one, scope, before.seq, embedder) for one in options.questions]
        changed = changed_answers(then, asked)
    gates = (
        Gate.at_least(RECALL, round(recall, 4), round(max(0.0, before.recall - options.tolerance), 4)),
        Gate.at_least(MRR, round(mrr, 4), round(max(0.0, before.mrr - options.tolerance), 4)),
        Gate.at_most(EMPTY, round(empty, 4), options.empty_share),
        Gate(CHANGED, GateState.PASSED, len(changed), len(asked), "; ".join(changed[:LISTED])),
        faithfulness,
    )
    return Verdict(TIER_2, gates, time.perf_counter() - started)


def recall_and_mrr(asked: Sequence[Asked]) -> tuple[float, float]:
    """Share of questions with an expected artifact among the first ten, and the mean of 1/rank of the first."""
    ranks = [one.rank for one in asked]
    found = [rank for rank in ranks if rank]
    return len(found) / len(ranks), sum(1 / rank for rank in found) / len(ranks)


def changed_answers(before: Sequence[Asked], now: Sequence[Asked]) -> list[str]:
    """Questions whose first hit is another one, as a person reads it."""
    return [
        f"{new.question.text!r}: {_first(old)} -> {_first(new)}"
        for old, new in zip(before, now, strict=True)
        if old.first[:1] != new.first[:1]
    ]


def _first(one: Asked) -> str:
    return one.first[0] if one.first else "nothing"


async def _before(graph: Graph, seq: int) -> _Before:
    kept = [
        one.seq
        for one in await list_snapshots(graph)
        if one.state is SnapshotState.PUBLISHED and one.seq < seq
    ]
    verdicts = await list_verdicts(graph, kept)
    for one in sorted(verdicts, reverse=True):
        for verdict in verdicts[one]:
            figures = {gate.name: gate.value for gate in verdict.gates if gate.state is GateState.PASSED}
            if verdict.tier == TIER_2 and verdict.passed and RECALL in figures:
                return _Before(one, figures[RECALL], figures[MRR])
    return _Before()


async def _take_back(stores: Stores, fence: int, seq: int, verdict: Verdict) -> None:
    """To the last snapshot that passed, where it is kept and no pin is in the way, else to the one before."""
    reason = "; ".join(str(gate) for gate in verdict.failed)
    before = await _before(stores.graph, seq)
    in_the_way = ""
    for to in dict.fromkeys((before.seq, PREVIOUS)):
        try:
            await take_back(stores.graph, stores.records, fence, to, BY, reason, stores.keep)
        except (SnapshotGone, SnapshotPinned) as error:
            in_the_way = str(error)
            continue
        log.warning("gates: snapshot %d is rolled back: %s", seq, reason)
        return
    log.error(
        "gates: snapshot %d fails (%s) and is not taken back, readers go on with it: %s",
        seq,
        reason,
        in_the_way,
    )
