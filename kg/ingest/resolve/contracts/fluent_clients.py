"""Requests by chains of calls: WebClient, RestClient, WebTestClient, java.net.http, OkHttp.

The method stands in the chain before the URL (`get().uri("/x")`) or after it (`url("/x").post(body)`); the
receiver of a usage says the former, the next usages of the same code the latter.
"""

from collections.abc import Iterator, Mapping, Sequence

from kg.ingest.resolve.contracts.bases import Bases
from kg.ingest.resolve.contracts.contract import ANY, METHODS, REQUESTS, Contract
from kg.ingest.resolve.contracts.urls import urls
from kg.ingest.resolve.contracts.values import is_on, last_names, nth, root_of
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.usages import Usage

_SPRING = (
    "webclient", "restclient", "webtestclient", "webclient.builder", "restclient.builder", "webclientbuilder",
    "restclientbuilder",
)  # fmt: skip
_SPRING_BASES = ("baseUrl", "create")
_PLAIN: Mapping[str, tuple[str, ...]] = {
    "uri": ("httprequest", "httprequest.builder"),
    "newBuilder": ("httprequest",),
    "url": ("request.builder",),
}
"""Calls of java.net.http and OkHttp that take the URL -> the types they are on."""


def spring_fluent(world: World) -> Iterator[Contract]:
    """WebClient and RestClient: the method comes first; `baseUrl` alone is asked for where no `uri` follows."""
    bases = Bases(world, _SPRING_BASES, _SPRING)
    for facts, usage in world.usages("uri"):
        if is_on(usage, *_SPRING):
            verb = _before(usage, facts) or ANY
            for url in urls(world, nth(usage, 0), facts, usage):
                yield Contract(REQUESTS, verb, bases.below(url, facts), usage.source, facts, usage.line)
    for facts, usage in world.usages("baseUrl"):
        verb = _verb_alone(usage, facts) if is_on(usage, *_SPRING) else ""
        for url in urls(world, nth(usage, 0), facts, usage) if verb else ():
            yield Contract(REQUESTS, verb, url, usage.source, facts, usage.line)


def plain_fluent(world: World) -> Iterator[Contract]:
    """java.net.http and OkHttp: the method may come later, and is GET where none does."""
    for name, types in _PLAIN.items():
        for facts, usage in world.usages(name):
            if is_on(usage, *types):
                verb = _before(usage, facts) or _after(usage, facts) or "GET"
                for url in urls(world, nth(usage, 0), facts, usage):
                    yield Contract(REQUESTS, verb, url, usage.source, facts, usage.line)


def _verb_alone(base: Usage, facts: Facts) -> str:
    """The method that is chained to a base URL without a path of its own."""
    chain = f"{base.on}.{base.name}"
    verb = ""
    for each in facts.usages[facts.usages.index(base) + 1 :]:
        if each.source != base.source or not f"{each.on}.".startswith(f"{chain}."):
            break
        if each.name == "uri":
            return ""
        verb = verb or (each.name.upper() if each.name.upper() in METHODS else "")
    return verb


def _before(usage: Usage, facts: Facts) -> str:
    """The method in the chain that the URL is given to."""
    for word in reversed(usage.on.split(".")):
        if word.upper() in METHODS:
            return word.upper()
        if word == "method":
            return _given(facts.usages, facts.usages.index(usage) - 1, usage)
    return ""


def _given(usages: Sequence[Usage], at: int, usage: Usage) -> str:
    """Of the last `method(HttpMethod.PUT)` or `method("PUT", body)` before a place in the same code."""
    while at >= 0 and usages[at].source == usage.source:
        if usages[at].name == "method":
            return _of_method(usages[at])
        at -= 1
    return ""


def _of_method(usage: Usage) -> str:
    value = nth(usage, 0)
    said = (value,) if isinstance(value, str) else last_names(value)
    return next((word for word in said if word in METHODS), "")


def _after(usage: Usage, facts: Facts) -> str:
    """The method that is chained to the URL, or called on the same builder before the next URL."""
    root = root_of(usage.on)
    for each in facts.usages[facts.usages.index(usage) + 1 :]:
        if each.source != usage.source or (each.name == usage.name and root_of(each.on) == root):
            return ""
        if root_of(each.on) == root and each.name.upper() in METHODS:
            return each.name.upper()
        if root_of(each.on) == root and each.name == "method":
            return _of_method(each)
    return ""
