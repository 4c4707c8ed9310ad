"""Java and Kotlin classes in one form, as far as mappings and repositories need them, found by name.

In: the facts of all files. A class is only unfolded when it is asked for: most have nothing to do with data.
Knows no framework.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kg.ingest.resolve.constants import names_of, scope_of
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.java import JavaClass, JavaFacts
from kg.schema.kotlin import KotlinClass, KotlinFacts

_ARRAY = "[]"
_NULLABLE = "?"
_MOST_ABOVE = 12


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as written: `List<Order>` is `List` of `Order`."""

    name: str
    arguments: tuple["TypeName", ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A field, property or method."""

    name: str
    uid: Uid
    """Of a method; empty for a field."""
    type: TypeName
    """Of a field; of a method nothing."""
    annotations: tuple[str, ...]
    static: bool = False
    has_body: bool = False
    parameters: int = 0
    """How many a method has."""


@dataclass(frozen=True, slots=True)
class JvmClass:
    """A class with what it says of itself."""

    facts: Facts
    uid: Uid
    qualified_name: str
    """With dots only: `shop.Order.Line`."""
    name: str
    form: str
    annotations: tuple[str, ...]
    type_parameters: tuple[str, ...]
    above: tuple[TypeName, ...]
    """What it extends and implements."""
    fields: tuple[Member, ...]
    methods: tuple[Member, ...]


_Raw = JavaClass | KotlinClass


class JvmClasses:
    """All classes that can be reached by a name. Modules may each have one of a name: then the one whose file
    is nearest to who asks is meant."""

    def __init__(self, files: Sequence[Facts]) -> None:
        self._raw: dict[str, list[tuple[Facts, _Raw]]] = {}
        for facts in files:
            if isinstance(facts.code, JavaFacts | KotlinFacts):
                for each in facts.code.classes:
                    if each.member:
                        name = each.qualified_name.replace("$", ".")
                        self._raw.setdefault(name, []).append((facts, each))
        self._unfolded: dict[Uid, JvmClass] = {}

    @cached_property
    def _below(self) -> dict[str, list[tuple[str, Facts, _Raw]]]:
        """Classes by the simple names of what they extend and implement."""
        below: dict[str, list[tuple[str, Facts, _Raw]]] = defaultdict(list)
        for name, same in self._raw.items():
            for facts, raw in same:
                for above in _above(raw):
                    written = above if isinstance(above, str) else above[0]
                    below[written.rpartition(".")[2]].append((name, facts, raw))
        return below

    def below(self, *names: str) -> Iterator[JvmClass]:
        """Classes that extend or implement one of these simple names, and those below them by name."""
        todo, seen = list(names), {*names}
        while todo:
            for name, facts, raw in self._below.get(todo.pop(), ()):
                if raw.uid not in seen:
                    seen.add(raw.uid)
                    yield self._unfold(name, facts, raw)
                    if raw.name not in seen:
                        seen.add(raw.name)
                        todo.append(raw.name)

    def get(self, name: str, path: str) -> JvmClass | None:
        """The class of a qualified name, as the file at a path means it."""
        same = self._raw.get(name)
        if not same:
            return None
        facts, raw = (
            same[0] if len(same) == 1 else max(same, key=lambda each: nearness(each[0].file.path, path))
        )
        return self._unfold(name, facts, raw)

    def of_uid(self, uid: Uid, facts: Facts) -> JvmClass | None:
        """The class of a uid in its file."""
        for each in facts.code.classes if isinstance(facts.code, JavaFacts | KotlinFacts) else ():
            if each.uid == uid and each.member:
                return self._unfold(each.qualified_name.replace("$", "."), facts, each)
        return None

    def fields(self, uid: Uid, facts: Facts) -> Iterator[Member]:
        """Those of the class of a uid and of the classes around it."""
        for each in facts.code.classes if isinstance(facts.code, JavaFacts | KotlinFacts) else ():
            if f"{uid}.".startswith(f"{each.uid}."):
                yield from _fields(each)

    def find(self, name: str, facts: Facts, scope: str) -> JvmClass | None:
        """The class that a name means in a file: by scope, import, package."""
        full = next((each for each in names_of(name, facts, scope) if each in self._raw), "")
        return self.get(full, facts.file.path)

    def _unfold(self, name: str, facts: Facts, raw: _Raw) -> JvmClass:
        if raw.uid not in self._unfolded:
            self._unfolded[raw.uid] = _unfold(name, facts, raw)
        return self._unfolded[raw.uid]

    def above(self, klass: JvmClass) -> Iterator[tuple[TypeName, JvmClass | None]]:
        """Everything that a class extends and implements, near ones first: the type with its arguments as
        they read in the class itself, and the class where it is a first-party one."""
        todo: list[tuple[JvmClass, dict[str, TypeName], TypeName]] = [(klass, {}, t) for t in klass.above]
        for _ in range(_MOST_ABOVE):
            if not todo:
                return
            below, given, written = todo.pop(0)
            of = _filled(written, given)
            found = self.find(of.name, below.facts, below.qualified_name)
            yield of, found
            if found is not None:
                names = dict(zip(found.type_parameters, of.arguments, strict=False))
                todo += [(found, names, each) for each in found.above]


def nearness(one: str, other: str) -> int:
    """How many folders two paths begin with together."""
    pairs = zip(one.split("/"), other.split("/"), strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), one.count("/"))


def class_of(source: Uid) -> Uid:
    """The uid of a method's class, or of the class itself."""
    return Uid(source.partition("#")[0])


def owner_of(source: Uid) -> str:
    """The class of a method, or the class itself, with dots."""
    return scope_of(class_of(source))


def _filled(of: TypeName, given: dict[str, TypeName]) -> TypeName:
    """A type with what type parameters stand for."""
    if of.name in given and not of.arguments:
        return given[of.name]
    return TypeName(of.name, tuple(_filled(each, given) for each in of.arguments))


def _unfold(name: str, facts: Facts, raw: _Raw) -> JvmClass:
    return JvmClass(
        facts,
        raw.uid,
        name,
        raw.name,
        raw.form,
        raw.annotations,
        tuple(parameter for parameter, _ in raw.type_parameters),
        tuple(map(type_name, _above(raw))),
        tuple(_fields(raw)),
        tuple(_methods(raw)),
    )


def _above(raw: _Raw) -> tuple[Any, ...]:
    return (*raw.extends, *raw.implements) if isinstance(raw, JavaClass) else raw.supertypes


def _fields(raw: _Raw) -> Iterator[Member]:
    if isinstance(raw, JavaClass):
        for field in raw.fields:
            yield Member(field.name, Uid(""), type_name(field.type), field.annotations, field.static)
    else:
        for each in raw.properties:
            yield Member(each.name, Uid(""), type_name(each.type), each.annotations)


def _methods(raw: _Raw) -> Iterator[Member]:
    for each in raw.methods if isinstance(raw, JavaClass) else raw.functions:
        static = "static" in each.modifiers
        yield Member(
            each.name, each.uid, TypeName(""), each.annotations, static, each.has_body, len(each.parameters)
        )


def type_name(of: Any) -> TypeName:
    """A type of Java or Kotlin facts; an array is its element, nullable or not makes no difference."""
    if of is None or isinstance(of, str):
        return TypeName(of or "")
    head, arguments = of
    if head in (_ARRAY, _NULLABLE, "Array") and arguments:
        return type_name(arguments[0])
    return TypeName(head, tuple(type_name(each) for each in arguments if each is not None))
