"""Class files: what a class declares, and which calls stand in the code of each method, by line (JVMS 4).

In: the bytes of a `.class`. Out: `ClassFile`. Folds nothing and leaves nothing out: the rules are in
`folding`.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

Key = tuple[str, str, str]
"""Class (`com/acme/Pay$Way`), name, descriptor."""

SYNTHETIC, BRIDGE, STATIC, INTERFACE, ENUM = 0x1000, 0x0040, 0x0008, 0x0200, 0x4000
_LENGTHS = bytes.fromhex(
    "0101010101010101010101010101010102030203030202020202010101010101"
    "0101010101010101010101010101010101010101010102020202020101010101"
    "0101010101010101010101010101010101010101010101010101010101010101"
    "0101010101010101010101010101010101010101010101010101010101010101"
    "0101010103010101010101010101010101010101010101010103030303030303"
    "0303030303030303030200000101010101010303030303030305050302030101"
    "0303010100040303050500"
)
"""Of instructions by opcode; 0 where it depends."""


@dataclass(frozen=True, slots=True)
class Call:
    target: Key
    line: int
    is_handle: bool
    """Named by an invokedynamic: a lambda or a method reference."""


@dataclass(slots=True)
class Method:
    key: Key
    access: int
    calls: list[Call] = field(default_factory=list)


@dataclass(slots=True)
class ClassFile:
    name: str
    access: int
    above: tuple[str, ...]
    """Superclass first, then interfaces."""
    source: str = ""
    enclosing: Key | None = None
    """The method it stands in; without a name where that is no method."""
    debug: str = ""
    """SourceDebugExtension: which lines were inlined from where (JSR-45)."""
    methods: list[Method] = field(default_factory=list)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 8
        self.pool: list[tuple[int, object]] = [(0, None)]

    def take(self, form: str) -> int:
        (found,) = struct.unpack_from(f">{form}", self.data, self.at)
        self.at += struct.calcsize(form)
        return int(found)

    def read_pool(self) -> None:
        count = self.take("H")
        while len(self.pool) < count:
            tag = self.take("B")
            if tag == 1:
                length = self.take("H")
                text = self.data[self.at : self.at + length].decode("utf-8", "replace")
                self.at += length
                self.pool.append((tag, text))
            elif tag in (3, 4):
                self.pool.append((tag, self.take("I")))
            elif tag in (5, 6):
                self.pool += [(tag, self.take("Q")), (0, None)]
            elif tag in (7, 8, 16, 19, 20):
                self.pool.append((tag, self.take("H")))
            elif tag == 15:
                self.pool.append((tag, (self.take("B"), self.take("H"))))
            else:
                self.pool.append((tag, (self.take("H"), self.take("H"))))

    def text(self, index: int) -> str:
        found = self.pool[index][1]
        return found if isinstance(found, str) else ""

    def named(self, index: int) -> str:
        """A class."""
        found = self.pool[index][1]
        return self.text(found) if isinstance(found, int) and index else ""

    def pair(self, index: int) -> tuple[int, int]:
        found = self.pool[index][1]
        assert isinstance(found, tuple)
        return found

    def member(self, index: int) -> Key:
        holder, described = self.pair(index)
        name, descriptor = self.pair(described)
        return self.named(holder), self.text(name), self.text(descriptor)


def read_class(data: bytes) -> ClassFile:
    reader = _Reader(data)
    reader.read_pool()
    access, name, above = reader.take("H"), reader.named(reader.take("H")), reader.named(reader.take("H"))
    interfaces = [reader.named(reader.take("H")) for _ in range(reader.take("H"))]
    found = ClassFile(name, access, (above, *interfaces))
    for _ in range(reader.take("H")):
        reader.at += 6
        for _, end in _attributes(reader):
            reader.at = end
    codes: list[tuple[Method, int]] = []
    for _ in range(reader.take("H")):
        flags, word, descriptor = (
            reader.take("H"),
            reader.text(reader.take("H")),
            reader.text(reader.take("H")),
        )
        method = Method((name, word, descriptor), flags)
        found.methods.append(method)
        for attribute, end in _attributes(reader):
            if attribute == "Code":
                codes.append((method, reader.at))
            reader.at = end
    bootstraps: list[list[int]] = []
    for attribute, end in _attributes(reader):
        if attribute == "SourceFile":
            found.source = reader.text(reader.take("H"))
        elif attribute == "SourceDebugExtension":
            found.debug = data[reader.at : end].decode("utf-8", "replace")
        elif attribute == "EnclosingMethod":
            holder, described = reader.named(reader.take("H")), reader.take("H")
            words = reader.pair(described) if described else None
            method_name = (reader.text(words[0]), reader.text(words[1])) if words else ("", "")
            found.enclosing = (holder, *method_name)
        elif attribute == "BootstrapMethods":
            for _ in range(reader.take("H")):
                reader.at += 2
                bootstraps.append([reader.take("H") for _ in range(reader.take("H"))])
        reader.at = end
    for method, start in codes:
        reader.at = start
        _read_code(reader, method, bootstraps)
    return found


def _attributes(reader: _Reader) -> Iterator[tuple[str, int]]:
    """Name and end of each, with the reader at its start; the caller moves it to the end."""
    for _ in range(reader.take("H")):
        name = reader.text(reader.take("H"))
        length = reader.take("I")
        yield name, reader.at + length


def _read_code(reader: _Reader, method: Method, bootstraps: list[list[int]]) -> None:
    reader.at += 4
    length = reader.take("I")
    start = reader.at
    reader.at += length
    handlers = reader.take("H")
    reader.at += handlers * 8
    lines: list[tuple[int, int]] = []
    for attribute, end in _attributes(reader):
        if attribute == "LineNumberTable":
            lines += [(reader.take("H"), reader.take("H")) for _ in range(reader.take("H"))]
        reader.at = end
    lines.sort()
    at, line = 0, 0
    code = reader.data[start : start + length]
    while at < length:
        while lines and lines[0][0] <= at:
            line = lines.pop(0)[1]
        opcode = code[at]
        if 182 <= opcode <= 185:
            method.calls.append(Call(reader.member(_short(code, at + 1)), line, False))
        elif opcode == 186:
            place = reader.pair(_short(code, at + 1))[0]
            for argument in bootstraps[place]:
                tag, value = reader.pool[argument]
                if tag == 15 and isinstance(value, tuple) and value[0] >= 5:
                    method.calls.append(Call(reader.member(value[1]), line, True))
        at += _length(code, at)


def _short(code: bytes, at: int) -> int:
    return int.from_bytes(code[at : at + 2], "big")


def _length(code: bytes, at: int) -> int:
    opcode = code[at]
    if opcode == 196:
        return 6 if code[at + 1] == 132 else 4
    if opcode in (170, 171):
        base = (at & ~3) + 4
        if opcode == 171:
            return base + 8 + 8 * int.from_bytes(code[base + 4 : base + 8], "big") - at
        low = int.from_bytes(code[base + 4 : base + 8], "big", signed=True)
        high = int.from_bytes(code[base + 8 : base + 12], "big", signed=True)
        return base + 12 + 4 * (high - low + 1) - at
    return _LENGTHS[opcode]
