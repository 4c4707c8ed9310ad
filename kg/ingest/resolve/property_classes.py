"""Classes of properties: which keys @ConfigurationProperties binds to the fields of a class.

In: a read of a `prefix.` by a class, or by a @Bean method that makes one, and the facts of all files. Out:
a read for each field, of the class that declares it: nested and other classes of this repository bind the
part below. A field that no file sets is a key without a value. Names of types are followed as Java does:
nested, imported, of the same package. Pure.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kg.ingest.resolve.config_sets import ConfigSets
from kg.ingest.resolve.key_reads import Tied, below, tied
from kg.schema.facts import Facts, KeyRead
from kg.schema.ids import Uid
from kg.schema.java import JavaClass, JavaFacts, JavaMethod, JavaType
from kg.schema.kotlin import KotlinClass, KotlinFacts, KotlinFunction, KotlinType
from kg.schema.vocabulary import Form, How

_MOST_NESTED = 6
_BOUND = 0.95
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    type: str
    """Simple or qualified name, without arguments."""


@dataclass(frozen=True, slots=True)
class _Class:
    uid: Uid
    qualified_name: str
    """With dots all through."""
    fields: tuple[_Field, ...]
    parents: tuple[str, ...]
    facts: Facts


class PropertyClasses:
    """Classes by name, gathered when first asked."""

    def __init__(self, files: Iterable[Facts]) -> None:
        self._files = files
        self._declared: dict[str, tuple[Facts, JavaClass | KotlinClass]] = {}
        self._names: dict[Uid, str] = {}

    def bound(self, read: KeyRead, facts: Facts, sets: ConfigSets) -> list[Tied] | None:
        """The reads of the fields below a prefix; None where its class is not known, or has none."""
        if not self._declared:
            self._gather()
        owner = self._names.get(_class_of(read.source), "")
        method = next((m for m in self._methods(owner) if m.uid == read.source), None)
        found = self._named(_name(method.result), facts, owner) if method else self._class(owner)
        if found is None or not list(self._fields(found, 0)):
            return None
        return list(self._bound(replace(read, source=found.uid), found, facts.file.path, sets, 0))

    def _gather(self) -> None:
        for facts in self._files:
            for each in facts.code.classes if isinstance(facts.code, JavaFacts | KotlinFacts) else ():
                name = each.qualified_name.replace("$", ".")
                self._declared.setdefault(name, (facts, each))
                self._names[each.uid] = name

    def _methods(self, owner: str) -> tuple[JavaMethod | KotlinFunction, ...]:
        """Of the class that a prefix stands in: a @Bean method may be where it stands."""
        _, found = self._declared.get(owner, (None, None))
        if found is None:
            return ()
        return found.methods if isinstance(found, JavaClass) else found.functions

    def _class(self, name: str) -> _Class | None:
        facts, found = self._declared.get(name, (None, None))
        if facts is None or found is None:
            return None
        return _java(found, facts) if isinstance(found, JavaClass) else _kotlin(found, facts)

    def _named(self, name: str, facts: Facts, scope: str) -> _Class | None:
        """A class by its name as a file and the class around it see it."""
        around = scope
        while around:
            if f"{around}.{name}" in self._declared:
                return self._class(f"{around}.{name}")
            around = around.rpartition(".")[0]
        first, dot, rest = name.partition(".")
        for imported in _imports(facts.code):
            if imported.rpartition(".")[2] == first:
                return self._class(f"{imported}{dot}{rest}")
        return self._class(name)

    def _fields(self, found: _Class, deep: int) -> Iterator[_Field]:
        """Its own fields and those it inherits."""
        yield from found.fields
        for parent in found.parents if deep < _MOST_NESTED else ():
            above = self._named(parent, found.facts, found.qualified_name)
            if above is not None:
                yield from self._fields(above, deep + 1)

    def _bound(self, read: KeyRead, found: _Class, path: str, sets: ConfigSets, deep: int) -> Iterator[Tied]:
        for field in self._fields(found, 0):
            key = f"{read.key}{_HUMP.sub('-', field.name).lower()}"
            inner = self._named(field.type, found.facts, found.qualified_name)
            if inner is not None and inner.fields and deep < _MOST_NESTED:
                yield from self._bound(KeyRead(inner.uid, f"{key}.", 0), inner, path, sets, deep + 1)
            else:
                yield from _tied(replace(read, key=key), field, path, sets)


def _tied(read: KeyRead, field: _Field, path: str, sets: ConfigSets) -> Iterator[Tied]:
    """One field: its key, or what is set below it where it holds more than one value."""
    inner = [*below(f"{read.key}.", path, sets), *below(f"{read.key}[", path, sets)]
    for key in inner:
        yield read, key, How.INFERRED, _BOUND
    if not inner:
        for one, key, _, confidence in tied(read, path, sets):
            yield one, key, How.INFERRED, min(confidence, _BOUND)


def _java(each: JavaClass, facts: Facts) -> _Class:
    fields = [_Field(f.name, _name(f.type)) for f in each.fields if not f.static]
    if each.form == Form.ENUM:
        fields = []
    components = [_Field(name, _name(of)) for name, of in each.components]
    known = {field.name for field in components}
    return _Class(
        each.uid,
        each.qualified_name.replace("$", "."),
        (*components, *(field for field in fields if field.name not in known)),
        tuple(_name(of) for of in each.extends),
        facts,
    )


def _kotlin(each: KotlinClass, facts: Facts) -> _Class:
    found = {p.name: _Field(p.name, _name(p.type)) for p in each.properties if p.receiver is None}
    return _Class(
        each.uid,
        each.qualified_name.replace("$", "."),
        () if each.form == Form.ENUM else tuple(found.values()),
        (),
        facts,
    )


def _imports(code: JavaFacts | KotlinFacts) -> Iterator[str]:
    for imported in code.imports:
        yield imported if isinstance(imported, str) else imported[0]


def _name(of: JavaType | KotlinType | None) -> str:
    """A type's name without its arguments; of a nullable type that of the type."""
    if of is None or isinstance(of, str):
        return of or ""
    return _name(of[1][0]) if of[0] == "?" else str(of[0])


def _class_of(source: Uid) -> Uid:
    """The class of a method, by its uid; a class is its own."""
    return Uid(source.partition("#")[0])
