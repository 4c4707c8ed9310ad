"""What a value that code writes says: names of constants are followed through scopes and imports.

In: the facts of all files. A name means a constant when the scopes around it, an import or its package say
so; a name alone ties nothing. Pure; the languages differ only in how their files write imports.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from kg.ingest.resolve.go_names import go_names
from kg.ingest.resolve.python_names import python_names
from kg.ingest.resolve.typescript_names import TypescriptNames
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import CALL, JOIN, LIST, NAME, Value
from kg.schema.vocabulary import Kind

GAP = "{}"
"""What only running the code would tell."""
_MOST_TEXTS = 20
_MOST_NESTED = 8
_SCRIPTS = ("typescript", "javascript")
_OF_CLASS = ".class."
_NAMES_OF_CLASS = ("name", "canonicalName", "typeName")


class Constants:
    """The named texts of a repository."""

    def __init__(self, files: Sequence[Facts]) -> None:
        self._files = files
        self._values: dict[str, tuple[Facts, Value]] = {}
        for facts in files:
            for constant in facts.constants:
                self._values.setdefault(constant.name, (facts, constant.value))

    @cached_property
    def typescript(self) -> TypescriptNames:
        return TypescriptNames(self._files)

    def names(self, name: str, facts: Facts, scope: str) -> Iterator[str]:
        """What a name may be in full; of TypeScript only other files tell what an import brings."""
        if facts.file.language in _SCRIPTS:
            yield from scoped(_bare(name), scope)
            yield from self.typescript.of(name, facts)
        elif facts.file.language == "go":
            yield from go_names(name, facts)
        else:
            yield from names_of(name, facts, scope)

    def texts(self, value: Value, facts: Facts, source: Uid) -> tuple[str, ...]:
        """Each text that a value may say, `{}` for its gaps; nothing where all of it is a gap."""
        found = dict.fromkeys(self._texts(value, facts, scope_of(source), _MOST_NESTED))
        return tuple(text for text in found if text and text != GAP)[:_MOST_TEXTS]

    def _texts(self, value: Value, facts: Facts, scope: str, deep: int) -> list[str]:
        if isinstance(value, str):
            return [value]
        if value is None or deep == 0:
            return [GAP]
        if value[0] == LIST:
            return [text for each in value[1:] for text in self._texts(each, facts, scope, deep - 1)]
        if value[0] == JOIN:
            return self._joined(value[1:], facts, scope, deep - 1)
        if value[0] == NAME:
            return self._named(value[1], facts, scope, deep)
        if value[0] == CALL and not value[2]:
            return self._named(property_of(value[1]), facts, scope, deep)
        return [GAP]

    @cached_property
    def _classes(self) -> frozenset[str]:
        """Asked for by the few repositories that write `Order.class.getName()`."""
        return frozenset(
            each.qualified_name
            for facts in self._files
            for each in facts.artifacts
            if each.kind is Kind.CLASS
        )

    def _named(self, written: str, facts: Facts, scope: str, deep: int) -> list[str]:
        if deep <= 0:
            return [GAP]
        of_class, _, asked = written.rpartition(_OF_CLASS)
        if of_class and asked in _NAMES_OF_CLASS:
            return [next((n for n in self.names(of_class, facts, scope) if n in self._classes), GAP)]
        tried: list[str] = []
        for name in self.names(written, facts, scope):
            if name in self._values:
                there, meant = self._values[name]
                return self._texts(meant, there, name.rpartition(".")[0], deep - 1)
            tried.append(name)
        return self._held(tried, deep)

    def _held(self, names: Sequence[str], deep: int) -> list[str]:
        """A field of what a variable stands for: `settings.url` where `settings = Settings()`."""
        for name in names:
            holder, _, field = name.rpartition(".")
            there, meant = self._values.get(holder, (None, None))
            if there is not None and isinstance(meant, tuple) and meant[0] == NAME:
                return self._named(f"{meant[1]}.{field}", there, holder.rpartition(".")[0], deep - 1)
        return [GAP]

    def _joined(self, parts: Sequence[Value], facts: Facts, scope: str, deep: int) -> list[str]:
        found = [""]
        for part in parts:
            texts = self._texts(part, facts, scope, deep)[:3] or [GAP]
            found = [before + text for before in found for text in texts][:_MOST_TEXTS]
        return found


def scope_of(source: Uid) -> str:
    """The qualified name of a method or class, from its uid, with dots: `w.Bus.cancelled`."""
    name = source.split(":", 2)[2]
    _, colon, tail = name.partition(":")
    return (tail if colon else name).partition("(")[0].replace("#", ".").replace("$", ".")


def property_of(getter: str) -> str:
    """`Queue.CANCEL.getExchange` asks for `Queue.CANCEL.exchange`, `topics.paid` for itself."""
    holder, dot, name = getter.rpartition(".")
    if name.startswith("get") and name[3:4].isupper():
        name = name[3].lower() + name[4:]
    return f"{holder}{dot}{name}"


def scoped(name: str, scope: str) -> Iterator[str]:
    """A name in each of the scopes around it, the nearest first."""
    while scope:
        yield f"{scope}.{name}"
        scope = scope.rpartition(".")[0]


def _bare(name: str) -> str:
    return name.removeprefix("this.").removeprefix("self.").removeprefix("cls.")


def names_of(name: str, facts: Facts, scope: str) -> Iterator[str]:
    """What a name may be in full, the nearest first: scopes around it, imports, the package, itself."""
    bare = _bare(name)
    yield from scoped(bare, scope)
    if facts.file.language == "python":
        yield from python_names(bare, facts)
    else:
        yield from _imported_names(bare, facts)
    if facts.file.package:
        yield f"{facts.file.package}.{bare}"
    yield bare


def _imported_names(bare: str, facts: Facts) -> Iterator[str]:
    """Of Java and its like, where an import is the full name of a class or member."""
    first, dot, rest = bare.partition(".")
    for written in facts.file.imports:
        imported = written.removeprefix("static ")
        if imported.endswith(".*"):
            yield f"{imported[:-1]}{bare}"
        elif imported.rpartition(".")[2] == first:
            yield f"{imported}{dot}{rest}"
