"""Paths of routes: prefixes joined, variables of every framework written alike, hosts kept apart.

`template` is what people read (`/orders/{id}`), `key_path` what two sides are compared by (`/orders/{}`).
A wildcard is a variable: what stands there is not known either. Pure text.
"""

import re
from dataclasses import dataclass

from kg.schema.contracts import GAP

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://(?P<host>[^/?#]*)(?P<rest>.*)", re.DOTALL)
_PLAIN = re.compile(r"(?:[\w./-]|\{\w+\})*")
_PLACEHOLDER = re.compile(r"[$#]\{[^{}]*\}")
_COLON = re.compile(r"(?<=/):(\w+)(?:\([^()/]*\))?[?*+]?")
_ANGLE = re.compile(r"<(?:[^<>:/]*:)?(\w+)>")
_STAR = re.compile(r"\*+(\w*)")
_QUERY = re.compile(r"\?\w+=.*", re.DOTALL)
_QUERY_OR_FRAGMENT = re.compile(r"[?#].*", re.DOTALL)
_OPEN_END = re.compile(r"(\w)(?:\{\})+$")
_NAME = re.compile(r"\w[\w.-]*")
_VARIABLE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Target:
    """What a client asks for."""

    host: str
    """As written, with its port; empty where the text names none or only running the code would tell."""
    path: str
    known: bool
    """Nothing that only running the code would tell comes before the path or right after it."""


def joined(*parts: str) -> str:
    """Prefixes and a path as one: `/api` + `orders/` + `` is `/api/orders`."""
    return "/" + "/".join(each for part in parts for each in part.split("/") if each)


def is_whole(url: str) -> bool:
    """Whether a client's URL names a host, or may: something not known comes first."""
    return "://" in url or url.startswith((GAP, "${"))


def below(base: str, url: str) -> str:
    """A URL below the base that its client was built with; what names a host stays."""
    return url if is_whole(url) else f"{base.rstrip('/')}/{url.lstrip('/')}"


def template(path: str) -> str:
    """A served path with variables as `{id}`, or `{}` where they have no name."""
    if _PLAIN.fullmatch(path):
        return joined(path)
    text = _braced(_PLACEHOLDER.sub(GAP, f"/{path}"), "{", "}")
    text = _braced(_COLON.sub(r"{\1}", text), "(", ")")
    text = _STAR.sub(r"{\1}", _ANGLE.sub(r"{\1}", text))
    return joined(_QUERY.sub("", text).replace("{}{}", GAP))


def key_path(path: str) -> str:
    """A template with every variable as `{}`."""
    return _VARIABLE.sub(GAP, path)


def target(text: str) -> Target:
    """A URL or path that a client writes: its host, and the path without query and fragment."""
    if text.startswith("/") and _PLAIN.fullmatch(text):
        return Target("", joined(text), known=True)
    text = _PLACEHOLDER.sub(GAP, text.strip())
    url = _URL.fullmatch(text)
    if url is None:
        known = not text.startswith(GAP) and not _OPEN_END.search(text)
        return Target("", _requested(text.removeprefix(GAP)), known)
    host = url["host"].rpartition("@")[2].replace(f":{GAP}", "")
    path = _requested(url["rest"])
    return Target("" if "{" in host else host, path, known=not _OPEN_END.search(url["rest"]))


def _requested(path: str) -> str:
    """Likewise `template`, of a path in which only braces are variables. A gap right after a word is what
    comes after the path: `"/orders" + query`."""
    plain = _QUERY_OR_FRAGMENT.sub("", _braced(path, "{", "}"))
    return joined(_OPEN_END.sub(r"\1", plain).replace("{}{}", GAP))


def says_something(asked: Target) -> bool:
    """Whether any of a path is known: `/{}/{}` could be every route."""
    return bool(_VARIABLE.sub("", asked.path).strip("/.")) or (asked.known and asked.path == "/")


def _braced(text: str, opening: str, closing: str) -> str:
    """Everything in brackets, with the brackets inside them, as one variable."""
    parts: list[str] = []
    at = 0
    while (start := text.find(opening, at)) >= 0:
        end = _end(text, start, opening, closing)
        parts += [text[at:start], _variable(text[start + 1 : end])]
        at = end + 1
    return "".join((*parts, text[at:]))


def _end(text: str, start: int, opening: str, closing: str) -> int:
    depth = 0
    for i in range(start, len(text)):
        depth += {opening: 1, closing: -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


def _variable(inner: str) -> str:
    """`id:[0-9]+`, `*path`, `id...`, `?P<id>[0-9]+`; `$` (Go: here the path ends) is no variable."""
    if inner == "$":
        return ""
    named = inner.partition("<")[2].partition(">")[0] if inner.startswith("?P<") else inner.partition(":")[0]
    name = _NAME.fullmatch(named.strip("*?+ ").removesuffix("..."))
    return f"{{{name[0]}}}" if name else GAP
