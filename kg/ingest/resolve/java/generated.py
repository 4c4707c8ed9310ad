"""Members that no source holds: of enums and records, implicit constructors, and Lombok's.

They type a chain that passes through them (`order.getCustomer().rename()`), and stop a call from being
tied to somebody else's method of that name; they have no uid, so no edge leads to them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg.ingest.resolve.java.types import Klass, Method, Sort, Type, array_of
from kg.schema.java import JavaClass, JavaField, JavaType
from kg.schema.vocabulary import Form

if TYPE_CHECKING:
    from kg.ingest.resolve.java.source import SourceKlass

_GETTERS = frozenset({"Getter", "Data", "Value"})
_SETTERS = frozenset({"Setter", "Data"})
_LOGGERS = {
    "Slf4j": "org.slf4j.Logger",
    "Log4j2": "org.apache.logging.log4j.Logger",
    "Log4j": "org.apache.log4j.Logger",
    "CommonsLog": "org.apache.commons.logging.Log",
    "Log": "java.util.logging.Logger",
    "JBossLog": "org.jboss.logging.Logger",
}


class GeneratedMethod(Method):
    __slots__ = ("given", "made")
    owner: "SourceKlass"

    def __init__(
        self, owner: "SourceKlass", name: str, given: tuple[JavaType, ...], made: JavaType | Type | None
    ) -> None:
        super().__init__(owner, name, len(given))
        self.given = given
        self.made = made

    def load_parameters(self) -> tuple[Type | None, ...]:
        return tuple([self.owner.type_of(of) for of in self.given])

    def load_result(self) -> Type | None:
        if isinstance(self.made, tuple) and not isinstance(self.made[0], str):
            return self.made
        return None if self.made is None else self.owner.type_of(self.made)


class _Builder(Klass):
    """What Lombok's `builder()` gives: each field sets and returns it, `build()` ends it."""

    __slots__ = ("of",)

    def __init__(self, of: "SourceKlass") -> None:
        super().__init__(f"{of.name}.{of.facts.name}Builder", Sort.STUB)
        self.of = of

    def load_methods(self, name: str) -> Sequence[Method]:
        if name == "build":
            return (_BuilderMethod(self, name, None, self.of.raw),)
        return tuple(
            _BuilderMethod(self, name, field.type, self.raw)
            for field in self.of.facts.fields
            if field.name == name
        )


class _BuilderMethod(Method):
    __slots__ = ("given", "made")
    owner: _Builder

    def __init__(self, owner: _Builder, name: str, given: JavaType | None, made: Type) -> None:
        super().__init__(owner, name, 0 if given is None else 1)
        self.given = given
        self.made = made

    def load_parameters(self) -> tuple[Type | None, ...]:
        return () if self.given is None else (self.owner.of.type_of(self.given),)

    def load_result(self) -> Type | None:
        return self.made


def logger_field(annotations: tuple[str, ...], name: str) -> str:
    """The class of the `log` that an annotation makes."""
    if name != "log":
        return ""
    return next((_LOGGERS[each] for each in annotations if each in _LOGGERS), "")


def generated_methods(klass: "SourceKlass") -> Iterator[Method]:
    facts = klass.facts
    declared = {(method.name, len(method.parameters)) for method in facts.methods}
    for method in _all(klass):
        if (method.name, method.arity) not in declared:
            yield method
    has_constructor = any(method.name == "<init>" for method in facts.methods)
    if facts.form == Form.RECORD:
        if ("<init>", len(facts.components)) not in declared:
            yield GeneratedMethod(klass, "<init>", tuple(of for _, of in facts.components), None)
    elif not has_constructor and facts.name and not klass.interface:
        yield from _constructors(klass)


def _all(klass: "SourceKlass") -> Iterator[GeneratedMethod]:
    facts = klass.facts
    if facts.form == Form.RECORD:
        for name, of in facts.components:
            yield GeneratedMethod(klass, name, (), of)
    if facts.form == Form.ENUM:
        yield _static(GeneratedMethod(klass, "values", (), array_of(klass.raw)))
        yield _static(GeneratedMethod(klass, "valueOf", ("String",), klass.raw))
    for field in facts.fields:
        if not field.static:
            yield from _accessors(klass, field)
    if "Builder" in facts.annotations or "SuperBuilder" in facts.annotations:
        yield _static(GeneratedMethod(klass, "builder", (), _Builder(klass).raw))
        yield GeneratedMethod(klass, "toBuilder", (), _Builder(klass).raw)


def _accessors(klass: "SourceKlass", field: JavaField) -> Iterator[GeneratedMethod]:
    marks = {*klass.facts.annotations, *field.annotations}
    if not marks & (_GETTERS | _SETTERS):
        return
    name = field.name
    if field.type == "boolean" and name.startswith("is") and name[2:3].isupper():
        name = name[2:]
    proper = name[:1].upper() + name[1:]
    if marks & _GETTERS:
        yield GeneratedMethod(klass, ("is" if field.type == "boolean" else "get") + proper, (), field.type)
    if marks & _SETTERS and not field.final:
        yield GeneratedMethod(klass, "set" + proper, (field.type,), "void")


def _constructors(klass: "SourceKlass") -> Iterator[Method]:
    """The implicit one, or Lombok's."""
    facts = klass.facts
    fields = all_fields(facts)
    required = required_fields(facts)
    marks = facts.annotations
    if "AllArgsConstructor" in marks or "Value" in marks:
        yield GeneratedMethod(klass, "<init>", tuple(each.type for each in fields), None)
    if "RequiredArgsConstructor" in marks or "Data" in marks:
        yield GeneratedMethod(klass, "<init>", tuple(each.type for each in required), None)
    if "NoArgsConstructor" in marks or not set(marks) & {
        "AllArgsConstructor",
        "RequiredArgsConstructor",
        "Value",
    }:
        yield GeneratedMethod(klass, "<init>", (), None)


def all_fields(facts: JavaClass) -> list[JavaField]:
    """What @AllArgsConstructor asks for."""
    return [each for each in facts.fields if not each.static and not (each.final and each.initialized)]


def required_fields(facts: JavaClass) -> list[JavaField]:
    """What @RequiredArgsConstructor asks for."""
    return [
        each
        for each in all_fields(facts)
        if not each.initialized and (each.final or "NonNull" in each.annotations)
    ]


def _static(method: GeneratedMethod) -> GeneratedMethod:
    method.static = True
    return method
