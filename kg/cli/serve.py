"""`kg serve` and `kg work`: the API and the worker in the foreground (`kg up` runs both behind)."""

import importlib
import importlib.util
from types import ModuleType

import typer

from kg.cli.frame import run, settings
from kg.errors import LocalError

API, WORKER = "api.app", "kg.publish.worker"


def add(app: typer.Typer) -> None:
    app.command("serve", help="Serve GraphQL in the foreground; Ctrl-C ends it. `kg up` does it behind.")(
        serve
    )
    app.command("work", help="Fill vectors in the foreground; Ctrl-C ends it. `kg up` does it behind.")(work)


def serve() -> None:
    _module(API).serve(settings())


def work() -> None:
    run(_module(WORKER).work(settings()))


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
