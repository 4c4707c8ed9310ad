"""Java .properties and .env files: the keys they set, and harmless values.

In: a Unit. Out: Facts with KeySets and a problem for each key that is set twice. Escapes,
continued lines and \\uXXXX as java.util.Properties reads them. Stores no other value than `values`
lets through.
"""

import re
from collections.abc import Iterator

from kg.ingest.parse.config_files import environment_of, is_message_bundle
from kg.ingest.parse.decode import with_whole_characters
from kg.ingest.parse.key_sets import KeyLine, key_sets
from kg.ingest.parse.settings import value_reads
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

_OF_TOOLS = re.compile(r"(?:^|/)(?:gradle|maven)-wrapper\.properties$")
"""Nobody reads their keys as settings."""
_OF_LOGGING = re.compile(r"(?:^|/)(?:log4j|logging|logback)[^/]*$")
"""Their placeholders are a language of its own."""
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_KEY = re.compile(r"((?:\\.|[^\\\s=:])*)(?:[ \t\f]*[=:][ \t\f]*|[ \t\f]+|$)", re.DOTALL)
_ENV = re.compile(r"^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}


def parse_properties(unit: Unit) -> Facts:
    if is_message_bundle(unit.path) or _OF_TOOLS.search(unit.path):
        return Facts(unit.file())
    return _facts(unit, list(property_lines(unit.text)))


def parse_env(unit: Unit) -> Facts:
    return _facts(unit, list(_env(unit)))


def _facts(unit: Unit, lines: list[KeyLine]) -> Facts:
    sets, problems = key_sets(unit.path, lines, environment_of(unit.path))
    reads = (
        ()
        if _OF_LOGGING.search(unit.path)
        else value_reads(unit, [(line, str(value)) for line, _, value in lines])
    )
    return Facts(unit.file(problems=problems), sets=sets, reads=reads)


def property_lines(text: str) -> Iterator[KeyLine]:
    """Line, key and value of each property."""
    for number, line in _logical_lines(text):
        found = _KEY.match(line)
        if found and found.group(1):
            yield number, _unescaped(found.group(1)), _unescaped(line[found.end() :])


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their continuations joined, without comments and blank ones."""
    pieces: list[str] = []
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.lstrip(" \t\f")
        if not pieces and (not stripped or stripped[0] in "#!"):
            continue
        start = start if pieces else number
        slashes = len(stripped) - len(stripped.rstrip("\\"))
        if slashes % 2:
            pieces.append(stripped[:-1])
            continue
        yield start, "".join((*pieces, stripped))
        pieces = []
    if pieces:
        yield start, "".join(pieces)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return with_whole_characters(_ESCAPE.sub(_character, text)).replace("\0", " ")


def _character(match: re.Match[str]) -> str:
    found = match.group(1)
    if len(found) == 5:
        return chr(int(found[1:], 16))
    return _CONTROLS.get(found, found)


def _env(unit: Unit) -> Iterator[KeyLine]:
    for number, line in enumerate(unit.text.split("\n"), 1):
        found = _ENV.match(line)
        if found:
            value = found.group(2).strip()
            quoted = len(value) > 1 and value[0] in "\"'" and value[-1] == value[0]
            yield number, found.group(1), value[1:-1] if quoted else value.partition(" #")[0].strip()
