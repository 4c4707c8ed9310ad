"""`check`: source with the expected edges written under the line that makes them.

    //# path             starts a file (without one, the text is src/main/kotlin/acme/A.kt)
    //- CALLS target     the line above calls it (` inferred` after it if not exact)
    //- OVERRIDES target the declaration above; EXTENDS and IMPLEMENTS likewise

Targets are qualified names. All edges between files' artifacts must be written: one more fails too.
"""

from kg.ingest.parse.java import parse_java
from kg.ingest.parse.kotlin import parse_kotlin
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.jvm import resolve_jvm
from kg.schema.facts import Facts, Resolution
from tests.ingest.written import expected, found_edges, open_sites, split

__all__ = ["check", "open_sites", "read_files"]

_FIRST = "src/main/kotlin/acme/A.kt"


def read_files(text: str) -> list[Facts]:
    return [
        parse_java(Unit("shop", path, "b10b", part, "utf-8", "java"))
        if path.endswith(".java")
        else parse_kotlin(Unit("shop", path, "b10b", part, "utf-8", "kotlin"))
        for path, part in split(text, _FIRST).items()
    ]


def check(text: str) -> Resolution:
    files = read_files(text)
    resolution = resolve_jvm(files)
    assert found_edges(files, resolution) == expected(text, _FIRST)
    return resolution
