"""Signatures of libraries, read from a stub file: klasses that load themselves when asked for.

In: `jdk.stub.gz`, made by `JdkStub.java` (its head says the format), or the stubs of dependencies' jars
(`kg.ingest.stubs`). Out: klasses by name. The JDK's library is made once a process and never changes
after; a library of dependencies stands on it, and its klasses refer to both.
"""

import gzip
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from kg.ingest.resolve.java.types import (
    PRIMITIVES,
    UNBOUNDED,
    Klass,
    Method,
    Sort,
    Type,
    applied,
    array_of,
    intersection,
)

_PRIMITIVE = {
    "B": "byte", "S": "short", "C": "char", "I": "int", "J": "long", "F": "float", "D": "double",
    "Z": "boolean", "V": "void",
}  # fmt: skip
Variables = dict[str, Klass]


@cache
def jdk() -> "Library":
    """The JDK's public classes, as far as programs usually pass through them."""
    packed = files("kg.ingest.resolve.java").joinpath("jdk.stub.gz").read_bytes()
    return Library([gzip.decompress(packed).decode("utf-8")])


def dependencies(stubs: Sequence[str]) -> "Library":
    """The classes of these stubs, on top of the JDK's; of two with one name the first is taken."""
    return Library(stubs, jdk()) if stubs else jdk()


class Library:
    """The classes of some stubs, and of the library they stand on."""

    def __init__(self, stubs: Sequence[str], below: "Library | None" = None) -> None:
        self._lines: dict[str, str] = {}
        self._artifacts: dict[str, str] = {}
        for stub in reversed(stubs):
            self._add(stub)
        self._klasses: dict[str, Klass] = {}
        self._ghosts: dict[str, Klass] = {}
        self._below = below
        if below is None:
            self.object = self.find("java.lang.Object") or Klass("java.lang.Object", Sort.STUB)
        else:
            self.object = below.object

    def _add(self, stub: str) -> None:
        head, _, rest = stub.partition("\n")
        named, text = (head[2:], rest) if head.startswith("# ") else ("", stub)
        found = {line.partition("\t")[0]: line for line in text.splitlines()}
        self._lines |= found
        self._artifacts |= dict.fromkeys(found, named)

    def artifact(self, name: str) -> str:
        """The dependency a class is from, by binary name, without its version; empty for the JDK's."""
        named = "" if self._below is None else self._artifacts.get(name, "")
        return named.rpartition(":")[0] if named.count(":") > 1 else named

    def find(self, name: str) -> Klass | None:
        """By binary name: `java.util.Map$Entry`. Nothing takes the place of a class below."""
        found = None if self._below is None else self._below.find(name)
        if found is not None:
            return found
        klass = self._klasses.get(name)
        if klass is None and name in self._lines:
            klass = self._open(name)
        return klass

    def simple(self, name: str) -> Klass | None:
        """The only class of a simple name among the JDK's (for `import module`)."""
        if self._below is not None:
            return self._below.simple(name)
        end = "." + name
        found = [each for each in self._lines if each.endswith(end)]
        return self.find(found[0]) if len(found) == 1 else None

    def _open(self, name: str) -> Klass:
        klass = self._klasses[name] = _StubKlass(self, name, self._lines[name])
        outer = name.rpartition("$")[0]
        klass.outer = self.find(outer) if outer else None
        return klass

    def named(self, internal: str) -> Klass:
        """A class a signature names; one that is not in the stub is a ghost."""
        name = internal.replace("/", ".")
        found = self.find(name) or self._ghosts.get(name)
        if found is None:
            found = self._ghosts[name] = Klass(name.replace("$", "."), Sort.GHOST)
        return found


class _StubKlass(Klass):
    __slots__ = ("binary_name", "fields", "library", "members", "methods", "reader")

    def __init__(self, library: Library, name: str, line: str) -> None:
        _, flags, signature, self.fields, self.members = line.split("\t")
        super().__init__(name.replace("$", "."), Sort.STUB, interface="i" in flags)
        self.binary_name = name
        self.library = library
        self.reader = _Signature(library, signature, {})
        self.parameters = self.reader.parameters()
        self.methods: dict[str, list[Method]] | None = None

    @property
    def artifact(self) -> str:
        return self.library.artifact(self.binary_name)

    def load_supers(self) -> tuple[Type, ...]:
        """An interface has the members of Object too."""
        above = self.reader.types()
        return above if self.name == "java.lang.Object" else (*above, self.library.object.raw)

    def load_methods(self, name: str) -> Sequence[Method]:
        if self.methods is None:
            self.methods = {}
            for member in self.members.split(" ") if self.members else ():
                method = _StubMethod(self, member)
                self.methods.setdefault(method.name, []).append(method)
        if name:
            return self.methods.get(name, ())
        return [method for named in self.methods.values() for method in named]

    def load_field(self, name: str) -> Type | None:
        mark = f".{name}:"
        at = self.fields.find(mark)
        if at < 0:
            return None
        return _Signature(self.library, self.fields[at + len(mark) :], self.reader.variables).type()

    def load_nested(self, name: str) -> Klass | None:
        return self.library.find(f"{self.binary_name}${name}")


class _StubMethod(Method):
    __slots__ = ("reader",)

    def __init__(self, owner: _StubKlass, member: str) -> None:
        flags, _, rest = member.partition(".")
        name, _, signature = rest.partition(":")
        self.reader = _Signature(owner.library, signature, owner.reader.variables)
        type_variables = self.reader.parameters()
        parameters = self.reader.arguments()
        super().__init__(owner, name, len(parameters))
        self.type_variables = type_variables
        self._parameters = parameters
        self.static, self.abstract, self.varargs = "s" in flags, "a" in flags, "v" in flags

    def load_result(self) -> Type | None:
        return self.reader.type()


class _Variable(Klass):
    """Its bound is read when asked for: it may name the variable itself."""

    __slots__ = ("_bound", "reader", "start")

    def __init__(self, name: str, reader: "_Signature", start: int) -> None:
        super().__init__(name, Sort.VARIABLE)
        self.reader = reader
        self.start = start
        self._bound: Type | bool | None = False

    def bound(self) -> Type | None:
        if isinstance(self._bound, bool):
            self._bound = None  # a bound that needs itself is unknown
            self._bound = self._read()
        return self._bound

    def _read(self) -> Type | None:
        again = _Signature(self.reader.library, self.reader.text, self.reader.variables)
        again.at = self.start
        found = [again.type()]
        while again.text[again.at] == ":":
            again.at += 1
            found.append(again.type())
        return intersection([each for each in found if each is not None])


class _Signature:
    """Reads one signature from left to right (JVMS 4.7.9.1)."""

    def __init__(self, library: Library, text: str, variables: Variables) -> None:
        self.library = library
        self.text = text
        self.at = 0
        self.variables = variables

    def parameters(self) -> tuple[Klass, ...]:
        """`<T:Ljava/lang/Object;U::Ljava/util/List<TT;>;>`; the variables may name each other."""
        if self.text[:1] != "<":
            return ()
        self.variables = dict(self.variables)
        found: list[Klass] = []
        self.at = 1
        while self.text[self.at] != ">":
            colon = self.text.index(":", self.at)
            start = colon + 1 if self.text[colon + 1] != ":" else colon + 2
            variable = _Variable(self.text[self.at : colon], self, start)
            self.variables[variable.name] = variable
            found.append(variable)
            self.at = colon
            while self.text[self.at] == ":":
                self.at += 1
                if self.text[self.at] != ":":
                    self._skip()
        self.at += 1
        return tuple(found)

    def arguments(self) -> tuple[Type | None, ...]:
        self.at += 1
        found = []
        while self.text[self.at] != ")":
            found.append(self.type())
        self.at += 1
        return tuple(found)

    def types(self) -> tuple[Type, ...]:
        found = []
        while self.at < len(self.text):
            of = self.type()
            if of is not None:
                found.append(of)
        return tuple(found)

    def type(self) -> Type | None:
        letter = self.text[self.at]
        self.at += 1
        if letter in _PRIMITIVE:
            return PRIMITIVES[_PRIMITIVE[letter]].raw
        if letter == "[":
            return array_of(self.type())
        if letter == "T":
            end = self.text.index(";", self.at)
            name, self.at = self.text[self.at : end], end + 1
            variable = self.variables.get(name)
            return None if variable is None else variable.raw
        if letter in "+-":
            return self.type()
        if letter == "*":
            return UNBOUNDED
        return self._class()

    def _class(self) -> Type:
        """`java/util/Map<TK;TV;>.Entry;`: arguments of an outer class are read over."""
        name = ""
        arguments: tuple[Type | None, ...] = ()
        start = self.at
        while True:
            letter = self.text[self.at]
            if letter == "<":
                name += self.text[start : self.at]
                self.at += 1
                arguments = self._type_arguments()
                start = self.at
            elif letter == ".":
                name += self.text[start : self.at] + "$"
                self.at += 1
                start, arguments = self.at, ()
            elif letter == ";":
                name += self.text[start : self.at]
                self.at += 1
                return applied(self.library.named(name), arguments)
            else:
                self.at += 1

    def _type_arguments(self) -> tuple[Type | None, ...]:
        found = []
        while self.text[self.at] != ">":
            found.append(self.type())
        self.at += 1
        return tuple(found)

    def _skip(self) -> None:
        """Over one type without opening its classes."""
        while self.text[self.at] == "[":
            self.at += 1
        if self.text[self.at] not in "LT":
            self.at += 1
            return
        depth = 0
        while True:
            letter = self.text[self.at]
            self.at += 1
            depth += (letter == "<") - (letter == ">")
            if letter == ";" and depth == 0:
                return
