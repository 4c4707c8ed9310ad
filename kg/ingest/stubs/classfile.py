"""One class file to one line of a stub: names, supertypes, fields and methods with their signatures.

In: the bytes of a class (JVMS 4.1). Out: a line in the format that `JdkStub.java` describes; empty for
what no source can name (anonymous, local and synthetic classes, modules). Reads no code and no values
of constants. A class of a newer version is read too: what is not known there has a length.
"""

import struct
from collections.abc import Iterator

from kg.errors import StubError

_PUBLIC_OR_PROTECTED = 0x0005
_STATIC, _VARARGS, _INTERFACE, _ABSTRACT, _SYNTHETIC, _MODULE = 0x0008, 0x0080, 0x0200, 0x0400, 0x1000, 0x8000
_MAGIC = b"\xca\xfe\xba\xbe"
_TEXT = 1
_WIDE = (5, 6)
"""Long and double take two places in the pool (JVMS 4.4.5)."""
_SIZES = {
    3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 9: 5, 10: 5, 11: 5, 12: 5, 15: 4, 16: 3, 17: 5, 18: 5, 19: 3, 20: 3,
}  # fmt: skip
"""Bytes of a constant with its tag, by tag; a text says its own length."""
_u2 = struct.Struct(">H").unpack_from
_u4 = struct.Struct(">I").unpack_from
_u2x3 = struct.Struct(">HHH").unpack_from
_u2x4 = struct.Struct(">HHHH").unpack_from
_BREAKING = frozenset(" \t\r\n:")
"""A name may hold them (Kotlin, between back-ticks); no Java source can call it, and it would break a line."""


def stub_line(data: bytes) -> str:
    """The line of one class; raises StubError for anything that is none."""
    if data[:4] != _MAGIC:
        raise StubError("it does not begin as a class file does")
    try:
        return _line(_Reader(data))
    except (struct.error, IndexError, KeyError) as error:
        raise StubError("it ends too early or is damaged") from error


class _Reader:
    """Goes through a class file from its head to its end."""

    __slots__ = ("at", "data", "offsets")

    def __init__(self, data: bytes) -> None:
        self.data = data
        count: int = _u2(data, 8)[0]
        offsets = [0] * count
        at, index = 10, 1
        while index < count:
            offsets[index] = at
            tag = data[at]
            if tag == _TEXT:
                at += 3 + (data[at + 1] << 8 | data[at + 2])
            else:
                at += _SIZES[tag]
            index += 2 if tag in _WIDE else 1
        self.offsets = offsets
        self.at = at

    def text(self, index: int) -> str:
        """A text constant. Names are plain; what the class file's own UTF-8 does otherwise is no name."""
        at = self.offsets[index]
        length: int = _u2(self.data, at + 1)[0]
        return self.data[at + 3 : at + 3 + length].decode("utf-8", "replace")

    def class_name(self, index: int) -> str:
        """Of a class constant; empty for none."""
        return self.text(_u2(self.data, self.offsets[index] + 1)[0]) if index else ""

    def short(self) -> int:
        value: int = _u2(self.data, self.at)[0]
        self.at += 2
        return value

    def members(self) -> Iterator[tuple[int, str, str, str]]:
        """Flags, name, descriptor and generic signature of what others may use; the rest is read over."""
        for _ in range(self.short()):
            flags, name, descriptor, attributes = _u2x4(self.data, self.at)
            self.at += 8
            signature = self.attributes(attributes).get("Signature", 0)
            if flags & _PUBLIC_OR_PROTECTED and not flags & _SYNTHETIC:
                written = self.text(_u2(self.data, signature)[0]) if signature else ""
                yield flags, self.text(name), self.text(descriptor), written

    def attributes(self, count: int) -> dict[str, int]:
        """Where the content of each attribute starts, by name."""
        found = {}
        for _ in range(count):
            found[self.text(_u2(self.data, self.at)[0])] = self.at + 6
            self.at += 6 + int(_u4(self.data, self.at + 2)[0])
        return found


def _line(reader: _Reader) -> str:
    flags, this, above = _u2x3(reader.data, reader.at)
    reader.at += 6
    name, supers = reader.class_name(this), [reader.class_name(above)]
    supers += [reader.class_name(reader.short()) for _ in range(reader.short())]
    fields = list(reader.members())
    methods = list(reader.members())
    attributes = reader.attributes(reader.short())
    nesting = _nesting(reader, attributes, this)
    if flags & (_SYNTHETIC | _MODULE) or nesting == _UNREACHABLE or not _BREAKING.isdisjoint(name):
        return ""
    signature = (
        reader.text(_u2(reader.data, attributes["Signature"])[0])
        if "Signature" in attributes
        else "".join(f"L{each};" for each in supers if each)
    )
    is_inner = nesting == _INNER and not flags & _INTERFACE
    return "\t".join(
        (
            name.replace("/", "."),
            "i" if flags & _INTERFACE else "",
            signature,
            " ".join(_field(*each) for each in fields if _BREAKING.isdisjoint(each[1])),
            " ".join(_method(is_inner, *each) for each in methods if _is_called(each[1])),
        )
    )


_PLAIN, _INNER, _UNREACHABLE = range(3)


def _nesting(reader: _Reader, attributes: dict[str, int], this: int) -> int:
    """Whether objects of the class hold one of the class around it, or no name leads to it."""
    if "EnclosingMethod" in attributes:
        return _UNREACHABLE
    at = attributes.get("InnerClasses", 0)
    for index in range(_u2(reader.data, at)[0] if at else 0):
        inner, outer, _, flags = _u2x4(reader.data, at + 2 + 8 * index)
        if inner == this:
            if not outer:
                return _UNREACHABLE
            return _PLAIN if flags & _STATIC else _INNER
    return _PLAIN


def _is_called(name: str) -> bool:
    return name != "<clinit>" and _BREAKING.isdisjoint(name)


def _field(flags: int, name: str, descriptor: str, signature: str) -> str:
    return f"{'s' if flags & _STATIC else ''}.{name}:{signature or descriptor}"


def _method(is_inner: bool, flags: int, name: str, descriptor: str, signature: str) -> str:
    marks = (
        ("s" if flags & _STATIC else "")
        + ("a" if flags & _ABSTRACT else "")
        + ("v" if flags & _VARARGS else "")
    )
    if not signature and is_inner and name == "<init>":
        descriptor = f"({descriptor[descriptor.index(';') + 1 :]}"  # without the object around it
    return f"{marks}.{name}:{(signature or descriptor).partition('^')[0]}"
