"""`go.mod` and `go.work`: which import paths are folders of this repository.

A `replace` by another module changes nothing here; one by a
local folder does.
"""

import posixpath
import re

from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts
from kg.schema.go import GoModule

_COMMENT = re.compile(r"//.*")
_REPLACE = re.compile(r"^(\S+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}(?:/\S*)?)$")


def parse_go_module(unit: Unit) -> Facts:
    folder = unit.path.rpartition("/")[0] or "."
    path, replaced, used, required = "", [], [], []
    for verb, rest in _directives(unit.text):
        if verb == "module":
            path = rest.strip('"`')
        elif verb == "use":
            used.append(_inside(folder, rest.strip('"`')))
        elif verb == "require":
            required.append(rest)
        elif verb == "replace" and (found := _REPLACE.match(rest)):
            replaced.append((found[1], _inside(folder, found[2])))
    file = unit.file(imports=tuple(required), text=unit.text)
    modules = tuple(line.partition(" ")[0] for line in required)
    return Facts(file, code=GoModule(folder, path, tuple(replaced), modules, tuple(used)))


def _directives(text: str) -> list[tuple[str, str]]:
    """`(verb, rest)` of each line, those of a block too."""
    found: list[tuple[str, str]] = []
    block = ""
    for line in text.split("\n"):
        words = _COMMENT.sub("", line).strip()
        verb, _, rest = words.partition(" ")
        if words == ")":
            block = ""
        elif rest.strip() == "(" or words.endswith("("):
            block = verb.rstrip("(")
        elif block and words:
            found.append((block, words))
        elif words:
            found.append((verb, rest.strip()))
    return found


def _inside(folder: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(folder, path))
