"""What every command needs: the settings, and a way to run async work on an open graph.

def callers(name: str, as_json: Json = False) -> None:
    rows = run_on_graph(lambda graph: explore.callers(graph, name))
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from kg.config import Settings, load
from kg.graph import Graph, connect
from kg.graph.version import require_version
from kg.purge.honour import honour_denials

if TYPE_CHECKING:
    from kg.records import Records

T = TypeVar("T")
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for other programs.")]

_SWITCH_SECONDS = 0.0005
"""So soon a thread that resolves lets the one go on that talks to Neo4j. Python's own 5 ms, again at each of the
dozen answers that a commit waits for, cost as much as resolving a small change."""

# What --home and --set gave; read once, by `settings`.
given: ContextVar[Mapping[str, object]] = ContextVar("given", default={})  # noqa: B039 - never changed


def settings() -> Settings:
    """The settings of this run, read once."""
    return _load(tuple(sorted((name, str(value)) for name, value in given.get().items())))


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run async work to its end."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    return asyncio.run(work)


def run_on_graph(work: Callable[[Graph], Awaitable[T]]) -> T:
    """Run async work on the graph that the settings name; the server is checked first."""

    async def opened() -> T:
        now = settings()
        await honour_denials(now.records_url, now.denial_key_file)
        async with connect(now.graph_options()) as graph:
            require_version(await graph.server_version())
            return await work(graph)

    return run(opened())


def run_on_stores(work: "Callable[[Graph, Records], Awaitable[T]]") -> T:
    """Like `run_on_graph`, with the records beside it."""

    async def opened(graph: Graph) -> T:
        from kg.records import open_records  # SQLAlchemy: for the commands that need it only

        async with open_records(settings().records_url) as records:
            return await work(graph, records)

    return run_on_graph(opened)


@cache
def _load(pairs: tuple[tuple[str, str], ...]) -> Settings:
    found = load(dict(pairs))
    logging.getLogger().setLevel(found.log_level)
    if found.log_level != "DEBUG":  # the driver tells of every retry; what comes of it is our own line
        logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    return found
