"""`kg gates`: what each snapshot had to hold to, with every figure."""

import typer

from kg.cli.frame import Json, run_on_graph
from kg.cli.output import show_json, show_table
from kg.graph import Graph
from kg.publish.snapshots import list_snapshots
from kg.publish.verdicts import list_verdicts
from kg.schema.gates import GateState, Verdict

_HELP = """The gates of the newest snapshots: each figure with its bound, failed candidates too.

Tier 1 is looked at before every publish, tier 2 (answers) behind it. docs/gates.md says what each gate is.
"""
_MARKS = {GateState.PASSED: "ok", GateState.FAILED: "!!", GateState.NOT_MEASURED: "-"}


def add(app: typer.Typer) -> None:
    app.command("gates", help=_HELP)(gates)


def gates(
    snapshots: int = typer.Option(3, min=1, max=50, help="How many snapshots."), as_json: Json = False
) -> None:
    found = run_on_graph(lambda graph: _read(graph, snapshots))
    if as_json:
        show_json(found)
        return
    show_table(
        ("seq", "tier", "", "gate", "figure", "bound", "found"),
        [
            (
                seq,
                verdict.tier,
                "forced" if verdict.forced and gate.state is GateState.FAILED else _MARKS[gate.state],
                gate.name,
                f"{gate.value:g}" if gate.state is not GateState.NOT_MEASURED else "not measured",
                f"{gate.bound:g}" if gate.state is not GateState.NOT_MEASURED else "",
                gate.note,
            )
            for seq, verdicts in found.items()
            for verdict in verdicts
            for gate in verdict.gates
        ],
    )


async def _read(graph: Graph, count: int) -> dict[int, tuple[Verdict, ...]]:
    newest = [one.seq for one in await list_snapshots(graph)]
    return await list_verdicts(graph, newest[:count])
