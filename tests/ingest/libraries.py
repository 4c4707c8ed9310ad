"""Build files of a test, and what they say the repository depends on, in the form `file -> library version`."""

from collections.abc import Mapping

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.libraries import resolve_libraries
from kg.ingest.resolve.world import Around, World
from kg.schema.facts import Edge


def around(files: Mapping[str, str]) -> Around:
    facts = [parse_file("shop", path, "0" * 40, text.encode()) for path, text in files.items()]
    return resolve_libraries(World("shop", facts, ()))


def depends(files: Mapping[str, str]) -> list[str]:
    """`pom.xml -> maven:org.slf4j:slf4j-api 2.0 test @3`, in the order of names; `@` the lines."""
    return sorted(map(_said, around(files).edges))


def _said(edge: Edge) -> str:
    told = dict(edge.details)
    source, target = (uid.split(":", 2)[2] for uid in (edge.source, edge.target))
    words = (source, "->", target, told.get("version"), told.get("used_for"))
    return " ".join(str(word) for word in words if word) + f" @{','.join(str(s + 1) for s in edge.sites)}"
