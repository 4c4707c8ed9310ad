"""Servlets: the patterns of `@WebServlet`, answered by `doGet` and its like, or by `service`."""

from collections.abc import Iterator

from kg.ingest.resolve.contracts.base_path import BasePaths
from kg.ingest.resolve.contracts.contract import ANY, SERVES, Contract
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import argument
from kg.ingest.resolve.world import World

_ANSWERS = {
    "doGet": "GET", "doPost": "POST", "doPut": "PUT", "doDelete": "DELETE", "doPatch": "PATCH",
    "doHead": "HEAD", "doOptions": "OPTIONS", "service": ANY,
}  # fmt: skip


def servlets(world: World) -> Iterator[Contract]:
    """What annotated servlets serve; those of a web.xml are not read."""
    bases = BasePaths(world)
    for facts, usage in world.usages("WebServlet"):
        of = world.jvm.of(usage.source)
        patterns = world.texts(argument(usage, "urlPatterns", "value", ""), facts, usage)
        for method in of.methods if of is not None else ():
            for pattern in patterns if method.name in _ANSWERS else ():
                path = joined(bases.spring(facts.file.path), pattern)
                verb = _ANSWERS[method.name]
                yield Contract(SERVES, verb, path, method.uid, facts, usage.line, usage.source)
