"""What an expression can be, as far as calls go: first-party things, or names from outside.

`Found` is what is known of one expression: the possible values, how sure, and whether there may be
others. Pure records; knows nothing of how they are found.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, cast

from kg.ingest.parse.python.facts import Expr, PythonFacts, Scope
from kg.ingest.resolve.python.keys import key_of
from kg.schema.ids import Uid


class Place:
    """A scope of a file, as the one object that stands for it; compared by identity."""

    __slots__ = ("module", "number", "parent", "scope")

    def __init__(self, module: "Module | None", number: int, scope: Scope, parent: "Place | None") -> None:
        self.module: Module = module if module is not None else cast(Module, self)
        self.number = number
        self.scope = scope
        self.parent = parent

    @property
    def uid(self) -> Uid:
        return self.scope.uid

    @property
    def owner(self) -> "Class | None":
        """The class whose member it is."""
        return self.parent if isinstance(self.parent, Class) else None


class Module(Place):
    """A module, or a folder of modules without `__init__` (its scope is then empty)."""

    __slots__ = ("_places", "facts", "key", "name")

    def __init__(self, name: str, facts: PythonFacts) -> None:
        super().__init__(None, 0, facts.scopes[0], None)
        self.name = name
        self.key = key_of(name)
        self.facts = facts
        self._places: list[Place] = []

    @property
    def places(self) -> list[Place]:
        """Its scopes, itself first; made when they are asked for: most commits look into few modules."""
        if not self._places:
            self._places = [self]
            for number, scope in enumerate(self.facts.scopes[1:], 1):
                form = Class if scope.form == "class" else Function
                self._places.append(form(self, number, scope, self._places[scope.parent]))
        return self._places

    @property
    def is_folder(self) -> bool:
        return not self.facts.path


class Class(Place):
    """A class as a value: it can be instantiated, its members read."""

    __slots__ = ()


class Function(Place):
    """A function or method as a value, not tied to a receiver."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a first-party class."""

    cls: Class


@dataclass(frozen=True, slots=True)
class Own:
    """`self` or `cls` of a method: at a call it becomes what the method was called on."""

    cls: Class
    as_class: bool


@dataclass(frozen=True, slots=True)
class Bound:
    """A method tied to its receiver's class."""

    function: Function
    receiver: Class
    own: bool
    """Called on `self` or `cls`: what it returns of its own is still `self`."""


@dataclass(frozen=True, slots=True)
class External:
    """Something from outside the repository, by its qualified name; `x.y()` is what a call gave."""

    name: str


class Foreign:
    """An object of a class from outside; `arguments` are what a container holds, `keyed` its elements
    by constant key where a literal shows them.

    Containers of containers are a graph that would be hashed as a tree: the hash is kept, and what
    lies deeper than DEEPEST_CONTAINER is forgotten.
    """

    __slots__ = ("_hash", "arguments", "depth", "keyed", "name")

    def __init__(
        self,
        name: str,
        arguments: "tuple[Found, ...]" = (),
        keyed: "tuple[tuple[str | int, Found], ...]" = (),
    ) -> None:
        depth = 1 + max((_depth(found) for found in (*arguments, *(f for _, f in keyed))), default=0)
        if depth > DEEPEST_CONTAINER:
            depth, arguments, keyed = 1, (NOTHING,) * len(arguments), ()
        self.name = name
        self.arguments = arguments
        self.keyed = keyed
        self.depth = depth
        self._hash = hash((name, arguments, keyed))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Foreign) or self._hash != other._hash:
            return False
        return (self.name, self.arguments, self.keyed) == (other.name, other.arguments, other.keyed)


def _depth(found: "Found") -> int:
    return max((value.depth for value in found.values if isinstance(value, Foreign)), default=0)


@dataclass(frozen=True, slots=True)
class Super:
    """`super()` in a class: members are looked up behind it."""

    cls: Class


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A lambda; its calls are the calls of the function around it."""

    place: Place
    expression: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Alias:
    """A type written as a value: `Optional[Order]`, `A | B`."""

    place: Place
    expression: Expr


@dataclass(frozen=True, slots=True, eq=False)
class TypeVariable:
    """`TypeVar("T", bound=Order)`."""

    place: Place
    bound: Expr


Value: TypeAlias = (
    Module
    | Class
    | Function
    | Instance
    | Own
    | Bound
    | External
    | Foreign
    | Super
    | Closure
    | Alias
    | TypeVariable
)

EXACT = 0
INFERRED = 1

DEEPEST_CONTAINER = 4

MOST_VALUES = 12
"""More values than this say nothing."""


class Found(NamedTuple):
    """What is known of one expression."""

    values: tuple[Value, ...] = ()
    rank: int = EXACT
    is_open: bool = True
    """There may be other values, which nobody can tell from here."""


NOTHING = Found()
"""Not known at all."""

NONE = Found((), EXACT, False)
"""Known to be nothing that can be called: the constant None."""


def exactly(value: Value) -> Found:
    return Found((value,), EXACT, False)


def inferred(found: Found) -> Found:
    return found if found.rank == INFERRED or not found.values else found._replace(rank=INFERRED)


def opened(found: Found) -> Found:
    return found if found.is_open else found._replace(is_open=True)


def union(founds: Iterable[Found]) -> Found:
    """One of several; the constant None adds nothing."""
    kept = list(founds)
    if len(kept) == 1:
        return kept[0]
    if not kept:
        return NOTHING
    values = tuple(dict.fromkeys(value for found in kept for value in found.values))
    rank = max((found.rank for found in kept if found.values), default=EXACT)
    is_open = any(found.is_open for found in kept)
    return Found(values, rank, is_open) if len(values) <= MOST_VALUES else NOTHING
