"""Declared types and functions, made from the facts of their files; read in full when first asked for."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg.ingest.resolve.go.types import (
    FUNCTION,
    INTERFACE,
    NAMED,
    OUTSIDE,
    POINTER,
    STRUCT,
    VARIABLE,
    Bindings,
    Maybe,
    Type,
    TypeVariable,
    pointed,
    substitute,
    underlying,
)
from kg.schema.go import GoFunction, GoType, GoTypeDeclaration, GoVariables
from kg.schema.ids import Uid

if TYPE_CHECKING:
    from kg.ingest.resolve.go.environment import Environment
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

    __slots__ = ("_members", "_underlying", "environment", "facts", "file", "methods", "parameters")

    def __init__(self, facts: GoTypeDeclaration, file: "SourceFile", around: "Environment") -> None:
        self.facts = facts
        self.file = file
        self.parameters, self.environment = type_variables(facts.type_parameters, around)
        self.methods: dict[str, SourceFunction] = {}
        self._underlying: Maybe | tuple[()] = ()
        self._members: dict[str, Member | None] = {}

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

    def member(self, name: str) -> "Member | None":
        """A field or method, promoted ones too, in terms of its own type parameters."""
        if name not in self._members:
            self._members[name] = None
            self._members[name] = find_member(self.itself(), name)
        return self._members[name]


class Member:
    """A field (a type) or a method (a function with what its receiver binds)."""

    __slots__ = ("bindings", "function", "outside", "type")

    def __init__(
        self,
        of: Maybe = None,
        function: Function | None = None,
        bindings: Bindings | None = None,
        outside: str = "",
    ) -> None:
        self.type = of
        self.function = function
        self.bindings: Bindings = bindings or {}
        self.outside = outside
        """The embedded type of another repository that may have it, where nothing here does."""


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


def find_member(of: Type, name: str) -> Member | None:
    """Breadth first through embedded fields (spec, Selectors): the shallowest wins, two there are none."""
    level: list[Type] = [of]
    seen: set[int] = set()
    outside = ""
    while level:
        found: list[Member] = []
        below: list[Type] = []
        for each in level:
            if each[0] == NAMED:
                if id(each[1]) in seen:
                    continue
                seen.add(id(each[1]))
                function = each[1].methods.get(name)
                if function is not None:
                    found.append(Member(function=function, bindings=each[1].bindings(each[2])))
                    continue
            outside = _look_inside(each, name, found, below) or outside
        if found:
            return found[0] if len(found) == 1 else None
        level = below
    return Member(outside=outside) if outside else None


def _look_inside(of: Type, name: str, found: list[Member], below: list[Type]) -> str:
    """The fields of a struct or the methods of an interface; embedded types are for the next level.

    Gives the name of the type if it is one of another repository."""
    inner = underlying(of[1].constraint if of[0] == VARIABLE else of)
    if inner is None:
        return ""
    if inner[0] == OUTSIDE:
        return str(inner[1])
    if inner[0] == STRUCT:
        for field, type, embedded in inner[1]:
            if field == name:
                found.append(Member(of=type))
            elif embedded and type is not None:
                embedded_type = pointed(type)
                below.extend((embedded_type,) if embedded_type is not None else ())
    elif inner[0] == INTERFACE:
        for method, type, uid in inner[1]:
            if method == name:
                outside = f"{outside_name(of)}.{name}" if not uid and outside_name(of) else ""
                found.append(Member(function=Function(uid, name, type, outside)))
        below.extend(each for each in inner[2] if each is not None)
    return ""


def outside_name(of: Maybe) -> str:
    """The full name of a type of another repository; empty for every other."""
    if of is None or of[0] not in (NAMED, OUTSIDE):
        return ""
    if of[0] == OUTSIDE:
        return str(of[1])
    package = of[1].file.package
    return f"{package.folder}.{of[1].facts.name}" if package.is_outside else ""


def member_of(of: Type, name: str) -> Member | None:
    """A field or method of a type without pointers; what is known of a named type is remembered."""
    if of[0] != NAMED:
        return find_member(of, name)
    found: Member | None = of[1].member(name)
    if found is None or not of[2]:
        return found
    bindings = of[1].bindings(of[2])
    inner = {each: substitute(bound, bindings) for each, bound in found.bindings.items()}
    function = found.function
    if function is not None and not isinstance(function, SourceFunction):
        of_instance = substitute(function.type(), bindings)
        function = Function(function.uid, function.name, of_instance, function.outside)
    return Member(substitute(found.type, bindings), function, inner, found.outside)


def interface_methods(of: Maybe) -> Iterator[tuple[str, Maybe, Uid]]:
    """Every method an interface asks for, those of embedded interfaces too."""
    pending, seen = [of], set()
    while pending:
        each = pending.pop()
        if each is None or id(each[1]) in seen:
            continue
        seen.add(id(each[1]))
        inner = underlying(each)
        if inner is not None and inner[0] == INTERFACE:
            yield from inner[1]
            pending.extend(inner[2])
