"""`kg gates`: what each snapshot had to hold to, with every figure."""

import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run_on_graph, run_on_stores, settings
from kg.cli.output import show_json, show_table
from kg.graph import Graph
from kg.publish.snapshots import active, list_snapshots
from kg.retrieve.verdicts import list_verdicts
from kg.schema.gates import GateState, Verdict

if TYPE_CHECKING:
    from kg.records import Records

_HELP = """The gates of the newest snapshots: each figure with its bound, failed candidates too.

    kg gates                  what is kept
    kg gates --run            ask the labelled questions of the active snapshot now (tier 2)
    kg gates --run --snapshot 41
    kg gates --approve 41     its changed answers were looked at: it may be pinned

Tier 1 is looked at before every publish, tier 2 (answers) behind it: what fails while it is active is rolled
back. docs/gates.md says what each gate is.
"""
_MARKS = {GateState.PASSED: "ok", GateState.FAILED: "!!", GateState.NOT_MEASURED: "-"}


def add(app: typer.Typer) -> None:
    app.command("gates", help=_HELP)(gates)


def gates(
    snapshots: Annotated[int, typer.Option(min=1, max=50, help="How many snapshots are shown.")] = 3,
    run: Annotated[bool, typer.Option("--run", help="Judge a snapshot now.")] = False,
    snapshot: Annotated[int, typer.Option(help="Which one; 0: the active.")] = 0,
    approve: Annotated[int, typer.Option(help="Approve the verdict of this snapshot.")] = 0,
    as_json: Json = False,
) -> None:
    if run:
        run_on_stores(lambda graph, records: _judge(graph, records, snapshot))
    if approve:
        run_on_stores(lambda graph, records: _approve(graph, records, approve))
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


async def _judge(graph: Graph, records: "Records", snapshot: int) -> None:
    from kg.llm.gateway import open_embedder
    from kg.publish.project import Stores
    from kg.publish.tier2 import judge

    now = settings()
    seq = snapshot or await active(graph)
    async with open_embedder(now.embedder_options()) as embedder:
        await judge(Stores(graph, records, keep=now.keep_options()), embedder, seq, now.tier2_options())


async def _approve(graph: Graph, records: "Records", seq: int) -> None:
    from kg.publish.approval import approve

    await approve(graph, records, getpass.getuser(), seq)
