"""`kg demo`: the whole way on one page: up, ingest, questions, URLs and the token."""

from typing import Annotated

import typer

from kg.cli import server


def add(app: typer.Typer) -> None:
    app.command("demo", help=_HELP)(demo)


_HELP = """Show everything: start the services, bring a repository in, ask questions of it.

    kg demo                    the small shop of tests/corpus/shop, and this project
    kg demo ~/src/my-service   your own repository, by path or git URL
"""


def demo(repo: Annotated[str, typer.Argument(help="Path or git URL; empty: the corpus.")] = "") -> None:
    server.up()
