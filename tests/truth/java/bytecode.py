"""What `ReadCalls.java` wrote, as records: classes, their methods and the calls in them, by the JVM's names."""

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

Key = tuple[str, str, str]
"""A method: binary class name, name, descriptor (its full erased signature)."""

STATIC, BRIDGE, SYNTHETIC, ENUM = 0x8, 0x40, 0x1000, 0x4000
_PRIMITIVES = {
    "B": "byte", "C": "char", "D": "double", "F": "float", "I": "int", "J": "long", "S": "short",
    "Z": "boolean",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Klass:
    name: str
    access: int
    superclass: str
    interfaces: tuple[str, ...]
    source: str
    """The simple name of its source file."""
    outer: str
    """Of a member class."""
    inner_access: int
    enclosing: str
    """Of a local or anonymous class: `Outer.method(descriptor)`, or `Outer.` in an initialiser."""
    anonymous: bool
    own: bool
    """Of the library, not of what it builds on."""

    @property
    def is_local(self) -> bool:
        return bool(self.enclosing)

    @property
    def file(self) -> str:
        return f"{self.name.rpartition('/')[0]}/{self.source}"


@dataclass(frozen=True, slots=True)
class Call:
    owner: str
    name: str
    descriptor: str
    kind: str
    """static, special, virtual, or handle (of a method reference or lambda)."""
    line: int


@dataclass(slots=True)
class Bytecode:
    classes: dict[str, Klass] = field(default_factory=dict)
    access: dict[Key, int] = field(default_factory=dict)
    """Every method's flags."""
    lines: dict[Key, int] = field(default_factory=dict)
    """The first line of every method."""
    calls: dict[Key, list[Call]] = field(default_factory=lambda: defaultdict(list))
    methods_of: dict[str, list[Key]] = field(default_factory=lambda: defaultdict(list))


def read_bytecode(file: Path) -> Bytecode:
    found = Bytecode()
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            kind, *rest = line.rstrip("\n").split("\t")
            if kind == "C":
                _class(found, rest)
            elif kind == "M":
                key = (rest[0], rest[1], rest[2])
                found.access[key], found.lines[key] = int(rest[3]), int(rest[4])
                found.methods_of[rest[0]].append(key)
            else:
                call = Call(rest[3], rest[4], rest[5], rest[6], int(rest[7]))
                found.calls[rest[0], rest[1], rest[2]].append(call)
    return found


def _class(found: Bytecode, columns: list[str]) -> None:
    name, access, above, interfaces, source, outer, inner, inner_access, enclosing, own = columns
    found.classes[name] = Klass(
        name=name,
        access=int(access),
        superclass=above,
        interfaces=tuple(interfaces.split(",")) if interfaces else (),
        source=source,
        outer=outer,
        inner_access=int(inner_access),
        enclosing=enclosing,
        anonymous=bool(enclosing) and not inner,
        own=own == "1",
    )


def parameters(descriptor: str) -> list[str]:
    """Erased types with dots: `java.util.Map.Entry`, `int[]`."""
    found, at = [], 1
    while descriptor[at] != ")":
        start = at
        while descriptor[at] == "[":
            at += 1
        arrays, letter = "[]" * (at - start), descriptor[at]
        if letter == "L":
            end = descriptor.index(";", at)
            name = descriptor[at + 1 : end].replace("/", ".").replace("$", ".")
            at = end
        else:
            name = _PRIMITIVES[letter]
        found.append(name + arrays)
        at += 1
    return found


def written_parameters(bytecode: Bytecode, key: Key) -> list[str]:
    """Without those the compiler puts in front: the outer instance, an enum constant's name and number."""
    found, klass = parameters(key[2]), bytecode.classes[key[0]]
    if key[1] != "<init>":
        return found
    if klass.access & ENUM:
        return found[2:]
    is_inner = bool(klass.outer) and not klass.inner_access & STATIC
    return found[1:] if is_inner else found
