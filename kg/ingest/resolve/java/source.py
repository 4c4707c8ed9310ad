"""Klasses of the source being resolved: built from `JavaClass`, their names looked up where they stand.

A simple name is looked up as the language says: type variables, local classes, the class itself,
member classes (inherited ones too), the classes around it, then the file (`SourceFile.lookup`).
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from kg.ingest.resolve.java.builders import builder_named
from kg.ingest.resolve.java.generated import generated_methods
from kg.ingest.resolve.java.lombok import logger_field
from kg.ingest.resolve.java.notes import Notes
from kg.ingest.resolve.java.types import (
    PRIMITIVES,
    UNBOUNDED,
    Klass,
    Method,
    Sort,
    Type,
    applied,
    array_of,
    find_field,
    find_nested,
    intersection,
)
from kg.schema.java import JavaClass, JavaField, JavaMethod, JavaType
from kg.schema.vocabulary import Form


class Names(Protocol):
    """The file around a class."""

    notes: Notes
    seen: set[Klass]
    """What it looked into for its names and bodies."""
    beans: set[str]
    """Types it asked beans of."""

    def lookup(self, name: str) -> Klass: ...

    def qualified(self, name: str) -> Klass: ...

    def library(self, name: str) -> Klass: ...

    @property
    def object(self) -> Type: ...

    @property
    def package(self) -> str: ...

    @property
    def lombok(self) -> bool: ...

    @property
    def root(self) -> str: ...


class Environment:
    """What a local or anonymous class sees of the body around it."""

    __slots__ = ("classes", "locals", "variables")

    def __init__(
        self, variables: Mapping[str, Klass], classes: Mapping[str, Klass], locals: Mapping[str, Type | None]
    ) -> None:
        self.variables = variables
        self.classes = classes
        self.locals = locals


NOWHERE = Environment({}, {}, {})
_VISIBLE = frozenset({"public", "protected", "private"})
_INTERFACES = (Form.INTERFACE, Form.ANNOTATION)


class SourceKlass(Klass):
    __slots__ = (
        "_methods",
        "_names",
        "_types",
        "builders",
        "environment",
        "facts",
        "file",
        "lombok",
        "members",
        "source_outer",
        "super_type",
    )

    def __init__(
        self, facts: JavaClass, file: Names, outer: "SourceKlass | None", environment: Environment
    ) -> None:
        super().__init__(facts.qualified_name, Sort.SOURCE, facts.form in _INTERFACES)
        self.facts = facts
        self.file = file
        self.package = file.package
        self.notes = file.notes
        self.outer = self.source_outer = outer
        self.environment = environment
        self.members: dict[str, SourceKlass] = {}
        """Member classes by simple name."""
        self.lombok = file.lombok
        """Its annotations may be Lombok's."""
        self.builders: dict[str, Klass] = {}
        """Lombok's builders that no source has, by simple name."""
        self.super_type: Type | None = None
        """Of an anonymous class: known where it is made."""
        self._methods: dict[str, list[Method]] | None = None
        self._names: dict[str, Klass] = {}
        self._types: dict[str, Type | None] = {}
        self.parameters = tuple(
            SourceVariable(name, bounds, self, None) for name, bounds in facts.type_parameters
        )

    @property
    def is_static(self) -> bool:
        """It has no instance of the class around it."""
        facts = self.facts
        of_interface = self.source_outer is not None and self.source_outer.interface and facts.member
        return "static" in facts.modifiers or facts.form != Form.CLASS or of_interface

    # Names.

    def named(self, name: str) -> Klass:
        """The class a simple name means inside this class; a ghost where nothing is known of it."""
        found = self._names.get(name)
        if found is None:
            with self.file.notes.into(self.file.seen):
                found = self._names[name] = self._find(name) or self.file.lookup(name)
        return found

    def forget(self) -> None:
        """The names and types that were asked for in it."""
        self._names, self._types = {}, {}

    def _find(self, name: str) -> Klass | None:
        klass: SourceKlass | None = self
        while klass is not None:
            for parameter in klass.parameters:
                if parameter.name == name:
                    return parameter
            if klass.facts.name == name:
                return klass
            found = find_nested(klass, name)
            if found is not None:
                return found
            environment = klass.environment
            found = environment.variables.get(name) or environment.classes.get(name)
            if found is not None:
                return found
            klass = klass.source_outer
        return None

    def _named_in_header(self, name: str) -> Klass:
        """In `extends` the members of the class itself are not in scope."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        found = self.environment.variables.get(name) or self.environment.classes.get(name)
        if found is not None:
            return found
        return self.file.lookup(name) if self.source_outer is None else self.source_outer.named(name)

    def type_of(self, written: JavaType) -> Type | None:
        """The type as written means here; None for `var`."""
        if isinstance(written, str):
            if written not in self._types:
                self._types[written] = self._simple(written, self.named)
            return self._types[written]
        return self._composed(written, self.type_of)

    def _header_type(self, written: JavaType) -> Type | None:
        if isinstance(written, str):
            return self._simple(written, self._named_in_header)
        return self._composed(written, self._header_type)

    def type_with(self, written: JavaType, local: Mapping[str, Klass]) -> Type | None:
        """With type variables of a method, or local classes, in front."""
        if not local:
            return self.type_of(written)
        if isinstance(written, str):
            head = local.get(written)
            if head is not None:
                return head.raw
            first, dot, rest = written.partition(".")
            if dot and first in local:
                return _inside(local[first], rest).raw
            return self.type_of(written)
        return self._composed(written, lambda each: self.type_with(each, local))

    def _composed(self, written: tuple[str, tuple[JavaType, ...]], of: "Resolver") -> Type | None:
        head, arguments = written
        if head == "[]":
            return array_of(of(arguments[0]))
        if head == "<>":
            return of(arguments[0])
        base = of(head)
        if base is None:
            return None
        return applied(base[0], tuple([UNBOUNDED if each == "?" else of(each) for each in arguments]))

    def _simple(self, written: str, named: "Namer") -> Type | None:
        primitive = PRIMITIVES.get(written)
        if primitive is not None:
            return primitive.raw
        if written == "?":
            return self.file.object
        if written == "var":
            return None
        first, dot, rest = written.partition(".")
        if not dot:
            return named(written).raw
        with self.file.notes.into(self.file.seen):
            head = named(first)
            if head.sort is not Sort.GHOST:
                return _inside(head, rest).raw
            return self.file.qualified(f"{head.name}.{rest}").raw

    # What it inherits and declares.

    def load_supers(self) -> tuple[Type, ...]:
        if self.super_type is not None:
            return (
                (self.super_type,)
                if not self.super_type[0].interface
                else (self.super_type, self.file.object)
            )
        written = (*self.facts.extends, *self.facts.implements)
        found = [of for of in map(self._header_type, written) if of is not None and of[0] is not self]
        form = self.facts.form
        if form == Form.ENUM:
            found.insert(0, (self.file.library("java.lang.Enum"), (self.raw,)))
        elif form == Form.RECORD:
            found.insert(0, self.file.library("java.lang.Record").raw)
        elif form == Form.ANNOTATION:
            found.append(self.file.library("java.lang.annotation.Annotation").raw)
        return (*found, self.file.object)

    def superclass(self) -> Klass | None:
        """Of an unknown class in `implements` it is known that it is none."""
        is_plain = self.facts.form == Form.CLASS and not self.facts.extends and self.super_type is None
        return None if self.interface or is_plain else super().superclass()

    def load_methods(self, name: str) -> Sequence[Method]:
        if self._methods is None:
            self._methods = {}
            for facts in self.facts.methods:
                self._methods.setdefault(facts.name, []).append(SourceMethod(self, facts))
            for method in generated_methods(self):
                self._methods.setdefault(method.name, []).append(method)
        if name:
            return self._methods.get(name, ())
        return [method for named in self._methods.values() for method in named]

    def load_field(self, name: str) -> Type | None:
        for each in self.facts.fields:
            if each.name == name:
                return self.type_of(each.type)
        logger = logger_field(self.facts, name) if self.lombok else ""
        return self.file.qualified(logger).raw if logger else None

    def load_nested(self, name: str) -> Klass | None:
        found = self.members.get(name)
        return builder_named(self, name) if found is None and self.lombok else found

    def variable(self, name: str) -> Type | None:
        """A field by its simple name: own, inherited, of the classes around it, or a captured local."""
        klass: SourceKlass | None = self
        while klass is not None:
            found = find_field(klass, name)
            if found is not None:
                return found
            if name in klass.environment.locals:
                return klass.environment.locals[name]
            klass = klass.source_outer
        return None

    def has_variable(self, name: str) -> bool:
        """Also one whose type is not known."""
        klass: SourceKlass | None = self
        while klass is not None:
            if name in klass.environment.locals or find_field(klass, name) is not None:
                return True
            klass = klass.source_outer
        return False

    def field_facts(self, name: str) -> JavaField | None:
        return next((each for each in self.facts.fields if each.name == name), None)


class Resolver(Protocol):
    def __call__(self, written: JavaType, /) -> Type | None: ...


class Namer(Protocol):
    def __call__(self, name: str, /) -> Klass: ...


def _inside(klass: Klass, path: str) -> Klass:
    """`Outer` and `Nested.Inner`; a ghost where the class does not have it."""
    for name in path.split("."):
        klass = find_nested(klass, name) or Klass(f"{klass.name}.{name}", Sort.GHOST)
    return klass


class SourceVariable(Klass):
    """A type variable of a class or method."""

    __slots__ = ("_bound", "bounds", "method", "owner")

    def __init__(
        self, name: str, bounds: tuple[JavaType, ...], owner: SourceKlass, method: "SourceMethod | None"
    ) -> None:
        super().__init__(name, Sort.VARIABLE)
        self.bounds = bounds
        self.owner = owner
        self.method = method
        self._bound: Type | None = None

    def bound(self) -> Type | None:
        if self._bound is None and self.bounds:
            local = {} if self.method is None else self.method.variables
            found = [self.owner.type_with(each, local) for each in self.bounds]
            self._bound = intersection([each for each in found if each is not None])
        return self._bound or self.owner.file.object


class SourceMethod(Method):
    """A method that stands in source."""

    __slots__ = ("facts", "variables")
    owner: SourceKlass

    def __init__(self, owner: SourceKlass, facts: JavaMethod) -> None:
        super().__init__(owner, facts.name, len(facts.parameters))
        self.facts = facts
        self.uid = facts.uid
        self.varargs = facts.varargs
        modifiers = facts.modifiers
        self.static = "static" in modifiers
        self.private = "private" in modifiers
        self.package_only = not owner.interface and _VISIBLE.isdisjoint(modifiers)
        self.abstract = not facts.has_body and (owner.interface or "abstract" in modifiers)
        self.type_variables = tuple(
            SourceVariable(name, bounds, owner, self) for name, bounds in facts.type_parameters
        )
        self.variables: dict[str, Klass] = {each.name: each for each in self.type_variables}

    def load_parameters(self) -> tuple[Type | None, ...]:
        return tuple([self.owner.type_with(of, self.variables) for _, of in self.facts.parameters])

    def load_result(self) -> Type | None:
        return None if self.facts.result is None else self.owner.type_with(self.facts.result, self.variables)
