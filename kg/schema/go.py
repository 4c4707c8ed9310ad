"""What one Go file says to the resolver: declarations, imports and bodies as small tuples.

Bodies hold only what decides a call: names, types, calls, function literals. A type is as written: a
name (`int`, `http.Request`) or a tuple whose first item says which form it is (`"*"`, `"[]"`, …, see
below). Code is a tuple whose first item is one of the numbers below. Rows are 0-based in the file,
columns in characters. Holds no trees, no text of bodies and nothing of how a call is resolved.
"""

from dataclasses import dataclass
from typing import Any

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle

GoType = str | tuple[Any, ...]
Code = tuple[Any, ...]

# Forms of a type that is more than a name.
POINTER = "*"  # element
SLICE = "[]"  # element
ARRAY = "[n]"  # element, length as written
MAP = "map"  # key, value
CHANNEL = "chan"  # element
FUNCTION = "func"  # parameter types, result types, variadic
STRUCT = "struct"  # ((name, type, embedded), ...)
INTERFACE = "interface"  # ((name, function type, uid or empty), ...), embedded types, union
GENERIC = "<>"  # name, arguments
UNION = "|"  # alternatives

# Expressions.
NAME = 0  # name
SELECT = 1  # operand, name
CALL = 2  # row, column, callee, arguments
LITERAL = 3  # its type (`int`, `float64`, `string`, `rune`, `bool`), or `nil`
COMPOSITE = 4  # type, elements ((key or None, value), ...)
ELEMENTS = 5  # elements: a composite literal whose type is left out
CLOSURE = 6  # function type, parameter names, result names, body
UNARY = 7  # operator, operand (`&`, `*`, `<-`, `!`, …)
BINARY = 8  # operators, operands (a chain of one spine, left to right)
ASSERT = 9  # operand, type
INDEX = 10  # operand, indices
SLICING = 11  # operand, bounds
TYPE = 12  # a type where a value could stand: `make([]int, 1)`, `[]byte(s)`
VALUE = 13  # row, column, a NAME or SELECT whose value is handed on
# Statements.
SEQUENCE = 20  # parts, in the same scope
BLOCK = 21  # parts, in a scope of their own
DEFINE = 22  # names, values: `:=`
DECLARE = 23  # names, type or None, values
ASSIGN = 24  # left, right
RANGE = 25  # key, value, iterated, whether it defines, body
TYPE_SWITCH = 26  # name or empty, operand, ((types, body), ...)
LOCAL_TYPE = 27  # index of the type


@quick_pickle
@dataclass(frozen=True, slots=True)
class GoFunction:
    """A function, or a method when it has a receiver."""

    uid: Uid
    name: str
    receiver: str
    """The name of the receiver's type; empty for a function."""
    by_pointer: bool
    receiver_name: str
    receiver_parameters: tuple[str, ...]
    """What it calls the type parameters of its receiver's type."""
    type_parameters: tuple[tuple[str, GoType], ...]
    type: GoType
    parameter_names: tuple[str, ...]
    result_names: tuple[str, ...]
    row: int
    body: Code | None
    """None also where nothing in it decides a call."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class GoTypeDeclaration:
    """A declared type of any form; local ones too."""

    uid: Uid
    name: str
    alias: bool
    local: bool
    """Seen only in the block that declares it."""
    type_parameters: tuple[tuple[str, GoType], ...]
    type: GoType


@quick_pickle
@dataclass(frozen=True, slots=True)
class GoVariables:
    """A package-level `var` or `const` line: what it names and what it is given."""

    names: tuple[str, ...]
    type: GoType | None
    values: tuple[Code, ...]


@quick_pickle
@dataclass(frozen=True, slots=True)
class GoFacts:
    """Everything the resolver needs of one file."""

    path: str
    folder: str
    """`.` at the root."""
    package: str
    constraint: str
    """When it is built: `linux && !cgo`, from its name and its `//go:build` line; empty for always."""
    is_test: bool
    imports: tuple[tuple[str, str], ...]
    """(name or empty, path); the name is `.` or `_` too."""
    types: tuple[GoTypeDeclaration, ...]
    functions: tuple[GoFunction, ...]
    variables: tuple[GoVariables, ...]
    initializer: Uid | None
    """The caller of what package-level variables are given, where that decides a call."""
    initializer_row: int


@quick_pickle
@dataclass(frozen=True, slots=True)
class GoModule:
    """A `go.mod`, or a `go.work` (which has no path)."""

    folder: str
    path: str
    replaced: tuple[tuple[str, str], ...]
    """(module path, folder) of each `replace` by a local folder."""
    required: tuple[str, ...]
    """Paths of the modules it depends on."""
    used: tuple[str, ...]
    """Folders of the modules that a `go.work` joins."""
