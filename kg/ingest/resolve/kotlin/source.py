"""Klasses, functions and properties that stand in Kotlin source or in a stub: built from their facts.

Types are looked up where they stand: type variables, local classes, the class and those around it
(nested classes, inherited ones too), then the file (`KotlinFile.klass`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kg.ingest.resolve.kotlin.types import (
    FUNCTION,
    NOTHING,
    Function,
    Klass,
    Property,
    Sort,
    Type,
    find_nested,
    substitute,
)
from kg.schema.kotlin import KotlinAlias, KotlinClass, KotlinFunction, KotlinProperty, KotlinType
from kg.schema.vocabulary import Form

if TYPE_CHECKING:
    from kg.ingest.resolve.kotlin.files import KotlinFile

Written = tuple[tuple[str, tuple[KotlinType, ...]], ...]
_INTERFACES = (Form.INTERFACE, Form.ANNOTATION)


class Names:
    """What simple names of types mean at one place: variables and local classes in front of an outer one."""

    __slots__ = ("file", "klass", "local", "outer")

    def __init__(
        self,
        file: "KotlinFile",
        outer: "Names | None",
        klass: "SourceKlass | None",
        local: Mapping[str, Klass],
    ) -> None:
        self.file = file
        self.outer = outer
        self.klass = klass
        self.local = local

    def find(self, name: str) -> Klass | KotlinAlias | None:
        names: Names | None = self
        while names is not None:
            found = names.local.get(name)
            if found is not None:
                return found
            if names.klass is not None:
                found = names.klass.inside(name)
                if found is not None:
                    return found
            names = names.outer
        return self.file.klass(name)

    def type(self, written: KotlinType | None) -> Type | None:
        """The type as written; None for a star projection."""
        if written is None or written == "*":
            return None
        if isinstance(written, str):
            return self._simple(written, ())
        head, arguments = written
        if head == "?":
            return self.type(arguments[0])
        types = tuple([self.type(each) for each in arguments])
        return (FUNCTION, types) if head == "->" else self._simple(head, types)

    def _simple(self, name: str, arguments: tuple[Type | None, ...]) -> Type | None:
        if name == "Nothing":
            return NOTHING
        first, dot, rest = name.partition(".")
        found = self.find(first)
        if dot:
            found = self._inside(found, name, rest)
        if isinstance(found, KotlinAlias):
            return self.file.world.expand(found, arguments)
        if found is None:
            found = self.file.world.ghost(self.file.qualified(name))
        return (found, arguments)

    def _inside(self, found: Klass | KotlinAlias | None, name: str, rest: str) -> Klass | KotlinAlias | None:
        """`Outer.Nested`, or a qualified name."""
        if isinstance(found, KotlinAlias):
            of = self.file.world.expand(found, ())
            found = None if of is None else of[0]
        if found is None or found.sort is Sort.GHOST:
            return self.file.world.klass(name, self.file) or found
        for part in rest.split("."):
            nested = find_nested(found, part)
            if nested is None:
                return self.file.world.ghost(f"{found.name}.{rest}")
            found = nested
        return found

    def bounded(self, written: Written, owner: str) -> "tuple[tuple[Klass, ...], Names]":
        """Type variables, and the names with them in front; their bounds may name each other."""
        if not written:
            return (), self
        local: dict[str, Klass] = {}
        names = Names(self.file, self, None, local)
        variables = tuple([Variable(name, bounds, names) for name, bounds in written])
        local.update((each.name, each) for each in variables)
        return variables, names


class Variable(Klass):
    """A type variable of a class or function."""

    __slots__ = ("_bounds", "names", "written")

    def __init__(self, name: str, written: Sequence[KotlinType], names: Names) -> None:
        super().__init__(name, Sort.VARIABLE)
        self.written = written
        self.names = names
        self._bounds: tuple[Type, ...] | None = None if written else ()

    def bounds(self) -> tuple[Type, ...]:
        if self._bounds is None:
            self._bounds = ()
            found = [self.names.type(each) for each in self.written]
            self._bounds = tuple([of for of in found if of is not None])
        return self._bounds

    def load_supers(self) -> tuple[Type, ...]:
        return self.bounds()


Infer = Callable[["SourceFunction | SourceProperty"], Type | None]
"""The type of a body or value, where none is written."""


class SourceKlass(Klass):
    __slots__ = (
        "environment",
        "facts",
        "file",
        "functions",
        "members",
        "names",
        "outer_names",
        "properties",
        "static_names",
    )

    def __init__(
        self, facts: KotlinClass, file: "KotlinFile", outer: "SourceKlass | None", names: Names
    ) -> None:
        super().__init__(facts.qualified_name, Sort.SOURCE if facts.uid else Sort.STUB)
        self.facts = facts
        self.file = file
        self.outer = outer
        self.uid = facts.uid
        self.interface = facts.form in _INTERFACES
        self.is_object = facts.form == Form.OBJECT
        self.environment: object = None
        """Of a local class: the scope of the body around it."""
        self.members: dict[str, SourceKlass] = {}
        """Nested classes by simple name."""
        self.outer_names = names
        self.parameters, bounded = names.bounded(facts.type_parameters, facts.qualified_name)
        self.names = Names(file, bounded, self, {})
        self.functions: dict[str, list[Function]] | None = None
        self.properties: dict[str, KotlinProperty] | None = None

    def inside(self, name: str) -> Klass | None:
        """A class that is named without its outer one inside this class."""
        if name == self.facts.name:
            return self
        found = find_nested(self, name)
        if found is None and self.companion is not None:
            found = find_nested(self.companion, name)
        return found

    def load_supers(self) -> tuple[Type, ...]:
        found = [self.outer_names_with_variables().type(each) for each in self.facts.supertypes]
        known = [of for of in found if of is not None and of[0] is not self and of[0] is not FUNCTION]
        self.function = next((of for of in found if of is not None and of[0] is FUNCTION), None)
        if self.facts.form == Form.ENUM:
            above = self.file.world.klass("kotlin.Enum", self.file)
            known += [(above, (self.raw,))] if above is not None else []
        any_ = self.file.world.any
        return tuple(known) if any_[0] is self else (*known, any_)

    def outer_names_with_variables(self) -> Names:
        """In the header the members of the class itself are not in scope."""
        outer = self.names.outer
        return self.outer_names if outer is None else outer

    def load_functions(self, name: str) -> Sequence[Function]:
        if self.functions is None:
            self.functions = {}
            for each in self.facts.functions:
                function = SourceFunction(self, each, self.names, self.file)
                self.functions.setdefault(each.name, []).append(function)
        if name:
            return self.functions.get(name, ())
        return [function for named in self.functions.values() for function in named]

    def load_property(self, name: str) -> Property | None:
        if self.properties is None:
            self.properties = {each.name: each for each in self.facts.properties}
        facts = self.properties.get(name)
        return None if facts is None else SourceProperty(self, facts, self.names, self.file)

    def load_nested(self, name: str) -> Klass | None:
        return self.members.get(name)

    def constructors(self) -> Sequence[Function]:
        written = [] if self.facts.primary is None else [self.facts.primary]
        return [
            SourceFunction(self, each, self.names, self.file) for each in (*written, *self.facts.constructors)
        ]

    def static_property(self, name: str) -> Property | None:
        return Property(self, lambda: self.raw) if name in self.facts.entries else None


class SourceFunction(Function):
    """A function or constructor that stands in source or in a stub."""

    __slots__ = ("environment", "facts", "file", "type_names")

    def __init__(self, owner: Klass | None, facts: KotlinFunction, names: Names, file: "KotlinFile") -> None:
        super().__init__(owner, facts.name)
        self.facts = facts
        self.file = file
        self.uid = facts.uid
        self.modifiers = facts.modifiers
        self.environment: object = None
        """Of a local function: the scope of the body around it."""
        in_interface = owner is not None and owner.interface and not facts.has_body
        self.abstract = in_interface or "abstract" in facts.modifiers
        self.names = tuple([each.name for each in facts.parameters])
        self.optional = tuple([each.optional for each in facts.parameters])
        self.vararg = next((i for i, each in enumerate(facts.parameters) if each.vararg), -1)
        self.variables, self.type_names = names.bounded(facts.type_parameters, facts.name)
        self.is_extension = facts.receiver is not None

    def load(self) -> None:
        names = self.type_names
        if self.facts.receiver is not None:
            self._receiver = names.type(self.facts.receiver)
        self._parameters = tuple([names.type(each.type) for each in self.facts.parameters])

    def load_result(self) -> Type | None:
        facts = self.facts
        if facts.name == "<init>":
            return self.owner.own if self.owner is not None else None
        if facts.result is not None:
            return self.type_names.type(facts.result)
        if facts.is_expression:
            return self.file.world.infer(self)
        return self.file.world.unit if facts.has_body or facts.uid else None


class SourceProperty(Property):
    __slots__ = ("facts", "file", "type_names")

    def __init__(self, owner: Klass | None, facts: KotlinProperty, names: Names, file: "KotlinFile") -> None:
        super().__init__(owner, self._load_type)
        self.facts = facts
        self.file = file
        self.is_extension = facts.receiver is not None
        self.variables, self.type_names = names.bounded(facts.type_parameters, facts.name)
        self.receiver_of = lambda: self.type_names.type(facts.receiver)
        if facts.getter is not None:
            self.getter = facts.getter.uid
        if facts.setter is not None:
            self.setter = facts.setter.uid

    def _load_type(self) -> Type | None:
        if self.facts.type is not None:
            return self.type_names.type(self.facts.type)
        if self.facts.getter is not None and self.facts.getter.result is not None:
            return self.type_names.type(self.facts.getter.result)
        return self.file.world.infer(self)


def substituted(of: Type | None, variables: Iterable[Klass], arguments: Sequence[Type | None]) -> Type | None:
    return substitute(of, dict(zip(variables, arguments, strict=False)))
