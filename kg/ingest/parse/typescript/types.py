"""Types as written -> small tuples. What says nothing about members (`any`, mapped types) is None."""

from collections.abc import Callable

from tree_sitter import Node

from kg.ingest.parse.typescript.functions import signature
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.members import object_type
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.typescript import TypeCode


def type_of(walk: Walk, node: Node | None) -> TypeCode:
    """The type a node writes; annotations and wrappers are looked through."""
    if node is None:
        return None
    rule = _RULES.get(node.type)
    return None if rule is None else rule(walk, node)


def type_arguments(walk: Walk, node: Node | None) -> tuple[TypeCode, ...]:
    return () if node is None else tuple(type_of(walk, child) for child in named(node))


def _inner(walk: Walk, node: Node) -> TypeCode:
    parts = named(node)
    return type_of(walk, parts[-1]) if parts else None


def _reference(walk: Walk, node: Node) -> TypeCode:
    return (ts.REFERENCE, (walk.text(node),), ())


def _qualified(walk: Walk, node: Node) -> TypeCode:
    return (ts.REFERENCE, tuple(walk.text(node).replace(" ", "").split(".")), ())


def _generic(walk: Walk, node: Node) -> TypeCode:
    name = field(node, "name")
    arguments = type_arguments(walk, field(node, "type_arguments"))
    if name is None:
        return None
    return (ts.REFERENCE, tuple(walk.text(name).replace(" ", "").split(".")), arguments)


def _keyword(walk: Walk, node: Node) -> TypeCode:
    return (ts.KEYWORD, walk.text(node))


def _array(walk: Walk, node: Node) -> TypeCode:
    return (ts.ARRAY_OF, _inner(walk, node))


def _tuple(walk: Walk, node: Node) -> TypeCode:
    return (ts.TUPLE, tuple(type_of(walk, child) for child in named(node)))


def _element(walk: Walk, node: Node) -> TypeCode:
    """A named element of a tuple."""
    return type_of(walk, field(node, "type"))


def _rest(walk: Walk, node: Node) -> TypeCode:
    return (ts.REST_TYPE, _inner(walk, node))


def _several(form: int, kind: str) -> Callable[[Walk, Node], TypeCode]:
    """Unions lean to the left: they are walked in a loop, a list of 500 names must not nest as deep."""

    def rule(walk: Walk, node: Node) -> TypeCode:
        found: list[TypeCode] = []
        current: Node | None = node
        while current is not None and current.type == kind:
            parts = named(current)
            found += [type_of(walk, part) for part in reversed(parts[1:])]
            current = parts[0] if parts else None
        found.append(type_of(walk, current))
        return (form, tuple(reversed(found)))

    return rule


def _function(walk: Walk, node: Node) -> TypeCode:
    return (ts.FUNCTION_TYPE, signature(walk, node, "return_type"))


def _constructor(walk: Walk, node: Node) -> TypeCode:
    return (ts.CONSTRUCTOR_TYPE, signature(walk, node, "type"))


def _object(walk: Walk, node: Node) -> TypeCode:
    return (ts.OBJECT_TYPE, object_type(walk, node))


def _query(walk: Walk, node: Node) -> TypeCode:
    parts = named(node)
    return (ts.TYPE_OF, walk.read(walk, parts[0])) if parts else None


def _lookup(walk: Walk, node: Node) -> TypeCode:
    parts = named(node)
    return (ts.INDEXED, type_of(walk, parts[0]), type_of(walk, parts[1])) if len(parts) == 2 else None


def _literal(walk: Walk, node: Node) -> TypeCode:
    parts = named(node)
    if not parts:
        return None
    kind = {"string": "String", "number": "Number", "true": "Boolean", "false": "Boolean"}.get(parts[0].type)
    return None if kind is None else (ts.LITERAL_TYPE, kind, walk.text(parts[0]).strip("'\""))


def _template(_walk: Walk, _node: Node) -> TypeCode:
    return (ts.KEYWORD, "string")


def _this(walk: Walk, _node: Node) -> TypeCode:
    this = walk.this
    return (ts.THIS_TYPE, this[1]) if this is not None and this[0] == ts.THIS else None


def _guard(walk: Walk, node: Node) -> TypeCode:
    """`x is Foo`, also behind `asserts`."""
    name, wanted = field(node, "name"), field(node, "type")
    if name is None or wanted is None:
        return (ts.KEYWORD, "boolean")
    return (ts.GUARD, walk.text(name), type_of(walk, wanted))


def _asserts(walk: Walk, node: Node) -> TypeCode:
    inner = next((child for child in node.named_children if child.type == "type_predicate"), None)
    return None if inner is None else _guard(walk, inner)


def _key_of(walk: Walk, node: Node) -> TypeCode:
    return (ts.KEY_OF, _inner(walk, node))


def _inferred(walk: Walk, node: Node) -> TypeCode:
    """`infer T` declares a parameter that only the compiler can fill."""
    parts = named(node)
    if not parts:
        return None
    name = walk.text(parts[0])
    constraint = type_of(walk, parts[1]) if len(parts) > 1 else None
    walk.declare(name, (ts.TYPE_PARAMETER, constraint, None))
    return (ts.REFERENCE, (name,), ())


def _conditional(walk: Walk, node: Node) -> TypeCode:
    type_of(walk, field(node, "right"))  # for the parameters it declares
    then, other = field(node, "consequence"), field(node, "alternative")
    return (ts.CONDITIONAL_TYPE, type_of(walk, then), type_of(walk, other))


_RULES: dict[str, Callable[[Walk, Node], TypeCode]] = {
    "type_annotation": _inner,
    "parenthesized_type": _inner,
    "readonly_type": _inner,
    "optional_type": _inner,
    "constraint": _inner,
    "default_type": _inner,
    "type_predicate_annotation": _inner,
    "asserts_annotation": _inner,
    "type_identifier": _reference,
    "identifier": _reference,
    "nested_type_identifier": _qualified,
    "nested_identifier": _qualified,
    "generic_type": _generic,
    "predefined_type": _keyword,
    "array_type": _array,
    "tuple_type": _tuple,
    "required_parameter": _element,
    "optional_parameter": _element,
    "rest_type": _rest,
    "union_type": _several(ts.UNION, "union_type"),
    "intersection_type": _several(ts.INTERSECTION, "intersection_type"),
    "function_type": _function,
    "constructor_type": _constructor,
    "object_type": _object,
    "type_query": _query,
    "lookup_type": _lookup,
    "literal_type": _literal,
    "template_literal_type": _template,
    "this_type": _this,
    "type_predicate": _guard,
    "asserts": _asserts,
    "index_type_query": _key_of,
    "conditional_type": _conditional,
    "infer_type": _inferred,
}
