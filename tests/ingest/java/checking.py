"""`check`: source with the expected edges written under the line that makes them.

    //# path             starts a file (without one, the text is src/main/java/acme/A.java)
    //- CALLS target     the line above calls it (` inferred` after it if not exact)
    //- OVERRIDES target the declaration above; EXTENDS and IMPLEMENTS likewise

Targets are qualified names. All edges between files' artifacts must be written: one more fails too.
"""

from kg.ingest.parse.java import parse_java
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.java import resolve_java
from kg.schema.facts import Facts, Resolution
from tests.ingest.written import expected, found_edges, open_sites, split

__all__ = ["check", "open_sites", "read_files", "resolved"]

_FIRST = "src/main/java/acme/A.java"


def read_files(text: str) -> list[Facts]:
    return [
        parse_java(Unit("shop", path, "b10b", part, "utf-8", "java"))
        for path, part in split(text, _FIRST).items()
    ]


def resolved(text: str, *stubs: str) -> tuple[list[Facts], Resolution]:
    files = read_files(text)
    return files, resolve_java(files, stubs)


def check(text: str, *stubs: str) -> Resolution:
    files, resolution = resolved(text, *stubs)
    assert found_edges(files, resolution) == expected(text, _FIRST)
    return resolution
