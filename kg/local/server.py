"""The managed Neo4j: started from its jars on a JRE, awaited until Bolt answers, stopped.

In: LocalOptions. Out: GraphOptions to reach it. Starting twice is harmless. Knows neither the API
nor the worker; those are `services`.
"""

import asyncio
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from kg.errors import GraphUnavailable, LocalError
from kg.graph import GraphOptions, connect
from kg.graph.version import require_version
from kg.local import process
from kg.local.checks import before_start
from kg.local.java import Java, find_java
from kg.local.options import LocalOptions, Progress
from kg.local.secrets import make_secret
from kg.local.server_conf import jvm_flags, server_conf

NAME = "neo4j"
_MAIN = "org.neo4j.server.Neo4jCommunity"
_ADMIN = "org.neo4j.cli.AdminTool"


@dataclass(frozen=True, slots=True)
class Ready:
    """A server that answers: its version, and whether this call started it."""

    graph: GraphOptions
    version: str
    java: str
    started: bool


async def start_server(options: LocalOptions, progress: Progress) -> Ready:
    """Fetch what is missing, start, and wait until a query could run."""
    if process.running(options.run, NAME):
        return await _ready(options, "running", started=False)
    from kg.local.jars import fetch_jars  # here, since jgo takes a quarter of a second to import

    java = await asyncio.to_thread(find_java, options.java_home)
    jars = await fetch_jars(options.jars, progress)
    before_start(options)
    password = await asyncio.to_thread(_prepare, options, java, jars)
    process.start(_command(options, java, jars), options.run)
    progress("Neo4j starts", 0, 1)
    await _answers(graph_options(options, password), options)
    progress("Neo4j answers", 1, 1)
    return await _ready(options, f"Java {java.version} ({java.origin})", started=True)


async def stop_server(options: LocalOptions) -> bool:
    """Stop it cleanly; False when it was not running."""
    return await process.stop(options.run, NAME)


def graph_options(options: LocalOptions, password: str) -> GraphOptions:
    return GraphOptions(options.uri, password=password)


async def server_version(options: GraphOptions) -> str:
    """The version of the server that is there; wrong password and old server raise."""
    async with connect(options) as graph:
        return require_version(await graph.server_version())


async def _ready(options: LocalOptions, java: str, started: bool) -> Ready:
    graph = graph_options(options, make_secret(options.password_file))
    return Ready(graph, await server_version(graph), java, started)


def _prepare(options: LocalOptions, java: Java, jars: Path) -> str:
    """Folders, configuration, and before the very first start the password."""
    for folder in (options.conf, options.data, options.server / "logs", options.server / "import"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (options.conf / "neo4j.conf").write_text(server_conf(options), encoding="utf-8")
    first = not (options.data / "dbms").exists()
    if first:
        options.password_file.unlink(missing_ok=True)
    elif not options.password_file.exists():
        raise LocalError(
            f"local: {options.password_file} is gone, and it held the password of {options.data};"
            " bring the file back, or start with an empty graph: `kg reset`"
        )
    password = make_secret(options.password_file)
    if first:
        _set_password(options, java, jars, password)
    return password


def _set_password(options: LocalOptions, java: Java, jars: Path, password: str) -> None:
    # In an argument file: the arguments of a process can be read by every user of the machine.
    words = options.conf / ".initial-password"
    words.touch(mode=0o600)
    words.write_text(password, encoding="utf-8")
    argv = [*_java(options, java, jars), _ADMIN, "dbms", "set-initial-password", f"@{words}"]
    done = subprocess.run(argv, env=_environment(options), capture_output=True, text=True, timeout=120)
    words.unlink()
    if done.returncode:
        raise LocalError(f"local: Neo4j took no password: {(done.stderr or done.stdout).strip()[-400:]}")


def _command(options: LocalOptions, java: Java, jars: Path) -> process.Command:
    argv = [
        *_java(options, java, jars),
        _MAIN,
        f"--home-dir={options.server}",
        f"--config-dir={options.conf}",
        "--console-mode",
    ]
    log = options.logs / "neo4j.log"
    return process.Command(NAME, argv, options.server, _environment(options), log)


def _java(options: LocalOptions, java: Java, jars: Path) -> list[str]:
    return [str(java.path), *jvm_flags(options, java.vector), "-cp", f"{jars}/*"]


def _environment(options: LocalOptions) -> dict[str, str]:
    # Settings of another Neo4j on this machine must not reach ours.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NEO4J_")}
    return kept | {"NEO4J_HOME": str(options.server), "NEO4J_CONF": str(options.conf)}


async def _answers(graph: GraphOptions, options: LocalOptions) -> None:
    """Wait for Bolt; a server that ended says why in its log."""
    log = options.logs / "neo4j.log"
    give_up = time.monotonic() + options.start_seconds
    while time.monotonic() < give_up:
        if not process.running(options.run, NAME):
            raise LocalError(
                f"local: Neo4j ended at its start; the end of {log}:\n{process.last_lines(log, 5)}"
            )
        try:
            await server_version(graph)
        except GraphUnavailable:
            await asyncio.sleep(0.25)
        else:
            return
    raise LocalError(
        f"local: Neo4j did not answer within {options.start_seconds:g} s; look at {log},"
        " or raise KG_NEO4J_START_SECONDS"
    )
