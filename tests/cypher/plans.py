"""Plans as lists of operators, for tests that hold a statement to its way of working."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kg.graph import Graph


@dataclass(frozen=True)
class Operator:
    name: str
    details: str
    rows: int
    hits: int


async def profiled(graph: Graph, name: str, params: Mapping[str, Any]) -> list[Operator]:
    """The operators of a statement that was run."""
    summary = await graph.explain(name, params, profile=True)
    assert summary.profile is not None
    return list(_operators(summary.profile))


def _operators(plan: Mapping[str, Any]) -> Iterator[Operator]:
    args = plan.get("args", {})
    yield Operator(
        plan["operatorType"].partition("@")[0],
        str(args.get("Details", "")),
        int(args.get("Rows", 0)),
        int(args.get("DbHits", 0)),
    )
    for child in plan.get("children", []):
        yield from _operators(child)
