"""`kg callers | callees | flow NAME`: who calls what, as path:line."""

from collections.abc import Sequence
from typing import Annotated

import typer

from kg.cli.frame import Json, run_on_graph
from kg.cli.output import errors, say, show_json
from kg.cli.seen import Seen, look, named, reads, where
from kg.graph import Graph
from kg.retrieve import explore
from kg.retrieve.flow import MAX_DEPTH, STARTS, Direction, FlowOptions, call_flow, ends
from kg.schema.question import Flow, Linked, Place, Step
from kg.schema.vocabulary import EdgeType, Kind

Name = Annotated[str, typer.Argument(help="`charge`, `Pay.charge` or `acme.Pay#charge(Order)`.")]
Limit = Annotated[int, typer.Option(min=1, max=1000, help="How many at most, for each method of that name.")]
CALLABLE = (Kind.METHOD.value, Kind.CLASS.value)


def add(app: typer.Typer) -> None:
    app.command("callers", help="Who calls a method, with the lines of the calls.")(reads(callers))
    app.command("callees", help="What a method calls, and what may run for it.")(reads(callees))
    app.command(
        "flow",
        help="What happens from a method on (or leads to it, with --callers): calls, tables, topics, …",
    )(reads(flow))


def callers(name: Name, limit: Limit = 100, as_json: Json = False) -> None:
    _show_links(run_on_graph(lambda graph: _links(graph, name, Direction.CALLERS, limit)), as_json)


def callees(name: Name, limit: Limit = 100, as_json: Json = False) -> None:
    _show_links(run_on_graph(lambda graph: _links(graph, name, Direction.CALLEES, limit)), as_json)


def flow(
    name: Name,
    depth: Annotated[int, typer.Option(min=1, max=MAX_DEPTH, help="Steps to follow.")] = 3,
    to_it: Annotated[bool, typer.Option("--callers", help="Follow the calls that lead to it.")] = False,
    as_json: Json = False,
) -> None:
    direction = Direction.CALLERS if to_it else Direction.CALLEES
    flows = run_on_graph(lambda graph: _flows(graph, name, direction, depth))
    if as_json:
        show_json(flows)
        return
    for one in flows:
        _show_flow(one, direction)


async def _links(
    graph: Graph, name: str, direction: Direction, limit: int
) -> list[tuple[Place, Sequence[Linked]]]:
    seen = await look(graph)
    places = await _callable(seen, name)
    ask = explore.callers if direction is Direction.CALLERS else explore.callees
    found = await ask(graph, [place.uid for place in places], seen.scope, seen.seq, explore.FIRST, limit)
    return [(place, found.get(place.uid, ())) for place in places]


async def _flows(graph: Graph, name: str, direction: Direction, depth: int) -> list[Flow]:
    seen = await look(graph)
    return [
        await call_flow(graph, place.uid, direction, depth, seen.scope, seen.seq, FlowOptions())
        for place in await named(seen, name, STARTS)
    ]


async def _callable(seen: Seen, name: str) -> tuple[Place, ...]:
    return await named(seen, name, CALLABLE)


def _show_links(found: list[tuple[Place, Sequence[Linked]]], as_json: bool) -> None:
    if as_json:
        show_json([{"of": place, "links": links} for place, links in found])
        return
    for place, links in found:
        say(f"{place.qualified_name}  {where(place)}")
        for link in links:
            through = f"  through {link.through.rpartition(':')[2]}" if link.through else ""
            say(
                f"  {where(link.place)}  {link.place.qualified_name}{_lines(link)}{through}{_how(link.drawn)}"
            )
        if not links:
            say("  none that is known")


def _how(step: Step) -> str:
    """Nothing for a fact; else how sure it is, and what leads to what may run: `(candidate 0.5, via OVERRIDES)`."""
    via = f", via {step.via}" if step.via else ""
    return "" if step.how == "exact" else f"  ({step.how} {step.confidence:g}{via})"


def _by(step: Step) -> str:
    """The edge that led here, where it is no call."""
    return "" if step.edge == EdgeType.CALLS else f"  by {step.edge}"


def _lines(link: Linked) -> str:
    """The lines of the call sites in the caller's file, where the caller is what is shown."""
    if link.step.source != link.place.uid or not link.sites:
        return ""
    return "  at " + ", ".join(str(link.place.start_line + site) for site in link.sites)


def _show_flow(flow: Flow, direction: Direction) -> None:
    """A tree: each node once; what was shown before is marked, so that cycles end."""
    places = {place.uid: place for place in flow.nodes}
    below: dict[str, list[Step]] = {}
    for step in flow.edges:
        parent = ends(step)[0 if direction is Direction.CALLEES else 1]
        below.setdefault(parent, []).append(step)
    shown: set[str] = set()

    def show(uid: str, depth: int, note: str) -> None:
        place = places[uid]  # type: ignore[index]  # uids are texts here
        again = uid in shown and uid in below
        say(f"{'  ' * depth}{place.qualified_name}  {where(place)}{note}{'  (above)' if again else ''}")
        if uid in shown:
            return
        shown.add(uid)
        for step in below.get(uid, []):
            child = ends(step)[1 if direction is Direction.CALLEES else 0]
            if child in places:
                show(child, depth + 1, _by(step) + _how(step))

    show(flow.root, 0, "")
    if flow.cut:
        errors.print(
            "it goes on beyond this: see more with --depth (at most 200 methods are shown)", style="yellow"
        )
