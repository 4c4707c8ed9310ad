"""Writes SCIP indexes for tests: the few messages that kg reads, in both ways to write a range."""

from collections.abc import Iterable
from dataclasses import dataclass

DEFINITION = 1


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def piece(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(data)) + data


@dataclass(frozen=True)
class At:
    """A symbol at a place (0-based), as one occurrence."""

    line: int
    column: int
    symbol: str
    roles: int = 0
    typed: bool = False
    """Written as `single_line_range` instead of packed numbers."""
    enclosing: bool = False

    def encoded(self) -> bytes:
        end = self.column + 4
        if self.typed:
            place = piece(8, number(1, self.line) + number(2, self.column) + number(3, end))
        else:
            place = piece(1, varint(self.line) + varint(self.column) + varint(end))
        more = piece(7, varint(self.line) + varint(0) + varint(end)) if self.enclosing else b""
        return place + piece(2, self.symbol) + number(3, self.roles) + number(5, 15) + more


def defined(line: int, column: int, symbol: str) -> At:
    return At(line, column, symbol, DEFINITION)


def index(
    documents: dict[str, Iterable[At]], root: str = "file:///builds/shop", encoding: int = 1, tool: str = "t"
) -> bytes:
    """An index of these documents; encoding 0 says nothing, 1 to 3 are UTF-8, UTF-16, UTF-32."""
    metadata = piece(1, piece(2, piece(1, tool)) + piece(3, root) + number(4, 1))
    return metadata + b"".join(
        piece(2, piece(1, path) + b"".join(piece(2, at.encoded()) for at in places) + number(6, encoding))
        for path, places in documents.items()
    )
