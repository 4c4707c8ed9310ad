"""Java types for resolution: classes with members, arguments, and how types relate.

A type is `(klass, arguments)`; raw and non-generic types have no arguments, an unknown type is None.
Type variables, primitives, arrays and null are klasses too, so that types compare by identity of
their klass. Members load when first asked for. Knows nothing of names in files or of bodies.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum

from kg.ingest.resolve.java.notes import Notes
from kg.schema.ids import Uid

Type = tuple["Klass", tuple["Type | None", ...]]
Bindings = dict["Klass", "Type | None"]


class Sort(IntEnum):
    SOURCE = 0
    STUB = 1
    GHOST = 2
    """Named by an import, otherwise unknown: external."""
    VARIABLE = 3
    PRIMITIVE = 4
    ARRAY = 5
    NULL = 6


class Klass:
    """A class, interface or anything else a type can be made of."""

    __slots__ = (
        "_ancestors",
        "_fields",
        "_lineage",
        "_lookups",
        "_sam",
        "_wildcards",
        "interface",
        "name",
        "notes",
        "outer",
        "package",
        "parameters",
        "raw",
        "sort",
        "supers",
    )

    def __init__(self, name: str, sort: Sort, interface: bool = False) -> None:
        self.name = name
        """Qualified, with dots; a variable's or primitive's own name."""
        self.sort = sort
        self.interface = interface
        self.package = ""
        """Of a class of the source."""
        self.notes: Notes | None = None
        """Of a class of source: who looks into it says so there."""
        self.outer: Klass | None = None
        self.parameters: tuple[Klass, ...] = ()
        self.raw: Type = (self, ())
        self.supers: tuple[Type, ...] | None = None
        """Direct supertypes in terms of the parameters; None until loaded."""
        self._lineage: tuple[Type, ...] | None = None
        self._ancestors: frozenset[Klass] | None = None
        self._lookups: dict[str, tuple[Found, ...]] = {}
        self._fields: dict[str, Type | None] = {}
        self._sam: tuple[Method, Type] | bool | None = False
        self._wildcards: dict[int, Type] | None = None

    def __repr__(self) -> str:
        return self.name

    @property
    def artifact(self) -> str:
        """The dependency it is from, where that is known."""
        return ""

    def bound(self) -> Type | None:
        """Of a variable."""
        return None

    def load_supers(self) -> tuple[Type, ...]:
        return ()

    def superclass(self) -> "Klass | None":
        """None for an interface, and for what extends nothing but Object."""
        return next((each[0] for each in supers(self) if not each[0].interface), None)

    def load_methods(self, name: str) -> "Sequence[Method]":
        """Declared here; all of them for the empty name."""
        return ()

    def load_field(self, name: str) -> Type | None:
        return None

    def load_nested(self, name: str) -> "Klass | None":
        return None


class Wildcard(Klass):
    """`?` as the argument of a class: as far as anything is known, its parameter's bound."""

    __slots__ = ("index", "of")

    def __init__(self, of: Klass, index: int) -> None:
        super().__init__("?", Sort.VARIABLE)
        self.of = of
        self.index = index

    def bound(self) -> "Type | None":
        """Without arguments: they may name the parameter itself."""
        of = self.of.parameters[self.index].bound() if self.index < len(self.of.parameters) else None
        return of if of is None or of[0].sort is Sort.VARIABLE else (of[0], ())


class Intersection(Klass):
    """`A & B`, the bound of a variable: everything both have; for signatures it is the first."""

    __slots__ = ("bounds",)

    def __init__(self, bounds: "tuple[Type, ...]") -> None:
        super().__init__(bounds[0][0].name, Sort.STUB)
        self.bounds = bounds

    def load_supers(self) -> "tuple[Type, ...]":
        return self.bounds


UNBOUNDED: Type = Klass("?", Sort.VARIABLE).raw
"""A `?` before it is known whose argument it is."""


def applied(klass: Klass, arguments: "tuple[Type | None, ...]") -> Type:
    """A class with its arguments."""
    if UNBOUNDED in arguments:
        arguments = tuple(
            [_wildcard(klass, i) if each is UNBOUNDED else each for i, each in enumerate(arguments)]
        )
    return (klass, arguments)


def _wildcard(klass: Klass, index: int) -> Type:
    if klass._wildcards is None:
        klass._wildcards = {}
    found = klass._wildcards.get(index)
    if found is None:
        found = klass._wildcards[index] = Wildcard(klass, index).raw
    return found


def intersection(bounds: "Sequence[Type]") -> "Type | None":
    """All of the bounds at once."""
    if len(bounds) < 2:
        return bounds[0] if bounds else None
    return Intersection(tuple(bounds)).raw


class Method:
    """A method or constructor of a klass; parameter and result types load when first asked for."""

    __slots__ = (
        "_parameters",
        "_result",
        "abstract",
        "arity",
        "name",
        "owner",
        "package_only",
        "private",
        "static",
        "type_variables",
        "uid",
        "varargs",
    )

    def __init__(self, owner: Klass, name: str, arity: int) -> None:
        self.owner = owner
        self.name = name
        self.arity = arity
        self.uid = Uid("")
        """Empty for everything that stands in no source: stubs and generated members."""
        self.static = self.abstract = self.varargs = self.private = self.package_only = False
        self.type_variables: tuple[Klass, ...] = ()
        self._parameters: tuple[Type | None, ...] | None = None
        self._result: Type | bool | None = False

    @property
    def parameters(self) -> tuple[Type | None, ...]:
        if self._parameters is None:
            self._parameters = self.load_parameters()
        return self._parameters

    @property
    def result(self) -> Type | None:
        if isinstance(self._result, bool):
            self._result = None  # a type that needs itself is unknown
            self._result = self.load_result()
        return self._result

    def load_parameters(self) -> tuple[Type | None, ...]:
        return ()

    def load_result(self) -> Type | None:
        return None


Found = tuple[Method, Type]
"""A method and the type that declares it, in terms of the parameters of the klass it was looked up in."""

PRIMITIVES = {
    name: Klass(name, Sort.PRIMITIVE)
    for name in ("byte", "short", "char", "int", "long", "float", "double", "boolean", "void")
}
INT, LONG, FLOAT, DOUBLE = (PRIMITIVES[n].raw for n in ("int", "long", "float", "double"))
BOOLEAN, CHAR, VOID = (PRIMITIVES[n].raw for n in ("boolean", "char", "void"))
NULL: Type = Klass("null", Sort.NULL).raw
ARRAY = Klass("[]", Sort.ARRAY)
BOXES = {
    "byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long",
    "float": "Float", "double": "Double", "boolean": "Boolean", "void": "Void",
}  # fmt: skip
BOX_NAMES = {name: f"java.lang.{box}" for name, box in BOXES.items()}
UNBOX_NAMES = {box: name for name, box in BOX_NAMES.items()}
_WIDER = {
    "byte": ("short", "int", "long", "float", "double"),
    "short": ("int", "long", "float", "double"),
    "char": ("int", "long", "float", "double"),
    "int": ("long", "float", "double"),
    "long": ("float", "double"),
    "float": ("double",),
}
WIDER: dict[Klass, frozenset[Klass]] = {
    PRIMITIVES[name]: frozenset(PRIMITIVES[wide] for wide in wider) for name, wider in _WIDER.items()
}
_NEVER_WIDER: frozenset[Klass] = frozenset()


def is_wider(wide: Klass, narrow: Klass) -> bool:
    """A primitive takes a narrower one (JLS 5.1.2)."""
    return wide in WIDER.get(narrow, _NEVER_WIDER)


def array_of(element: Type | None) -> Type:
    return (ARRAY, (element,))


_LOADING: tuple[Type, ...] = (INT,)
"""Stands for the supertypes of a class while they are found: what is derived then is not kept."""


def supers(klass: Klass) -> tuple[Type, ...]:
    """Direct supertypes; a class that extends itself has none while it is asked."""
    if klass.notes is not None:
        klass.notes.seen.add(klass)
    if klass.supers is None:
        klass.supers = _LOADING
        klass.supers = klass.load_supers()
    return () if klass.supers is _LOADING else klass.supers


def lineage(klass: Klass) -> tuple[Type, ...]:
    """The klass itself, then everything it inherits from, in terms of its parameters.

    In the order members are looked for: superclasses, Object the last of them (an interface has its
    methods too, before those of other interfaces), then interfaces, each before what it extends.
    """
    if klass.notes is not None:
        klass.notes.seen.add(klass)
    if klass._lineage is not None:
        return klass._lineage
    found = _lineage(klass)
    if not any(each[0].supers is _LOADING for each in found):
        klass._lineage = found
    return found


def _lineage(klass: Klass) -> tuple[Type, ...]:
    of: Type | None = (klass, tuple(parameter.raw for parameter in klass.parameters))
    classes: dict[Klass, Type] = {}
    below: list[Type] = []
    """Interfaces of the classes, nearest first."""
    while of is not None and of[0] not in classes:
        classes[of[0]] = of
        above = _above(of)
        below += above[0 if of[0].interface else 1 :]
        of = above[0] if above and not of[0].interface else None
    interfaces: dict[Klass, Type] = {}
    for each in reversed(below):
        _interfaces(each, classes, interfaces)
    found = {**classes, **dict(reversed(interfaces.items()))}
    top = [found.pop(each) for each in [*found] if each is not klass and each.name == "java.lang.Object"]
    above = [*found.values()]
    start = len(classes.keys() & found.keys())
    return (*above[:start], *top, *above[start:])


def _above(of: Type) -> list[Type]:
    """Direct supertypes with arguments, of a class the superclass first."""
    bindings = bindings_of(of)
    found = [substitute(each, bindings) or each for each in supers(of[0])]
    return found if of[0].interface else sorted(found, key=_is_interface)


def _is_interface(of: Type) -> bool:
    return of[0].interface


def _interfaces(of: Type, classes: Mapping[Klass, Type], found: dict[Klass, Type]) -> None:
    """What an interface extends, the last first, then itself."""
    if of[0] in classes or of[0] in found:
        return
    for above in reversed(_above(of)):
        _interfaces(above, {**classes, of[0]: of}, found)
    found.setdefault(of[0], of)


def ancestors(klass: Klass) -> frozenset[Klass]:
    if klass.notes is not None:
        klass.notes.seen.add(klass)
    if klass._ancestors is not None:
        return klass._ancestors
    found = frozenset(each[0] for each in lineage(klass))
    if klass._lineage is not None:
        klass._ancestors = found
    return found


def inherits(klass: Klass, above: Klass) -> bool:
    """It is the class, or one below it; of unknown classes one may be known by its last name alone."""
    found = ancestors(klass)
    if above in found:
        return True
    return above.sort is Sort.GHOST and any(is_same(each, above) for each in found)


def is_same(one: Klass, other: Klass) -> bool:
    """Unknown classes too: `Parser`, from some package that is imported whole, and `org.json.Parser`."""
    if one is other or one.sort is not Sort.GHOST or other.sort is not Sort.GHOST:
        return one is other
    short, long = sorted((one.name, other.name), key=len)
    return short[:1].isupper() and long.endswith(f".{short}")


def is_open(klass: Klass) -> bool:
    """Something it inherits from is not known, and may bring members."""
    return any(each.sort is Sort.GHOST for each in ancestors(klass))


def extends_unknown(klass: Klass) -> bool:
    """One of the superclasses is not known; an interface has none."""
    seen: set[Klass] = set()
    each: Klass | None = klass
    while each is not None and each not in seen:
        if each.sort is Sort.GHOST:
            return True
        seen.add(each)
        each = each.superclass()
    return False


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
    """A variable's bound (Object has none here: None), anything else itself."""
    for _ in range(8):
        if of is None or of[0].sort is not Sort.VARIABLE:
            return of
        of = of[0].bound()
    return None


def find_methods(klass: Klass, name: str) -> tuple[Found, ...]:
    """All methods of a name it has, own and inherited, without those overridden further down."""
    if klass.notes is not None:
        klass.notes.seen.add(klass)
    found = klass._lookups.get(name)
    if found is None:
        found = klass._lookups[name] = tuple(_methods(klass, name))
    return found


def _methods(klass: Klass, name: str) -> Iterable[Found]:
    seen: set[tuple[str, ...]] = set()
    for each in lineage(klass)[: 1 if name == "<init>" else None]:
        for method in each[0].load_methods(name):
            if each[0] is not klass and not _is_inherited(method, klass):
                continue
            key = erased(method, each)
            if key not in seen:
                seen.add(key)
                yield method, each


def _is_inherited(method: Method, klass: Klass) -> bool:
    """Not if it is private, static in an interface, or kept to a package that is not the class's own
    (JLS 8.4.8)."""
    if method.private or (method.static and method.owner.interface):
        return False
    return not method.package_only or method.owner.package == klass.package


def erased(method: Method, of: Type) -> tuple[str, ...]:
    """Parameter types by name, as far as they decide what overrides what."""
    bindings = bindings_of(of)
    return tuple([_erased(substitute(parameter, bindings)) for parameter in method.parameters])


def _erased(of: Type | None) -> str:
    known = upper(of)
    if known is None:
        return "java.lang.Object"
    if known[0].sort is Sort.GHOST:
        return _class_path(known[0].name)
    return _erased(known[1][0]) + "[]" if known[0] is ARRAY else known[0].name


def _class_path(name: str) -> str:
    """Without the package: of an unknown class it may not be known everywhere."""
    parts = name.split(".")
    start = next((i for i, part in enumerate(parts) if part[:1].isupper()), 0)
    return ".".join(parts[start:])


def find_field(klass: Klass, name: str) -> Type | None:
    """The type of an own or inherited field."""
    if klass.notes is not None:
        klass.notes.seen.add(klass)
    if name not in klass._fields:
        klass._fields[name] = None
        for each in lineage(klass):
            of = each[0].load_field(name)
            if of is not None:
                klass._fields[name] = substitute(of, bindings_of(each))
                break
    return klass._fields[name]


def find_nested(klass: Klass, name: str) -> Klass | None:
    """A member class, own or inherited."""
    for each in lineage(klass):
        found = each[0].load_nested(name)
        if found is not None:
            return found
    return None


_OBJECT_METHODS = frozenset({"equals", "hashCode", "toString"})


def single_method(klass: Klass) -> tuple[Method, Type] | None:
    """The one abstract method of a functional interface, with the type that declares it."""
    if klass.notes is not None:
        klass.notes.seen.add(klass)
    if isinstance(klass._sam, bool):
        klass._sam = _single(klass) if klass.interface else None
    return klass._sam


def _single(klass: Klass) -> tuple[Method, Type] | None:
    found: list[tuple[Method, Type]] = []
    seen: set[tuple[str, int]] = set()
    for each in lineage(klass):
        for method in each[0].load_methods(""):
            key = (method.name, method.arity)
            if method.static or method.name in _OBJECT_METHODS or key in seen:
                continue
            seen.add(key)
            if method.abstract:
                found.append((method, each))
    return found[0] if len(found) == 1 else None
