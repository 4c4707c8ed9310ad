"""Names of calls that are too common to be noted everywhere: only in files that name their library."""

from collections.abc import Mapping

_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "method"})
_UPPER_VERBS = frozenset({"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"})
_CALLS_BESIDE: Mapping[str, frozenset[str]] = {
    "RestTemplate": frozenset({"put", "headForHeaders", "optionsForAllow"}),
    "WebClient": frozenset({"create", "method", "get", "head", "options"}),
    "RestClient": frozenset({"create", "method", "get", "head", "options"}),
    "WebTestClient": frozenset({"method"}),
    "java.net.http": _UPPER_VERBS | {"newBuilder", "method"},
    "okhttp3": _VERBS,
    "RouterFunction": _UPPER_VERBS | {"path"},
    "MockMvc": _VERBS | {"options", "request", "multipart"},
    "BindingBuilder": frozenset({"bind", "to", "with"}),
    "QueueBuilder": frozenset({"durable", "nonDurable"}),
    "StreamsBuilder": frozenset({"stream", "table", "globalTable", "to"}),
    "KStream": frozenset({"to"}),
    "hutool": _VERBS | {"createGet", "createPost"},
}
"""A word in the text of a file -> names."""

CALLS_BARE = _VERBS | _UPPER_VERBS | {"options"}
"""Those of them that say something without an argument, too."""


def calls_beside(text: str) -> frozenset[str]:
    """What a file notes beside what every file does."""
    found = [names for word, names in _CALLS_BESIDE.items() if word in text]
    return frozenset().union(*found) if found else frozenset()
