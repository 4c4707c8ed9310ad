"""The verdicts that are kept: which gates a snapshot passed, with every figure."""

from collections.abc import Sequence

from kg.errors import GateFailed
from kg.graph import Graph, Row
from kg.publish.gate_options import Tier2Options
from kg.schema.gates import TIER_2, Gate, GateState, Verdict


async def list_verdicts(graph: Graph, seqs: Sequence[int]) -> dict[int, tuple[Verdict, ...]]:
    """Of these snapshots: tier 1 first. A snapshot that was never judged is absent."""
    found: dict[int, tuple[Verdict, ...]] = {}
    for row in await graph.read("publish_list_verdicts", {"seqs": list(seqs)}):
        found[row["seq"]] = (*found.get(row["seq"], ()), _verdict(row))
    return found


def _verdict(row: Row) -> Verdict:
    columns = (row["names"], row["states"], row["values"], row["bounds"], row["notes"])
    gates = tuple(
        Gate(name, GateState(state), value, bound, note)
        for name, state, value, bound, note in zip(*columns, strict=True)
    )
    return Verdict(row["tier"], gates, row["seconds"], row["forced"], row["approved_by"])


async def check_approved(graph: Graph, seq: int, options: Tier2Options) -> None:
    """GateFailed where a pin needs an approval that nobody gave."""
    if not options.approval:
        return
    verdicts = await list_verdicts(graph, [seq])
    if not any(one.tier == TIER_2 and one.passed and one.approved_by for one in verdicts.get(seq, ())):
        raise GateFailed(
            f"publish: snapshot {seq} is not approved, and a pin needs it (KG_GATE_APPROVAL):"
            f" look at `kg gates --run {seq}`, then `kg gates --approve {seq}`"
        )
