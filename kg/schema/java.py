"""What one Java file says to the resolver: declarations, imports and bodies as small tuples.

Bodies hold only what decides a call: names, types, calls, lambdas. A type is as written: a name
(`int`, `Map.Entry`) or `(name, arguments)`; `("[]", (element,))` is an array, `("<>", (name,))` a
diamond, `"?"` an unbounded wildcard (a bounded one is its bound), `"var"` is inferred.
Code is a tuple whose first item is one of the numbers below. Positions are 0-based rows of the file
and columns in characters. Holds no trees, no text of bodies and nothing of how a call is resolved.
"""

import marshal
from dataclasses import dataclass
from typing import Any

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle, quick_pickle_sharing

JavaType = str | tuple[str, tuple[Any, ...]]
Code = tuple[Any, ...]
Arguments = tuple[tuple[str, str, tuple[str, ...]], ...]
"""What annotations say, `(annotation, argument, values)`; only of those that a resolver reads."""

# Expressions.
NAME = 0  # name
FIELD = 1  # object, name
CALL = 2  # row, column, object or None, name, arguments; type arguments where they are written
NEW = 3  # row, column, type, arguments, outer or None, class index or -1
LITERAL = 4  # type
THIS = 5  # qualifying type or None
SUPER = 6  # qualifying type or None
CLASS_LITERAL = 7  # type
CAST = 8  # type, value
ASSIGN = 9  # left, right
CONDITIONAL = 10  # condition, then, else
BINARY = 11  # operators, operands (a chain of one spine, left to right)
UNARY = 12  # operator, operand
INSTANCE = 13  # value, pattern or None
INDEX = 14  # array, index
ARRAY = 15  # type, dimension expressions, initialiser or None
ELEMENTS = 16  # elements of an array initialiser
LAMBDA = 17  # row, column, ((name, type or None), ...), body, shape
REFERENCE = 18  # row, column, object or None, type or None, name
SWITCH = 19  # selector, parts (one for each case)
# Statements.
SEQUENCE = 20  # parts, in the same scope
BLOCK = 21  # parts, in a scope of their own
LOCAL = 22  # type, ((name, initialiser or None), ...)
FOR_EACH = 23  # row, column, type, name, iterated, body
DECLARE = 24  # name, type
RESOURCE = 25  # row, column, type or None, name, value
RETURN = 26  # value or None
YIELD = 27  # value
CONSTRUCTOR_CALL = 28  # row, column, "this" or "super", arguments, outer or None
LOCAL_CLASS = 29  # class index
CASE = 30  # labels, body, value (an expression body, or None)
DESTRUCTURE = 31  # type, component patterns (a record pattern)

# What a lambda's body can stand for (JLS 15.27.2).
VALUE_ONLY = 0
"""An expression that is no statement: needs a function with a result."""
VALUE_OR_VOID = 1
"""An expression that is a statement too, or a block that always throws."""
VOID_ONLY = 2
"""A block without a result."""
VALUE_BLOCK = 3
"""A block that returns a result."""


def pack(code: Code) -> bytes:
    """A body as it is kept: a tenth of the memory, and read only when its file is resolved."""
    return marshal.dumps(code)


def unpack(body: bytes) -> Code:
    code: Code = marshal.loads(body)  # noqa: S302 - from our own parser
    return code


@quick_pickle_sharing("modifiers", "annotations", names=("name",))
@dataclass(frozen=True, slots=True)
class JavaMethod:
    """A method or constructor as declared."""

    uid: Uid
    name: str
    """`<init>` for a constructor."""
    type_parameters: tuple[tuple[str, tuple[JavaType, ...]], ...]
    parameters: tuple[tuple[str, JavaType], ...]
    varargs: bool
    """The last parameter is an array that may be given element by element."""
    result: JavaType | None
    modifiers: frozenset[str]
    annotations: tuple[str, ...]
    """Simple names."""
    row: int
    """Of its first line."""
    has_body: bool
    body: bytes | None
    """Packed; None also where nothing in it decides a call."""
    arguments: Arguments = ()
    """Of its annotations."""
    asked: tuple[tuple[int, str], ...] = ()
    """Parameters that a container is to fill by name, by their index (`@Qualifier("fast")`)."""


@quick_pickle_sharing("annotations", names=("name",))
@dataclass(frozen=True, slots=True)
class JavaField:
    """A field, enum constant or record component."""

    name: str
    type: JavaType
    static: bool
    final: bool
    initialized: bool
    """It has a value where it is declared."""
    annotations: tuple[str, ...]
    """Simple names."""
    arguments: Arguments = ()
    """Of its annotations."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class JavaInitializer:
    """`<init>` or `<clinit>`: what runs outside of any method, as one caller."""

    uid: Uid
    row: int
    static: bool
    body: bytes
    """Packed."""


@quick_pickle_sharing("modifiers", "annotations", names=("name",))
@dataclass(frozen=True, slots=True)
class JavaClass:
    """A class of any form, local and anonymous ones too."""

    uid: Uid
    qualified_name: str
    name: str
    """Simple; empty for an anonymous class."""
    form: str
    outer: int
    """Index of the class around it, or -1."""
    member: bool
    """Top-level or member: reachable by its qualified name."""
    modifiers: frozenset[str]
    annotations: tuple[str, ...]
    """Simple names."""
    type_parameters: tuple[tuple[str, tuple[JavaType, ...]], ...]
    extends: tuple[JavaType, ...]
    implements: tuple[JavaType, ...]
    fields: tuple[JavaField, ...]
    methods: tuple[JavaMethod, ...]
    initializers: tuple[JavaInitializer, ...]
    components: tuple[tuple[str, JavaType], ...]
    """Of a record."""
    arguments: Arguments = ()
    """Of its annotations."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class JavaFacts:
    """Everything the resolver needs of one file."""

    package: str
    source_root: str
    imports: tuple[str, ...]
    """Single types."""
    packages: tuple[str, ...]
    """On demand: a package or a class."""
    static_imports: tuple[str, ...]
    """`acme.Money.of`."""
    static_classes: tuple[str, ...]
    """`acme.Money` of `import static acme.Money.*`."""
    modules: tuple[str, ...]
    classes: tuple[JavaClass, ...]
    """In order of appearance."""
    lombok: bool = False
    """It names Lombok: annotations that have names of Lombok's are Lombok's."""
