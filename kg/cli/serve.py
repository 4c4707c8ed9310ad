"""`kg serve` and `kg work`: the API and the worker in the foreground (`kg up` runs both behind)."""

import importlib
import importlib.util
from types import ModuleType

import typer

from kg.cli.frame import run, settings
from kg.config import Settings
from kg.errors import LocalError
from kg.graph import connect
from kg.local.services import say_ready

API = "api.app"


def add(app: typer.Typer) -> None:
    app.command("serve", help="Serve GraphQL in the foreground; Ctrl-C ends it. `kg up` does it behind.")(
        serve
    )
    app.command("work", help="Fill vectors in the foreground; Ctrl-C ends it. `kg up` does it behind.")(work)


def serve() -> None:
    _module(API).serve(settings())


def work() -> None:
    run(_work(settings()))


async def _work(now: Settings) -> None:
    # Imported here: SQLAlchemy and the models' clients would cost every other command half a second.
    from kg.llm.gateway import open_embedder
    from kg.publish.worker import WorkOptions
    from kg.publish.worker import work as work_on
    from kg.records import EmbeddingCache, open_records

    async with (
        connect(now.graph_options()) as graph,
        open_embedder(now.embedder_options()) as embedder,
        open_records(now.records_url) as records,
    ):
        say_ready(now.local_options(), "worker")
        await work_on(graph, embedder, EmbeddingCache(records), WorkOptions())


def present(name: str) -> bool:
    """True when this installation has the module."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _module(name: str) -> ModuleType:
    if not present(name):
        raise LocalError(f"local: this installation has no {name}")
    return importlib.import_module(name)
