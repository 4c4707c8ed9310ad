"""`kg stale`: what documents name that is not there any more, and the commit that took it away."""

from typing import Annotated

import typer

from kg.cli.frame import Json, run_on_graph, settings
from kg.cli.output import say, show_json
from kg.cli.seen import Seen, look, reads, where
from kg.errors import NotFound
from kg.graph import Graph
from kg.history.bounded import Bounds
from kg.history.removed import removed_in
from kg.history.standing import standing
from kg.retrieve.stale import stale_mentions
from kg.schema.history import Commit
from kg.schema.question import StaleMention

_PAGE = 500
_HELP = """What documents name that is not there (any more), with the commit that took it away.

The commit is looked for in git when asked; where its objects are not on this machine, none is shown.
"""


def add(app: typer.Typer) -> None:
    app.command("stale", help=_HELP)(reads(stale))


def stale(
    repo: Annotated[list[str] | None, typer.Option(help="Only these repositories.")] = None,
    as_json: Json = False,
) -> None:
    found = run_on_graph(lambda graph: _all(graph, repo or []))
    if as_json:
        show_json([{"mention": mention, "removed_in": commit} for mention, commit in found])
        return
    for mention, commit in found:
        told = f"  {commit.at[:10]} {commit.sha[:10]} {commit.author}: {commit.subject}" if commit else ""
        say(f"{mention.place.repo} {where(mention.place, mention.line)}  {mention.text}{told}")
    if not found:
        say("no document names what is not there")


async def _all(graph: Graph, repos: list[str]) -> list[tuple[StaleMention, Commit | None]]:
    seen = await look(graph)
    found: list[tuple[StaleMention, Commit | None]] = []
    after = ""
    while page := await stale_mentions(graph, repos, seen.scope, seen.seq, after, _PAGE):
        found += [(mention, await _removed(seen, mention)) for mention in page]
        after = page[-1].key
    return found


async def _removed(seen: Seen, mention: StaleMention) -> Commit | None:
    try:
        stands = await standing(
            seen.graph, mention.place.uid, seen.scope, seen.seq, settings().home / "cache"
        )
    except NotFound:
        return None
    return await removed_in(stands.mirror, mention.text, Bounds()) if stands else None
