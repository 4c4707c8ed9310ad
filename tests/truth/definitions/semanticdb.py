"""Definitions by the Scala compiler: what its SemanticDB files say that a work tree defines.

In: the folder of the compiler's output (`scala3-compiler -Xsemanticdb`) and the work tree. Out: the same
records as `ctags` gives, by the same rule: classes, objects, traits, enums, `def`s and second
constructors. Not `val`, `var`, types, parameters; not what the compiler adds, which stands in no text.
"""

from collections.abc import Iterator
from pathlib import Path

from kg.ingest.scip.wire import Value, fields
from tests.truth.definitions.ctags import Definition, plain

COMPILER = """<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>truth</groupId><artifactId>scala</artifactId><version>1</version>
<dependencies><dependency><groupId>org.scala-lang</groupId><artifactId>scala3-compiler_3</artifactId>
<version>3.3.7</version></dependency></dependencies></project>
"""
"""A project whose dependencies are the compiler: `mvn dependency:copy-dependencies` brings its jars."""

_METHOD, _LOCAL, _CONSTRUCTOR = 3, 19, 21
_KINDS = frozenset({_METHOD, _CONSTRUCTOR, 10, 12, 13, 14, 18})
"""SymbolInformation.Kind: method, constructor, object, package object, class, trait, interface."""
_VALUES = 0x400 | 0x800
"""Properties: a `val` or a `var` is a method to the compiler."""
_DEFINITION = 2


def definitions(output: Path, tree: Path) -> set[Definition]:
    found: set[Definition] = set()
    for path in sorted(output.rglob("*.semanticdb")):
        for number, value in fields(path.read_bytes()):
            if number == 1 and isinstance(value, bytes):
                found |= set(_document(value, tree))
    return found


def _document(message: bytes, tree: Path) -> Iterator[Definition]:
    path = next(
        value.decode() for number, value in fields(message) if number == 2 and isinstance(value, bytes)
    )
    lines = (tree / path).read_text(encoding="utf-8").splitlines()
    known = {}
    for symbol in _messages(message, 5):
        known[symbol.get(1, b"")] = (symbol.get(3, 0), symbol.get(4, 0), symbol.get(5, b""))
    for one in _messages(message, 6):
        kind, properties, name = known.get(one.get(2, b""), (0, 0, b""))
        if one.get(3) != _DEFINITION or _int(properties) & _VALUES:
            continue
        place = dict(fields(_bytes(one.get(1, b""))))
        line, start, end = (_int(place.get(n, 0)) for n in (1, 2, 4))
        written = lines[line][start:end].strip("`")
        is_local = kind == _LOCAL and lines[line][:start].endswith("def ")  # only its place is told
        if is_local or (kind in _KINDS and written == _name(kind, name)):
            yield Definition(path, line + 1, plain(written))


def _name(kind: Value, name: Value) -> str:
    """How a definition is written."""
    return "this" if kind == _CONSTRUCTOR else _bytes(name).decode()


def _messages(message: bytes, field: int) -> Iterator[dict[int, Value]]:
    for number, value in fields(message):
        if number == field:
            yield dict(fields(_bytes(value)))


def _bytes(value: Value) -> bytes:
    assert isinstance(value, bytes)
    return value


def _int(value: Value) -> int:
    assert isinstance(value, int)
    return value
