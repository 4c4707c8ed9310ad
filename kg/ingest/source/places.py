"""Places that are no git repositories: how they are written, and what each part of that says.

    confluence+https://wiki.example/wiki/spaces/OPS     a space (or …/display/OPS)
    confluence+file:///exports/OPS                      its XML export, a folder or a zip
    nacos+http://config.example:8848/nacos              every namespace (or …/namespaces/prod: that one)
    nacos+file:///exports/prod                          a namespace's export, a folder or a zip
    apollo+https://portal.example/apps/orders           every environment of an app, by the open API
    apollo+http://config.example/apps/orders/clusters/default/namespaces/application,db
    folder:/srv/runbooks                                a folder without git

In: such a text. Out: a `Place`. Connects to nothing.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from kg.errors import SourceError

_PLACE = re.compile(r"(?P<kind>confluence|nacos|apollo)\+(?P<scheme>https?|file)://|folder:(?!//)")


@dataclass(frozen=True, slots=True)
class Place:
    """One place, taken apart."""

    kind: str
    """`confluence`, `nacos`, `apollo` or `folder`."""
    url: str
    """As it is kept: without a login."""
    server: str
    """`https://wiki.example`; empty for files."""
    path: str
    """What stands behind the server; of files: where they are."""
    user: str = ""
    secret: str = field(default="", repr=False)
    """A password where there is a user, else a token; both empty: nobody."""


def is_place(text: str) -> bool:
    return bool(_PLACE.match(text))


def read_place(text: str) -> Place:
    """The parts of a text that `is_place`; SourceError where one is missing."""
    found = _PLACE.match(text)
    if found is None:
        raise SourceError("source: neither a git repository nor a place that kg can read")
    if found["kind"] is None:
        path = text.removeprefix("folder:")
        return Place("folder", f"folder:{path}", "", path)
    kind, scheme = found["kind"], found["scheme"]
    parts = urlsplit(text)
    login, _, host = parts.netloc.rpartition("@")
    path = parts.path.rstrip("/")
    if scheme == "file":
        return Place(kind, f"{kind}+file://{path}", "", unquote(path))
    if not host:
        raise SourceError(f"source: {kind}+{scheme}:// names no host")
    user, colon, secret = login.partition(":")
    user, secret = (unquote(user), unquote(secret)) if colon else ("", unquote(login))
    return Place(kind, f"{kind}+{scheme}://{host}{path}", f"{scheme}://{host}", path, user, secret)


def place_key(place: Place) -> str:
    """What its repository is called when nobody says: `confluence/OPS`, `apollo/orders`, `runbooks`."""
    parts = [part for part in place.path.split("/") if part]
    if place.kind == "folder":
        name = parts[-1] if parts else ""
    elif place.kind == "apollo" and "apps" in parts[:-1]:
        name = f"apollo/{parts[parts.index('apps') + 1]}"
    else:
        last = "" if parts and parts[-1] == place.kind else "".join(parts[-1:])
        name = f"{place.kind}/{last or urlsplit(place.server).hostname or ''}"
    key = re.sub(r"[^A-Za-z0-9._/+-]+", "-", name.removesuffix(".zip")).strip("/-.")
    if not key or ".." in key:
        raise SourceError(f"source: no name can be made of {place.url}; give one")
    return key
