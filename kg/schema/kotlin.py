"""What one Kotlin file says to the resolver: declarations, imports and bodies as small tuples.

A type is as written: a name (`Int`, `Map.Entry`), `(name, arguments)`, `("?", (type,))` for a nullable
one, `("->", (receiver or None, result, *parameters))` for a function, `"*"` for a star projection.
Code is a tuple whose first item is one of the numbers below. Rows are 0-based rows of the file, columns
are in characters. Holds no trees, no text of bodies and nothing of how a call is resolved.
"""

from dataclasses import dataclass
from typing import Any

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle

KotlinType = str | tuple[str, tuple[Any, ...]]
Code = tuple[Any, ...]

# Expressions.
NAME = 0  # row, name
FIELD = 1  # row, object, name (a safe call too)
CALL = 2  # row, column, object or None, name, arguments, type arguments
INVOKE = 3  # row, column, value, arguments (what is called is no name)
LITERAL = 4  # qualified name of its class; `null` is ""
THIS = 5  # label or None
SUPER = 6  # supertype or None, label or None
BINARY = 7  # row, column, operator, left, right
UNARY = 8  # row, column, operator, operand (`++` and `--` wherever they stand)
INDEX = 9  # row, column, object, indexes
ASSIGN = 10  # row, column, operator, left, right
IF = 11  # condition, then, else or None
WHEN = 12  # subject or None, name of the subject or None, ((conditions, body), ...)
IS = 13  # value, type, negated
AS = 14  # value, type
LAMBDA = 15  # parameters ((names, type or None), ...) or None, parts, label
REFERENCE = 16  # row, column, object or None, name
CLASS_LITERAL = 17  # object
OBJECT = 18  # class index
FUNCTION = 19  # parameters ((name, type), ...), result or None, body, receiver or None
STRING = 20  # parts
NOT_NULL = 21  # value
ELVIS = 22  # left, right
NOTHING = 23  # parts, in the same scope: it never gives a value (return, throw, break)
RETURN = 24  # value or None, label or None
COLLECTION_TEST = 25  # row, column, value, collection
TRY = 26  # body, ((name, type, body), ...), finally or None
# Statements.
SEQUENCE = 30  # parts, in the same scope
BLOCK = 31  # parts, in a scope of their own; the last is its value
LOCAL = 32  # row, column, names, types, value or None, delegate or None
FOR = 33  # row, column, names, types, iterated, body
WHILE = 34  # condition, body
LOCAL_FUNCTION = 35  # a KotlinFunction
LOCAL_CLASS = 36  # class index
DELEGATE_CALL = 37  # row, column, "this" or "super", arguments (of a constructor)
SUPER_CALL = 38  # row, column, type, arguments (in the header of a class)
ENTRY = 39  # row, column, class index or -1, arguments (an enum entry)

# Conditions of `when`.
CASE_IS = 0  # type, negated
CASE_IN = 1  # row, column, code
CASE_VALUE = 2  # code

Argument = tuple[str, Code, bool]
"""The name it is given by (or nothing), its value, and whether it is spread."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class KotlinParameter:
    name: str
    type: KotlinType
    optional: bool
    """It has a default value."""
    vararg: bool


@quick_pickle
@dataclass(frozen=True, slots=True)
class KotlinFunction:
    """A function, constructor or accessor as declared."""

    uid: Uid
    name: str
    """`<init>` for a constructor; an accessor has the name of its property."""
    type_parameters: tuple[tuple[str, tuple[KotlinType, ...]], ...]
    receiver: KotlinType | None
    parameters: tuple[KotlinParameter, ...]
    result: KotlinType | None
    """None where it is not written."""
    modifiers: frozenset[str]
    annotations: tuple[str, ...]
    """Simple names."""
    jvm_name: str
    """Of @JvmName, else empty."""
    row: int
    has_body: bool
    is_expression: bool
    """Its body is `= value`: what is not written follows from it."""
    body: Code | None
    """None also where nothing in it decides a call or a type."""
    defaults: tuple[Code, ...] = ()
    """Default values of parameters that decide calls."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class KotlinProperty:
    """A property, or an entry of an enum class."""

    name: str
    type_parameters: tuple[tuple[str, tuple[KotlinType, ...]], ...]
    receiver: KotlinType | None
    type: KotlinType | None
    value: Code | None
    """What it starts with, where the type must be told from it."""
    delegate: Code | None
    getter: KotlinFunction | None
    setter: KotlinFunction | None
    mutable: bool
    modifiers: frozenset[str]
    annotations: tuple[str, ...]
    jvm_name: str = ""
    """Of its getter, by @JvmName or @get:JvmName."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class KotlinInitializer:
    """What runs outside of any function: the values of properties, `init` blocks, the call of the
    supertype's constructor. It belongs to the primary constructor where one is written."""

    uid: Uid
    row: int
    body: Code


@quick_pickle
@dataclass(frozen=True, slots=True)
class KotlinClass:
    """A class, interface or object of any form, local and anonymous ones too."""

    uid: Uid
    qualified_name: str
    name: str
    """Simple; empty for an anonymous object."""
    form: str
    outer: int
    """Index of the class around it, or -1."""
    member: bool
    """Top-level or member: reachable by its qualified name."""
    companion: bool
    modifiers: frozenset[str]
    annotations: tuple[str, ...]
    type_parameters: tuple[tuple[str, tuple[KotlinType, ...]], ...]
    supertypes: tuple[KotlinType, ...]
    primary: KotlinFunction | None
    """None where no parameter list is written."""
    constructors: tuple[KotlinFunction, ...]
    functions: tuple[KotlinFunction, ...]
    properties: tuple[KotlinProperty, ...]
    entries: tuple[str, ...]
    """Of an enum class."""
    initializer: KotlinInitializer | None


@quick_pickle
@dataclass(frozen=True, slots=True)
class KotlinAlias:
    """`typealias Name<T> = …`."""

    name: str
    type_parameters: tuple[str, ...]
    type: KotlinType


@quick_pickle
@dataclass(frozen=True, slots=True)
class KotlinFacts:
    """Everything the resolver needs of one file."""

    package: str
    source_root: str
    facade: str
    """The class that Java sees the top level as: `TextKt`, or what @file:JvmName says."""
    imports: tuple[tuple[str, str], ...]
    """Qualified name and the name it has here."""
    packages: tuple[str, ...]
    """On demand: a package, class or object."""
    classes: tuple[KotlinClass, ...]
    """In order of appearance."""
    functions: tuple[KotlinFunction, ...]
    """Top-level."""
    properties: tuple[KotlinProperty, ...]
    aliases: tuple[KotlinAlias, ...]
    initializer: KotlinInitializer | None
