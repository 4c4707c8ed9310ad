"""A SCIP index as a stream of documents: where each symbol is defined and referred to.

In: a binary file. Out: its documents, one at a time. Ranges come packed (`[line, start, end]`, or four
numbers) or as typed messages, both are read; only where a range begins is kept, and enclosing ranges
are not needed. NotAnIndex for bytes that are no index. Knows nothing of our facts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import BinaryIO, NamedTuple

from kg.ingest.scip.wire import Value, WireError, fields, packed, stream

_DEFINITION = 1
"""The bit of `symbol_roles`."""
_UTF16_TOOLS = ("scip-typescript", "scip-python", "scip-java", "scip-kotlin", "scip-dotnet", "scip-dart")
"""Indexers in languages whose strings count UTF-16 units; older ones do not say what they count."""


class Encoding(IntEnum):
    """What a column counts."""

    UTF8 = 1
    UTF16 = 2
    UTF32 = 3


class Occurrence(NamedTuple):
    """One place of one symbol."""

    line: int
    """0-based."""
    column: int
    """0-based, in the document's encoding."""
    symbol: str
    is_definition: bool


@dataclass(frozen=True, slots=True)
class Document:
    """One source file of an index."""

    path: str
    encoding: Encoding
    occurrences: tuple[Occurrence, ...]


class NotAnIndex(ValueError):
    """The bytes are no SCIP index, or not a whole one."""


def documents(file: BinaryIO) -> Iterator[Document]:
    """The documents of an index; NotAnIndex as soon as something is not what it should be."""
    tool = None
    try:
        for number, value in stream(file):
            if number == 1:
                tool = _tool(_message(value))
            elif number == 2:
                if tool is None:
                    raise NotAnIndex("it does not begin with its metadata")
                yield _document(_message(value), tool)
    except (WireError, UnicodeDecodeError) as error:
        raise NotAnIndex(str(error)) from None
    if tool is None:
        raise NotAnIndex("it has no metadata")


def outline(file: BinaryIO) -> tuple[str, list[str]]:
    """The project's root as written, and the paths of all documents."""
    root = ""
    paths = []
    try:
        for number, value in stream(file):
            if number == 1:
                root = next((_text(inner) for n, inner in fields(_message(value)) if n == 3), "")
            elif number == 2:
                paths.append(next((_text(inner) for n, inner in fields(_message(value)) if n == 1), ""))
    except (WireError, UnicodeDecodeError) as error:
        raise NotAnIndex(str(error)) from None
    return root, paths


def _tool(metadata: bytes) -> str:
    """The indexer's name."""
    for number, value in fields(metadata):
        if number == 2:
            return next((_text(inner) for n, inner in fields(_message(value)) if n == 1), "")
    return ""


def _document(message: bytes, tool: str) -> Document:
    path, encoding = "", 0
    occurrences = []
    for number, value in fields(message):
        if number == 1:
            path = _text(value)
        elif number == 2:
            if (found := _occurrence(_message(value))) is not None:
                occurrences.append(found)
        elif number == 6 and isinstance(value, int):
            encoding = value
    return Document(path, _encoding(encoding, tool), tuple(occurrences))


def _encoding(told: int, tool: str) -> Encoding:
    if told in (1, 2, 3):
        return Encoding(told)
    return Encoding.UTF16 if tool in _UTF16_TOOLS else Encoding.UTF8


def _occurrence(message: bytes) -> Occurrence | None:
    """None where it has no place or no symbol (highlighting only)."""
    symbol, roles = "", 0
    numbers: list[int] = []
    typed: tuple[int, int] | None = None
    for number, value in fields(message):
        if number == 1:
            numbers += packed(value) if isinstance(value, bytes) else [value]
        elif number == 2:
            symbol = _text(value)
        elif number == 3 and isinstance(value, int):
            roles = value
        elif number in (8, 9):  # single_line_range, multi_line_range: both begin with line, character
            inner = dict(fields(_message(value)))
            typed = (_int(inner.get(1, 0)), _int(inner.get(2, 0)))
    if typed is None and len(numbers) in (3, 4):
        typed = (numbers[0], numbers[1])
    if typed is None or not symbol:
        return None
    return Occurrence(*typed, symbol, bool(roles & _DEFINITION))


def _message(value: Value) -> bytes:
    if isinstance(value, int):
        raise WireError("a message is a number")
    return value


def _text(value: Value) -> str:
    return _message(value).decode("utf-8")


def _int(value: Value) -> int:
    if not isinstance(value, int):
        raise WireError("a number is a message")
    return value
