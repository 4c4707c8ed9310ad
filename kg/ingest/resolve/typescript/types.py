"""What a value can be: an instance, a class, functions, a module, one of several. None is unknown.

Type parameters are types of their own until something is known of them; `substitute` puts in what is.
Knows nothing of how any of it is found.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from kg.ingest.resolve.typescript.program import ClassDecl, File, FunctionDecl
    from kg.schema.typescript import TypeCode

Bindings: TypeAlias = "Mapping[TypeParam, Type]"
NONE: Bindings = {}
MOST = 24
"""Members of a union that are kept: a value that can be more things is unknown."""
HEAVIEST = 80
"""Types in a type: arguments of what is bigger are forgotten, or generic code would grow without end."""


class TypeParam:
    """A type parameter; also the `this` of a class, whose constraint is the class."""

    open, weight = True, 1
    __slots__ = ("code", "default", "file", "name", "scope", "this_of")

    def __init__(self, file: "File", scope: int, name: str, code: "TypeCode", default: "TypeCode") -> None:
        self.file = file
        self.scope = scope
        self.name = name
        self.code = code
        self.default = default
        self.this_of: ClassDecl | None = None


class Instance:
    """An object of a class, interface, enum or object type."""

    __slots__ = ("bindings", "decl", "open", "weight")

    def __init__(self, decl: "ClassDecl", bindings: Bindings = NONE) -> None:
        self.decl = decl
        self.bindings, self.weight, self.open = measured(bindings)
        if decl.is_anonymous and not self.open:
            self.open = any(param not in bindings for param in decl.free)


class ClassValue:
    """A class itself, an enum, or a namespace with a scope."""

    open, weight = False, 1
    __slots__ = ("decl",)

    def __init__(self, decl: "ClassDecl") -> None:
        self.decl = decl


class Func:
    """Something that is called: overloads of one function, with what is known of its surroundings."""

    __slots__ = ("bindings", "constructs", "declared", "fns", "open", "weight")

    def __init__(
        self,
        fns: "tuple[FunctionDecl, ...]",
        bindings: Bindings = NONE,
        declared: "Type" = None,
        constructs: bool = False,
    ) -> None:
        self.fns = fns
        self.bindings, self.weight, self.open = measured(bindings)
        if not self.open:
            self.open = any(param not in bindings for param in fns[0].free) or (
                declared is not None and declared.open
            )
        self.declared = declared
        """The type the variable that holds it was given."""
        self.constructs = constructs


class Literal:
    """An object literal."""

    open, weight = False, 1
    __slots__ = ("file", "index", "name")

    def __init__(self, file: "File", index: int, name: str = "") -> None:
        self.file = file
        self.index = index
        self.name = name
        """Of the variable that holds it: more may be put on it under that name."""


class Text:
    """One literal value: `"a"`, `3`."""

    open, weight = False, 1
    __slots__ = ("kind", "text")

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text


class Made:
    """What `new` makes of a constructor function."""

    open, weight = False, 1
    __slots__ = ("fn",)

    def __init__(self, fn: "FunctionDecl") -> None:
        self.fn = fn


class Space:
    """A module, or a namespace (with its scope)."""

    open, weight = False, 1
    __slots__ = ("file", "scope")

    def __init__(self, file: "File", scope: int = 0) -> None:
        self.file = file
        self.scope = scope


class External:
    """Something of a package that is not here, or a global nobody declares here."""

    open, weight = False, 1
    __slots__ = ("name", "package")

    def __init__(self, package: str, name: str = "") -> None:
        self.package = package
        self.name = name

    def inner(self, name: str) -> "External":
        return External(self.package, f"{self.name}.{name}" if self.name else name)

    def __str__(self) -> str:
        return f"{self.package}#{self.name}" if self.name else self.package


class Tuple:
    """An array whose elements are known one by one."""

    __slots__ = ("elements", "open", "weight")

    def __init__(self, elements: "tuple[Type, ...]") -> None:
        self.elements = elements
        self.weight, self.open = weighed(elements)


class Union:
    __slots__ = ("open", "types", "weight")

    def __init__(self, types: "tuple[Type, ...]") -> None:
        self.types = types
        self.weight, self.open = weighed(types)


class Both:
    """An intersection."""

    __slots__ = ("open", "types", "weight")

    def __init__(self, types: "tuple[Type, ...]") -> None:
        self.types = types
        self.weight, self.open = weighed(types)


class KeyOf:
    """`keyof T`: what it can be is asked of T."""

    __slots__ = ("of", "open", "weight")

    def __init__(self, of: "Type") -> None:
        self.of = of
        self.weight, self.open = weighed((of,))


class At:
    """`T[K]` while T or K is not known."""

    __slots__ = ("key", "of", "open", "weight")

    def __init__(self, of: "Type", key: "Type") -> None:
        self.of = of
        self.key = key
        self.weight, self.open = weighed((of, key))


Type: TypeAlias = (
    TypeParam | Instance | ClassValue | Func | Literal | Text | Made | Space | External | Tuple | Union | Both
    | KeyOf | At | None
)  # fmt: skip


def weighed(types: "Iterable[Type]") -> tuple[int, bool]:
    """How many types there are in types, and whether any parameter is among them."""
    weight, is_open = 1, False
    for each in types:
        if each is not None:
            weight += each.weight
            is_open = is_open or each.open
    return weight, is_open


def measured(bindings: Bindings) -> tuple[Bindings, int, bool]:
    """Bindings that are not too heavy to carry on."""
    if not bindings:
        return NONE, 1, False
    weight, is_open = weighed(bindings.values())
    return (bindings, weight, is_open) if weight <= HEAVIEST else (NONE, 1, False)


def parts(of: Type) -> Iterator[Type]:
    """The members of a union, or the one type it is."""
    if isinstance(of, Union):
        yield from of.types
    else:
        yield of


def union(types: Iterable[Type]) -> Type:
    """One of several; what is there twice counts once, what is unknown not at all."""
    found: list[Type] = []
    for each in types:
        for part in parts(each):
            if part is not None and not any(same(part, other) for other in found):
                found.append(part)
    if len(found) > MOST:
        return None
    return found[0] if len(found) == 1 else Union(tuple(found)) if found else None


def same(one: Type, other: Type) -> bool:
    """Whether two types have the same members, as far as that is cheap to say."""
    if one is other:
        return True
    if isinstance(one, Instance) and isinstance(other, Instance):
        return one.decl is other.decl and (
            not one.bindings or list(one.bindings.values()) == list(other.bindings.values())
        )
    if isinstance(one, ClassValue) and isinstance(other, ClassValue):
        return one.decl is other.decl
    if isinstance(one, Func) and isinstance(other, Func):
        return one.fns == other.fns
    if isinstance(one, Text) and isinstance(other, Text):
        return one.kind == other.kind and one.text == other.text
    if isinstance(one, External) and isinstance(other, External):
        return str(one) == str(other)
    if isinstance(one, Literal) and isinstance(other, Literal):
        return one.file is other.file and one.index == other.index
    return False


def substitute(of: Type, known: Bindings) -> Type:
    """The type with what is known of its parameters put in."""
    if not known or of is None or not of.open:
        return of
    if isinstance(of, TypeParam):
        return known.get(of, of)
    if isinstance(of, Instance):
        if of.decl.is_anonymous:
            return Instance(of.decl, closed(of.bindings, known, of.decl.free))
        return Instance(of.decl, {p: substitute(t, known) for p, t in of.bindings.items()})
    if isinstance(of, Func):
        declared = substitute(of.declared, known)
        return Func(of.fns, closed(of.bindings, known, of.fns[0].free), declared, of.constructs)
    if isinstance(of, Union):
        return union([substitute(each, known) for each in of.types])
    if isinstance(of, Both):
        return Both(tuple([substitute(each, known) for each in of.types]))
    if isinstance(of, Tuple):
        return Tuple(tuple([substitute(each, known) for each in of.elements]))
    if isinstance(of, KeyOf):
        return KeyOf(substitute(of.of, known))
    if isinstance(of, At):
        return At(substitute(of.of, known), substitute(of.key, known))
    return of


def closed(own: Bindings, known: Bindings, free: "tuple[TypeParam, ...]") -> Bindings:
    """What an inner function or object type needs to know of what is around it."""
    found = {param: substitute(held, known) for param, held in own.items()}
    for param in free:
        if param not in found and param in known:
            found[param] = known[param]
    return found


def joined(known: Bindings, other: Bindings) -> Bindings:
    """Both; `known` says more of what both say."""
    return {**other, **known} if other and known else known or other
