"""`kg snapshots | rollback | export`: what was published, back to it, and out of the graph."""

import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run_on_graph, run_on_stores, settings
from kg.cli.output import progress, say, show_json, show_table
from kg.cli.seen import look, reads
from kg.errors import SettingsError
from kg.graph import Graph
from kg.local import Progress
from kg.publish.export import export
from kg.publish.snapshots import list_snapshots
from kg.schema.snapshot import RolledBack, Snapshot

if TYPE_CHECKING:
    from kg.publish.reconcile import Outcome
    from kg.records import Records


def add(app: typer.Typer) -> None:
    app.command("snapshots", help="What was published, newest first; * is what readers see.")(snapshots)
    app.command("rollback", help=_ROLLBACK)(roll_back)
    app.command("export", help=_EXPORT)(reads(export_graph))


_ROLLBACK = """Let readers see an earlier snapshot again.

    kg rollback                the one before
    kg rollback 12             that one
    kg rollback --repo shop/orders                 only this repository, to its commit before
    kg rollback --repo shop/orders --to 4be2f01    only this repository, to that commit

One repository is taken back by a new snapshot, which leaves the others as they are. Everything is taken back by
moving the pointer; the next ingest starts from there, and numbers are never used twice. The commits that came after it are held:
`kg holds` lists them, `kg release` lets them come again.
"""
_EXPORT = """Print the graph as JSON lines: every artifact and every edge, without versions.

    kg export > graph.jsonl
    kg export --snapshot release-3 > release-3.jsonl
"""


def snapshots(as_json: Json = False) -> None:
    found = run_on_graph(list_snapshots)
    if as_json:
        show_json(found)
        return
    show_table(
        ("", "seq", "state", "published", "pinned as", "repositories"),
        [(_mark(one), one.seq, one.state, one.published_at[:19], one.pinned, _commits(one)) for one in found],
    )


def roll_back(
    seq: Annotated[int, typer.Argument(help="Number of the snapshot; 0: the one before.")] = 0,
    repo: Annotated[str, typer.Option(help="Take back only this repository: its earlier commit.")] = "",
    to: Annotated[
        str, typer.Option(help="With --repo: a commit, or the number of a snapshot; default: the one before.")
    ] = "",
    reason: Annotated[str, typer.Option(help="Why, for `kg holds` and `kg audit`.")] = "",
    as_json: Json = False,
) -> None:
    if repo:
        _show_taken_back(repo, to or (str(seq) if seq else ""), reason, as_json)
        return
    if to:
        raise SettingsError("rollback: --to is for one repository: give --repo too")
    done = run_on_stores(lambda graph, records: _roll_back(graph, records, seq, reason))
    if as_json:
        show_json({"active": done.seq, "held": done.held})
        return
    say(f"readers see snapshot {done.seq} now")
    for mark in done.held:
        say(f"held: {mark.repo} {mark.commit[:10]} ({mark.ref}); `kg release {mark.repo}` lets it come again")


def export_graph() -> None:
    run_on_graph(_export)


def _show_taken_back(repo: str, to: str, reason: str, as_json: bool) -> None:
    with progress() as told:
        done = run_on_stores(lambda graph, records: _take_back(graph, records, repo, to, reason, told))
    if as_json:
        show_json(done)
    else:
        say(f"{repo}: {done.commit[:10]} is snapshot {done.snapshot}; what came after it is held: `kg holds`")


async def _take_back(
    graph: Graph, records: "Records", repo: str, to: str, reason: str, told: Progress
) -> "Outcome":
    from kg.publish.project import Stores
    from kg.publish.take_back_repository import take_back_repository

    options = settings().ingest_options()
    return await take_back_repository(
        Stores(graph, records), repo, to, getpass.getuser(), reason, options, told
    )


async def _roll_back(graph: Graph, records: "Records", seq: int, reason: str) -> RolledBack:
    from kg.publish.operate import Operate

    return await Operate(graph, records, keep=settings().keep_options()).roll_back(
        getpass.getuser(), seq, reason
    )


async def _export(graph: Graph) -> None:
    seen = await look(graph)
    async for line in export(graph, seen.seq):
        typer.echo(line)
    await look(graph)  # a snapshot that went meanwhile was not exported whole: an error at the end


def _mark(snapshot: Snapshot) -> str:
    return "*" if snapshot.active else ""


def _commits(snapshot: Snapshot) -> str:
    return ", ".join(f"{mark.repo} {mark.commit[:10]}" for mark in snapshot.watermarks)
