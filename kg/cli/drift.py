"""`kg schema drift`: how a live database differs from the migrations of a repository."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run_on_graph
from kg.cli.output import say, show_json, show_table
from kg.cli.seen import look
from kg.errors import NotFound
from kg.graph import Graph

if TYPE_CHECKING:
    from kg.schema.drift import Drift

_DRIFT = """How a live database differs from the tables that the migrations and models of a repository make.

    kg schema drift --repo shop/orders --url env:ORDERS_DB_URL
    kg schema drift --repo shop/orders --url sqlite:////var/lib/orders.db
    kg schema drift --repo shop/orders --url file:/run/secrets/db --schema sales --check

The URL is best given by the name of a variable or a file, since others see the command line. Only the catalogue
is read, nothing of the rows, and nothing is kept.
"""


def add(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="Live databases beside the graph.")
    group.command("drift", help=_DRIFT)(drift)
    app.add_typer(group, name="schema")


def drift(
    repo: Annotated[str, typer.Option(help="The repository whose migrations are meant.")],
    url: Annotated[str, typer.Option(help="env:NAME, file:PATH, or a URL such as postgresql://…")],
    schema: Annotated[str, typer.Option(help="Of the database; else its default one.")] = "",
    check: Annotated[bool, typer.Option("--check", help="End with 1 when something differs.")] = False,
    as_json: Json = False,
) -> None:
    found = run_on_graph(lambda graph: _drift(graph, repo, url, schema))
    if as_json:
        show_json(asdict(found))
    else:
        _show(found)
    if check and found.differences:
        raise typer.Exit(1)


def _show(found: "Drift") -> None:
    if found.differences:
        show_table(
            ("table", "what", "migrations", "live"),
            [(one.table, one.what, one.migrations or "-", one.live or "-") for one in found.differences],
        )
    unknown = f"; {found.types_unknown} types could not be compared" if found.types_unknown else ""
    say(f"{found.compared} tables compared, {len(found.differences)} differences{unknown}")


async def _drift(graph: Graph, repo: str, url: str, schema: str) -> "Drift":
    import asyncio

    from kg.ingest.source.live_schema import read_live
    from kg.publish.credentials import read_credential
    from kg.retrieve.drift import drift as compare
    from kg.retrieve.drift import migrated_tables

    seen = await look(graph)
    tables = await migrated_tables(graph, repo, seen.scope, seen.seq)
    if not tables:
        raise NotFound(f"the graph holds no table of {repo}")
    given = read_credential(url) if url.startswith(("env:", "file:")) else url
    return compare(tables, await asyncio.to_thread(read_live, given, schema))
