"""What other files can see of a file's classes, as short digests: equal digests, equal answers.

Two keys a class. `?acme.Order` is what its name alone tells: that it exists and where, its form, marks,
type parameters and all it inherits from. `acme.Order` is what looking into it tells: its own members with
their types resolved, so that a name in a signature that comes to mean another class changes it too.
A package that has files
has a key too. Bodies are in neither. Inherited members are under the keys of the classes that declare them.
"""

from collections.abc import Iterator
from hashlib import blake2b

from kg.ingest.resolve.java.source import SourceKlass, SourceMethod
from kg.ingest.resolve.java.types import Intersection, Klass, Method, Sort, Type, lineage, supers
from kg.ingest.resolve.java.world import PACKAGE, SourceFile

NAME = "?"
"""Begins the key of a name; no qualified name does."""


class Interfaces:
    """The digests of one world; each class's name is digested once."""

    def __init__(self) -> None:
        self._names: dict[Klass, str] = {}

    def of_file(self, file: SourceFile) -> dict[str, bytes]:
        """The keys of its top-level and member classes."""
        found = {NAME + PACKAGE + file.facts.package: b"there"}
        for klass in file.klasses.values():
            found[NAME + klass.name] = self._name(klass).encode()
            found[klass.name] = _digest("\n".join(self._inside(klass))).encode()
        return found

    def _name(self, klass: Klass) -> str:
        known = self._names.get(klass)
        if known is None:
            if not isinstance(klass, SourceKlass):
                known = _which(klass)
            else:
                with klass.file.notes.into(set()):  # naming a class is not looking into it
                    known = _digest(_told_by_name(klass))
            self._names[klass] = known
        return known

    def _inside(self, klass: SourceKlass) -> Iterator[str]:
        facts = klass.facts
        yield self._name(klass)
        yield from map(self._text, supers(klass))
        around: SourceKlass | None = klass
        while around is not None:  # their variables may stand in its members' types
            yield from (f"{each.name}:{self._text(each.bound())}" for each in around.parameters)
            around = around.source_outer
        for field in facts.fields:
            of = self._text(klass.load_field(field.name))
            flags = f"{field.static}{field.final}{field.initialized}"
            yield f"{field.name} {of} {flags} {field.annotations}{field.arguments}"
        yield repr([name for name, _ in facts.components])
        yield from (f"{name}={self._name(member)}" for name, member in klass.members.items())
        yield from map(self._method, klass.load_methods(""))

    def _method(self, method: Method) -> str:
        types = [self._text(each) for each in method.parameters]
        bounds = [self._text(each.bound()) for each in method.type_variables]
        flags = f"{method.static}{method.abstract}{method.varargs}{method.private}"
        marks = ""
        if isinstance(method, SourceMethod):
            facts = method.facts
            marks = f"{sorted(facts.modifiers)}{facts.annotations}{facts.arguments}{facts.asked}"
        return f"{method.uid} {method.name}{types}{self._text(method.result)}{bounds}{flags}{marks}"

    def _text(self, of: Type | None) -> str:
        if of is None:
            return "?"
        klass, arguments = of
        if isinstance(klass, Intersection):
            return "&".join(map(self._text, klass.bounds))
        name = klass.name if klass.sort is Sort.VARIABLE else self._name(klass)
        return f"{name}<{','.join(map(self._text, arguments))}>" if arguments else name


def _told_by_name(klass: SourceKlass) -> str:
    facts = klass.facts
    assert isinstance(klass.file, SourceFile)
    above = [_which(each[0]) for each in lineage(klass)]
    return (
        f"{facts.uid} {klass.file.root} {facts.form} {sorted(facts.modifiers)} {facts.annotations}"
        f" {facts.arguments} {klass.lombok} {facts.type_parameters} {above}"
    )


def _which(klass: Klass) -> str:
    return klass.facts.uid if isinstance(klass, SourceKlass) else f"{klass.name}{klass.sort}"


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
