"""Declared types and functions, made from the facts of their files; read in full when first asked for."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.ingest.resolve.go.types import (
    FUNCTION,
    NAMED,
    POINTER,
    VARIABLE,
    Bindings,
    Maybe,
    Type,
    TypeVariable,
    substitute,
    underlying,
)
from kg.schema.go import GoFunction, GoType, GoTypeDeclaration, GoVariables
from kg.schema.ids import Uid

if TYPE_CHECKING:
    from kg.ingest.resolve.go.environment import Environment
    from kg.ingest.resolve.go.members import Member
    from kg.ingest.resolve.go.packages import SourceFile


class Function:
    """What a call can reach: a function, a method, a method of an interface."""

    __slots__ = ("_type", "facts", "file", "name", "outside", "parameters", "uid")

    def __init__(self, uid: Uid, name: str, of: Maybe = None, outside: str = "") -> None:
        self.uid = uid
        """Empty for what is of another repository, and for the methods of an interface without a name."""
        self.name = name
        self.outside = outside
        """The full name of what is of another repository."""
        self.parameters: tuple[TypeVariable, ...] = ()
        self.facts: GoFunction | None = None
        self.file: SourceFile | None = None
        self._type = of

    def type(self) -> Type:
        if self._type is None:
            self._type = self.load() or (FUNCTION, (), (), False)
        return self._type

    def load(self) -> Maybe:
        return None


class SourceFunction(Function):
    """A function or method that is written here."""

    __slots__ = ("environment", "receiver")

    def __init__(self, facts: GoFunction, file: "SourceFile", receiver: "Declared | None") -> None:
        super().__init__(facts.uid, facts.name)
        self.receiver = receiver
        if file.package.is_outside:
            holder = f"{facts.receiver}." if facts.receiver else ""
            self.outside = f"{file.package.folder}.{holder}{facts.name}"
        self.facts = facts
        self.file = file
        own = receiver.parameters if receiver is not None else ()
        names: dict[str, Maybe] = {
            name: (VARIABLE, each)
            for name, each in zip(facts.receiver_parameters, own, strict=False)
            if name != "_"
        }
        self.environment = file.environment.inside(names)
        self.parameters, self.environment = type_variables(facts.type_parameters, self.environment)

    def load(self) -> Maybe:
        assert self.facts is not None
        return self.environment.type(self.facts.type)

    def receiver_type(self) -> Maybe:
        """As its body sees it; None for a function, and for a type that is nowhere."""
        if self.receiver is None or self.facts is None:
            return None
        return (POINTER, self.receiver.itself()) if self.facts.by_pointer else self.receiver.itself()


class Declared:
    """A declared type. An alias is one too, but a type never names it: it names what it stands for."""

    __slots__ = ("_underlying", "environment", "facts", "file", "members", "methods", "parameters")

    def __init__(self, facts: GoTypeDeclaration, file: "SourceFile", around: "Environment") -> None:
        self.facts = facts
        self.file = file
        self.parameters, self.environment = type_variables(facts.type_parameters, around)
        self.methods: dict[str, SourceFunction] = {}
        self._underlying: Maybe | tuple[()] = ()
        self.members: dict[str, Member | None] = {}
        """What `members` found, in terms of its own type parameters."""

    def type(self, arguments: tuple[Maybe, ...] = ()) -> Maybe:
        """What its name stands for, given type arguments; too few of them stay open."""
        if self.facts.alias:
            target = self.environment.type(self.facts.type)
            return substitute(target, self.bindings(arguments)) if arguments else target
        return (NAMED, self, arguments)

    def bindings(self, arguments: tuple[Maybe, ...]) -> Bindings:
        return dict(zip(self.parameters, arguments, strict=False))

    def underlying(self, arguments: tuple[Maybe, ...]) -> Maybe:
        if self._underlying == ():
            self._underlying = None  # a type that is made of itself has no end
            self._underlying = underlying(self.environment.type(self.facts.type))
        found = self._underlying or None
        return substitute(found, self.bindings(arguments)) if arguments else found

    def move(self, around: "Environment") -> None:
        """A local type is found where the body declares it, among the names seen there."""
        self.parameters, self.environment = type_variables(self.facts.type_parameters, around)

    def itself(self) -> Type:
        """As its own methods see it, with its parameters for arguments."""
        return (NAMED, self, tuple((VARIABLE, each) for each in self.parameters))


class Variable:
    """A package-level variable or constant: one of the names of a line."""

    __slots__ = ("_type", "facts", "file", "index", "known")

    def __init__(self, facts: GoVariables, index: int, file: "SourceFile") -> None:
        self.facts = facts
        self.index = index
        self.file = file
        self.known = False
        self._type: Maybe = None

    def type(self) -> Maybe:
        if not self.known:
            self.known = True  # a variable whose value asks for itself has no type
            self._type = self.file.typed(self)
        return self._type


Entry = Declared | SourceFunction | Variable
"""What a package-level name can be."""


def type_variables(
    written: Sequence[tuple[str, GoType]], around: "Environment"
) -> tuple[tuple[TypeVariable, ...], "Environment"]:
    """The type parameters of a declaration, and an environment in which they are seen."""
    if not written:
        return (), around
    found: list[TypeVariable] = []
    inside = around.inside({})
    for name, constraint in written:
        variable = TypeVariable(name, lambda constraint=constraint: inside.type(constraint))  # type: ignore[misc] # mypy does not type defaults of a lambda
        found.append(variable)
        inside.names[name] = (VARIABLE, variable)
    return tuple(found), inside
