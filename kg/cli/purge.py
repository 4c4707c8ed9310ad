"""`kg purge`: takes a text, files or a repository out of everything that is kept, and keeps it out."""

import getpass
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run, settings
from kg.cli.output import progress, say, show_json, show_pairs
from kg.cli.server import SERVICES, start
from kg.config import Settings
from kg.local import process
from kg.local.services import stop_service

if TYPE_CHECKING:
    from kg.purge.purge import Receipt

_PURGE = """Take a text, files or a repository out of every version, cache, log and file, and keep it out.

    kg purge -                       a text, read from standard input: it stays out of your shell's history
    kg purge --path 'keys/**'        files that stand there now, in every repository
    kg purge --repo shop/orders      a repository
    kg purge --receipts              what was purged, by whom and when, without what it was

It is denied first (by a keyed digest), so that no ingest brings it back. Services are stopped meanwhile, and
kg's own Neo4j is built anew. Rotate a secret that was in a repository: whoever cloned it has it.
"""


def add(app: typer.Typer) -> None:
    app.command("purge", help=_PURGE)(purge)


def purge(
    texts: Annotated[
        list[str] | None, typer.Argument(help="Texts; `-` reads one from standard input.")
    ] = None,
    path: Annotated[list[str] | None, typer.Option(help="Files, by a glob over their paths.")] = None,
    repo: Annotated[list[str] | None, typer.Option(help="A repository, by its key.")] = None,
    receipts: Annotated[bool, typer.Option("--receipts", help="Show what was purged before.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: Json = False,
) -> None:
    now = settings()
    if receipts:
        show_json(run(_receipts(now)))
        return
    given = [sys.stdin.read().strip("\n") if text == "-" else text for text in texts or ()]
    if not yes:
        typer.confirm("Purge it from every version? This cannot be taken back.", abort=True)
    running = [name for name in SERVICES if process.running(now.local_options().run, name)]
    receipt = run(_purge(now, tuple(given), tuple(path or ()), tuple(repo or ())))
    if running:
        start(serve_too=True)
    if as_json:
        show_json(asdict(receipt))
    else:
        told = {"who": receipt.who, "at": receipt.at, "what": receipt.what, "found": receipt.found}
        show_pairs({**told, "done": "; ".join(receipt.done), "not done": "; ".join(receipt.not_done)})
        say("rotate it: whoever cloned the repository has it")


async def _purge(
    now: Settings, texts: tuple[str, ...], paths: tuple[str, ...], repos: tuple[str, ...]
) -> "Receipt":
    from kg.purge.purge import Place, Wanted
    from kg.purge.purge import purge as purge_everywhere
    from kg.records import open_records

    local = now.local_options()
    for name in SERVICES:
        await stop_service(local, name)
    own_server = local if now.managed else None
    place = Place(now.home, now.denial_key_file, now.graph_options(), own_server, now.sql_url)
    with progress() as told:
        async with open_records(now.records_url) as records:
            wanted = Wanted(texts, paths, repos)
            return await purge_everywhere(wanted, place, records, getpass.getuser(), told)


async def _receipts(now: Settings) -> "list[dict[str, object]]":
    from kg.records import open_records
    from kg.records.denials import list_receipts

    async with open_records(now.records_url) as records:
        return await list_receipts(records)
