"""What Lombok adds to a class: accessors, constructors, loggers. Builders are in `builders`.

In: a class's facts. Out: methods without a source (no uid): they type chains, and keep a call from being
tied to somebody else's method of that name. As Lombok does it: what is written by hand wins by its name.
Not read: lombok.config, @Delegate, @ExtensionMethod.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.schema.java import Arguments, JavaClass, JavaField, JavaType

LOGGERS = {
    "Slf4j": "org.slf4j.Logger",
    "XSlf4j": "org.slf4j.ext.XLogger",
    "Log4j2": "org.apache.logging.log4j.Logger",
    "Log4j": "org.apache.log4j.Logger",
    "CommonsLog": "org.apache.commons.logging.Log",
    "Log": "java.util.logging.Logger",
    "JBossLog": "org.jboss.logging.Logger",
    "Flogger": "com.google.common.flogger.FluentLogger",
}
_CONSTRUCTORS = frozenset({"NoArgsConstructor", "RequiredArgsConstructor", "AllArgsConstructor"})
_BUILDERS = frozenset({"Builder", "SuperBuilder"})
_NONE = "NONE"
"""An access level: nothing is generated."""


@dataclass(frozen=True, slots=True)
class Made:
    """A generated method: its name, what it takes and gives (`""`: the class itself)."""

    name: str
    given: tuple[JavaType, ...]
    result: JavaType
    static: bool = False


SELF = ""
"""As a result: the class that has the method."""


def said(arguments: Arguments, annotation: str, name: str) -> str:
    """The first value of an argument; empty where it is not given."""
    return next((values[0] for of, key, values in arguments if of == annotation and key == name), "")


def lombok_methods(facts: JavaClass) -> Iterator[Made]:
    """All but constructors and builders."""
    marks = facts.annotations
    for field in facts.fields:
        yield from _of_field(facts, field)
    for annotation, name in (("Data", "staticConstructor"), ("Value", "staticConstructor")):
        if annotation in marks and said(facts.arguments, annotation, name):
            fields = required_fields(facts) if annotation == "Data" else all_fields(facts)
            yield _named(said(facts.arguments, annotation, name), fields)
    for annotation in _CONSTRUCTORS.intersection(marks):
        name = said(facts.arguments, annotation, "staticName")
        if name:
            yield _named(name, _asked_by(annotation, facts))
    if not {"Data", "Value", "EqualsAndHashCode"}.isdisjoint(marks):
        yield Made("equals", ("java.lang.Object",), "boolean")
        yield Made("hashCode", (), "int")
        yield Made("canEqual", ("java.lang.Object",), "boolean")
    if not {"Data", "Value", "ToString"}.isdisjoint(marks):
        yield Made("toString", (), "java.lang.String")


def _named(name: str, fields: list[JavaField]) -> Made:
    return Made(name, tuple(each.type for each in fields), SELF, static=True)


def lombok_constructors(facts: JavaClass) -> Iterator[tuple[JavaType, ...]]:
    """What each takes. Those that are asked for by name are made whatever else is there."""
    marks = _CONSTRUCTORS.intersection(facts.annotations)
    for annotation in sorted(marks):
        yield tuple(each.type for each in _asked_by(annotation, facts))
    if marks or any(method.name == "<init>" for method in facts.methods):
        return
    if "Value" in facts.annotations or not _BUILDERS.isdisjoint(facts.annotations):
        yield tuple(each.type for each in all_fields(facts))
    elif "Data" in facts.annotations:
        yield tuple(each.type for each in required_fields(facts))


def _asked_by(annotation: str, facts: JavaClass) -> list[JavaField]:
    if annotation == "NoArgsConstructor":
        return []
    return required_fields(facts) if annotation == "RequiredArgsConstructor" else all_fields(facts)


def _is_final(facts: JavaClass, field: JavaField) -> bool:
    """@Value makes fields final."""
    return field.final or ("Value" in facts.annotations and "NonFinal" not in field.annotations)


def all_fields(facts: JavaClass) -> list[JavaField]:
    """What @AllArgsConstructor asks for."""
    return [
        each
        for each in facts.fields
        if not each.static
        and not (each.initialized and _is_final(facts, each) and "Default" not in each.annotations)
    ]


def required_fields(facts: JavaClass) -> list[JavaField]:
    """What @RequiredArgsConstructor asks for."""
    return [
        each
        for each in all_fields(facts)
        if not each.initialized and (_is_final(facts, each) or "NonNull" in each.annotations)
    ]


def _of_field(facts: JavaClass, field: JavaField) -> Iterator[Made]:
    accessors = _Accessors.of(facts, field)
    base = accessors.base(field)
    if not base:
        return
    is_boolean = field.type == "boolean"
    if _is_wanted(facts, field, "Getter", ("Data", "Value")):
        name = accessors.named("is" if is_boolean else "get", field, base)
        yield Made(name, (), field.type, field.static)
    if _is_wanted(facts, field, "Setter", ("Data",)) and not _is_final(facts, field):
        result = SELF if accessors.chained else "void"
        yield Made(accessors.named("set", field, base), (field.type,), result, field.static)
    if _is_wanted(facts, field, "With", ()) and not field.static:
        yield Made("with" + _property(field, base), (field.type,), SELF)


def _is_wanted(facts: JavaClass, field: JavaField, annotation: str, also: tuple[str, ...]) -> bool:
    """By the field itself, or by its class, which does not speak of static fields."""
    if annotation in field.annotations:
        return said(field.arguments, annotation, "value") != _NONE
    if field.static:
        return False
    if annotation in facts.annotations:
        return said(facts.arguments, annotation, "value") != _NONE
    return any(each in facts.annotations for each in also)


@dataclass(frozen=True, slots=True)
class _Accessors:
    """@Accessors of a field, else of its class."""

    fluent: bool
    chained: bool
    prefixes: tuple[str, ...]

    @classmethod
    def of(cls, facts: JavaClass, field: JavaField) -> "_Accessors":
        said_by = field if "Accessors" in field.annotations else facts
        told = {key: values for of, key, values in said_by.arguments if of == "Accessors"}
        fluent = told.get("fluent") == ("true",)
        chained = told.get("chain", ("true" if fluent else "false",)) == ("true",)
        return cls(fluent, chained, told.get("prefix", ()))

    def base(self, field: JavaField) -> str:
        """The field's name without its prefix; empty for a field that has none of them."""
        for prefix in self.prefixes:
            rest = field.name.removeprefix(prefix)
            if prefix and rest != field.name and not (prefix[-1].isalpha() and rest[:1].islower()):
                return rest[:1].lower() + rest[1:]
        return field.name if not self.prefixes or "" in self.prefixes else ""

    def named(self, verb: str, field: JavaField, base: str) -> str:
        return base if self.fluent else verb + _property(field, base)


def _property(field: JavaField, base: str) -> str:
    """`Name` of `name`; `isActive` of a boolean is the property `Active`."""
    if field.type == "boolean" and base.startswith("is") and base[2:] and not base[2].islower():
        return base[2:]
    return base[:1].upper() + base[1:]


def logger_field(facts: JavaClass, name: str) -> str:
    """The class of the `log` that an annotation makes."""
    if name != "log":
        return ""
    return next((LOGGERS[each] for each in facts.annotations if each in LOGGERS), "")
