"""A person has looked at what tier 2 found: said here, and asked for by a pin where the settings want it."""

from kg.errors import GateFailed, NotFound
from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.publish.gate_options import Tier2Options
from kg.publish.lease import LeaseOptions, hold_lease, this_process
from kg.records import Records
from kg.records.audit import note
from kg.retrieve.verdicts import list_verdicts
from kg.schema.gates import TIER_2, Verdict


async def approve(
    graph: Graph, records: Records, who: str, seq: int, lease: LeaseOptions | None = None
) -> None:
    """A person has looked at the changed answers of a snapshot. NotFound where tier 2 has not judged it."""
    if not await _judged(graph, seq):
        raise NotFound(f"gates: snapshot {seq} has no verdict of tier 2; `kg gates --run` makes one")
    async with hold_lease(graph, this_process("kg gates"), lease or LeaseOptions()) as fence:
        await write_fenced(graph, "publish_approve_verdict", fence, {"seq": seq, "tier": TIER_2, "who": who})
    await note(records, who, "approve", f"snapshot {seq}", "tier 2")


async def check_approved(graph: Graph, seq: int, options: Tier2Options) -> None:
    """GateFailed where a pin needs an approval that nobody gave."""
    if not options.approval:
        return
    if not any(one.passed and one.approved_by for one in await _judged(graph, seq)):
        raise GateFailed(
            f"publish: snapshot {seq} is not approved, and a pin needs it (KG_GATE_APPROVAL):"
            f" look at `kg gates --run {seq}`, then `kg gates --approve {seq}`"
        )


async def _judged(graph: Graph, seq: int) -> list[Verdict]:
    verdicts = await list_verdicts(graph, [seq])
    return [one for one in verdicts.get(seq, ()) if one.tier == TIER_2]
