"""fetch, axios, jQuery, SWR and their like: what TypeScript and JavaScript code asks for.

What a call is made on says whether it is a client: the module it is imported from, the type of a field
(Angular's HttpClient), an instance of axios in another file, whose `baseURL` comes first. Tests do not count.
"""

from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.resolve.contracts.contract import ANY, REQUESTS, Contract
from kg.ingest.resolve.contracts.mounts import variable
from kg.ingest.resolve.contracts.paths import below
from kg.ingest.resolve.contracts.script_routes import is_script
from kg.ingest.resolve.contracts.values import in_map, nth
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.usages import LIST, MAP, NAME, Value
from kg.schema.vocabulary import How

_VERBS = {
    name: name.upper() for name in ("get", "post", "put", "delete", "patch", "head", "options", "jsonp")
} | {"getJSON": "GET"}
_CLIENTS = frozenset(
    ("axios", "ky", "got", "superagent", "node-fetch", "HttpClient", "HttpService", "$http", "this.$http",
     "this.$axios", "$axios", "needle", "ofetch", "undici", "this.httpService.axiosRef", "$", "jQuery", "jquery")
)  # fmt: skip
_AXIOS = ("axios.create()", "ky.create()", "ky.extend()", "got.extend()", "axios.default.create()")
_PLAIN = {
    "fetch": ("", "node-fetch", "cross-fetch", "isomorphic-fetch", "undici"), "axios": ("axios",), "ky": ("ky",),
    "got": ("got",), "useFetch": ("", "#app", "#imports", "@vueuse/core"), "$fetch": ("", "ofetch", "#app"),
    "ofetch": ("ofetch",), "$http": ("",), "ajax": ("rxjs/ajax",),
}  # fmt: skip
"""Functions that request -> where they may be imported from; empty for what is everywhere."""
_JQUERY = ("$", "jQuery", "jquery")
_BY_CONVENTION = 0.9


def script_clients(world: World) -> Iterator[Contract]:
    rule = _Clients(world)
    for used in filter(is_script, world.usages(*_VERBS)):
        yield from rule.by_verb(used)
    for used in filter(is_script, world.usages(*_PLAIN)):
        if used[1].on in _PLAIN[used[1].name] and not used[1].receiver:
            yield from rule.by_config(used, "")
    for used in filter(is_script, world.usages("ajax")):
        if used[1].on in _JQUERY:
            yield from rule.by_config(used, "")
    for used in filter(is_script, world.usages("useSWR", "useSWRImmutable", "useSWRInfinite")):
        if used[1].on.partition("/")[0] == "swr":
            yield from rule.by_key(used)
    for used in filter(is_script, world.usages("request", "__request")):
        base = rule.base(used)
        if base is not None:
            yield from rule.by_config(used, base)
        else:
            yield from rule.by_shape(used)


class _Clients:
    def __init__(self, world: World) -> None:
        self.world = world
        self.made: dict[str, Used] = {
            variable(used[1].to, used[1].source): used
            for used in filter(is_script, world.usages("create", "extend"))
            if used[1].to and used[1].on in ("axios", "ky", "got", "axios.default")
        }

    def base(self, used: Used) -> str | None:
        """What comes before the paths of a client; None where a call is on no client."""
        facts, usage = used
        written = usage.receiver or usage.on or usage.name
        is_bare = not usage.receiver and usage.name == "request"
        name = usage.name if is_bare else written
        made = self.world.meaning(name, facts, usage.source, self.made)
        if made:
            where = self.made[made]
            told = in_map(nth(where[1], 0), "baseURL", "prefixUrl", "baseUrl")
            return (self.world.text(told, *where) or GAP) if told is not None else ""
        if usage.on in _CLIENTS and not (is_bare and usage.on not in _CLIENTS):
            return ""
        return "" if usage.on in _AXIOS else None

    def by_verb(self, used: Used) -> Iterator[Contract]:
        """`client.get(url)`."""
        usage = used[1]
        base = self.base(used)
        method = _VERBS[usage.name]
        if base is not None:
            yield from self._contracts(used, nth(usage, 0), (method,), base)
        else:
            yield from self._unknown(used, in_map(nth(usage, 0), "url"), method)

    def by_config(self, used: Used, base: str) -> Iterator[Contract]:
        """`fetch(url, { method: "POST" })`, `axios({ url, method })`, `http.request("GET", url)`."""
        usage = used[1]
        first, second = nth(usage, 0), nth(usage, 1)
        if usage.name == "request" and isinstance(first, str) and first.isalpha() and second is not None:
            yield from self._contracts(used, second, (first.upper(),), base)
            return
        config = first if isinstance(first, tuple) and first[0] == MAP else second
        url = in_map(first, "url") if config is first else first
        method = in_map(config, "method", "type")
        told = self.world.texts(method, *used) if method is not None else ("GET",)
        if not told or (config is not None and config[0] == NAME):
            told = (ANY,)
        yield from self._contracts(used, url, tuple(each.upper() for each in told), base)

    def by_key(self, used: Used) -> Iterator[Contract]:
        """`useSWR([url, page], fetcher)`: by convention the key is the URL that the fetcher gets."""
        facts, usage = used
        key = nth(usage, 0)
        while isinstance(key, tuple) and key[0] == LIST:
            key = next((each for each in key[1:] if each is not None), None)
        for text in self.world.texts(key, facts, usage):
            if text.removeprefix(GAP).startswith("/") or "://" in text:
                yield Contract(
                    REQUESTS, "GET", text, usage.source, facts, usage.line, how=How.INFERRED,
                    confidence=_BY_CONVENTION,
                )  # fmt: skip

    def by_shape(self, used: Used) -> Iterator[Contract]:
        """`request(settings, { method: "POST", url: "/orders" })`."""
        for given in (nth(used[1], 0), nth(used[1], 1)):
            method = in_map(given, "method")
            if isinstance(method, str) and method.lower() in _VERBS:
                yield from self._unknown(used, in_map(given, "url"), method.upper())

    def _unknown(self, used: Used, url: Value, method: str) -> Iterator[Contract]:
        """Of anybody's own client, or a generated one: what comes before the path is not known."""
        for found in self._contracts(used, url, (method,), "") if url is not None else ():
            if found.path.removeprefix(GAP).startswith("/"):
                yield replace(found, how=How.INFERRED, confidence=_BY_CONVENTION)

    def _contracts(self, used: Used, url: Value, methods: tuple[str, ...], base: str) -> Iterator[Contract]:
        facts, usage = used
        for text in self.world.texts(url, facts, usage):
            written = below(base, text) if base else text
            for method in methods:
                yield Contract(REQUESTS, method, written, usage.source, facts, usage.line)
