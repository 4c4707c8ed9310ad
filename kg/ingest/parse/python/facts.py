"""What the Python resolver needs to know of one file: scopes, bindings, and calls as small trees.

An expression is a plain tuple that begins with one of the tags below, or None where its value says
nothing about what is called. Plain tuples because a file has thousands: they are small, quick to
pickle and drop. Lines are 1-based in the file, columns 0-based. Knows nothing of tree-sitter.
"""

from typing import Any, NamedTuple, TypeAlias

from kg.schema.ids import Uid

Expr: TypeAlias = tuple[Any, ...] | None

NAME = 0  # (NAME, name, position)
ATTRIBUTE = 1  # (ATTRIBUTE, object, attribute, line, column)
CALL = 2  # (CALL, function, arguments, ((keyword, value), …), line, column)
CONSTANT = 3  # (CONSTANT, "builtins.str", value | None): the value of short strings and of integers
SEQUENCE = 4  # (SEQUENCE, "builtins.list", elements)
MAPPING = 5  # (MAPPING, ((key, value), …))
SUBSCRIPT = 6  # (SUBSCRIPT, object, index)
EITHER = 7  # (EITHER, alternatives): `a or b`, `a if c else b`
LAMBDA = 8  # (LAMBDA, parameters, body, number in the file)
STARRED = 9  # (STARRED, value)
SLICE = 10  # (SLICE, first, end): whole numbers or None; -1 where nobody knows
UNION = 11  # (UNION, left, right): `A | B`, which is a type or a merge
SENT = 13  # (SENT, value): what `yield` gives back; for `yield from value` what the generator returned
OPERATION = 12  # (OPERATION, operator, left, right): `==`, `not in`, `+=`; `- ` before its only operand

TRUE: Expr = (CONSTANT, *("builtins.bool", None))
FALSE: Expr = (CONSTANT, *("builtins.bool", None))
"""Equal, for which of the two it is says nothing about calls; told apart by identity while a file is read."""

STAR = 1 << 20
"""In a path: this and more is the rest of a sequence from `step - STAR` on; below 0 counts from the end."""

EVERYWHERE = 1 << 30
"""Position of a use that sees a scope as it is in the end: annotations, forward references."""


class BindingKind:
    """How a name got its value; `value` and `extra` of the Binding are said beside it."""

    DEFINITION = 0  # value: scope index of the function or class
    MODULE = 1  # value: dotted module; extra: "" or the alias's whole path is meant
    MEMBER = 2  # value: module as written ("..a"), extra: name in it
    VALUE = 3  # value: Expr, extra: path into it
    ANNOTATED = 4  # value: annotation, extra: Expr assigned or None
    PARAMETER = 5  # value: annotation, extra: (default, form, index, whether there is a default)
    ELEMENT = 6  # value: Expr iterated, extra: path into the element
    CONTEXT = 7  # value: Expr entered, extra: path
    CAUGHT = 8  # value: Expr of the exception class(es)
    NARROWED = 9  # value: Expr of the class(es) by isinstance or a class pattern
    UNKNOWN = 10
    HANDED = 11  # value: default of a lambda's parameter, extra: (the lambda's number, index)


class Binding(NamedTuple):
    """One way a name gets a value. It certainly holds from `position` to `end`, unless rebound."""

    kind: int
    position: int
    end: int
    """Where the block that binds it ends: after that, it may hold."""
    loop: int
    """Where the outermost loop around it begins, or -1: uses from there on may see it."""
    private: bool
    """Seen from `position` to `end` only: comprehension variables, lambda parameters, narrowing."""
    scope: int
    """Scope in which `value` is to be read."""
    value: Any
    extra: Any


class AttributeBinding(NamedTuple):
    """`object.attribute = value`, or with an annotation."""

    object: Expr
    attribute: str
    annotation: Expr
    value: Expr
    path: tuple[int, ...]


class Scope(NamedTuple):
    """A module, class or function; its number is its place in `PythonFacts.scopes`."""

    form: str
    """`module`, `class`, `function`."""
    parent: int
    name: str
    uid: Uid
    line: int
    """The first line: of the first decorator where there are some."""
    bindings: dict[str, tuple[Binding, ...]]
    calls: tuple[Expr, ...]
    accesses: tuple[Expr, ...]
    """Attributes that are read and not called: some are properties."""
    implicit: tuple[tuple[str, Expr, int], ...]
    """Calls that no call expression shows: `with`, `for`, `raise`, `decorator`, `operator`, `truth`,
    `await`, `str`, `repr`, `getitem`, `setitem`, `delitem`, `setattr`, `delattr`; of what, and the line."""
    items: tuple[tuple[Expr, Expr, Expr], ...]
    """What is put into containers after they were made: (container, key or None, value)."""
    attributes: tuple[AttributeBinding, ...]
    decorators: tuple[Expr, ...]
    bases: tuple[Expr, ...]
    parameters: tuple[str, ...]
    returns: Expr
    returned: tuple[Expr, ...]
    yielded: tuple[Expr, ...]
    is_async: bool
    generator: bool


class Written(NamedTuple):
    """Names that a file writes and that may make reading an attribute a call, each in order."""

    properties: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    """Special methods, `keys` included."""
    made: tuple[str, ...] = ()
    """Class attributes that a call makes: they may be descriptors."""


class PythonFacts(NamedTuple):
    """One module. `stars` are the modules it takes everything from, as written, in order."""

    module: str
    is_package: bool
    path: str
    scopes: tuple[Scope, ...]
    stars: tuple[str, ...]
    exports: tuple[str, ...] | None
    """`__all__` where it is written plainly; None: every public name."""
    export_modules: tuple[str, ...]
    """Modules whose `__all__` is added to it, as the names they are known by here."""
    face: int = 0
    """All that other files can see of it (`face_of`)."""
    written: Written = Written()
