"""A value that is bound to a name: a function becomes a Method of that name, an object's functions too.

`memo(forwardRef((props, ref) => …))` is a component all the same: the name stands for the function
inside a few well-known wrappers that give back what they are given.
"""

from dataclasses import replace

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import Binding
from kg.ingest.parse.typescript.functions import FUNCTIONS, bound_function
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.typescript import Value

_WRAPPERS = frozenset(("memo", "forwardRef", "observer", "useCallback", "useEvent", "cache"))
_LOOKED_THROUGH = frozenset(
    ("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression")
)


def bound_value(walk: Walk, node: Node | None, binding: Binding) -> Value:
    """Read a value that has a name from here on."""
    if node is None:
        return None
    inner = core(node)
    if inner.type in FUNCTIONS:
        return (ts.FUNCTION, bound_function(walk, inner, binding))
    if inner.type in ("object", "class"):
        walk.binding = replace(binding, this=None)
        if inner is node or inner.type == "class":
            return walk.read(walk, inner)
    elif _wraps(walk, inner):
        walk.binding = binding
        walk.wrapped = None
        value = walk.read(walk, inner)
        walk.binding = None
        return value if walk.wrapped is None else (ts.FUNCTION, walk.wrapped)
    value = walk.read(walk, node)
    walk.binding = None
    return value


def core(node: Node) -> Node:
    """The value itself, without parentheses and claims about its type."""
    while node.type in _LOOKED_THROUGH:
        inner = named(node)
        if not inner:
            return node
        node = inner[0]
    return node


def _wraps(walk: Walk, node: Node) -> bool:
    """Whether this is a well-known wrapper around a function written here."""
    while node.type == "call_expression":
        callee, arguments = field(node, "function"), field(node, "arguments")
        if callee is None or arguments is None:
            return False
        name = walk.text(callee).rpartition(".")[2]
        inner = named(arguments)
        if name not in _WRAPPERS or not inner:
            return False
        node = core(inner[0])
    return node.type in FUNCTIONS
