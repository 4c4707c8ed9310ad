"""Expressions to code: what is called on what, with which arguments; the rest shrinks to its type.

`code_of(reading, node)` gives code for any expression. Broken code gives what its parts give.
"""

from tree_sitter import Node

from kg.ingest.parse.java.grammar import (
    COMMENTS,
    CONDITION,
    LANGUAGE,
    OBJECT,
    TYPE,
    VALUE,
    field,
    ids,
    named,
)
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import in_array, type_of
from kg.ingest.parse.syntax import RuleTable
from kg.schema import java
from kg.schema.java import Code

_THIS = ids("this")
_SUPER = ids("super")
_BINARY = ids("binary_expression")
_LEFT, _RIGHT, _OPERATOR = field("left"), field("right"), field("operator")
_OPERAND, _ARRAY, _INDEX = field("operand"), field("array"), field("index")
_THEN, _ELSE, _FIELD = field("consequence"), field("alternative"), field("field")

UNKNOWN: Code = (java.SEQUENCE, ())
_INT: Code = (java.LITERAL, "int")
_LONG: Code = (java.LITERAL, "long")
_FLOAT: Code = (java.LITERAL, "float")
_DOUBLE: Code = (java.LITERAL, "double")
_BOOLEAN: Code = (java.LITERAL, "boolean")
_CHAR: Code = (java.LITERAL, "char")
_NULL: Code = (java.LITERAL, "null")
_STRING: Code = (java.LITERAL, "String")
_THIS_CODE: Code = (java.THIS, None)
_SUPER_CODE: Code = (java.SUPER, None)


def parts_of(reading: Reading, node: Node) -> Code:
    """Anything without a rule of its own: its parts, one after the other."""
    codes = [_TABLE[child.kind_id](reading, child) for child in node.children if child.is_named]
    codes = [code for code in codes if code is not UNKNOWN]
    return (java.SEQUENCE, tuple(codes)) if codes else UNKNOWN


_TABLE = RuleTable(LANGUAGE, parts_of)
expression = _TABLE.add
statement = RuleTable(LANGUAGE, parts_of)
"""Filled by `statements`; a lambda's block and a switch hold statements."""


def code_of(reading: Reading, node: Node | None) -> Code:
    return UNKNOWN if node is None else _TABLE[node.kind_id](reading, node)


@expression("identifier")
def _name(reading: Reading, node: Node) -> Code:
    return (java.NAME, reading.slice(node))


@expression("this")
def _this(_reading: Reading, _node: Node) -> Code:
    return _THIS_CODE


@expression("super")
def _super(_reading: Reading, _node: Node) -> Code:
    return _SUPER_CODE


@expression("line_comment", "block_comment", "modifiers", "escape_sequence", "string_fragment", "dimensions")
def _nothing(_reading: Reading, _node: Node) -> Code:
    return UNKNOWN


def arguments_of(reading: Reading, node: Node | None) -> tuple[Code, ...]:
    if node is None:
        return ()
    return tuple(
        [
            _TABLE[child.kind_id](reading, child)
            for child in node.children
            if child.is_named and child.kind_id not in COMMENTS
        ]
    )


@expression("parenthesized_expression")
def _parenthesized(reading: Reading, node: Node) -> Code:
    inner = named(node)
    return code_of(reading, inner[-1]) if inner else UNKNOWN


@expression("field_access")
def _field(reading: Reading, node: Node) -> Code:
    holder, name = node.child_by_field_id(OBJECT), node.child_by_field_id(_FIELD)
    if holder is None or name is None:
        return parts_of(reading, node)
    if name.kind_id in _THIS:
        return (java.THIS, reading.slice(holder))
    if len(node.children) > 3 and any(child.kind_id in _SUPER for child in node.children[1:]):
        return (java.FIELD, (java.SUPER, reading.slice(holder)), reading.slice(name))
    return (java.FIELD, _TABLE[holder.kind_id](reading, holder), reading.slice(name))


@expression(
    "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal"
)
def _integer(reading: Reading, node: Node) -> Code:
    return _LONG if reading.slice(node)[-1] in "lL" else _INT


@expression("decimal_floating_point_literal", "hex_floating_point_literal")
def _floating(reading: Reading, node: Node) -> Code:
    return _FLOAT if reading.slice(node)[-1] in "fF" else _DOUBLE


@expression("true", "false")
def _boolean(_reading: Reading, _node: Node) -> Code:
    return _BOOLEAN


@expression("character_literal")
def _character(_reading: Reading, _node: Node) -> Code:
    return _CHAR


@expression("null_literal")
def _null(_reading: Reading, _node: Node) -> Code:
    return _NULL


@expression("string_literal")
def _string(_reading: Reading, _node: Node) -> Code:
    return _STRING


@expression("class_literal")
def _class_literal(reading: Reading, node: Node) -> Code:
    return (java.CLASS_LITERAL, type_of(reading, node.children[0]))


@expression("cast_expression")
def _cast(reading: Reading, node: Node) -> Code:
    to = type_of(reading, node.child_by_field_id(TYPE))
    return (java.CAST, to, code_of(reading, node.child_by_field_id(VALUE)))


@expression("assignment_expression")
def _assign(reading: Reading, node: Node) -> Code:
    left = code_of(reading, node.child_by_field_id(_LEFT))
    return (java.ASSIGN, left, code_of(reading, node.child_by_field_id(_RIGHT)))


@expression("ternary_expression")
def _conditional(reading: Reading, node: Node) -> Code:
    reading.decisions += 1
    return (
        java.CONDITIONAL,
        code_of(reading, node.child_by_field_id(CONDITION)),
        code_of(reading, node.child_by_field_id(_THEN)),
        code_of(reading, node.child_by_field_id(_ELSE)),
    )


@expression("binary_expression")
def _binary(reading: Reading, node: Node) -> Code:
    """Left spines are walked in a loop: a text of a thousand `+` must not nest a thousand deep."""
    operators: list[str] = []
    operands: list[Code] = []
    spine: list[Node] = []
    current: Node | None = node
    while current is not None and current.kind_id in _BINARY:
        spine.append(current)
        current = current.child_by_field_id(_LEFT)
    operands.append(code_of(reading, current))
    for each in reversed(spine):
        operator = each.child_by_field_id(_OPERATOR)
        written = "" if operator is None else operator.type
        if written in ("&&", "||"):
            reading.decisions += 1
        operators.append(written)
        operands.append(code_of(reading, each.child_by_field_id(_RIGHT)))
    return (java.BINARY, tuple(operators), tuple(operands))


@expression("unary_expression")
def _unary(reading: Reading, node: Node) -> Code:
    operator = node.child_by_field_id(_OPERATOR)
    return (
        java.UNARY,
        "" if operator is None else operator.type,
        code_of(reading, node.child_by_field_id(_OPERAND)),
    )


@expression("update_expression")
def _update(reading: Reading, node: Node) -> Code:
    inner = named(node)
    return code_of(reading, inner[0]) if inner else UNKNOWN


@expression("array_access")
def _index(reading: Reading, node: Node) -> Code:
    array = code_of(reading, node.child_by_field_id(_ARRAY))
    return (java.INDEX, array, code_of(reading, node.child_by_field_id(_INDEX)))


@expression("array_creation_expression")
def _array(reading: Reading, node: Node) -> Code:
    of = type_of(reading, node.child_by_field_id(TYPE))
    sizes: list[Code] = []
    dimensions = 0
    elements: Code | None = None
    for child in node.children:
        if child.type == "dimensions_expr":
            dimensions += 1
            sizes.append(parts_of(reading, child))
        elif child.type == "dimensions":
            dimensions += reading.slice(child).count("[")
        elif child.type == "array_initializer":
            elements = code_of(reading, child)
    return (java.ARRAY, in_array(of, dimensions), tuple(sizes), elements)


@expression("array_initializer")
def _elements(reading: Reading, node: Node) -> Code:
    """A table of constants says nothing about calls: it is kept as an empty one."""
    before = reading.marks
    codes = arguments_of(reading, node)
    return (java.ELEMENTS, codes if reading.marks > before else ())
