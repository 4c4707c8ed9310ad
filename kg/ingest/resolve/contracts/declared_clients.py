"""Requests that methods of interfaces declare: Retrofit (`@GET("x")`) and Feign itself (`@RequestLine`)."""

from collections.abc import Iterator

from kg.ingest.resolve.contracts.bases import Bases
from kg.ingest.resolve.contracts.contract import METHODS, REQUESTS, Contract
from kg.ingest.resolve.contracts.mappings import known
from kg.ingest.resolve.contracts.values import argument, imports
from kg.ingest.resolve.world import World


def retrofit(world: World) -> Iterator[Contract]:
    """Paths are below the only base URL that a `Retrofit.Builder` is given; `@Url` is known to nobody."""
    bases = Bases(world, ("baseUrl",), ("retrofit.builder",))
    for facts, usage in world.usages(*METHODS, "HTTP"):
        if not imports(facts, "retrofit2", "retrofit"):
            continue
        verb = world.text(argument(usage, "method"), facts, usage) if usage.name == "HTTP" else usage.name
        path = world.text(argument(usage, "path" if usage.name == "HTTP" else "value", ""), facts, usage)
        if path and verb:
            how, confidence = known(path)
            yield Contract(
                REQUESTS, verb, bases.below(path, facts), usage.source, facts, usage.line,
                how=how, confidence=confidence,
            )  # fmt: skip


def request_lines(world: World) -> Iterator[Contract]:
    """`@RequestLine("GET /orders/{id}")`."""
    for facts, usage in world.usages("RequestLine"):
        verb, _, path = world.text(argument(usage, "value", ""), facts, usage).partition(" ")
        if path and verb in METHODS:
            how, confidence = known(path)
            yield Contract(
                REQUESTS, verb, path.strip(), usage.source, facts, usage.line, how=how, confidence=confidence
            )
