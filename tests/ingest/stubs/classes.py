"""Writes class files and jars for tests: what `javac` would write, without code.

Flags are words (`public static varargs`); a member is `(flags, name, descriptor, signature)`.
"""

import struct
import zipfile
from collections.abc import Sequence
from io import BytesIO

FLAGS = {
    "public": 1, "private": 2, "protected": 4, "static": 8, "varargs": 0x80, "interface": 0x200,
    "abstract": 0x400, "synthetic": 0x1000,
}  # fmt: skip
Member = tuple[str, str, str, str]


class _Pool:
    def __init__(self) -> None:
        self.entries: list[bytes] = [b"\x05" + bytes(8), b""]  # a long first: it takes two places

    def add(self, entry: bytes) -> int:
        if entry not in self.entries:
            self.entries.append(entry)
        return self.entries.index(entry) + 1

    def text(self, value: str) -> int:
        data = value.encode()
        return self.add(b"\x01" + struct.pack(">H", len(data)) + data)

    def klass(self, name: str) -> int:
        return self.add(b"\x07" + struct.pack(">H", self.text(name))) if name else 0


def class_file(
    name: str,
    above: str = "java/lang/Object",
    interfaces: Sequence[str] = (),
    fields: Sequence[Member] = (),
    methods: Sequence[Member] = (),
    flags: str = "public",
    signature: str = "",
    inner: tuple[str, str] | None = None,
) -> bytes:
    """`inner`: the class around it (empty for an anonymous one) and the flags of the nesting."""
    pool = _Pool()
    head = struct.pack(">HHH", _bits(flags), pool.klass(name), pool.klass(above))
    head += struct.pack(f">H{len(interfaces)}H", len(interfaces), *map(pool.klass, interfaces))
    members = _members(pool, fields) + _members(pool, methods)
    attributes = [_signature(pool, signature)] if signature else []
    if inner is not None:
        outer, nesting = inner
        entry = struct.pack(">HHHHH", 1, pool.klass(name), pool.klass(outer), 0, _bits(nesting))
        attributes.append(_attribute(pool, "InnerClasses", entry))
    tail = struct.pack(">H", len(attributes)) + b"".join(attributes)
    count = struct.pack(">IHHH", 0xCAFEBABE, 0, 69, len(pool.entries) + 1)
    return count + b"".join(pool.entries) + head + members + tail


MANIFEST = "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"


def jar(*classes: tuple[str, bytes], text: tuple[str, str] = MANIFEST) -> bytes:
    """A jar of class files by their path without `.class`, and of a text."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as written:
        written.writestr(*text)
        for path, data in classes:
            written.writestr(f"{path}.class", data)
    return buffer.getvalue()


def _bits(words: str) -> int:
    return sum(FLAGS[word] for word in words.split())


def _members(pool: _Pool, members: Sequence[Member]) -> bytes:
    found = struct.pack(">H", len(members))
    for flags, name, descriptor, signature in members:
        attributes = [_attribute(pool, "Unheard", b"of")] + (
            [_signature(pool, signature)] if signature else []
        )
        found += struct.pack(">HHHH", _bits(flags), pool.text(name), pool.text(descriptor), len(attributes))
        found += b"".join(attributes)
    return found


def _signature(pool: _Pool, signature: str) -> bytes:
    return _attribute(pool, "Signature", struct.pack(">H", pool.text(signature)))


def _attribute(pool: _Pool, name: str, content: bytes) -> bytes:
    return struct.pack(">HI", pool.text(name), len(content)) + content
