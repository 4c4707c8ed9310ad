"""What was measured of a snapshot: gates with their figures and bounds, by tier."""

import strawberry

from kg.schema import gates


@strawberry.type(description="One figure against its bound.")
class Gate:
    name: str = strawberry.field(description="What is measured: `orphans`, `recall@10`.")
    state: str = strawberry.field(description="`passed`, `failed` or `not measured`.")
    value: float | None = strawberry.field(description="The figure; null where it was not measured.")
    bound: float | None = strawberry.field(
        description="What it must hold to; null where it was not measured."
    )
    note: str | None = strawberry.field(
        description="What was found, or why nothing was measured. For operators: it names artifacts and questions."
    )


@strawberry.type(description="All gates of one tier for one snapshot.")
class Verdict:
    tier: int = strawberry.field(
        description="1: before it was published; 2: whether answers got worse; 3: its first minutes."
    )
    passed: bool = strawberry.field(description="Whether no gate failed.")
    forced: bool = strawberry.field(description="Whether it was published in spite of what failed.")
    approved_by: str | None = strawberry.field(description="Who looked at its changed answers.")
    seconds: float = strawberry.field(description="How long the gates took.")
    gates: list[Gate] = strawberry.field(description="Each with its figure.")


def verdict_of(one: gates.Verdict, with_notes: bool) -> Verdict:
    return Verdict(
        tier=one.tier,
        passed=one.passed,
        forced=one.forced,
        approved_by=one.approved_by if with_notes and one.approved_by else None,
        seconds=one.seconds,
        gates=[_gate_of(each, with_notes) for each in one.gates],
    )


def _gate_of(one: gates.Gate, with_notes: bool) -> Gate:
    measured = one.state is not gates.GateState.NOT_MEASURED
    return Gate(
        name=one.name,
        state=one.state.value,
        value=one.value if measured else None,
        bound=one.bound if measured else None,
        note=one.note if with_notes and one.note else None,
    )
