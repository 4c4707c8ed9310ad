"""Types as written, from nodes to `GoType`; parameter lists; type parameters."""

from tree_sitter import Node

from kg.ingest.parse.go.grammar import (
    ELEMENT,
    LANGUAGE,
    NAME,
    PARAMETERS,
    RESULT,
    TYPE,
    TYPE_ARGUMENTS,
    VALUE,
    field,
    ids,
    named,
)
from kg.ingest.parse.go.reading import Reading
from kg.ingest.parse.syntax import RuleTable
from kg.schema import go
from kg.schema.go import GoType

Parameters = tuple[tuple[str, ...], tuple[GoType, ...], bool]
"""Names (empty where there is none), types, and whether the last one takes many."""

NO_PARAMETERS: Parameters = ((), (), False)

_KEY, _LENGTH = field("key"), field("length")
_PARAMETER_LIST = ids("parameter_list")
_VARIADIC = ids("variadic_parameter_declaration")
_PARAMETER = ids("parameter_declaration", "variadic_parameter_declaration")
_TYPE_PARAMETER = ids("type_parameter_declaration")
_FIELDS = ids("field_declaration_list")
_FIELD = ids("field_declaration")
_METHOD = ids("method_elem")
_STAR = ids("*")


def _unknown(reading: Reading, node: Node) -> GoType:
    """Something broken: its text, without white space."""
    return "".join(reading.slice(node).split())


TYPES = RuleTable(LANGUAGE, _unknown)
_type = TYPES.add


def type_of(reading: Reading, node: Node | None) -> GoType:
    return "" if node is None else TYPES[node.kind_id](reading, node)


@_type("type_identifier", "identifier")
def _simple(reading: Reading, node: Node) -> GoType:
    return reading.name(node)


@_type("qualified_type")
def _qualified(reading: Reading, node: Node) -> GoType:
    return reading.name(node)


@_type("type_elem")
def _element(reading: Reading, node: Node) -> GoType:
    """`int | ~string`; what stands alone is itself."""
    parts = [type_of(reading, child) for child in named(node)]
    return parts[0] if len(parts) == 1 else (go.UNION, tuple(parts))


@_type("type_constraint")
def _constraint(reading: Reading, node: Node) -> GoType:
    return _element(reading, node)


@_type("negated_type", "parenthesized_type", "parenthesized_expression")
def _inner(reading: Reading, node: Node) -> GoType:
    parts = named(node)
    return type_of(reading, parts[0]) if parts else ""


@_type("generic_type")
def _generic(reading: Reading, node: Node) -> GoType:
    arguments = node.child_by_field_id(TYPE_ARGUMENTS)
    base = type_of(reading, node.child_by_field_id(TYPE))
    return base if arguments is None else (go.GENERIC, base, type_arguments(reading, arguments))


def type_arguments(reading: Reading, node: Node) -> tuple[GoType, ...]:
    return tuple(type_of(reading, child) for child in named(node))


@_type("pointer_type")
def _pointer(reading: Reading, node: Node) -> GoType:
    parts = named(node)
    return (go.POINTER, type_of(reading, parts[0] if parts else None))


@_type("slice_type")
def _slice(reading: Reading, node: Node) -> GoType:
    return (go.SLICE, type_of(reading, node.child_by_field_id(ELEMENT)))


@_type("array_type", "implicit_length_array_type")
def _array(reading: Reading, node: Node) -> GoType:
    length = node.child_by_field_id(_LENGTH)
    written = "" if length is None else reading.slice(length)
    return (go.ARRAY, type_of(reading, node.child_by_field_id(ELEMENT)), written)


@_type("map_type")
def _map(reading: Reading, node: Node) -> GoType:
    key = type_of(reading, node.child_by_field_id(_KEY))
    return (go.MAP, key, type_of(reading, node.child_by_field_id(VALUE)))


@_type("channel_type")
def _channel(reading: Reading, node: Node) -> GoType:
    return (go.CHANNEL, type_of(reading, node.child_by_field_id(VALUE)))


@_type("function_type")
def _function(reading: Reading, node: Node) -> GoType:
    return signature_of(reading, node)[0]


@_type("struct_type")
def _struct(reading: Reading, node: Node) -> GoType:
    fields: list[tuple[str, GoType, bool]] = []
    for block in node.children:
        if block.kind_id in _FIELDS:
            for child in block.children:
                if child.kind_id in _FIELD:
                    _read_field(reading, child, fields)
    return (go.STRUCT, tuple(fields))


def _read_field(reading: Reading, node: Node, fields: list[tuple[str, GoType, bool]]) -> None:
    of = type_of(reading, node.child_by_field_id(TYPE))
    names = node.children_by_field_id(NAME)
    if names:
        fields.extend((reading.name(name), of, False) for name in names)
        return
    if any(child.kind_id in _STAR for child in node.children):
        of = (go.POINTER, of)
    fields.append((base_name(of), of, True))


def base_name(of: GoType) -> str:
    """The name an embedded field gets: without pointer, package and arguments."""
    while isinstance(of, tuple) and of[0] in (go.POINTER, go.GENERIC):
        of = of[1]
    return of.rpartition(".")[2] if isinstance(of, str) else ""


@_type("interface_type")
def _interface(reading: Reading, node: Node) -> GoType:
    """Without uids: a declared interface gets them from `declarations`."""
    methods, embedded = [], []
    for child in named(node):
        if child.kind_id in _METHOD:
            name = child.child_by_field_id(NAME)
            methods.append(("" if name is None else reading.slice(name), signature_of(reading, child)[0], ""))
        else:
            embedded.append(type_of(reading, child))
    return (go.INTERFACE, tuple(methods), tuple(embedded))


def signature_of(reading: Reading, node: Node) -> tuple[GoType, tuple[str, ...], tuple[str, ...]]:
    """The function type of a declaration, literal or type; the names of parameters and results."""
    names, types, variadic = parameters_of(reading, node.child_by_field_id(PARAMETERS))
    result = node.child_by_field_id(RESULT)
    result_names: tuple[str, ...] = ()
    result_types: tuple[GoType, ...] = ()
    if result is not None and result.kind_id in _PARAMETER_LIST:
        result_names, result_types, _ = parameters_of(reading, result)
    elif result is not None:
        result_types = (type_of(reading, result),)
    return (go.FUNCTION, types, result_types, variadic), names, result_names


def parameters_of(reading: Reading, node: Node | None) -> Parameters:
    if node is None:
        return NO_PARAMETERS
    names: list[str] = []
    types: list[GoType] = []
    variadic = False
    for child in node.children:
        if child.kind_id not in _PARAMETER:
            continue
        of = type_of(reading, child.child_by_field_id(TYPE))
        if child.kind_id in _VARIADIC:
            of, variadic = (go.SLICE, of), True
        written = [reading.name(name) for name in child.children_by_field_id(NAME)] or [""]
        names += written
        types += [of] * len(written)
    return tuple(names), tuple(types), variadic


def type_parameters(reading: Reading, node: Node | None) -> tuple[tuple[str, GoType], ...]:
    """`[K comparable, V any]` as `(("K", "comparable"), ("V", "any"))`."""
    found: list[tuple[str, GoType]] = []
    for child in node.children if node is not None else ():
        if child.kind_id in _TYPE_PARAMETER:
            of = type_of(reading, child.child_by_field_id(TYPE))
            found += [(reading.slice(name), of) for name in child.children_by_field_id(NAME)]
    return tuple(found)
