"""requests, httpx, aiohttp and urllib: what Python code asks other services for.

The class that a session is made from decides, or the module; `base_url` of a client comes before the path.
A client that another file makes has a base that is not known. Pure.
"""

from collections.abc import Iterator

from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.contracts.contract import ANY, REQUESTS, Contract
from kg.ingest.resolve.contracts.mounts import variable
from kg.ingest.resolve.contracts.paths import below
from kg.ingest.resolve.contracts.values import argument, nth
from kg.ingest.resolve.python_names import is_python_code
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.usages import CALL, CALLED, Value

_VERBS = {name: name.upper() for name in ("get", "post", "put", "delete", "patch", "head", "options")}
_MODULES = frozenset(("requests", "httpx"))
_CLIENTS = frozenset(
    ("requests.Session", "requests.session()", "requests.sessions.Session", "httpx.Client", "httpx.AsyncClient",
     "aiohttp.ClientSession", "aiohttp.client.ClientSession", "requests_oauthlib.OAuth2Session",
     "requests_html.HTMLSession", "requests_cache.CachedSession", "cachecontrol.CacheControl")
)  # fmt: skip
_MAKERS = ("Client", "AsyncClient", "ClientSession")
_OPENERS = ("urllib.request", "urllib2")


def python_clients(world: World) -> Iterator[Contract]:
    bases = {
        variable(usage.to, usage.source): (facts, usage)
        for facts, usage in world.usages(*_MAKERS)
        if usage.to and argument(usage, "base_url") is not None
    }
    for used in world.usages(*_VERBS, "request", "stream", "urlopen", "ws_connect"):
        facts, usage = used
        if usage.form == CALLED and is_python_code(facts):
            yield from _requested(world, bases, used)


def _requested(world: World, bases: dict[str, Used], used: Used) -> Iterator[Contract]:
    facts, usage = used
    if usage.name == "urlopen":
        if usage.on in _OPENERS:
            yield from _opened(world, used)
        return
    is_client = usage.on in _CLIENTS
    if not is_client and usage.on not in _MODULES:
        return
    named = usage.name in ("request", "stream")
    url = argument(usage, "url") or nth(usage, 1 if named else 0)
    methods: tuple[str, ...] = (_VERBS.get(usage.name, "GET"),)
    if named:
        told = world.texts(argument(usage, "method") or nth(usage, 0), facts, usage)
        methods = tuple(each.upper() for each in told) or (ANY,)
    yield from _contracts(world, used, url, methods, _base(world, bases, used))


def _base(world: World, bases: dict[str, Used], used: Used) -> str:
    facts, usage = used
    names = names_of(usage.receiver, facts, scope_of(usage.source)) if usage.receiver else ()
    for name in names:
        if name in bases:
            where, maker = bases[name]
            return world.text(argument(maker, "base_url"), where, maker) or GAP
    return GAP


def _contracts(
    world: World, used: Used, url: Value, methods: tuple[str, ...], base: str
) -> Iterator[Contract]:
    facts, usage = used
    for text in world.texts(url, facts, usage):
        for method in methods:
            yield Contract(REQUESTS, method, below(base, text), usage.source, facts, usage.line)


def _opened(world: World, used: Used) -> Iterator[Contract]:
    """`urlopen(url)`, `urlopen(Request(url, method="PUT"))`; with data it is a POST."""
    facts, usage = used
    url = argument(usage, "url", "")
    given = usage.arguments
    if isinstance(url, tuple) and url[0] == CALL and url[1].rpartition(".")[2] == "Request":
        given = url[2]
        url = given[0][1] if given else None
    method = next((value for name, value in given if name == "method"), None)
    has_data = any(name == "data" for name, _ in given)
    told = world.text(method, facts, usage) or ("POST" if has_data else "GET")
    yield from _contracts(world, used, url, (told.upper(),), GAP)
