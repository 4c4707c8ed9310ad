"""Requests by single calls: Apache HttpClient (`new HttpGet(url)`), Hutool, MockMvc in tests."""

from collections.abc import Iterator

from kg.ingest.resolve.contracts.base_path import BasePaths
from kg.ingest.resolve.contracts.contract import REQUESTS, Contract
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.urls import urls
from kg.ingest.resolve.contracts.values import imports, last_names, nth
from kg.ingest.resolve.world import World
from kg.schema.usages import CALLED, Usage
from kg.schema.vocabulary import How

_APACHE = {
    "new HttpGet": "GET", "new HttpPost": "POST", "new HttpPut": "PUT", "new HttpDelete": "DELETE",
    "new HttpPatch": "PATCH", "new HttpHead": "HEAD", "new HttpOptions": "OPTIONS",
}  # fmt: skip
_HUTOOL = {
    "get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE", "patch": "PATCH", "head": "HEAD",
    "createGet": "GET", "createPost": "POST",
}  # fmt: skip
_HUTOOL_TYPES = ("HttpUtil", "HttpRequest")
_MOCKS = ("get", "post", "put", "patch", "delete", "head", "options", "multipart", "request")
_BUILDERS = "org.springframework.test.web.servlet.request.MockMvcRequestBuilders"


def apache(world: World) -> Iterator[Contract]:
    """Requests that are made of a URL."""
    for facts, usage in world.usages(*_APACHE):
        if imports(facts, "org.apache.http", "org.apache.hc"):
            for url in urls(world, nth(usage, 0), facts, usage):
                yield Contract(REQUESTS, _APACHE[usage.name], url, usage.source, facts, usage.line)


def hutool(world: World) -> Iterator[Contract]:
    """`HttpUtil.get(url)`, `HttpRequest.post(url)`."""
    for facts, usage in world.usages(*_HUTOOL):
        if usage.on in _HUTOOL_TYPES and imports(facts, "cn.hutool"):
            for url in urls(world, nth(usage, 0), facts, usage):
                yield Contract(REQUESTS, _HUTOOL[usage.name], url, usage.source, facts, usage.line)


def mock_mvc(world: World) -> Iterator[Contract]:
    """Tests that ask their own application; nothing goes over a network, so it is deduced. They leave out
    what stands before every route of it."""
    bases = BasePaths(world)
    for facts, usage in world.usages(*_MOCKS):
        if usage.form != CALLED or not _is_builder(usage, facts.file.imports):
            continue
        first, verb = nth(usage, 0), usage.name.upper()
        if usage.name == "request":
            verb, first = next(iter(last_names(first)), ""), nth(usage, 1)
        for url in urls(world, first, facts, usage) if verb else ():
            verb = "POST" if verb == "MULTIPART" else verb
            path = joined(bases.spring(facts.file.path), url) if url.startswith("/") else url
            yield Contract(
                REQUESTS, verb, path, usage.source, facts, usage.line, how=How.INFERRED, confidence=0.9
            )


def _is_builder(usage: Usage, imported: tuple[str, ...]) -> bool:
    if usage.on:
        return usage.on == "MockMvcRequestBuilders"
    return f"static {_BUILDERS}.*" in imported or f"static {_BUILDERS}.{usage.name}" in imported
