"""`kg impact`: what a change touches, by team, with the tests that reach it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.frame import Json, run_on_graph, settings
from kg.cli.output import errors, say, show_json
from kg.cli.seen import Seen, look, named, reads, where
from kg.errors import SettingsError
from kg.graph import Graph
from kg.history.changed import changed_in_commit, changed_in_request
from kg.retrieve.flow import MAX_DEPTH, ends
from kg.retrieve.impact import ImpactOptions, impact
from kg.schema.ids import Uid
from kg.schema.impact import Impact, Reached
from kg.schema.question import Linked

_HELP = """What a change touches: callers, endpoints, tests, documents, past incidents, by team.

    kg impact RefundService.refund            of an artifact, or of several
    kg impact --repo orders --commit 4f2a91c  of a commit
    kg impact --repo orders --merge-request 7 of a merge request, before or after it is merged
"""
_SHOWN = 20
"""Rows of a list for people; --json has them all."""


def add(app: typer.Typer) -> None:
    app.command("impact", help=_HELP)(reads(show))


def show(
    names: Annotated[list[str] | None, typer.Argument(help="Methods, classes, tables, keys, …")] = None,
    repo: Annotated[str, typer.Option(help="The repository of the commit or merge request.")] = "",
    commit: Annotated[str, typer.Option(help="A commit.")] = "",
    merge_request: Annotated[int, typer.Option(min=0, help="The number of a merge request.")] = 0,
    depth: Annotated[int, typer.Option(min=1, max=MAX_DEPTH, help="Steps to look back.")] = 4,
    as_json: Json = False,
) -> None:
    if bool(names) + bool(commit) + bool(merge_request) != 1 or bool(repo) == bool(names):
        raise SettingsError("impact: give names, or --repo with --commit or --merge-request")
    found, elsewhere = run_on_graph(
        lambda graph: _impact(graph, names or (), repo, commit, merge_request, depth)
    )
    if as_json:
        show_json({"impact": found, "tests": found.tests, "teams": found.teams, "elsewhere": elsewhere})
        return
    _show(found, elsewhere)


async def _impact(
    graph: Graph, names: Sequence[str], repo: str, commit: str, request: int, depth: int
) -> tuple[Impact, tuple[str, ...]]:
    seen = await look(graph)
    uids, elsewhere = await _changed(seen, names, repo, commit, request)
    return await impact(graph, uids, seen.scope, seen.seq, ImpactOptions(depth=depth)), elsewhere


async def _changed(
    seen: Seen, names: Sequence[str], repo: str, commit: str, request: int
) -> tuple[tuple[Uid, ...], tuple[str, ...]]:
    if names:
        return tuple([place.uid for name in names for place in await named(seen, name, ())]), ()
    cache: Path = settings().ingest_options().cache_dir
    where_from = (seen.scope, seen.seq, cache)
    if request:
        found = await changed_in_request(seen.graph, repo, request, *where_from)
    else:
        found = await changed_in_commit(seen.graph, repo, commit, *where_from)
    return found.uids, found.elsewhere


def _show(found: Impact, elsewhere: Sequence[str]) -> None:
    _rows("changes", [_reached(one) for one in found.changed])
    _rows("new or left out", list(elsewhere))
    for team in found.teams:
        reached = [one for one in team.reached if one.way]
        named_team = team.name or "nobody that is known"
        services = f" ({', '.join(team.services)})" if team.services else ""
        _rows(f"leads to it, of {named_team}{services}", [_reached(one) for one in reached])
    _rows("tests that reach it", [_reached(one) for one in found.tests])
    _rows("reads", [_beside(one) for one in found.settings])
    _rows("described in", [_beside(one) for one in found.documents])
    _rows("broke before", [_beside(one) for one in found.incidents])
    if found.cut:
        errors.print("there is more: the number of steps or artifacts is bounded (--depth)", style="yellow")


def _rows(title: str, rows: Sequence[str]) -> None:
    if not rows:
        return
    say(f"{title}: {len(rows)}")
    for row in rows[:_SHOWN]:
        say(f"  {row}")
    if len(rows) > _SHOWN:
        say(f"  … and {len(rows) - _SHOWN} more (--json)")


def _reached(one: Reached) -> str:
    steps = "".join(f" -{step.edge}-> {ends(step)[1].rpartition(':')[2]}" for step in reversed(one.way))
    return f"{where(one.place)}  {one.place.qualified_name}{steps}"


def _beside(one: Linked) -> str:
    title = one.place.signature or one.place.qualified_name or one.place.name
    return f"{where(one.place)}  {title}"
