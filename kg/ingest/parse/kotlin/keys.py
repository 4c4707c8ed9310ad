"""Configuration keys that Kotlin code reads by calls that take a key; annotations are read with headers."""

from tree_sitter import Node

from kg.ingest.parse.java.keys import KEY_METHODS
from kg.ingest.parse.kotlin.grammar import named
from kg.ingest.parse.kotlin.reading import Reading
from kg.schema import kotlin
from kg.schema.facts import KeyRead
from kg.schema.kotlin import Code

_ENVIRONMENT_READERS = {"getProperty", "getRequiredProperty", "containsProperty"}


def read_by_call(reading: Reading, target: Code | None, name: str, arguments: Node) -> None:
    """`System.getenv("A")`, `environment.getProperty("a.b")`."""
    if name not in KEY_METHODS or not _reads_keys(target, name):
        return
    given = named(arguments)
    value = named(given[0])[-1:] if given else []
    if value and value[0].type == "string_literal":
        key = reading.slice(value[0])[1:-1]
        if key and "$" not in key:
            line = value[0].start_point[0] - reading.row
            reading.reads.append(KeyRead(reading.owner.uid, key, line))


def _reads_keys(target: Code | None, name: str) -> bool:
    if target is None:
        return name in _ENVIRONMENT_READERS
    word = {kotlin.NAME: 2, kotlin.FIELD: 3, kotlin.CALL: 4}.get(target[0])
    holder = "" if word is None else str(target[word])
    if holder == "System":
        return name in ("getenv", "getProperty")
    return name in _ENVIRONMENT_READERS and "env" in holder.lower()
