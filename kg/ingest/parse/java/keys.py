"""Configuration keys that Java code reads: placeholders in annotations, and calls that take a key.

Gives `KeyRead`s as written; whether a key exists, and where it is set, is decided elsewhere.
"""

import re

from tree_sitter import Node

from kg.ingest.parse.java.grammar import named
from kg.ingest.parse.java.reading import Reading
from kg.schema import java
from kg.schema.facts import KeyRead
from kg.schema.java import Code
from kg.schema.placeholders import placeholders

KEY_METHODS = frozenset(
    {
        "getenv",
        "getProperty",
        "getRequiredProperty",
        "containsProperty",
        "getBoolean",
        "getInteger",
        "getLong",
    }
)
_STATIC_READERS = {
    "System": {"getenv", "getProperty"},
    "Boolean": {"getBoolean"},
    "Integer": {"getInteger"},
    "Long": {"getLong"},
}
_ENVIRONMENT_READERS = {"getProperty", "getRequiredProperty", "containsProperty"}
_KEYS = ("string_literal", "identifier", "field_access")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PREFIX = re.compile(r'(?:\(|\bprefix\s*=|\bvalue\s*=)\s*"([^"]*)"')
_CONDITION_PREFIX = re.compile(r'\bprefix\s*=\s*"([^"]*)"')
_CONDITION_NAME = re.compile(r'(?:\(|\bname\s*=|\bvalue\s*=)\s*(\{[^}]*\}|"[^"]*")')


def read_by_call(reading: Reading, target: Code | None, name: str, arguments: Node) -> None:
    """`System.getenv("A")`, `environment.getProperty("a.b")`, also by a constant."""
    given = named(arguments)
    if not given or given[0].type not in _KEYS or not _reads_keys(target, name):
        return
    written = reading.slice(given[0])
    line = given[0].start_point[0] - reading.row
    if given[0].type == "string_literal":
        if len(written) > 2:
            reading.reads.append(KeyRead(reading.owner.uid, written[1:-1], line))
    elif written.rpartition(".")[2].isupper():
        reading.reads.append(KeyRead(reading.owner.uid, "", line, constant=written))


def _reads_keys(target: Code | None, name: str) -> bool:
    if target is None:
        return name in _ENVIRONMENT_READERS
    word = str(target[1]) if target[0] == java.NAME else ""
    if target[0] == java.FIELD:
        word = str(target[2])
    if target[0] == java.CALL:
        word = str(target[4])
    if name in _STATIC_READERS.get(word, ()):
        return True
    return name in _ENVIRONMENT_READERS and "env" in word.lower()


def keys_of_annotation(name: str, text: str) -> list[str]:
    """The keys an annotation names: `${…}` in any of them, and the two that take plain keys."""
    if name == "ConfigurationProperties":
        found = _PREFIX.search(text)
        return [found[1].rstrip(".") + "."] if found and found[1] else []
    if name == "ConditionalOnProperty":
        return _conditions(text)
    if "${" not in text:
        return []
    return [key for literal in _STRING.findall(text) for key in placeholders(literal)]


def _conditions(text: str) -> list[str]:
    prefix = _CONDITION_PREFIX.search(text)
    head = prefix[1].rstrip(".") + "." if prefix and prefix[1] else ""
    names = _CONDITION_NAME.search(text.replace(prefix[0], "") if prefix else text)
    return [head + name for name in _STRING.findall(names[1])] if names else []
