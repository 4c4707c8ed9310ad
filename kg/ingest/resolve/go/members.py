"""Fields and methods of a type, promoted ones too."""

from collections import Counter
from collections.abc import Iterator

from kg.ingest.resolve.go.declared import Function, SourceFunction
from kg.ingest.resolve.go.types import (
    INTERFACE,
    NAMED,
    OUTSIDE,
    STRUCT,
    VARIABLE,
    Bindings,
    Maybe,
    Type,
    pointed,
    substitute,
    underlying,
)
from kg.schema.ids import Uid


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
                function = each[1].methods.get(name)
                if function is not None:
                    found.append(Member(function=function, bindings=each[1].bindings(each[2])))
                    continue
            outside = _look_inside(each, name, found, below) or outside
        if found:
            return found[0] if len(found) == 1 else None
        seen.update(id(each[1]) for each in level if each[0] == NAMED)
        level = _at_most_twice(below)
    return Member(outside=outside) if outside else None


def _at_most_twice(found: list[Type]) -> list[Type]:
    """Two of a type are as ambiguous as a thousand, which types that embed types that … can reach."""
    counts: Counter[int] = Counter()
    kept: list[Type] = []
    for each in found:
        counts[id(each[1])] += 1
        if counts[id(each[1])] <= 2:
            kept.append(each)
    return kept


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
    declared = of[1]
    if name not in declared.members:
        declared.members[name] = None  # a type that holds itself has no member by way of itself
        declared.members[name] = find_member(declared.itself(), name)
    found: Member | None = declared.members[name]
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
