"""Kotlin types for resolution: classes with members and arguments, functions, and how types relate.

A type is `(klass, arguments)`; an unknown type is None. Nullability is left out: it decides hardly any
call. A function type is `(FUNCTION, (receiver or None, result, *parameters))`. Type variables are
klasses too, so that types compare by the identity of their klass. Members load when first asked for.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum

from kg.schema.ids import Uid

Type = tuple["Klass", tuple["Type | None", ...]]
Bindings = dict["Klass", "Type | None"]


class Sort(IntEnum):
    SOURCE = 0
    STUB = 1
    JAVA = 2
    """A class of Java, of the source or of a library."""
    GHOST = 3
    """Named, otherwise unknown: external."""
    VARIABLE = 4
    FUNCTION = 5
    NOTHING = 6


class Klass:
    """A class, interface, object or anything else a type can be made of."""

    __slots__ = (
        "_ancestors",
        "_functions",
        "_lineage",
        "_properties",
        "_sam",
        "companion",
        "function",
        "interface",
        "is_object",
        "name",
        "outer",
        "parameters",
        "raw",
        "sort",
        "supers",
        "uid",
    )

    def __init__(self, name: str, sort: Sort) -> None:
        self.name = name
        """Qualified; a variable's own name."""
        self.sort = sort
        self.uid = Uid("")
        self.interface = False
        self.is_object = False
        self.outer: Klass | None = None
        self.companion: Klass | None = None
        self.function: Type | None = None
        """A function type among its supertypes, set with them: `class Filter : (Handler) -> Handler`."""
        self.parameters: tuple[Klass, ...] = ()
        self.raw: Type = (self, ())
        self.supers: tuple[Type, ...] | None = None
        """Direct supertypes in terms of the parameters; None until loaded."""
        self._lineage: tuple[Type, ...] | None = None
        self._ancestors: frozenset[Klass] | None = None
        self._functions: dict[str, tuple[Found, ...]] = {}
        self._properties: dict[str, tuple[Property, Type] | None] = {}
        self._sam: tuple[Function, Type] | bool | None = False

    def __repr__(self) -> str:
        return self.name

    @property
    def own(self) -> Type:
        """With its own parameters as arguments."""
        return (self, tuple([parameter.raw for parameter in self.parameters]))

    def bounds(self) -> tuple[Type, ...]:
        """Of a variable."""
        return ()

    def load_supers(self) -> tuple[Type, ...]:
        return ()

    def load_functions(self, name: str) -> "Sequence[Function]":
        """Declared here; all of them for the empty name."""
        return ()

    def load_property(self, name: str) -> "Property | None":
        return None

    def load_nested(self, name: str) -> "Klass | None":
        return None

    def constructors(self) -> "Sequence[Function]":
        return ()

    def static_functions(self, name: str) -> "Sequence[Function]":
        """Of Java classes."""
        return ()

    def static_property(self, name: str) -> "Property | None":
        """Of Java classes; an entry of an enum class."""
        return None


class Function:
    """A function, constructor or accessor; its types load when first asked for."""

    __slots__ = (
        "_parameters",
        "_receiver",
        "_result",
        "abstract",
        "is_extension",
        "loaded",
        "modifiers",
        "name",
        "names",
        "optional",
        "owner",
        "uid",
        "vararg",
        "variables",
    )

    def __init__(self, owner: Klass | None, name: str) -> None:
        self.owner = owner
        self.name = name
        self.uid = Uid("")
        """Empty for everything that stands in no source."""
        self.modifiers: frozenset[str] = frozenset()
        self.abstract = False
        self.names: tuple[str, ...] = ()
        """Of the parameters."""
        self.optional: tuple[bool, ...] = ()
        self.vararg = -1
        """Index of the parameter that takes any number of arguments."""
        self.variables: tuple[Klass, ...] = ()
        self.is_extension = False
        self.loaded = False
        self._receiver: Type | None = None
        self._parameters: tuple[Type | None, ...] = ()
        self._result: Type | bool | None = False

    def load(self) -> None:
        """Sets receiver and parameters."""

    def load_result(self) -> Type | None:
        return None

    @property
    def receiver(self) -> Type | None:
        if not self.loaded:
            self.loaded = True
            self.load()
        return self._receiver

    @property
    def parameters(self) -> tuple[Type | None, ...]:
        if not self.loaded:
            self.loaded = True
            self.load()
        return self._parameters

    @property
    def result(self) -> Type | None:
        if isinstance(self._result, bool):
            self._result = None  # a type that needs itself is unknown
            self._result = self.load_result()
        return self._result


class Property:
    """A property, Java field or enum entry, as far as reading and writing it goes."""

    __slots__ = ("_type", "getter", "is_extension", "load", "owner", "receiver_of", "setter", "variables")

    def __init__(self, owner: Klass | None, load: Callable[[], Type | None]) -> None:
        self.owner = owner
        self.load = load
        self._type: Type | bool | None = False
        self.getter = Uid("")
        """Empty where no source writes it."""
        self.setter = Uid("")
        self.is_extension = False
        self.variables: tuple[Klass, ...] = ()
        self.receiver_of: Callable[[], Type | None] = _no_receiver

    @property
    def type(self) -> Type | None:
        if isinstance(self._type, bool):
            self._type = None
            self._type = self.load()
        return self._type


def _no_receiver() -> Type | None:
    return None


Found = tuple[Function, Type]
"""A function and the type that declares it, in terms of the parameters of the klass it was looked up in."""

FUNCTION = Klass("kotlin.Function", Sort.FUNCTION)
NOTHING: Type = Klass("kotlin.Nothing", Sort.NOTHING).raw
ANY = "kotlin.Any"
_LOADING: tuple[Type, ...] = (NOTHING,)


def supers(klass: Klass) -> tuple[Type, ...]:
    """Direct supertypes; a class that extends itself has none while it is asked."""
    if klass.supers is None:
        klass.supers = _LOADING
        klass.supers = klass.load_supers()
    return () if klass.supers is _LOADING else klass.supers


def lineage(klass: Klass) -> tuple[Type, ...]:
    """The klass itself, then everything it inherits from, nearest first, in terms of its parameters."""
    if klass._lineage is not None:
        return klass._lineage
    found: list[Type] = [klass.own]
    seen = {klass}
    last: list[Type] = []
    for each in found:
        bindings = bindings_of(each)
        for above in supers(each[0]):
            if above[0] not in seen:
                seen.add(above[0])
                of = substitute(above, bindings) or above
                (last if above[0].name == ANY else found).append(of)
    whole = (*found, *last)
    if not any(each[0].supers is _LOADING for each in whole):
        klass._lineage = whole
    return whole


def ancestors(klass: Klass) -> frozenset[Klass]:
    if klass._ancestors is not None:
        return klass._ancestors
    found = frozenset([each[0] for each in lineage(klass)])
    if klass._lineage is not None:
        klass._ancestors = found
    return found


def is_open(klass: Klass) -> bool:
    """Something it inherits from is not known, and may bring members."""
    return any(each.sort is Sort.GHOST for each in ancestors(klass))


def bindings_of(of: Type) -> Bindings:
    """What its arguments stand for; empty for raw types."""
    return dict(zip(of[0].parameters, of[1], strict=False)) if of[1] else {}


def substitute(of: Type | None, bindings: Bindings) -> Type | None:
    if of is None or not bindings:
        return of
    klass, arguments = of
    if klass.sort is Sort.VARIABLE:
        return bindings.get(klass, of)
    if not arguments:
        return of
    return (klass, tuple([substitute(each, bindings) for each in arguments]))


def view(of: Type, klass: Klass) -> Type | None:
    """The supertype of a type that is the given class, with its arguments; None if it has none."""
    if of[0] is klass:
        return of
    if klass not in ancestors(of[0]):
        return None
    for each in lineage(of[0]):
        if each[0] is klass:
            return substitute(each, bindings_of(of)) if of[1] else each
    return None


def upper(of: Type | None) -> Type | None:
    """A variable's first bound (None where it has none), anything else itself."""
    for _ in range(8):
        if of is None or of[0].sort is not Sort.VARIABLE:
            return of
        bounds = of[0].bounds()
        of = bounds[0] if bounds else None
    return None


def find_functions(klass: Klass, name: str) -> tuple[Found, ...]:
    """All functions of a name it has, own and inherited, without those overridden further down."""
    found = klass._functions.get(name)
    if found is None:
        each_found: list[Found] = []
        seen: set[tuple[object, ...]] = set()
        for each in lineage(klass):
            for function in each[0].load_functions(name):
                key = erased(function, each)
                if key not in seen:
                    seen.add(key)
                    each_found.append((function, each))
        found = klass._functions[name] = tuple(each_found)
    return found


def erased(function: Function, of: Type) -> tuple[object, ...]:
    """Receiver and parameter types by name, as far as they decide what overrides what."""
    bindings = bindings_of(of)
    types = (function.receiver, *function.parameters)
    return tuple([_erased(substitute(each, bindings)) for each in types])


def _erased(of: Type | None) -> str:
    known = upper(of)
    if known is None:
        return "" if of is None else ANY
    return f"{known[0].name}/{len(known[1])}" if known[0] is FUNCTION else known[0].name


def find_property(klass: Klass, name: str) -> tuple[Property, Type] | None:
    """An own or inherited property, with the type that declares it."""
    if name not in klass._properties:
        klass._properties[name] = None
        for each in lineage(klass):
            found = each[0].load_property(name)
            if found is not None:
                klass._properties[name] = (found, each)
                break
    return klass._properties[name]


def find_nested(klass: Klass, name: str) -> Klass | None:
    """A nested class, own or of a superclass."""
    found = klass.load_nested(name)
    if found is not None:
        return found
    for each in lineage(klass)[1:]:
        found = each[0].load_nested(name)
        if found is not None:
            return found
    return None


_OF_ANY = frozenset({"equals", "hashCode", "toString"})


def single_function(klass: Klass) -> Found | None:
    """The one abstract function of a functional interface, with the type that declares it."""
    if isinstance(klass._sam, bool):
        klass._sam = _single(klass) if klass.interface else None
    return klass._sam


def _single(klass: Klass) -> Found | None:
    found: list[Found] = []
    seen: set[tuple[str, int]] = set()
    for each in lineage(klass):
        for function in each[0].load_functions(""):
            key = (function.name, len(function.parameters))
            if function.name in _OF_ANY or key in seen:
                continue
            seen.add(key)
            if function.abstract:
                found.append((function, each))
    return found[0] if len(found) == 1 else None


def function_type(of: Type | None) -> Type | None:
    """What a lambda for a type is: the function type itself, or that of a functional interface."""
    if of is None or of[0] is FUNCTION:
        return of
    sam = single_function(of[0])
    if sam is None:
        return inherited_function(of)
    function, owner = sam
    bindings = bindings_of(of)
    parts = [substitute(substitute(each, bindings_of(owner)), bindings) for each in function.parameters]
    result = substitute(substitute(function.result, bindings_of(owner)), bindings)
    receiver = substitute(function.receiver, bindings) if function.is_extension else None
    return (FUNCTION, (receiver, result, *parts))


def inherited_function(of: Type) -> Type | None:
    """The function type a class has among its supertypes."""
    for each in lineage(of[0]):
        if each[0].function is not None:
            return substitute(substitute(each[0].function, bindings_of(each)), bindings_of(of))
    return None


def function_inputs(of: Type) -> tuple[Type | None, ...]:
    """Receiver and parameters of a function type, in a row."""
    receiver, _, *parameters = of[1]
    return tuple(parameters) if receiver is None else (receiver, *parameters)
