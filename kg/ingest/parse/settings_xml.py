"""Settings in XML: properties files, .NET and Hadoop settings, and what Spring's XML reads.

In: the elements of a file. Out: KeySets where a file has the shape of one of the first three; the keys
that placeholders in the attributes and texts of Spring's XML, persistence.xml and logback's springProperty
read, and what MyBatis' and logback's files have from outside. Reads by shape of the root, so that other XML
says nothing.
"""

import re
from collections.abc import Iterator

from kg.ingest.parse.config_files import environment_of
from kg.ingest.parse.key_sets import KeyLine, key_sets
from kg.ingest.parse.readers import NOTHING, Said
from kg.ingest.parse.unit import Unit
from kg.ingest.parse.xml import Document, Element
from kg.schema.facts import KeyRead
from kg.schema.placeholders import named_keys

_READING_ROOTS = ("beans", "persistence")
_CONFIGURATIONS = ("configuration", "Configuration", "generatorConfiguration")
_LOGBACK = ("appender", "logger", "root", "springProperty")
_SETTING = ("property", "variable", "springProperty", "define", "timestamp", "insertFromJNDI")
_GIVEN = re.compile(r"LOG(?:BACK|GED)?_\w+|(?:CONSOLE|FILE)_LOG_\w+|PID|CONTEXT_NAME|HOSTNAME")
"""What logback and Spring Boot give every logback file."""
_BOOTS = "org/springframework/boot/"


def read_xml_settings(unit: Unit, document: Document) -> Said:
    """What the root says: which reader is its own."""
    root = document.root
    if root.name == "properties":
        return _said(unit, _entries(root))
    if root.name in _CONFIGURATIONS:
        reads = tuple(KeyRead(unit.uid, key, line - 1) for line, key in _configured(root))
        said = _said(unit, [*_app_settings(root), *_hadoop(root)])
        return Said(sets=said.sets, problems=said.problems, reads=reads)
    if root.name in _READING_ROOTS:
        return Said(reads=tuple(KeyRead(unit.uid, key, line - 1) for line, key in _placeholders(root)))
    return NOTHING


def _said(unit: Unit, lines: list[KeyLine]) -> Said:
    sets, problems = key_sets(unit.path, lines, environment_of(unit.path))
    return Said(sets=sets, problems=problems)


def _entries(root: Element) -> list[KeyLine]:
    """`<properties><entry key="a">1</entry></properties>`, as java.util.Properties has it."""
    return [(e.line, e.get("key"), e.text) for e in root.children("entry") if e.get("key")]


def _app_settings(root: Element) -> list[KeyLine]:
    """`<appSettings><add key="A" value="1"/></appSettings>` and connection strings."""
    holders = [*root.children("appSettings", "connectionStrings")]
    return [
        (each.line, each.get("key") or each.get("name"), each.get("value") or each.get("connectionString"))
        for holder in holders
        for each in holder.children("add")
        if each.get("key") or each.get("name")
    ]


def _hadoop(root: Element) -> list[KeyLine]:
    """`<property><name>a.b</name><value>1</value></property>`."""
    return [
        (each.line, each.child_text("name"), each.child_text("value"))
        for each in root.children("property")
        if each.child_text("name")
    ]


def _configured(root: Element) -> Iterator[tuple[int, str]]:
    """What one of the many files whose root is `configuration` reads."""
    if any(each.get("resource") or each.get("url") for each in root.children("properties")):
        yield from _placeholders(root)  # MyBatis
    yield from _spring_properties(root)
    if any(root.children(*_LOGBACK)) and all(
        e.get("resource").startswith(_BOOTS) for e in root.all("include")
    ):
        yield from _from_outside(root)


def _from_outside(root: Element) -> Iterator[tuple[int, str]]:
    """Placeholders of logback that no element before them sets: system properties or environment variables."""
    known: set[str] = set()
    for each in root.all():
        for line, key in named_keys((each.line, text) for text in _texts(each)):
            if key not in known and not _GIVEN.fullmatch(key):
                yield line, key
        if each.name in _SETTING:
            known |= {each.get("name"), each.get("key"), each.get("as")}


def _spring_properties(root: Element) -> Iterator[tuple[int, str]]:
    for each in root.all("springProperty"):
        if each.get("source"):
            yield each.line, each.get("source")


def _placeholders(root: Element) -> Iterator[tuple[int, str]]:
    return named_keys((each.line, text) for each in root.all() for text in _texts(each))


def _texts(element: Element) -> Iterator[str]:
    """Its attributes, and what stands directly in it."""
    yield from (value for _, value in element.attributes)
    yield from (text for text in element.content if isinstance(text, str))
