"""`kg configs unset | unread | differs`: configuration keys that are odd, with their values."""

from typing import Annotated

import typer

from kg.cli.frame import Json, run_on_graph
from kg.cli.output import say, show_json
from kg.cli.seen import look, reads, where
from kg.graph import Graph
from kg.retrieve.explore import FIRST
from kg.retrieve.keys import KeyState, keys
from kg.schema.question import KeyValues

_PAGE = 500


def add(app: typer.Typer) -> None:
    app.command(
        "configs", help="Configuration keys that are never set, never read, or differ between environments."
    )(reads(configs))


def configs(
    state: Annotated[
        KeyState, typer.Argument(help="Read and never set, set and never read, or different values.")
    ],
    repo: Annotated[str, typer.Option(help="Only this repository.")] = "",
    as_json: Json = False,
) -> None:
    found = run_on_graph(lambda graph: _all(graph, state, repo))
    if as_json:
        show_json(found)
        return
    for one in found:
        values = "  ".join(one.values)
        say(f"{one.place.repo} {one.place.name}  {where(one.place)}{'  ' if values else ''}{values}")
    if not found:
        say("no such key")


async def _all(graph: Graph, state: KeyState, repo: str) -> list[KeyValues]:
    seen = await look(graph)
    found: list[KeyValues] = []
    after = FIRST
    while page := await keys(graph, state, repo, seen.scope, seen.seq, after, _PAGE):
        found += page
        after = page[-1].place.uid
    return found
