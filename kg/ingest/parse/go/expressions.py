"""Expressions to code: what is called on what, with which arguments; the rest shrinks to its type.

`code_of(reading, node)` gives code for any node. Broken code gives what its parts give. A function
that is named and not called (`Run: serve`) is a value handed on: it keeps its place.
"""

from tree_sitter import Node

from kg.ingest.parse.go.grammar import (
    FIELD,
    LANGUAGE,
    LEFT,
    NAME,
    OPERAND,
    RIGHT,
    TYPE,
    field,
    ids,
    named,
)
from kg.ingest.parse.go.reading import Reading
from kg.ingest.parse.go.types import TYPES, type_of
from kg.ingest.parse.syntax import RuleTable
from kg.schema import go
from kg.schema.go import Code, GoType

_OPERATOR, _INDEX = field("operator"), field("index")
_BINARY = ids("binary_expression")
_NAMED_VALUES = ids("identifier", "selector_expression", "type_identifier")
_INSTANCES = ids("index_expression", "type_instantiation_expression", "generic_type")
_QUALIFIED = ids("qualified_type")
_INTERPRETED = ids("interpreted_string_literal", "raw_string_literal")

UNKNOWN: Code = (go.SEQUENCE, ())
_INT: Code = (go.LITERAL, "int")
_FLOAT: Code = (go.LITERAL, "float64")
_COMPLEX: Code = (go.LITERAL, "complex128")
_STRING: Code = (go.LITERAL, "string")
_RUNE: Code = (go.LITERAL, "rune")
_BOOL: Code = (go.LITERAL, "bool")
_NIL: Code = (go.LITERAL, "nil")


def parts_of(reading: Reading, node: Node) -> Code:
    """Anything without a rule of its own: its parts, one after the other."""
    codes = [CODES[child.kind_id](reading, child) for child in node.children if child.is_named]
    return sequence(codes)


def sequence(codes: list[Code]) -> Code:
    codes = [code for code in codes if code is not UNKNOWN]
    if len(codes) == 1:
        return codes[0]
    return (go.SEQUENCE, tuple(codes)) if codes else UNKNOWN


CODES = RuleTable(LANGUAGE, parts_of)
expression = CODES.add


def code_of(reading: Reading, node: Node | None) -> Code:
    return UNKNOWN if node is None else CODES[node.kind_id](reading, node)


def value_of(reading: Reading, node: Node) -> Code:
    """A value that is handed on: stored, passed, returned. It may be a function."""
    code = CODES[node.kind_id](reading, node)
    if node.kind_id in _INSTANCES:
        node = node.children[0]  # `Map[int, string]` hands on `Map`
        if node.kind_id in _QUALIFIED:
            node = node.child_by_field_id(NAME) or node
    if node.kind_id not in _NAMED_VALUES:
        return code
    reading.marks += 1
    place = node.child_by_field_id(FIELD) or node
    return (go.VALUE, place.start_point[0], reading.column(place), code)


def values_of(reading: Reading, node: Node | None) -> tuple[Code, ...]:
    """The values of an expression list, or of a single expression."""
    if node is None:
        return ()
    if node.type != "expression_list":
        return (value_of(reading, node),)
    return tuple([value_of(reading, child) for child in named(node)])


@expression("identifier", "package_identifier", "field_identifier")
def _name(reading: Reading, node: Node) -> Code:
    return reading.name_code(node)


@expression("comment", "blank_identifier", "label_name", "escape_sequence")
def _nothing(_reading: Reading, _node: Node) -> Code:
    return UNKNOWN


@expression("int_literal", "iota")
def _integer(_reading: Reading, _node: Node) -> Code:
    return _INT


@expression("float_literal")
def _floating(_reading: Reading, _node: Node) -> Code:
    return _FLOAT


@expression("imaginary_literal")
def _imaginary(_reading: Reading, _node: Node) -> Code:
    return _COMPLEX


@expression("rune_literal")
def _rune(_reading: Reading, _node: Node) -> Code:
    return _RUNE


@expression("interpreted_string_literal", "raw_string_literal")
def _string(_reading: Reading, _node: Node) -> Code:
    return _STRING


def string_value(reading: Reading, node: Node) -> str:
    """What is between the quotes of a string; empty for everything else."""
    return reading.slice(node)[1:-1] if node.kind_id in _INTERPRETED else ""


@expression("true", "false")
def _boolean(_reading: Reading, _node: Node) -> Code:
    return _BOOL


@expression("nil")
def _nil(_reading: Reading, _node: Node) -> Code:
    return _NIL


@expression("parenthesized_expression")
def _parenthesized(reading: Reading, node: Node) -> Code:
    inner = named(node)
    return CODES[inner[-1].kind_id](reading, inner[-1]) if inner else UNKNOWN


@expression("selector_expression")
def _selector(reading: Reading, node: Node) -> Code:
    operand, name = node.child_by_field_id(OPERAND), node.child_by_field_id(FIELD)
    if operand is None or name is None:
        return parts_of(reading, node)
    return (go.SELECT, CODES[operand.kind_id](reading, operand), reading.name(name))


@expression("index_expression")
def _index(reading: Reading, node: Node) -> Code:
    operand = code_of(reading, node.child_by_field_id(OPERAND))
    return (go.INDEX, operand, (code_of(reading, node.child_by_field_id(_INDEX)),))


@expression("type_instantiation_expression")
def _instantiation(reading: Reading, node: Node) -> Code:
    parts = named(node)
    if not parts:
        return UNKNOWN
    base, *arguments = (type_of(reading, part) for part in parts)
    return instance((go.GENERIC, base, tuple(arguments)))


@expression("slice_expression")
def _slicing(reading: Reading, node: Node) -> Code:
    codes = [code_of(reading, part) for part in named(node)]
    if not codes:
        return UNKNOWN
    return (go.SLICING, codes[0], tuple(code for code in codes[1:] if code is not UNKNOWN))


@expression("type_assertion_expression")
def _assertion(reading: Reading, node: Node) -> Code:
    of = type_of(reading, node.child_by_field_id(TYPE))
    return (go.ASSERT, code_of(reading, node.child_by_field_id(OPERAND)), of)


@expression("unary_expression")
def _unary(reading: Reading, node: Node) -> Code:
    operator = node.child_by_field_id(_OPERATOR)
    written = "" if operator is None else operator.type
    return (go.UNARY, written, code_of(reading, node.child_by_field_id(OPERAND)))


@expression("binary_expression")
def _binary(reading: Reading, node: Node) -> Code:
    """Left spines are walked in a loop: a text of a thousand `+` must not nest a thousand deep."""
    operators: list[str] = []
    spine: list[Node] = []
    current: Node | None = node
    while current is not None and current.kind_id in _BINARY:
        spine.append(current)
        current = current.child_by_field_id(LEFT)
    operands = [code_of(reading, current)]
    for each in reversed(spine):
        operator = each.child_by_field_id(_OPERATOR)
        written = "" if operator is None else operator.type
        if written in ("&&", "||"):
            reading.decisions += 1
        operators.append(written)
        operands.append(code_of(reading, each.child_by_field_id(RIGHT)))
    return (go.BINARY, tuple(operators), tuple(operands))


@expression("generic_type")
def _generic(reading: Reading, node: Node) -> Code:
    """`List[int]`; among arguments the grammar takes a function `Map[int, string]` for one too."""
    return instance(type_of(reading, node))


def instance(written: GoType) -> Code:
    """A name with type arguments, as a type or as a function: the resolver tells them apart."""
    if not isinstance(written, tuple) or written[0] != go.GENERIC or not isinstance(written[1], str):
        return (go.TYPE, written)
    package, _, name = written[1].rpartition(".")
    base: Code = (go.SELECT, (go.NAME, package), name) if package else (go.NAME, name)
    return (go.INDEX, base, tuple((go.TYPE, of) for of in written[2]))


def _type(reading: Reading, node: Node) -> Code:
    return (go.TYPE, TYPES[node.kind_id](reading, node))


expression(
    "array_type",
    "channel_type",
    "function_type",
    "interface_type",
    "map_type",
    "pointer_type",
    "qualified_type",
    "slice_type",
    "struct_type",
    "type_identifier",
    "implicit_length_array_type",
)(_type)
