"""Files that name classes for a loader: META-INF/services, spring.factories, AutoConfiguration.imports."""

import re

from kg.ingest.parse.unit import Unit
from kg.schema.reflective import Named

REFLECTIVE = "reflective"
_CLASS = re.compile(r"^[a-zA-Z_]\w*(?:\.\w+)+(?:\$\w+)*$")
_CONTINUED = re.compile(r"\\\n\s*")


def read_services(unit: Unit) -> list[object]:
    """One class a line; of `key=a,b` the values."""
    words: list[str] = []
    for line in _CONTINUED.sub("", unit.text).split("\n"):
        plain = line.partition("#")[0].strip()
        words += [each.strip() for each in plain.rpartition("=")[2].split(",")]
    names = tuple(dict.fromkeys(word for word in words if _CLASS.match(word)))
    return [Named(names, REFLECTIVE)] if names else []
