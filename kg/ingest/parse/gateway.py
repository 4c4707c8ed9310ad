"""Routes of Spring Cloud Gateway in settings: which paths go to which service, and what becomes of them.

In: the trees of a YAML file. Out: a `GatewayRoute` for each path of each route whose filters are all plain: a
rewrite by any other expression than "this first part becomes that" is not followed, and its route left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.parse.readers import Said
from kg.ingest.parse.tree import Branch, Documents, Tree, items_at, pairs_at, text_at
from kg.ingest.parse.unit import Unit
from kg.schema.gateway import GatewayRoute

_WHERE = (
    ("spring", "cloud", "gateway", "routes"),
    ("spring", "cloud", "gateway", "server", "webflux", "routes"),
    ("spring", "cloud", "gateway", "server", "webmvc", "routes"),
    ("spring", "cloud", "gateway", "mvc", "routes"),
)
_REST = r"\(\?<(?P<name>\w+)>(?:/\?)?\.[*+]\)"
_REWRITTEN = re.compile(rf"\^?(?P<before>/[\w./-]*?)(?:/\?)?{_REST}\$?")
_REPLACED = re.compile(r"(?P<before>/?[\w./-]*?)\$\\?\{(?P<name>\w+)\}")


@dataclass(frozen=True, slots=True)
class _Filters:
    strip: int = 0
    rewrite: tuple[str, str] = ("", "")
    prefix: str = ""


class _NotPlain(Exception):
    """A filter whose effect on the path is not known."""


def read_gateway(unit: Unit, documents: Documents) -> Said:
    """The routes of all documents."""
    routes = [route for each in documents.branches for where in _WHERE for route in items_at(each, *where)]
    return Said(found=tuple(found for route in routes for found in _routes(route)))


def _routes(route: Tree) -> Iterator[GatewayRoute]:
    uri = text_at(route, "uri")
    try:
        filters = _filters(route)
    except _NotPlain:
        return
    for path in _paths(route) if uri else ():
        yield GatewayRoute(path, uri, filters.strip, filters.rewrite, filters.prefix, route.line)


def _paths(route: Tree) -> Iterator[str]:
    for name, given in _said(route, "predicates"):
        if name == "Path":
            yield from (each.strip() for each in given if each.strip().startswith("/"))


def _filters(route: Tree) -> _Filters:
    strip, rewrite, prefix = 0, ("", ""), ""
    for name, given in _said(route, "filters"):
        if name == "StripPrefix":
            strip = int(given[0]) if given and given[0].strip().isdigit() else 1
        elif name == "PrefixPath":
            prefix = given[0].strip() if given else ""
        elif name == "RewritePath":
            rewrite = _rewrite(given)
        elif name == "SetPath":
            raise _NotPlain
    return _Filters(strip, rewrite, prefix)


def _rewrite(given: tuple[str, ...]) -> tuple[str, str]:
    if len(given) != 2:
        raise _NotPlain
    matched, replaced = _REWRITTEN.fullmatch(given[0].strip()), _REPLACED.fullmatch(given[1].strip())
    if matched is None or replaced is None or matched["name"] != replaced["name"]:
        raise _NotPlain
    return matched["before"], replaced["before"]


def _said(route: Tree, key: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Predicates or filters by name, written short (`StripPrefix=1`) or with arguments."""
    for each in items_at(route, key):
        if isinstance(each, Branch):
            arguments = (text_at(pair.value) for pair in pairs_at(each, "args"))
            yield text_at(each, "name"), tuple(text for text in arguments if text)
        else:
            name, _, given = text_at(each).partition("=")
            yield name.strip(), tuple(given.split(","))
