"""docs/settings.md: every setting of `kg.config`."""

from typing import Any

from kg.config import settable
from tests.pages.made import MADE, table

MACHINE = ("home", "neo4j_heap_mb", "neo4j_page_cache_mb")
"""Their defaults depend on the machine; `about` says how."""


def page() -> str:
    rows = [
        (f"`{i.name}`", _environment(i), _default(i), _values(i), i.metadata["about"]) for i in settable()
    ]
    return f"""# Settings
{MADE}

A setting comes from the command line (`kg --set name=value …`), else the environment, else the
settings file, else the default. `kg config` shows every value and where it came from. The settings
file is `config.toml` in the data folder (or the file that `KG_CONFIG` names), one `name = value` a line:

    api_port = 8500
    embedder = "compatible"
    embedding_url = "http://127.0.0.1:8080/v1"

A name that is not known, or a value out of its bounds, stops with what to do. Secrets are never shown.
`home` and `name` cannot be set in the file, since they say where it is.

{table(("setting", "environment", "default", "values", "what for"), rows)}

Not settings, but read from the environment: `KG_CONFIG` (another settings file), `KG_DEBUG` (errors
with their traceback), the ordinary variables of pip, Maven, git and proxies, and for the tests
`KG_TEST_NEO4J_URI` and `KG_TEST_NEO4J_PASSWORD` (a server that may be emptied).
"""


def _environment(item: Any) -> str:
    return ", ".join(f"`{name}`" for name in item.metadata["names"])


def _default(item: Any) -> str:
    if item.name in MACHINE:
        return "by the machine"
    return f"`{item.default}`" if str(item.default) else ""


def _values(item: Any) -> str:
    meta = item.metadata
    if meta["choices"]:
        return ", ".join(f"`{choice}`" for choice in meta["choices"])
    if item.type is not int:
        return "secret" if meta["secret"] else ""
    return f"{meta['low']} to {meta['high']}" if meta["high"] else f"from {meta['low']}"
