"""A handful of files, written out in a test, as a resolver around the code is given them."""

from collections.abc import Callable, Mapping
from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.world import Around, World
from kg.schema.facts import Edge


def resolved(files: Mapping[str, str], resolve: Callable[[World], Around]) -> Around:
    """What a resolver makes of them; their settings are known, as in a whole run."""
    parsed = [parse_file("r", path, "b", dedent(text).encode()) for path, text in sorted(files.items())]
    configs, _ = resolve_keys(parsed)
    return resolve(World("r", parsed, configs))


def sentence(edge: Edge, target: str) -> str:
    """`Orders#one(long) serves GET /orders/{id}`; what is not exact says so."""
    sure = "" if edge.how == "exact" else f" ({edge.how.value} {edge.confidence})"
    return f"{_short(edge.source)} {edge.type.lower()} {target}{sure}"


def _short(uid: str) -> str:
    return uid.rpartition(":")[2].removeprefix("w.")
