"""`kg diff A B`: what two snapshots hold differently, as artifacts, edges, or one call flow."""

from collections.abc import Sequence
from typing import Annotated

import typer

from kg.cli.frame import Json, run_on_graph
from kg.cli.output import errors, say, show_json
from kg.cli.seen import Seen, look, reads
from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.difference import (
    Between,
    Change,
    ChangedArtifact,
    ChangedEdge,
    ChangedFlow,
    changed_artifacts,
    changed_edges,
    changed_flow,
)
from kg.retrieve.explore import FIRST
from kg.retrieve.find import find
from kg.retrieve.flow import MAX_DEPTH, STARTS, Direction, FlowOptions
from kg.retrieve.session import kept_seq, wanted
from kg.schema.ids import Uid

_HELP = """What changed from one snapshot to another: artifacts and edges added, removed, changed.

    kg diff 41                       from snapshot 41 to the published one
    kg diff release-2 release-3      between two pins
    kg diff 41 42 --flow charge      what differs in what happens from `charge` on
"""
_SIGNS = {Change.ADDED: "+", Change.REMOVED: "-", Change.CHANGED: "~"}


def add(app: typer.Typer) -> None:
    app.command("diff", help=_HELP)(reads(diff))


def diff(
    a: Annotated[str, typer.Argument(help="Number of a kept snapshot, or the name of a pin.")],
    b: Annotated[str, typer.Argument(help="The other one; left out: the one that is published.")] = "",
    flow: Annotated[str, typer.Option(help="Only what differs in the flow from this artifact.")] = "",
    depth: Annotated[int, typer.Option(min=1, max=MAX_DEPTH, help="With --flow: steps to follow.")] = 3,
    limit: Annotated[int, typer.Option(min=1, help="How many artifacts, and how many edges.")] = 200,
    as_json: Json = False,
) -> None:
    artifacts, edges, cut = run_on_graph(lambda graph: _diff(graph, a, b, flow, depth, limit))
    if as_json:
        show_json({"artifacts": artifacts, "edges": edges, "cut": cut})
        return
    for one in artifacts:
        say(f"{_SIGNS[one.change]} {one.place.kind} {one.place.qualified_name}  {one.place}")
    for edge in edges:
        step = edge.step
        say(f"{_SIGNS[edge.change]} {step.edge} {_short(step.source)} -> {_short(step.target)}")
    if not artifacts and not edges:
        say("no difference")
    if cut:
        errors.print("there is more: a bound left something out (--limit, --depth)", style="yellow")


Found = tuple[Sequence[ChangedArtifact], Sequence[ChangedEdge], bool]


async def _diff(graph: Graph, a: str, b: str, flow: str, depth: int, limit: int) -> Found:
    seen = await look(graph)
    other = await kept_seq(graph, wanted(b)) if b else seen.seq
    between = Between(await kept_seq(graph, wanted(a)), other)
    if flow:
        found = await _flow(seen, flow, depth, between)
        return found.artifacts, found.edges, found.cut
    artifacts = await changed_artifacts(graph, between, seen.scope, FIRST, limit + 1)
    edges = await changed_edges(graph, between, seen.scope, (), "", limit + 1)
    return artifacts[:limit], edges[:limit], len(artifacts) > limit or len(edges) > limit


async def _flow(seen: Seen, name: str, depth: int, between: Between) -> ChangedFlow:
    root = await _root(seen, name, between)
    return await changed_flow(seen.graph, root, Direction.CALLEES, depth, between, seen.scope, FlowOptions())


async def _root(seen: Seen, name: str, between: Between) -> Uid:
    """The one thing of this name in the second snapshot, or in the first where it is gone since."""
    for seq in (between.b, between.a):
        places = await find(seen.graph, name, STARTS, seen.scope, seq)
        if len(places) > 1:
            uids = ", ".join(place.uid for place in places[:5])
            raise NotFound(f"{name!r} means several artifacts; give one of these: {uids}")
        if places:
            return places[0].uid
    raise NotFound(f"nothing is called {name!r} in either snapshot")


def _short(uid: Uid) -> str:
    return uid.rpartition(":")[2]
