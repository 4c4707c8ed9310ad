"""Build files that are read line by line: requirements.txt, go.mod, Gemfile and gemspec."""

import re
from collections.abc import Iterator

from kg.ingest.parse.manifests.python import manifest, normal, requirement
from kg.ingest.parse.unit import Unit
from kg.schema.libraries import Declared, Manifest

_USES = ("test", "dev", "doc", "lint", "build", "ci")
_URL = re.compile(r"^(?:-e\s+|--editable[ =])?\w[\w+.-]*://[^#]*#(?:.*&)?egg=([A-Za-z0-9][\w.-]*)")
_REQUIRED = re.compile(r"^\s*(?:require\s+)?([\w.-]+\.[\w-]+(?:/[^\s]+)?)\s+(v\S+)\s*(?://\s*(indirect))?")
_MODULE = re.compile(r'^module\s+"?([^\s"]+)', re.MULTILINE)
_GEM = re.compile(
    r"""^\s*(?:gem|\w+\.add_(?:(?:runtime|(development))_)?dependency)[\s(]+["']([^"']+)["']((?:\s*,\s*["'][^"']+["'])*)"""
)
_GROUP = re.compile(r"^\s*group\s*\(?\s*:(\w+).*\bdo\b")
_GEM_NAME = re.compile(r"""^\s*\w+\.name\s*=\s*["']([^"']+)["']""", re.MULTILINE)


def read_requirements(unit: Unit) -> list[object]:
    return manifest("", _requirements(unit))


def _requirements(unit: Unit) -> Iterator[Declared]:
    """Options, other files and paths are no packages; a URL says its package after `egg=`."""
    name = unit.path.rpartition("/")[2].lower()
    used_for = next((word for word in _USES if word in name), "")
    for number, line in enumerate(unit.text.split("\n"), 1):
        said = line.partition(" --hash")[0].rstrip("\\ ")
        of_url = _URL.match(said)
        found = (of_url[1], "") if of_url else requirement(said)
        if found:
            yield Declared(normal(found[0]), found[1], used_for, number)


def read_go(unit: Unit) -> list[object]:
    named = _MODULE.search(unit.text)
    return [Manifest("go", named[1] if named else "", tuple(_required(unit.text)))]


def _required(text: str) -> Iterator[Declared]:
    """Of `require` alone: what is replaced or excluded is no dependency of its own."""
    block = ""
    for number, line in enumerate(text.split("\n"), 1):
        verb, _, rest = line.strip().partition(" ")
        if rest.strip().startswith("(") or verb.endswith("("):
            block = verb.rstrip("(")
        elif verb == ")":
            block = ""
        elif (block or verb) == "require" and (found := _REQUIRED.match(line)):
            yield Declared(found[1], found[2], found[3] or "", number)


def read_gems(unit: Unit) -> list[object]:
    named = _GEM_NAME.search(unit.text) if unit.path.endswith(".gemspec") else None
    return [Manifest("rubygems", named[1] if named else "", tuple(_gems(unit.text)))]


def _gems(text: str) -> Iterator[Declared]:
    group = ""
    for number, line in enumerate(text.split("\n"), 1):
        begun = _GROUP.match(line)
        if begun:
            group = begun[1]
        elif line.startswith("end"):
            group = ""
        elif found := _GEM.match(line):
            version = ", ".join(re.findall(r"""["']([^"']+)["']""", found[3]))
            yield Declared(found[2], version, "dev" if found[1] else group, number)
