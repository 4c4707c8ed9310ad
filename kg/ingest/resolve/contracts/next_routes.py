"""Next.js: routes that the place of a file says.

`app/**/route.ts` serves with the functions it exports by the names of methods, `pages/api/**` with what it
exports by default. The folder above is the package's, or its `src`. A convention, so the edges are deduced.
"""

import re
from collections.abc import Iterator

from kg.ingest.resolve.contracts.contract import ANY, METHODS, SERVES, Contract
from kg.ingest.resolve.contracts.script_routes import SCRIPTS
from kg.ingest.resolve.world import World
from kg.schema import typescript as ts
from kg.schema.facts import Artifact, Facts
from kg.schema.ids import Uid
from kg.schema.typescript import TsFacts
from kg.schema.vocabulary import How

_APP = re.compile(r"(?:^|/)app/((?:.*/)?)route\.[cm]?[jt]sx?$")
_PAGES = re.compile(r"(?:^|/)pages/(api/.*?)(?:/index)?\.[jt]sx?$")
_GROUP = re.compile(r"^\(.*\)$|^@")
_CATCH_ALL = re.compile(r"\[+(?:\.\.\.)?([\w-]+)\]+")
_CONVENTION = 0.95


def next_routes(world: World) -> Iterator[Contract]:
    for facts in world.files:
        if facts.file.language in SCRIPTS and isinstance(facts.code, TsFacts):
            if found := _APP.search(facts.file.path):
                yield from _of_app(facts, _path(found[1]))
            elif found := _PAGES.search(facts.file.path):
                yield from _of_pages(facts, _path(found[1]))


def _path(written: str) -> str:
    """Folders as a path: `(shop)/orders/[id]` is `orders/{id}`."""
    parts = [part for part in written.split("/") if part and not _GROUP.match(part)]
    return "/" + "/".join(_CATCH_ALL.sub(r"{\1}", part) for part in parts)


def _of_app(facts: Facts, path: str) -> Iterator[Contract]:
    exported = {str(entry[1]) for entry in facts.code.exports if entry[0] in (ts.LOCAL, ts.VALUE)}
    for method in sorted(exported.intersection(METHODS)):
        yield _contract(method, path, facts, _named(facts, method))


def _of_pages(facts: Facts, path: str) -> Iterator[Contract]:
    for entry in facts.code.exports:
        if entry[0] in (ts.LOCAL, ts.VALUE) and entry[1] in ("default", "="):
            local = entry[2] if entry[0] == ts.LOCAL else _local(entry[3])
            yield _contract(ANY, path, facts, _named(facts, str(local)))
            return


def _local(value: object) -> str:
    return str(value[1]) if isinstance(value, tuple) and value[0] == ts.NAME else "default"


def _named(facts: Facts, name: str) -> Uid:
    """The function of that name, else the module."""
    found: Artifact = facts.artifacts[0]
    return next((each.uid for each in facts.artifacts if each.uid.endswith(f"#{name}")), found.uid)


def _contract(method: str, path: str, facts: Facts, source: Uid) -> Contract:
    return Contract(SERVES, method, path, source, facts, 0, how=How.INFERRED, confidence=_CONVENTION)
