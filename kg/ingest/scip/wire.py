"""Protobuf's wire format, read as a stream: fields of a message, one after the other.

In: a binary file or the bytes of a message. Out: `(field number, value)`: an int for a varint, bytes for
everything else. WireError for what is cut off or no message. Knows no message type.
"""

from collections.abc import Iterator
from typing import BinaryIO

VARINT, BYTES = 0, 2
_SIZES = {1: 8, 5: 4}
"""Bytes of a fixed number, by its kind."""
LARGEST_FIELD = 256 * 1024 * 1024
"""Bytes of one field: a document of one source file is far smaller."""

Value = int | bytes


class WireError(ValueError):
    """The bytes are no protobuf message, or not a whole one."""


def stream(file: BinaryIO) -> Iterator[tuple[int, Value]]:
    """The fields of the message that a file is; holds one field at a time."""
    while (key := _number(file)) is not None:
        if (kind := _kind(key)) == VARINT:
            yield key >> 3, _required(_number(file))
            continue
        size = _required(_number(file)) if kind == BYTES else _SIZES[kind]
        if size > LARGEST_FIELD:
            raise WireError(f"a field of {size:,} bytes is larger than {LARGEST_FIELD:,}")
        value = file.read(size)
        if len(value) < size:
            raise WireError("it is cut off")
        yield key >> 3, value


def fields(message: bytes) -> Iterator[tuple[int, Value]]:
    """The fields of a message in memory."""
    at, end = 0, len(message)
    while at < end:
        key, at = varint(message, at)
        kind = _kind(key)
        if kind == VARINT:
            value, at = varint(message, at)
            yield key >> 3, value
            continue
        if kind == BYTES:
            size, at = varint(message, at)
        else:
            size = _SIZES[kind]
        if at + size > end:
            raise WireError("a field is longer than its message")
        yield key >> 3, message[at : at + size]
        at += size


def varint(message: bytes, at: int) -> tuple[int, int]:
    """An unsigned number of 7 bits a byte, and where it ends."""
    value = shift = 0
    try:
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value, at
            shift += 7
            if shift > 63:
                raise WireError("a number is longer than ten bytes")
    except IndexError:
        raise WireError("a number is cut off") from None


def packed(message: bytes) -> list[int]:
    """A packed list of numbers."""
    found: list[int] = []
    at = 0
    while at < len(message):
        value, at = varint(message, at)
        found.append(value)
    return found


def _kind(key: int) -> int:
    kind = key & 7
    if key >> 3 == 0 or (kind not in (VARINT, BYTES) and kind not in _SIZES):
        raise WireError("it is no protobuf message")
    return kind


def _number(file: BinaryIO) -> int | None:
    """A varint, or None where the file ends."""
    value = shift = 0
    while byte := file.read(1):
        value |= (byte[0] & 127) << shift
        if byte[0] < 128:
            return value
        shift += 7
        if shift > 63:
            raise WireError("a number is longer than ten bytes")
    if shift:
        raise WireError("it is cut off")
    return None


def _required(value: int | None) -> int:
    if value is None:
        raise WireError("it is cut off")
    return value
