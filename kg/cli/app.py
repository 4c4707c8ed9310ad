"""The Typer app: global options, the list of commands, and errors as one clear line."""

import json
import logging
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from kg import __version__
from kg.cli import (
    calls,
    configs,
    demo,
    diff,
    drift,
    frame,
    gates,
    gitlab,
    history,
    holds,
    impact,
    incidents,
    ingest,
    jobs,
    pins,
    problems,
    purge,
    scip,
    search,
    serve,
    server,
    settings,
    snapshots,
    sources,
    stale,
    stubs,
    verify,
)
from kg.cli.output import errors, out
from kg.errors import KgError, SettingsError

COMMANDS: tuple[Callable[[typer.Typer], None], ...] = (
    server.add,
    demo.add,
    ingest.add,
    jobs.add,
    sources.add,
    gitlab.add,
    search.add,
    calls.add,
    configs.add,
    incidents.add,
    impact.add,
    drift.add,
    history.add,
    problems.add,
    purge.add,
    stale.add,
    snapshots.add,
    gates.add,
    verify.add,
    diff.add,
    pins.add,
    holds.add,
    stubs.add,
    scip.add,
    serve.add,
    settings.add,
)

_HELP = """The knowledge graph of your source code, in Neo4j.

First steps:

    kg up                      start Neo4j, the API and the worker
    kg ingest .                bring this repository in
    kg search "how is a refund priced?"
    kg callers charge          who calls it
    kg down                    stop everything

Every command that reads takes --json. Settings come from the command line (--set), the environment,
config.toml in the data folder, and the defaults, in this order: `kg config` shows them all.
"""

app = typer.Typer(
    name="kg", help=_HELP, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False
)


@app.callback()
def _globals(
    home: Annotated[Path | None, typer.Option(help="The data folder (KG_HOME).")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any setting of `kg config`; may be repeated."),
    ] = None,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=lambda asked: _say_version(asked), is_eager=True, help="The version."
        ),
    ] = False,
) -> None:
    given: dict[str, object] = dict(_pair(text) for text in set_ or [])
    if home is not None:
        given["home"] = home
    frame.given.set(given)


def main() -> None:
    """`kg`: runs a command; a KgError becomes one line and its exit code."""
    logging.basicConfig(format="%(levelname)s %(name)s %(message)s")
    try:
        app(prog_name="kg")
    except KgError as error:
        if os.environ.get("KG_DEBUG"):
            raise
        _show(error)
        raise SystemExit(error.exit_code) from None
    except Exception as error:
        if os.environ.get("KG_DEBUG"):
            raise
        kind = type(error).__name__
        _show(KgError(f"a fault of kg itself: {kind}: {error} (KG_DEBUG=1 shows where; please report it)"))
        raise SystemExit(KgError.exit_code) from None
    except KeyboardInterrupt:
        errors.print("stopped; the next run goes on from a graph that is whole", style="yellow")
        raise SystemExit(130) from None


def _show(error: KgError) -> None:
    if "--json" in sys.argv:
        told = {"code": error.code, "message": str(error), "temporary": error.temporary}
        out.print_json(json.dumps({"error": told}))
    errors.print(f"error: {error}", style="red", highlight=False, markup=False, soft_wrap=True)


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise SettingsError(f"settings: --set {text} is not NAME=VALUE")
    return name.strip().lower(), value


def _say_version(asked: bool) -> None:
    if asked:
        out.print(f"kg {__version__}", highlight=False)
        raise typer.Exit


def _with_examples(text: str) -> str:
    """Help whose indented blocks keep their lines (click re-wraps what has no \\b before it)."""
    return re.sub(r"\n\n(?=    )", "\n\n\b\n", text)


for add in COMMANDS:
    add(app)
_groups = (group.typer_instance for group in app.registered_groups)
for command in (
    *app.registered_commands,
    *(each for group in _groups if group for each in group.registered_commands),
):
    command.help = _with_examples(command.help or "")
if app.registered_callback:
    app.registered_callback.help = _with_examples(_HELP)
