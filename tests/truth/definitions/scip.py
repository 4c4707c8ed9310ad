"""Definitions by a SCIP index: what the compiler of a language says that a work tree defines.

In: an index (`rust-analyzer scip`) and its work tree. Out: the same records as `ctags` gives, by the same
rule. What a macro makes stands in no text and does not count; a module counts where it stands in braces.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from kg.ingest.scip.index import documents
from kg.ingest.scip.symbols import Suffix, symbol_of
from kg.ingest.scip.wire import fields, stream
from tests.truth.definitions.ctags import Definition, plain

_WRITTEN = re.compile(r"\b(?:struct|enum|trait|union)\s")
_TYPES = frozenset({7, 11, 21, 49, 53, 59})
"""SymbolInformation.Kind: Class, Enum, Interface, Struct, Trait, Union (not aliases and parameters)."""


def definitions(index: Path, tree: Path) -> set[Definition]:
    kinds = _kinds(index)
    found = set()
    with index.open("rb") as file:
        for document in documents(file):
            lines = (tree / document.path).read_text(encoding="utf-8").splitlines()
            for one in document.occurrences:
                symbol = symbol_of(one.symbol)
                if one.is_definition and _counts(symbol.suffix, kinds.get(one.symbol, 0), lines[one.line]):
                    found.add(Definition(document.path, one.line + 1, plain(symbol.name)))
    return found


def _counts(suffix: Suffix, kind: int, line: str) -> bool:
    if suffix is Suffix.METHOD:
        return "fn " in line
    if suffix is Suffix.NAMESPACE:
        return "mod " in line and not line.rstrip().endswith(";")
    return suffix is Suffix.TYPE and kind in _TYPES and _WRITTEN.search(line) is not None


def _kinds(index: Path) -> dict[str, int]:
    """The kind of every symbol."""
    with index.open("rb") as file:
        return {
            symbol: kind
            for number, value in stream(file)
            if number == 2 and isinstance(value, bytes)
            for symbol, kind in _symbols(value)
        }


def _symbols(document: bytes) -> Iterator[tuple[str, int]]:
    for number, value in fields(document):
        if number == 3 and isinstance(value, bytes):
            inner = dict(fields(value))
            symbol, kind = inner.get(1, b""), inner.get(5, 0)
            if isinstance(symbol, bytes) and isinstance(kind, int):
                yield symbol.decode(), kind
