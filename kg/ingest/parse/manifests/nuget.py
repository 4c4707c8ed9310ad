"""NuGet: PackageReference of project files, versions kept centrally, the old packages.config.

Found in the text: these files are XML, but nothing in them needs more than the attributes of one element.
"""

import re
from collections.abc import Iterator, Mapping

from kg.ingest.parse.manifests.text import line_at
from kg.ingest.parse.unit import Unit
from kg.schema.libraries import Declared, Manifest

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ELEMENT = re.compile(r"<(PackageReference|PackageVersion|package)\s([^>]*)>")
_CHILD = re.compile(r"\s*<Version>([^<]+)</Version>")
_ATTRIBUTE = re.compile(r'(\w+)\s*=\s*"([^"]*)"')

_PROPERTY = re.compile(r"<(\w+)>([^<>\s]+)</\1>")
_USE = re.compile(r"\$\((\w+)\)")


def read_nuget(unit: Unit) -> list[object]:
    text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), unit.text)
    elements = list(_elements(text, dict(_PROPERTY.findall(text))))
    name = unit.path.rpartition("/")[2].rpartition(".")[0] if unit.path.endswith("proj") else ""
    declared = tuple(each for element, each in elements if element != "PackageVersion")
    managed = tuple((each.name, each.version) for element, each in elements if element == "PackageVersion")
    return [Manifest("nuget", name, declared, managed)]


def _elements(text: str, properties: Mapping[str, str]) -> Iterator[tuple[str, Declared]]:
    for found in _ELEMENT.finditer(text):
        said = dict(_ATTRIBUTE.findall(found[2]))
        name = said.get("Include") or said.get("id", "")
        child = _CHILD.match(text, found.end())
        version = said.get("Version") or said.get("version") or (child[1] if child else "")
        if name:
            used_for = "dev" if said.get("developmentDependency") == "true" else ""
            version = _USE.sub(lambda use: properties.get(use[1], ""), version)
            yield found[1], Declared(name, version, used_for, line_at(text, found.start()))
