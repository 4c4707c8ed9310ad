"""`kg incidents NAME`: did this break before?"""

from typing import Annotated

import typer

from kg.cli.frame import Json, run_on_graph
from kg.cli.output import say, show_json
from kg.cli.seen import look, named, reads, short, where
from kg.graph import Graph
from kg.retrieve.flow import MAX_DEPTH, FlowOptions, ends
from kg.retrieve.incidents import incidents
from kg.schema.question import Incident, Place

Found = list[tuple[Place, tuple[Incident, ...]]]


def add(app: typer.Typer) -> None:
    app.command("incidents", help="Did this break before? Reports about it, and about what it leads to.")(
        reads(show)
    )


def show(
    name: Annotated[str, typer.Argument(help="`charge`, `Pay.charge`, a table, a configuration key, …")],
    depth: Annotated[int, typer.Option(min=0, max=MAX_DEPTH, help="Steps of its flow to look at.")] = 2,
    as_json: Json = False,
) -> None:
    found = run_on_graph(lambda graph: _find(graph, name, depth))
    if as_json:
        show_json([{"of": place, "incidents": reports} for place, reports in found])
        return
    for place, reports in found:
        say(f"{place.qualified_name}  {where(place)}")
        for one in reports:
            title = one.report.signature or one.report.name
            say(f"  {title}  {_facts(one)}{where(one.report)}{_way(one)}")
        if not reports:
            say("  none that is known")


async def _find(graph: Graph, name: str, depth: int) -> Found:
    seen = await look(graph)
    return [
        (place, await incidents(graph, place.uid, depth, seen.scope, seen.seq, FlowOptions()))
        for place in await named(seen, name, ())
    ]


def _facts(one: Incident) -> str:
    """The day and the severity, as far as the report states them."""
    return "".join(f"{fact}  " for fact in (one.started_at[:10], one.severity) if fact)


def _way(one: Incident) -> str:
    """How the artifact leads to what the report names."""
    steps = "".join(f" -{step.edge}-> {short(ends(step)[1])}" for step in one.way)
    return f"  by{steps}" if steps else ""
