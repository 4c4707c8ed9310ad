"""The verdicts that are kept: which gates a snapshot passed, with every figure."""

from collections.abc import Sequence

from kg.graph import Graph, Row
from kg.schema.gates import Gate, GateState, Verdict


async def list_verdicts(graph: Graph, seqs: Sequence[int]) -> dict[int, tuple[Verdict, ...]]:
    """Of these snapshots: tier 1 first. A snapshot that was never judged is absent. Notes name artifacts and
    questions whatever scope they are in."""
    found: dict[int, tuple[Verdict, ...]] = {}
    for row in await graph.read("explore_verdicts", {"seqs": list(seqs)}):
        found[row["seq"]] = (*found.get(row["seq"], ()), _verdict(row))
    return found


def _verdict(row: Row) -> Verdict:
    columns = (row["names"], row["states"], row["values"], row["bounds"], row["notes"])
    gates = tuple(
        Gate(name, GateState(state), value, bound, note)
        for name, state, value, bound, note in zip(*columns, strict=True)
    )
    return Verdict(row["tier"], gates, row["seconds"], row["forced"], row["approved_by"])
