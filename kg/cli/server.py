"""`kg up | down | status | doctor | reset`: the managed Neo4j and the services beside it."""

import os
import shutil
from typing import Annotated

import typer

from kg.cli.frame import Json, run, settings
from kg.cli.fresh import Fresh, look_at_freshness, told
from kg.cli.output import progress, say, show_json, show_pairs, show_table
from kg.cli.serve import WORKER
from kg.config import Settings, unknown_names
from kg.errors import KgError, LocalError
from kg.graph import connect
from kg.graph.migrate import migrate_before_load
from kg.local import process
from kg.local.doctor import Finding, examine_machine, examine_server
from kg.local.secrets import make_secret
from kg.local.server import NAME, server_version, start_server, stop_server
from kg.local.services import Service, start_service, stop_service

_API = "api"
SERVICES = (WORKER, _API)


def add(app: typer.Typer) -> None:
    app.command("up", help=_UP)(up)
    app.command("down", help="Stop the worker, the API and Neo4j. Data stays.")(down)
    app.command("status", help="What runs, where, and how big the data folder is.")(status)
    app.command("doctor", help="Look for what could be wrong on this machine, and say what to do.")(doctor)
    app.command("reset", help="Delete the graph (not the settings, the jars or the token); asks first.")(
        reset
    )


_UP = """Start Neo4j, the API and the worker, and wait until they answer.

Doing it twice is harmless. NEO4J_URI (with NEO4J_USER, NEO4J_PASSWORD or NEO4J_PASSWORD_FILE) uses a
Neo4j that is there already.

    kg up                      everything
    kg up --no-serve           only Neo4j
    KG_NAME=second KG_NEO4J_BOLT_PORT=7688 KG_NEO4J_HTTP_PORT=7475 KG_API_PORT=8421 kg up
"""


def up(
    serve_too: Annotated[bool, typer.Option("--serve/--no-serve", help="The API and the worker too.")] = True,
    as_json: Json = False,
) -> None:
    start(serve_too)
    status(as_json)


def start(serve_too: bool) -> None:
    """Neo4j, and with `serve_too` the API and the worker; returns when they answer."""
    run(_up(settings(), serve_too))


def down(as_json: Json = False) -> None:
    stopped = run(_down(settings()))
    if as_json:
        show_json({"stopped": stopped})
    else:
        say(f"stopped: {', '.join(stopped)}" if stopped else "nothing was running")


def status(as_json: Json = False) -> None:
    now = settings()
    found, fresh = _status(now), _fresh(now)
    if as_json:
        show_json({**found, "fresh": fresh})
        return
    show_pairs({**found, "snapshot": fresh.snapshot if fresh else "unknown"})
    for one in fresh.repositories if fresh else ():
        say(told(one))


def doctor(as_json: Json = False) -> None:
    now = settings()
    findings = run(_findings(now))
    if as_json:
        show_json(findings)
    else:
        show_table(("", "what", "found"), [("ok" if f.good else "!!", f.what, f.text) for f in findings])
    if any(not f.good for f in findings):
        raise typer.Exit(LocalError.exit_code)


def reset(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    now = settings()
    local = now.local_options()
    if not now.managed:
        raise LocalError("local: NEO4J_URI names a Neo4j that is not kg's own; kg does not empty it")
    if not yes:
        typer.confirm(f"Delete the graph in {local.data}?", abort=True)
    run(_down(now))
    shutil.rmtree(local.data, ignore_errors=True)
    local.password_file.unlink(missing_ok=True)
    say(f"deleted {local.data}; `kg up` starts with an empty graph")


async def _up(now: Settings, serve_too: bool) -> None:
    local = now.local_options()
    make_secret(now.token_file)
    with progress() as report:
        if now.managed:
            await start_server(local, report)
        else:
            await server_version(now.graph_options())
        await _prepare(now)
        for service in _services(now) if serve_too else ():
            report(f"{service.name} starts", 0, 1)
            await start_service(local, service)


async def _prepare(now: Settings) -> None:
    """The constraints, before anything else uses the graph: one is not made while another program
    waits for an index, and that one waits for it."""
    async with connect(now.graph_options()) as graph:
        await migrate_before_load(graph)


def _services(now: Settings) -> list[Service]:
    env = now.environment()
    api = Service(_API, "serve", env, now.api_port, now.api_host, "KG_API_PORT")
    return [api, Service(WORKER, "work", env)]


async def _findings(now: Settings) -> list[Finding]:
    names = unknown_names(os.environ)
    told = f"{', '.join(names)} in the environment set nothing; see `kg config`"
    settings_found = Finding("settings", not names, told if names else "every KG_ variable is known")
    machine = await examine_machine(now.local_options()) if now.managed else []
    return [settings_found, *machine, await examine_server(now.graph_options)]


async def _down(now: Settings) -> list[str]:
    local = now.local_options()
    stopped = [name for name in SERVICES if await stop_service(local, name)]
    if await stop_server(local):
        stopped.append(NAME)
    return stopped


def _status(now: Settings) -> dict[str, object]:
    local = now.local_options()
    runs = {name: process.running(local.run, name) for name in (NAME, *SERVICES)}
    said = {name: f"runs (pid {found.pid})" if found else "stopped" for name, found in runs.items()}
    return {
        "neo4j": said[NAME] if now.managed else "yours",
        "bolt": now.local_options().uri if now.managed else now.neo4j_uri,
        "browser": local.browser_url if now.managed else "by your Neo4j",
        "user": "neo4j" if now.managed else now.neo4j_user,
        "password_file": str(local.password_file) if now.managed else now.neo4j_password_file,
        "api": f"http://{now.api_host}:{now.api_port}/graphql" if runs[_API] else "stopped",
        "token_file": str(now.token_file),
        "worker": said[WORKER],
        "data_folder": str(now.home),
        "data_folder_mb": _size_mb(now),
        "move_it": "`kg down`, move the folder, set KG_HOME to its new place",
    }


def _fresh(now: Settings) -> Fresh | None:
    """None when there is nobody to ask: the rest of the status is told all the same."""
    if now.managed and not process.running(now.local_options().run, NAME):
        return None
    try:
        return run(look_at_freshness(now))
    except KgError:
        return None


def _size_mb(now: Settings) -> int:
    files = (path for path in now.home.rglob("*") if path.is_file())
    return sum(path.stat().st_size for path in files) // (1024 * 1024)
