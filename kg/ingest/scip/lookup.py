"""What an index says at the places that matter: compact, while the index itself streams by.

In: the files of index parts, and the lines of each source file where a call may stand. Out: `Lookup`:
symbol by place, and the places where each symbol is defined. Paths of an index count from its project's
root, which may be a folder of the repository; the folder is found by which paths exist.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

from kg.ingest.scip.index import Document, Encoding, documents, outline
from kg.ingest.scip.symbols import Suffix, symbol_of

_DEFINES = frozenset({Suffix.METHOD, Suffix.TYPE, Suffix.TERM, Suffix.MACRO})
_LOCAL = "local "
Place = tuple[str, int]
"""A path and a 0-based line."""


@dataclass(slots=True)
class Lookup:
    """Several indexes of one commit, as one."""

    references: dict[str, dict[tuple[int, int], str]] = field(default_factory=dict)
    """Path -> (line, column in the document's encoding) -> symbol."""
    encodings: dict[str, Encoding] = field(default_factory=dict)
    definitions: dict[str, list[Place]] = field(default_factory=dict)
    packages: set[str] = field(default_factory=set)
    """Those that define something here."""
    unknown: int = 0
    """Documents of files that the commit does not have, or that are not read."""


def look_up(open_index: Callable[[], BinaryIO], wanted: Mapping[str, Collection[int]], into: Lookup) -> None:
    """Add one index; NotAnIndex when it is none. `wanted` has every file that was read."""
    with open_index() as file:
        folder = _folder(*outline(file), wanted)
    with open_index() as file:
        for document in documents(file):
            path = folder + document.path
            if path in wanted:
                _add(into, path, document, wanted[path])
            else:
                into.unknown += 1


def _folder(project_root: str, paths: list[str], known: Mapping[str, object]) -> str:
    """Where in the repository the index begins: the end of its root under which most files exist."""
    parts = [part for part in unquote(urlsplit(project_root).path).split("/") if part]
    choices = ["", *("/".join(parts[-n:]) + "/" for n in range(1, len(parts) + 1))]
    return max(choices, key=lambda folder: sum(folder + path in known for path in paths))


def _add(into: Lookup, path: str, document: Document, lines: Collection[int]) -> None:
    into.encodings[path] = document.encoding
    references = into.references.setdefault(path, {})
    for one in document.occurrences:
        if not one.is_definition and one.line in lines:
            place = one.line, one.column
            if place not in references or symbol_of(one.symbol).suffix is Suffix.METHOD:
                references[place] = _key(path, one.symbol)  # of several at one place a call means the method
    called = set(references.values())
    for one in document.occurrences:
        key = _key(path, one.symbol)
        if not one.is_definition or (key != one.symbol and key not in called):
            continue
        symbol = symbol_of(one.symbol)
        if symbol.package:
            into.packages.add(symbol.package)
        if key != one.symbol or symbol.suffix in _DEFINES:
            into.definitions.setdefault(key, []).append((path, one.line))


def _key(path: str, symbol: str) -> str:
    """A local symbol is of its document alone."""
    return f"{path} {symbol}" if symbol.startswith(_LOCAL) else symbol


def merge(into: Lookup, part: Lookup) -> None:
    """Add what another index of the same commit says."""
    for path, references in part.references.items():
        into.references.setdefault(path, {}).update(references)
    into.encodings.update(part.encodings)
    for key, places in part.definitions.items():
        into.definitions.setdefault(key, []).extend(places)
    into.packages |= part.packages
    into.unknown += part.unknown
