"""The special methods behind operators, tests of truth, texts and builtins: which runs on what. A flat
table and one look-up; methods of classes from outside the repository are nobody's here.
"""

from collections.abc import Iterable

from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.values import Bound, Found, Function, Instance, Own, Value

BINARY = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
UNARY = {"- ": ("__neg__",), "+ ": ("__pos__",), "~ ": ("__invert__",)}
COMPARED = {
    "==": (("__eq__",), ("__eq__",)),
    "!=": (("__ne__", "__eq__"), ("__ne__", "__eq__")),
    "<": (("__lt__",), ("__gt__",)),
    "<=": (("__le__",), ("__ge__",)),
    ">": (("__gt__",), ("__lt__",)),
    ">=": (("__ge__",), ("__le__",)),
}
"""What is asked of the left side, and of the right where the left has none."""

CONTAINS = ("__contains__", "__iter__", "__getitem__")

ASKED = {
    "truth": ("__bool__", "__len__"),
    "await": ("__await__",),
    "str": ("__format__", "__str__", "__repr__"),
    "repr": ("__repr__",),
    "getitem": ("__getitem__",),
    "setitem": ("__setitem__",),
    "delitem": ("__delitem__",),
}
"""By the form of an implicit call: the first of these that the class has."""

ACCESSORS = ("__getattr__", "__get__", "__setattr__", "__set__", "__delattr__", "__delete__")
"""What stands behind attributes that are read, written and deleted."""

BUILTINS = {
    "builtins.str": ("__str__", "__repr__"),
    "builtins.print": ("__str__", "__repr__"),
    "builtins.format": ("__format__", "__str__", "__repr__"),
    "builtins.repr": ("__repr__",),
    "builtins.len": ("__len__",),
    "builtins.bool": ("__bool__", "__len__"),
    "builtins.hash": ("__hash__",),
    "builtins.int": ("__int__", "__index__"),
    "builtins.float": ("__float__", "__index__"),
    "builtins.bytes": ("__bytes__", "__iter__"),
    "builtins.abs": ("__abs__",),
    "builtins.next": ("__next__",),
    "builtins.anext": ("__anext__",),
    "builtins.reversed": ("__reversed__",),
    "builtins.aiter": ("__aiter__",),
    "builtins.dict": ("keys", "__iter__"),
    **{
        f"builtins.{name}": ("__iter__", "__getitem__")
        for name in ("iter", "list", "tuple", "set", "frozenset", "sorted", "sum", "any", "all", "enumerate")
    },
}
"""What a builtin asks of its first argument."""


def sides(operator: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What an operator asks of its left side, and of its right where the left has none of it."""
    if operator in COMPARED:
        return COMPARED[operator]
    if operator in ("in", "not in"):
        return (), CONTAINS
    if operator in UNARY:
        return UNARY[operator], ()
    if operator in BINARY:
        name = BINARY[operator]
        return (f"__{name}__",), (f"__r{name}__",)
    name = BINARY.get(operator.rstrip("="), "")
    return ((f"__i{name}__", f"__{name}__"), (f"__r{name}__",)) if name else ((), ())


def asked_anywhere() -> frozenset[str]:
    """All that is asked only where somebody writes it."""
    operators = (*BINARY, *(f"{operator}=" for operator in BINARY), *UNARY, *COMPARED, "in")
    behind = (names for operator in operators for names in sides(operator))
    return frozenset((*ACCESSORS, *(name for names in (*ASKED.values(), *behind) for name in names)))


def asked(engine: Engine, found: Found, names: Iterable[str]) -> list[Bound]:
    """The method of each object, the first of these names that it has."""
    return [method for value in found.values if (method := _first(engine, value, names)) is not None]


def _first(engine: Engine, value: Value, names: Iterable[str]) -> Bound | None:
    if not isinstance(value, Instance | Own):
        return None
    for name in names:
        for method in engine.member(value, name).values:
            if isinstance(method, Bound):
                return method
    return None


def functions(methods: Iterable[Bound]) -> list[Function]:
    return list(dict.fromkeys(method.function for method in methods))
