"""URLs that builders make, as one value: what `UriComponentsBuilder.fromUriString("/a").path("/b")` says.

In: the value of an argument. Out: texts with `{}` for their gaps. A flat table of what each method of a
builder does to what stands before it; one that is not in it makes the whole a gap. Pure.
"""

from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.usages import CALL, JOIN, Usage, Value

_MAKES = frozenset(
    {
        "create", "fromUriString", "fromHttpUrl", "fromPath", "fromUri", "new URI", "new URL", "new URIBuilder",
        "parse", "get", "toURL", "valueOf", "new DefaultUriBuilderFactory", "uriString", "strip", "trim",
    }
)  # fmt: skip
_KEEPS = frozenset(
    {
        "build", "toUriString", "toUri", "toURI", "toURL", "encode", "expand", "buildAndExpand", "queryParam",
        "queryParams", "query", "replaceQuery", "toString", "newBuilder", "uriVariables", "fragment",
        "addQueryParameter", "addParameter", "addParameters", "normalize", "strip", "trim", "queryParamIfPresent",
        "cloneBuilder", "replaceQueryParam", "toASCIIString", "encodedQuery", "newInstance", "UriComponentsBuilder",
    }
)  # fmt: skip
_ADDS = frozenset({"path", "setPath", "addPathSegments", "addEncodedPathSegments", "encodedPath", "concat"})
_ADDS_PARTS = frozenset({"pathSegment", "addPathSegment", "addEncodedPathSegment", "setPathSegments"})
_MOST_CHAINED = 24


def urls(world: World, value: Value, facts: Facts, usage: Usage) -> tuple[str, ...]:
    """What an argument may say."""
    return world.texts(built(value), facts, usage)


def built(value: Value, deep: int = _MOST_CHAINED) -> Value:
    """A chain of a builder as a concatenation; any other value as it is."""
    if not isinstance(value, tuple) or deep == 0:
        return value
    if value[0] == JOIN:
        return (JOIN, *(built(part, deep - 1) for part in value[1:]))
    if value[0] != CALL:
        return value
    _, whole, given, inner = value
    name = whole.rpartition(".")[2]
    first = given[0][1] if given else None
    if name in _KEEPS and inner is not None:
        return built(inner, deep - 1)
    if name in _MAKES and given:
        return built(first, deep - 1)
    before = built(inner, deep - 1) if inner is not None else ""
    if name in _ADDS and given:
        return (JOIN, before, built(first, deep - 1))
    if name in _ADDS_PARTS:
        return (JOIN, before, *(part for _, each in given for part in ("/", each)))
    return _of_parts(name, before, first) if given else _root(name, value)


def _of_parts(name: str, before: Value, first: Value) -> Value:
    if name == "scheme":
        return (JOIN, first, "://")
    if name == "host":
        return (JOIN, before or "http://", first)
    if name == "port":
        return (JOIN, before, ":", first)
    return None


def _root(name: str, value: Value) -> Value:
    """`newInstance()` starts empty; any other call is what a constant or setting of its name says."""
    return "" if name in _KEEPS else value
