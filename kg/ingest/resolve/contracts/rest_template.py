"""Requests by RestTemplate: the method is in the name of the call, or an argument of `exchange`."""

from collections.abc import Iterator

from kg.ingest.resolve.contracts.base_path import BasePaths
from kg.ingest.resolve.contracts.bases import Bases
from kg.ingest.resolve.contracts.contract import ANY, METHODS, REQUESTS, Contract
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.urls import urls
from kg.ingest.resolve.contracts.values import is_on, last_names, nth
from kg.ingest.resolve.world import World
from kg.schema.usages import CALL, CALLED, Usage, Value

_VERBS = {
    "getForObject": "GET", "getForEntity": "GET", "headForHeaders": "HEAD", "optionsForAllow": "OPTIONS",
    "postForObject": "POST", "postForEntity": "POST", "postForLocation": "POST", "put": "PUT",
    "patchForObject": "PATCH", "delete": "DELETE", "exchange": "", "execute": "",
}  # fmt: skip
_TYPES = ("resttemplate", "restoperations")
_IN_TEST = "testresttemplate"


def rest_template(world: World) -> Iterator[Contract]:
    """Calls on what is declared, or at least named, a RestTemplate."""
    contexts = BasePaths(world)
    bases = Bases(world, ("rootUri",), ("resttemplatebuilder",))
    for facts, usage in world.usages(*_VERBS):
        if usage.form != CALLED or not is_on(usage, *_TYPES):
            continue
        value, verb = _asked(usage)
        for url in urls(world, value, facts, usage):
            tested = is_on(usage, _IN_TEST) and url.startswith("/")
            path = joined(contexts.context(facts.file.path), url) if tested else bases.below(url, facts)
            yield Contract(REQUESTS, verb, path, usage.source, facts, usage.line)


def _asked(usage: Usage) -> tuple[Value, str]:
    """The URL and the method; both are in a `RequestEntity.get(url)` where that is given instead."""
    first = nth(usage, 0)
    if isinstance(first, tuple) and first[0] == CALL:
        entity = _entity(first)
        if entity is not None:
            return entity
    verb = _VERBS[usage.name] or next((n for n in last_names(nth(usage, 1)) if n in METHODS), ANY)
    return first, verb


def _entity(value: Value) -> tuple[Value, str] | None:
    while isinstance(value, tuple) and value[0] == CALL:
        _, whole, given, inner = value
        holder, _, name = whole.rpartition(".")
        if holder == "RequestEntity" and name.upper() in METHODS and given:
            return given[0][1], name.upper()
        value = inner
    return None
