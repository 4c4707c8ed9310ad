"""`kg verify`: does the graph hold what git says?"""

import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run_on_stores, settings
from kg.cli.output import progress, say, show_json
from kg.errors import GateFailed, NotFound
from kg.graph import Graph
from kg.local import Progress
from kg.publish.snapshots import list_snapshots

if TYPE_CHECKING:
    from kg.publish.verify import Checked
    from kg.records import Records

_HELP = """Compare the graph with git: every repository is read anew, and each artifact and edge compared.

    kg verify                  all repositories; exit code 14 when something differs
    kg verify orders
    kg verify --repair         what differs is written again, as a snapshot of its own
"""


def add(app: typer.Typer) -> None:
    app.command("verify", help=_HELP)(verify_all)


def verify_all(
    repos: Annotated[list[str] | None, typer.Argument(help="Keys of repositories; none: all.")] = None,
    repair: Annotated[bool, typer.Option("--repair", help="Put right what differs.")] = False,
    as_json: Json = False,
) -> None:
    with progress() as told:
        found = run_on_stores(lambda graph, records: _verify(graph, records, repos or [], repair, told))
    if as_json:
        show_json([{"repo": one.mark.repo, "right": one.right, "found": one.said()} for one in found])
    else:
        for one in found:
            say(f"{'ok' if one.right else '!!'} {one.mark.repo} {one.mark.commit[:10]}: {one.said()}")
    if not repair and any(not one.right for one in found):
        raise typer.Exit(GateFailed.exit_code)


async def _verify(
    graph: Graph, records: "Records", repos: list[str], mend: bool, told: Progress
) -> "list[Checked]":
    from kg.publish.credentials import location
    from kg.publish.project import Stores, find_place
    from kg.publish.standing import standing
    from kg.publish.verify import repair, verify  # every language and format, for this command only
    from kg.records.audit import note

    now = settings()
    options = now.ingest_options()
    active = next((one for one in await list_snapshots(graph) if one.active), None)
    marks = [mark for mark in active.watermarks if not repos or mark.repo in repos] if active else []
    if active is None or not marks:
        raise NotFound("verify: there is no such repository in the graph; `kg snapshots` lists them")
    found = []
    for mark in marks:
        place = await find_place(Stores(graph, records), mark.repo, await standing(graph, mark.repo))
        url = location(place)
        checked = await verify(graph, mark, active.seq, options, told, url)
        if mend and not checked.right:
            await repair(graph, checked, active.seq, options, told, now.gate_options(), url)
            await note(records, getpass.getuser(), "repair", f"{mark.repo} {mark.commit}", checked.said())
        found.append(checked)
    return found
