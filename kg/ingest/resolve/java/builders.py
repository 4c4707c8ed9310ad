"""Lombok's builders: the class that `builder()` gives, and the methods that lead to it and end it.

@Builder stands on a class, a constructor or a method; @SuperBuilder on a class, and its builder has the
fields of its superclasses too. What of a builder is written by hand stays; the rest is added to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.ingest.resolve.java.lombok import all_fields, said
from kg.ingest.resolve.java.synthetic import SyntheticMethod, static
from kg.ingest.resolve.java.types import Klass, Method, Sort, Type, supers
from kg.schema.java import Arguments, JavaField, JavaMethod, JavaType

if TYPE_CHECKING:
    from kg.ingest.resolve.java.source import SourceKlass

    Sets = Iterator[tuple[SourceKlass, JavaField]]
    """What a builder sets, with the class in which the type of each is written."""

_SUPER = "SuperBuilder"
_SINGULAR = "Singular"


@dataclass(frozen=True, slots=True)
class Plan:
    """One builder of a class, as its annotation asks for it."""

    annotation: str
    arguments: Arguments
    method: JavaMethod | None
    """The method or constructor that it calls; None: it sets fields."""
    makes: JavaType | None
    """None: the class itself."""
    name: str
    """Simple name of the builder's class."""

    def said(self, name: str) -> str:
        return said(self.arguments, self.annotation, name)

    @property
    def start(self) -> str:
        return self.said("builderMethodName") or "builder"

    @property
    def end(self) -> str:
        return self.said("buildMethodName") or "build"


def plans(klass: "SourceKlass") -> Iterator[Plan]:
    """All builders of a class."""
    facts = klass.facts
    for annotation in ("Builder", _SUPER):
        if annotation in facts.annotations:
            yield _plan(annotation, facts.arguments, None, None, facts.name)
    for method in facts.methods:
        if "Builder" in method.annotations:
            makes = None if method.name == "<init>" else method.result
            name = facts.name if makes is None else _simple(makes)
            yield _plan("Builder", method.arguments, method, makes, name)


def _plan(
    annotation: str, arguments: Arguments, method: JavaMethod | None, makes: JavaType | None, name: str
) -> Plan:
    named = said(arguments, annotation, "builderClassName") or f"{_capital(name)}Builder"
    return Plan(annotation, arguments, method, makes, named)


def _simple(written: JavaType) -> str:
    name = written if isinstance(written, str) else str(written[0])
    return name.rpartition(".")[2]


def starts(klass: "SourceKlass") -> Iterator[SyntheticMethod]:
    """The methods of a class that give a builder."""
    for plan in plans(klass):
        builder = _class_of(klass, plan).raw
        yield static(SyntheticMethod(klass, plan.start, klass, (), builder))
        if plan.said("toBuilder") == "true":
            yield SyntheticMethod(klass, "toBuilder", klass, (), builder)


def builder_named(klass: "SourceKlass", name: str) -> Klass | None:
    """The builder's class, which no source has, by its simple name."""
    return next((_class_of(klass, plan) for plan in plans(klass) if plan.name == name), None)


def _class_of(klass: "SourceKlass", plan: Plan) -> Klass:
    """The one that is written by hand, or one that is made once."""
    found = klass.members.get(plan.name) or klass.builders.get(plan.name)
    if found is None:
        found = klass.builders[plan.name] = Builder(klass, plan)
    return found


class Builder(Klass):
    """The class of a builder that no source has."""

    __slots__ = ("of", "plan")

    def __init__(self, of: "SourceKlass", plan: Plan) -> None:
        super().__init__(f"{of.name}.{plan.name}", Sort.SOURCE)
        self.notes = of.notes
        self.of = of
        self.plan = plan

    def load_supers(self) -> tuple[Type, ...]:
        return (self.of.file.object,)

    def load_methods(self, name: str) -> Sequence[Method]:
        found = _methods(self.of, self.plan, self)
        return [method for method in found if method.name == name or not name]


def added_to(klass: "SourceKlass") -> Iterator[SyntheticMethod]:
    """What a builder's class that is written by hand is given besides."""
    outer = klass.source_outer
    if outer is not None:
        for plan in plans(outer):
            if plan.name == klass.facts.name:
                yield from _methods(outer, plan, klass)


def _methods(of: "SourceKlass", plan: Plan, builder: Klass) -> Iterator[SyntheticMethod]:
    """What a builder has: a setter for each field, and what makes the object."""
    prefix = plan.said("setterPrefix")
    for klass, field in _sets(of, plan):
        for name, given in _setters(field, prefix):
            yield SyntheticMethod(builder, name, klass, given, builder.raw)
    made = of.raw if plan.makes is None else of.type_of(plan.makes)
    yield SyntheticMethod(builder, plan.end, of, (), made)


def _sets(klass: "SourceKlass", plan: Plan) -> "Sets":
    if plan.method is not None:
        return ((klass, JavaField(name, of, False, False, False, ())) for name, of in plan.method.parameters)
    if plan.annotation == _SUPER:
        return _inherited(klass)
    return ((klass, field) for field in all_fields(klass.facts))


def _inherited(klass: "SourceKlass") -> "Sets":
    """Of the class, and of the superclasses that have such a builder too."""
    yield from ((klass, field) for field in all_fields(klass.facts))
    for above, _ in supers(klass):
        facts = getattr(above, "facts", None)  # of a class of the source
        if facts is not None and _SUPER in facts.annotations:
            yield from _inherited(above)  # type: ignore[arg-type] # it has facts


def _setters(field: JavaField, prefix: str) -> Iterator[tuple[str, tuple[JavaType, ...]]]:
    yield _prefixed(prefix, field.name), (field.type,)
    if _SINGULAR in field.annotations:
        one = said(field.arguments, _SINGULAR, "value") or _one_of(field.name)
        if one:
            yield _prefixed(prefix, one), _elements(field.type)
        yield "clear" + _capital(field.name), ()


def _elements(of: JavaType) -> tuple[JavaType, ...]:
    """An element of a collection, key and value of a map."""
    return ("?",) if isinstance(of, str) else tuple(of[1])


_IRREGULAR = {
    "children": "child",
    "people": "person",
    "men": "man",
    "women": "woman",
    "indices": "index",
    "data": "data",
}


def _one_of(name: str) -> str:
    """The singular as Lombok forms it, in the cases that are sure; empty where it would refuse."""
    if name in _IRREGULAR:
        return _IRREGULAR[name]
    for end, instead in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
        if name.endswith(end):
            return name.removesuffix(end) + instead
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else ""


def _prefixed(prefix: str, name: str) -> str:
    return prefix + _capital(name) if prefix else name


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
