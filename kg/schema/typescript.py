"""What one TypeScript or JavaScript file says to the resolver: scopes, declarations, call sites.

Values and types are tuples whose first item is one of the numbers below. A value is read in a scope,
which its holder names; an inner function is an index into `functions`, with scopes of its own. What
cannot say anything about a callee is None. Positions are 0-based rows of the file and columns in
characters. Holds no trees, no text of bodies and nothing of how a call is resolved.
"""

from dataclasses import dataclass
from typing import Any

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle

Value = tuple[Any, ...] | None
TypeCode = tuple[Any, ...] | None

# Values.
NAME = 0  # name
MEMBER = 1  # object, name, row, column
CALL = 2  # callee, arguments, type arguments, row, column
NEW = 3  # callee, arguments, type arguments, row, column
JSX = 4  # tag, (props,), (), row, column
FUNCTION = 5  # function index
CLASS = 6  # class index
OBJECT = 7  # object index
ARRAY = 8  # elements
SPREAD = 9  # value
AWAIT = 10  # value
EITHER = 11  # values
LITERAL = 12  # built-in type, written text or None
INDEX = 13  # object, key
AS = 14  # type, value or None
THIS = 15  # class index, static
SUPER = 16  # class index, static
SCOPED = 17  # scope, value
IMPORT = 18  # module
REQUIRE = 19  # module
MADE = 20  # function index: what `new` makes of a constructor function
EACH = 21  # value: what iterating over it gives
KEYS = 22  # value: what `for (k in value)` gives
CALLED = 23  # value: what calling it gives (an accessor)

# Types.
REFERENCE = 40  # names, arguments
KEYWORD = 41  # word
ARRAY_OF = 42  # element
TUPLE = 43  # elements
UNION = 44  # types
INTERSECTION = 45  # types
FUNCTION_TYPE = 46  # function index
CONSTRUCTOR_TYPE = 47  # function index
OBJECT_TYPE = 48  # class index
TYPE_OF = 49  # value
INDEXED = 50  # object type, index type
LITERAL_TYPE = 51  # built-in type, text
THIS_TYPE = 52  # class index
GUARD = 53  # parameter name, type
IMPORT_TYPE = 54  # module, names, arguments
KEY_OF = 55  # type
CONDITIONAL_TYPE = 56  # then, else
REST_TYPE = 57  # type

# Declarations, as they stand in the names of a scope.
VARIABLE = 60  # type, initial value, path, constant
PARAMETER = 61  # function index, position, path
FUNCTIONS = 62  # function indexes (overloads first)
CLASSES = 63  # class index
ALIAS = 64  # type, type parameters' scope, class index or -1
ENUM = 65  # class index
NAMESPACE = 66  # scope, class index
IMPORTED = 67  # module, name (`default`, `*`, `=`)
TYPE_PARAMETER = 68  # constraint, default
NARROWED = 69  # form, payload
LOCAL_ALIAS = 70  # value: `import x = a.b`

# Contexts a function or an object stands in.
ARGUMENT = 80  # call index, position, path
DECLARED = 81  # scope, type, path
RETURNED = 82  # function index, path

# Steps of a path besides property names and element numbers.
REST = "..."
ELEMENT = "[]"

# What a name exported as means.
LOCAL = 90  # name, local name
VALUE = 91  # name, scope, value
FROM = 92  # name, module, name there
ALL = 93  # module
NAMESPACE_FROM = 94  # name, module


@quick_pickle
@dataclass(frozen=True, slots=True)
class Scope:
    """Names that are seen from here; `parent` is -1 for the file's own."""

    parent: int
    names: dict[str, tuple[tuple[Any, ...], ...]]


@quick_pickle
@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    """Empty for a pattern."""
    type: TypeCode
    optional: bool
    rest: bool
    default: Value


@quick_pickle
@dataclass(frozen=True, slots=True)
class TsFunction:
    """Anything that can be called: with a body, a signature, or only a type."""

    uid: Uid
    """Empty where it is folded into what is around it."""
    name: str
    scope: int
    """Of its parameters and type parameters; its body's names too."""
    type_parameters: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    result: TypeCode
    returned: tuple[tuple[int, Value], ...]
    """What it returns, each with its scope."""
    yielded: tuple[tuple[int, Value], ...]
    is_async: bool
    generator: bool
    has_body: bool
    context: tuple[Any, ...] | None
    """What it stands in, where that may say what its parameters are."""
    assigned: tuple[tuple[str, int, Value], ...]
    """`this.name = value` in a constructor function: name, scope, value."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class Field:
    name: str
    static: bool
    type: TypeCode
    value: Value
    scope: int


@quick_pickle
@dataclass(frozen=True, slots=True)
class TsMethod:
    name: str
    static: bool
    form: str
    """`method`, `get`, `set`, `constructor`."""
    functions: tuple[int, ...]
    """Overloads first, then the one with the body."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class TsClass:
    """A class, interface, enum, namespace, or the members of an object type."""

    uid: Uid
    """Empty for an object type without a name."""
    name: str
    form: str
    scope: int
    """Of its type parameters."""
    outer_scope: int
    type_parameters: tuple[str, ...]
    extends: tuple[tuple[Value, tuple[TypeCode, ...]], ...]
    """What a class extends: a value and its type arguments; an interface: None and the type."""
    implements: tuple[TypeCode, ...]
    fields: tuple[Field, ...]
    methods: tuple[TsMethod, ...]
    calls: tuple[int, ...]
    """Call signatures: function indexes."""
    constructs: tuple[int, ...]
    """Construct signatures."""
    index: TypeCode


@quick_pickle
@dataclass(frozen=True, slots=True)
class TsObject:
    """An object literal; a spread is a member named `...`."""

    scope: int
    members: tuple[tuple[str, Value], ...]
    context: tuple[Any, ...] | None


@quick_pickle
@dataclass(frozen=True, slots=True)
class TsCall:
    """A call site: who calls, from which scope."""

    owner: int
    scope: int
    value: tuple[Any, ...]


@quick_pickle
@dataclass(frozen=True, slots=True)
class TsOwner:
    """Something that calls: the module, a class (its field values), a method."""

    uid: Uid
    row: int
    """Of its first line."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class TsFacts:
    """Everything the resolver needs of one file."""

    path: str
    uid: Uid
    """Of the module."""
    scopes: tuple[Scope, ...]
    functions: tuple[TsFunction, ...]
    classes: tuple[TsClass, ...]
    objects: tuple[TsObject, ...]
    owners: tuple[TsOwner, ...]
    calls: tuple[TsCall, ...]
    handed: tuple[tuple[int, int, Value, int], ...]
    """Names among arguments and attributes: owner, scope, value, row. A function may be handed on by its name."""
    exports: tuple[tuple[Any, ...], ...]
    """By the numbers above; `=` is the name of what `module.exports` and `export =` give."""
    expandos: tuple[tuple[int, Value, str, Value], ...]
    """`target.name = value` outside of classes: scope, target, name, value."""
    ambient: tuple[tuple[str, int], ...]
    """`declare module "name"` and its scope."""
    global_scope: int
    """`declare global`, or -1."""
    is_module: bool
    """It imports or exports; the names of any other file are everybody's."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class PackageFacts:
    """A package.json: its name and what stands behind its doors."""

    path: str
    name: str
    entries: tuple[tuple[str, str], ...]
    """(`.` or `./sub`, file), the most telling first; a `*` may stand in both."""
    inner: tuple[tuple[str, str], ...]
    """`imports`: (`#name`, file)."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """A tsconfig.json or jsconfig.json: how it finds modules."""

    path: str
    extends: tuple[str, ...]
    base_url: str
    """As written; empty when not said."""
    paths: tuple[tuple[str, tuple[str, ...]], ...]
    out_dir: str
    root_dir: str
