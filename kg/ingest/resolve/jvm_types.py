"""The classes of Java and Kotlin files by their supertypes, and which method answers in which class.

What annotations say may stand on a class, its abstract parent or an interface that a tool generated, and
holds for whatever is instantiated. Supertypes are followed through scopes, imports and the package.
For the calls there is `resolve.java`, which knows types exactly. Pure; knows no framework.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
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
        self.ancestors: list[Type] | None = None
        self.descendants: list[Type] | None = None
        """Once they were asked for, as those above."""
        self._declared = declared

    @cached_property
    def supertypes(self) -> tuple[str, ...]:
        """As written."""
        return tuple(_name(of) for of in _supertypes(self._declared))

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
    """All of them; a `Type` is made when it is asked for, since few of a repository's are."""

    def __init__(self, files: Sequence[Facts]) -> None:
        self._all = {
            declared.uid: (facts, declared)
            for facts in files
            if isinstance(facts.code, JavaFacts | KotlinFacts)
            for declared in facts.code.classes
        }
        self._made: dict[Uid, Type] = {}
        self._children: dict[Uid, list[Type]] = {}

    def of(self, uid: Uid) -> Type | None:
        """The class of a uid; None where that is of no class."""
        if uid not in self._made and uid in self._all:
            self._made[uid] = Type(*self._all[uid])
        return self._made.get(uid)

    @cached_property
    def _by_name(self) -> dict[str, Uid]:
        return {declared.qualified_name: uid for uid, (_, declared) in reversed(self._all.items())}

    @cached_property
    def _by_parent(self) -> dict[str, list[Uid]]:
        """Classes by the last part of what they write as a supertype."""
        found: dict[str, list[Uid]] = defaultdict(list)
        for uid, (_, declared) in self._all.items():
            for parent in _supertypes(declared):
                found[_short(parent)].append(uid)
        return found

    def annotation_types(self) -> Iterator[Type]:
        forms = (uid for uid, (_, declared) in self._all.items() if declared.form == Form.ANNOTATION)
        return (each for uid in forms if (each := self.of(uid)) is not None)

    def named(self, written: str, facts: Facts, scope: str) -> Type | None:
        """The class that a name means in a scope."""
        names = (self._by_name[name] for name in names_of(written, facts, scope) if name in self._by_name)
        return self.of(next(names, Uid("")))

    def parents(self, of: Type) -> Iterator[Type]:
        """Its direct supertypes in this repository."""
        for written in of.supertypes:
            parent = self.named(written, of.facts, of.name)
            if parent is not None and parent is not of:
                yield parent

    def children(self, of: Type) -> list[Type]:
        """What has it as a direct supertype."""
        if of.uid not in self._children:
            written = self._by_parent.get(of.name.rpartition(".")[2], ())
            near = (each for uid in written if (each := self.of(uid)) is not None)
            self._children[of.uid] = [each for each in near if of in self.parents(each)]
        return self._children[of.uid]

    def ancestors(self, of: Type) -> list[Type]:
        """Itself, then its supertypes, the nearest first."""
        if of.ancestors is None:
            of.ancestors = _spread(of, self.parents)
        return of.ancestors

    def descendants(self, of: Type) -> list[Type]:
        """Itself, then everything below it."""
        if of.descendants is None:
            of.descendants = _spread(of, self.children)
        return of.descendants

    def answering(self, of: Type, method: Method) -> Method:
        """What runs in an instance of a class where an inherited method is called."""
        overriding = (each.overriding(method) for each in self.ancestors(of) if not each.interface)
        return next((each for each in overriding if each is not None), method)


def _supertypes(declared: JavaClass | KotlinClass) -> Sequence[Any]:
    if isinstance(declared, JavaClass):
        return (*declared.extends, *declared.implements)
    return declared.supertypes


def _spread(of: Type, near: Callable[[Type], Iterable[Type]]) -> list[Type]:
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
