"""Configuration keys that Java code reads: placeholders in annotations, and calls that take a key.

Gives `KeyRead`s as written; whether a key exists, and where it is set, is decided elsewhere.
"""

import re

from tree_sitter import Node

from kg.ingest.parse.java.grammar import named
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.usages import ANNOTATIONS_USED
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
_BINDING = frozenset(("ConfigurationProperties", "ConfigMapping", "NacosConfigurationProperties"))
_CONDITIONS = frozenset(
    (
        "ConditionalOnProperty",
        "ConditionalOnBooleanProperty",
        "IfBuildProperty",
        "UnlessBuildProperty",
        "LookupIfProperty",
    )
)
_EXPANDED = ANNOTATIONS_USED | frozenset(
    (
        "Value", "NacosValue", "ApolloJsonValue", "PropertySource", "TestPropertySource", "ImportResource",
        "ConditionalOnExpression", "ComponentScan", "CrossOrigin", "Retryable", "RetryableTopic", "Backoff",
        "SchedulerLock", "EnableSchedulerLock", "DubboReference", "DubboService", "Reference", "Service",
        "SpringBootTest", "EmbeddedKafka", "Async", "Lookup", "Qualifier", "Payload", "Header", "PreAuthorize",
        "LoadBalancerClient", "Job", "Recurring", "EnableAsync", "Cacheable", "Profile", "Requires", "Topic",
    )
)  # fmt: skip
"""Annotations whose texts a framework expands; in any other one `${…}` is whatever its reader makes of it."""
_KEYS = ("string_literal", "identifier", "field_access")
_CONFIG_PROPERTY = re.compile(r'\bname\s*=\s*"([^"]+)"')
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PREFIX = re.compile(r'(?:\(|\bprefix\s*=|\bvalue\s*=)\s*"([^"]*)"')
_CONDITION_PREFIX = re.compile(r'\bprefix\s*=\s*"([^"]*)"')
_CONDITION_NAME = re.compile(r'(?:\(|\bname\s*=|\bvalue\s*=)\s*(\{[^}]*\}|"[^"]*")')


def read_by_call(reading: Reading, target: Code | None, name: str, arguments: Node) -> None:
    """`System.getenv("A")`, `environment.getProperty("a.b")`, also by a constant."""
    given = named(arguments)
    if not given or given[0].type not in _KEYS or not _reads_keys(reading, target, name):
        return
    written = reading.slice(given[0])
    line = given[0].start_point[0] - reading.row
    if given[0].type == "string_literal":
        if len(written) > 2:
            reading.reads.append(KeyRead(reading.owner.uid, written[1:-1], line))
    elif written.rpartition(".")[2].isupper():
        reading.reads.append(KeyRead(reading.owner.uid, "", line, constant=written))


def _reads_keys(reading: Reading, target: Code | None, name: str) -> bool:
    if target is None:  # of a parent or an import: only in a file that knows Spring's Environment
        return name in _ENVIRONMENT_READERS and "Environment" in reading.text
    word = str(target[1]) if target[0] == java.NAME else ""
    if target[0] == java.FIELD:
        word = str(target[2])
    if target[0] == java.CALL:
        word = str(target[4])
    if name in _STATIC_READERS.get(word, ()):
        return True
    return name in _ENVIRONMENT_READERS and "env" in word.lower()


def keys_of_annotation(name: str, text: str) -> list[str]:
    """The keys an annotation names: `${…}` in those that a framework expands, and those that take plain keys."""
    if name in _BINDING:
        found = _PREFIX.search(text)
        return [found[1].rstrip(".") + "."] if found and found[1] else []
    if name in _CONDITIONS:
        return _conditions(text)
    if name == "ConfigProperty":
        return [match[1] for match in _CONFIG_PROPERTY.finditer(text)]
    if "${" not in text or name not in _EXPANDED:
        return []
    return [key for literal in _STRING.findall(text) for key in placeholders(literal)]


def _conditions(text: str) -> list[str]:
    prefix = _CONDITION_PREFIX.search(text)
    head = prefix[1].rstrip(".") + "." if prefix and prefix[1] else ""
    names = _CONDITION_NAME.search(text.replace(prefix[0], "") if prefix else text)
    return [head + name for name in _STRING.findall(names[1])] if names else []
