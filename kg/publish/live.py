"""Live bounds: how searches go in the first minutes of a snapshot. What breaks them is rolled back and held.

In: the counts of the API. Out: a `Verdict` (tier 3) as soon as enough was asked. Refusals and feedback are
measured when there are answers.
"""

from kg.graph import Graph
from kg.observe import log
from kg.publish.gate_options import LiveOptions
from kg.publish.gates import store_verdict
from kg.publish.lease import hold_lease, this_process
from kg.publish.project import Stores
from kg.publish.snapshots import active, list_entries
from kg.publish.take_back import PREVIOUS, take_back
from kg.records.live import Searches, searches_of
from kg.schema.gates import LIVE, Gate, Verdict

BY = "live bounds"


async def watch(stores: Stores, options: LiveOptions) -> Verdict | None:
    """The verdict on the active snapshot while it is young and was searched often enough; else None."""
    seq = await active(stores.graph)
    if not seq or await _age(stores.graph, seq) > options.watch_seconds:
        return None
    counted = await searches_of(stores.records, seq)
    if counted.asked < options.enough:
        return None
    verdict = live_verdict(counted, options)
    if verdict.passed:
        return verdict
    reason = "; ".join(str(gate) for gate in verdict.failed)
    async with hold_lease(stores.graph, this_process("kg work")) as fence:
        if seq != await active(stores.graph):
            return verdict
        await store_verdict(stores.graph, fence, seq, verdict)
        await take_back(stores.graph, stores.records, fence, PREVIOUS, BY, reason, stores.keep)
    log.warning("gates: snapshot %d is rolled back: %s", seq, reason)
    return verdict


def live_verdict(counted: Searches, options: LiveOptions) -> Verdict:
    """The shares of searches against their bounds. Pure."""
    asked = f"of {counted.asked} searches"
    shares = (
        ("live empty hits", counted.empty, options.empty_share),
        ("live errors", counted.failed, options.failed_share),
        ("live slow searches", counted.slow, options.slow_share),
    )
    gates = [Gate.at_most(name, round(n / counted.asked, 3), bound, asked) for name, n, bound in shares]
    later = [Gate.not_measured(name, "comes with answers") for name in ("live refusals", "live feedback")]
    return Verdict(LIVE, (*gates, *later), 0.0)


async def _age(graph: Graph, seq: int) -> float:
    for entry in await list_entries(graph):
        if entry.snapshot.seq == seq:
            return entry.age_seconds
    return float("inf")
