"""The classes of Java and Kotlin files by their supertypes, and which method answers in which class.

What annotations say may stand on a class, its abstract parent or an interface that a tool generated, and
holds for whatever is instantiated. Supertypes are followed through scopes, imports and the package.
For the calls there is `resolve.java`, which knows types exactly. Pure; knows no framework.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kg.ingest.resolve.constants import names_of
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.java import JavaClass, JavaFacts
from kg.schema.kotlin import KotlinClass, KotlinFacts
from kg.schema.vocabulary import Form

_BARE_FORMS = (Form.INTERFACE, Form.ANNOTATION)


@dataclass(frozen=True, slots=True)
class Method:
    """A method as declared."""

    uid: Uid
    name: str
    parameters: tuple[str, ...]
    """Types, erased and unqualified."""
    result: str
    """Likewise."""

    def may_override(self, other: "Method") -> bool:
        """A parameter that a class binds (`T`) has another name there, so only their number counts."""
        return self.name == other.name and len(self.parameters) == len(other.parameters)


class Type:
    """A class, interface or object."""

    def __init__(self, facts: Facts, declared: JavaClass | KotlinClass) -> None:
        self.facts = facts
        self.uid = declared.uid
        self.name = declared.qualified_name
        self.annotations = declared.annotations
        self.concrete = declared.form not in _BARE_FORMS and "abstract" not in declared.modifiers
        self.interface = declared.form == Form.INTERFACE
        self.annotation = declared.form == Form.ANNOTATION
        self._declared = declared

    @cached_property
    def supertypes(self) -> tuple[str, ...]:
        """As written."""
        declared = self._declared
        if isinstance(declared, JavaClass):
            return tuple(_name(of) for of in (*declared.extends, *declared.implements))
        return tuple(_name(of) for of in declared.supertypes)

    @cached_property
    def methods(self) -> tuple[Method, ...]:
        declared = self._declared
        if isinstance(declared, JavaClass):
            return tuple(
                Method(m.uid, m.name, tuple(_short(of) for _, of in m.parameters), _short(m.result))
                for m in declared.methods
            )
        return tuple(
            Method(f.uid, f.name, tuple(_short(p.type) for p in f.parameters), _short(f.result))
            for f in declared.functions
        )

    def declared_type(self, method: Uid, name: str) -> str:
        """Of a parameter of one of its methods, else of a field, as written; empty where it has none."""
        declared = self._declared
        if isinstance(declared, JavaClass):
            parameters = next((m.parameters for m in declared.methods if m.uid == method), ())
            fields = [(each.name, each.type) for each in declared.fields]
            return next((_name(of) for each, of in (*parameters, *fields) if each == name), "")
        given = next((f.parameters for f in declared.functions if f.uid == method), ())
        built = declared.primary.parameters if declared.primary is not None else ()
        named = [(each.name, each.type) for each in (*given, *built)]
        named += [(each.name, each.type or "") for each in declared.properties]
        return next((_name(of) for each, of in named if each == name), "")

    def overriding(self, method: Method) -> Method | None:
        """Its own method in the place of an inherited one."""
        found = [each for each in self.methods if each.may_override(method)]
        alike = [each for each in found if each.parameters == method.parameters]
        return next(iter(alike or found[: len(found) == 1]), None)


class JvmTypes:
    """All of them."""

    def __init__(self, files: Sequence[Facts]) -> None:
        self._all = [
            Type(facts, declared)
            for facts in files
            if isinstance(facts.code, JavaFacts | KotlinFacts)
            for declared in facts.code.classes
        ]
        self.by_uid = {each.uid: each for each in self._all}

    @cached_property
    def _by_name(self) -> dict[str, Type]:
        return {each.name: each for each in reversed(self._all)}

    @cached_property
    def _below(self) -> dict[Uid, list[Type]]:
        found: dict[Uid, list[Type]] = defaultdict(list)
        for each in self._all:
            for parent in self.parents(each):
                found[parent.uid].append(each)
        return found

    def annotation_types(self) -> Iterator[Type]:
        return (each for each in self._all if each.annotation)

    def named(self, written: str, facts: Facts, scope: str) -> Type | None:
        """The class that a name means in a scope."""
        return next((self._by_name[n] for n in names_of(written, facts, scope) if n in self._by_name), None)

    def parents(self, of: Type) -> Iterator[Type]:
        """Its direct supertypes in this repository."""
        for written in of.supertypes:
            parent = self.named(written, of.facts, of.name)
            if parent is not None and parent is not of:
                yield parent

    def ancestors(self, of: Type) -> list[Type]:
        """Itself, then its supertypes, the nearest first."""
        return _spread(of, lambda each: self.parents(each))

    def descendants(self, of: Type) -> list[Type]:
        """Itself, then everything below it."""
        return _spread(of, lambda each: self._below.get(each.uid, ()))

    def answering(self, of: Type, method: Method) -> Method:
        """What runs in an instance of a class where an inherited method is called."""
        overriding = (each.overriding(method) for each in self.ancestors(of) if not each.interface)
        return next((each for each in overriding if each is not None), method)


def _spread(of: Type, near: Any) -> list[Type]:
    found = {of.uid: of}
    waiting = [of]
    while waiting:
        for each in near(waiting.pop(0)):
            if each.uid not in found:
                found[each.uid] = each
                waiting.append(each)
    return list(found.values())


def _name(of: Any) -> str:
    """A type without its arguments, as written."""
    while isinstance(of, tuple):
        of = of[1][0] if of[0] in ("?", "<>", "[]") else of[0]
    return str(of or "")


def _short(of: Any) -> str:
    return _name(of).rpartition(".")[2]
