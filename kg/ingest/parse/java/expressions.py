"""Expressions to code: what is called on what, with which arguments; the rest shrinks to its type.

`code_of(reading, node)` gives code for any expression. Broken code gives what its parts give.
"""

from tree_sitter import Node

from kg.ingest.parse.java.grammar import (
    ARGUMENTS,
    BODY,
    COMMENTS,
    CONDITION,
    NAME,
    OBJECT,
    PARAMETERS,
    TYPE,
    VALUE,
    Table,
    field,
    ids,
    named,
)
from kg.ingest.parse.java.keys import KEY_METHODS, read_by_call
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import depth, in_array, short, type_of
from kg.schema import java
from kg.schema.java import Code, JavaType

_DOT = ids(".")
_SUPER = ids("super")
_THIS = ids("this")
_NEW = ids("new")
_CLASS_BODY = ids("class_body")
_BINARY = ids("binary_expression")
_BLOCK = ids("block")
_TYPE_ARGUMENTS = ids("type_arguments")
_PARAMETER_LISTS = ids("formal_parameters", "inferred_parameters")
_LAMBDA_PARAMETERS = ids("formal_parameter", "spread_parameter", "identifier", "underscore_pattern")
_TYPE_NODES = ids(
    "array_type", "generic_type", "integral_type", "floating_point_type", "boolean_type", "annotated_type",
    "type_identifier", "scoped_type_identifier", "void_type",
)  # fmt: skip
_STATEMENT_EXPRESSIONS = ids(
    "method_invocation", "assignment_expression", "update_expression", "object_creation_expression"
)
_LEFT, _RIGHT, _OPERATOR = field("left"), field("right"), field("operator")
_OPERAND, _ARRAY, _INDEX = field("operand"), field("array"), field("index")
_THEN, _ELSE, _PATTERN, _FIELD = field("consequence"), field("alternative"), field("pattern"), field("field")

_CONSTRUCTOR_WORDS = ("super", "this")
"""Names of a call only where `mend` renamed a constructor call for the parser."""

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


def _parts(reading: Reading, node: Node) -> Code:
    """Anything without a rule of its own: its parts, one after the other."""
    codes = [_TABLE[child.kind_id](reading, child) for child in node.children if child.is_named]
    codes = [code for code in codes if code is not UNKNOWN]
    return (java.SEQUENCE, tuple(codes)) if codes else UNKNOWN


_TABLE = Table(_parts)
expression = _TABLE.add
statement = Table(_parts)
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


@expression("method_invocation")
def _call(reading: Reading, node: Node) -> Code:
    children = node.children
    if len(children) == 4 and children[1].kind_id in _DOT:
        holder, name_node, arguments_node = children[0], children[2], children[3]
    elif len(children) == 2:
        holder, name_node, arguments_node = None, children[0], children[1]
    else:
        return _long_call(reading, node)
    target = None if holder is None else _TABLE[holder.kind_id](reading, holder)
    return _called(reading, target, name_node, arguments_node)


def _long_call(reading: Reading, node: Node) -> Code:
    """With comments, type arguments, or `Outer.super.m()`."""
    holder, name = node.child_by_field_id(OBJECT), node.child_by_field_id(NAME)
    arguments = node.child_by_field_id(ARGUMENTS)
    if name is None or arguments is None:
        return _parts(reading, node)
    target = None if holder is None else code_of(reading, holder)
    if holder is not None and any(child.kind_id in _SUPER for child in node.children[1:]):
        target = (
            java.SUPER,
            type_of(reading, holder) if holder.type == "identifier" else reading.slice(holder),
        )
    return _called(reading, target, name, arguments)


def _called(reading: Reading, target: Code | None, name_node: Node, arguments_node: Node) -> Code:
    name = reading.slice(name_node)
    row = name_node.start_point[0]
    column = reading.column(name_node)
    place = len(reading.sites)
    reading.site(row, column, name, 0)
    codes = arguments_of(reading, arguments_node)
    if name in KEY_METHODS:
        read_by_call(reading, target, name, arguments_node)
    if codes:
        reading.sites[place] = f"{row - reading.row}:{column} {name}/{len(codes)}"
    if target is None and name in _CONSTRUCTOR_WORDS:
        return (java.CONSTRUCTOR_CALL, row, column, name, codes, None)
    return (java.CALL, row, column, target, name, codes)


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


@expression("object_creation_expression")
def _new(reading: Reading, node: Node) -> Code:
    type_node = node.child_by_field_id(TYPE)
    if type_node is None:
        return _parts(reading, node)
    first = node.children[0]
    outer = None if first.kind_id in _NEW else code_of(reading, first)
    made = type_of(reading, type_node)
    row, column = node.start_point[0], reading.column(node)
    place = len(reading.sites)
    reading.site(row, column, f"new {short(made)}", 0)
    codes = arguments_of(reading, node.child_by_field_id(ARGUMENTS))
    if codes:
        reading.sites[place] = f"{row - reading.row}:{column} new {short(made)}/{len(codes)}"
    last = node.children[-1]
    index = reading.define_anonymous(reading, last, made) if last.kind_id in _CLASS_BODY else -1
    return (java.NEW, row, column, made, codes, outer, index)


@expression("parenthesized_expression")
def _parenthesized(reading: Reading, node: Node) -> Code:
    inner = named(node)
    return code_of(reading, inner[-1]) if inner else UNKNOWN


@expression("field_access")
def _field(reading: Reading, node: Node) -> Code:
    holder, name = node.child_by_field_id(OBJECT), node.child_by_field_id(_FIELD)
    if holder is None or name is None:
        return _parts(reading, node)
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


@expression("instanceof_expression")
def _instance(reading: Reading, node: Node) -> Code:
    value = code_of(reading, node.child_by_field_id(_LEFT))
    record = node.child_by_field_id(_PATTERN)
    if record is not None:
        return (java.INSTANCE, value, pattern_of(reading, record))
    name = node.child_by_field_id(NAME)
    if name is None:
        return (java.INSTANCE, value, None)
    reading.marks += 1
    to = type_of(reading, node.child_by_field_id(_RIGHT))
    return (java.INSTANCE, value, (java.DECLARE, to, reading.slice(name)))


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
            sizes.append(_parts(reading, child))
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


@expression("lambda_expression")
def _lambda(reading: Reading, node: Node) -> Code:
    reading.marks += 1
    parameters = node.child_by_field_id(PARAMETERS)
    body = node.child_by_field_id(BODY)
    names = () if parameters is None else _lambda_parameters(reading, parameters)
    row, column = node.start_point[0], reading.column(node)
    if body is None:
        return (java.LAMBDA, row, column, names, UNKNOWN, java.VALUE_OR_VOID)
    if body.kind_id in _BLOCK:
        code = statement[body.kind_id](reading, body)
        return (java.LAMBDA, row, column, names, code, _shape_of_block(body))
    shape = java.VALUE_OR_VOID if body.kind_id in _STATEMENT_EXPRESSIONS else java.VALUE_ONLY
    return (java.LAMBDA, row, column, names, code_of(reading, body), shape)


def _lambda_parameters(reading: Reading, node: Node) -> tuple[tuple[str, JavaType | None], ...]:
    if node.kind_id not in _PARAMETER_LISTS:
        return ((reading.slice(node), None),)
    found: list[tuple[str, JavaType | None]] = []
    for child in node.children:
        if child.kind_id not in _LAMBDA_PARAMETERS:
            continue
        name = child.child_by_field_id(NAME)
        if name is None:
            found.append((reading.slice(child), None))
            continue
        of = in_array(type_of(reading, child.child_by_field_id(TYPE)), depth(reading, child))
        found.append((reading.slice(name), None if of == "var" else of))
    return tuple(found)


_RETURN = ids("return_statement")
_OTHER_BODIES = ids("lambda_expression", "class_body")
_ENDLESS = ids("throw_statement", "while_statement")


def _shape_of_block(block: Node) -> int:
    stack, returns = [block], False
    while stack:
        node = stack.pop()
        if node.kind_id in _RETURN:
            if node.named_child_count:
                return java.VALUE_BLOCK
            returns = True
        elif node.kind_id not in _OTHER_BODIES:
            stack.extend(child for child in node.children if child.is_named)
    last = named(block)[-1:]
    endless = bool(last) and last[0].kind_id in _ENDLESS and not returns
    return java.VALUE_OR_VOID if endless else java.VOID_ONLY


@expression("method_reference")
def _reference(reading: Reading, node: Node) -> Code:
    children = [child for child in node.children if child.kind_id not in COMMENTS]
    of, last = children[0], children[-1]
    name = "<init>" if last.kind_id in _NEW else reading.slice(last)
    row, column = last.start_point[0], reading.column(last)
    reading.marks += 1
    reading.sites.append(f"{row - reading.row}:{column} {reading.slice(of)[:60]}::{reading.slice(last)}")
    if of.kind_id in _TYPE_NODES:
        return (java.REFERENCE, row, column, None, type_of(reading, of), name)
    return (java.REFERENCE, row, column, code_of(reading, of), None, name)


_SWITCH_LABEL = ids("switch_label")
_SWITCH_RULE = ids("switch_rule")
_EXPRESSION_STATEMENT = ids("expression_statement")
_PATTERNS = ids("pattern", "type_pattern", "record_pattern")


@expression("switch_expression")
def switch(reading: Reading, node: Node) -> Code:
    selector = code_of(reading, node.child_by_field_id(CONDITION))
    body = node.child_by_field_id(BODY)
    groups = [] if body is None else named(body)
    return (java.SWITCH, selector, tuple([_case(reading, group) for group in groups]))


def _case(reading: Reading, group: Node) -> Code:
    labels: list[Code] = []
    body: list[Code] = []
    value: Code | None = None
    is_rule = group.kind_id in _SWITCH_RULE
    for child in named(group):
        if child.kind_id in _SWITCH_LABEL:
            labels.extend(_labels(reading, child))
        elif is_rule and child.kind_id in _EXPRESSION_STATEMENT:
            value = _parenthesized(reading, child)
        else:
            body.append(statement[child.kind_id](reading, child))
    return (java.CASE, tuple(labels), tuple(body), value)


def _labels(reading: Reading, label: Node) -> list[Code]:
    """Patterns and guards; constants of an enum have no type of their own here, so names are left out."""
    found: list[Code] = []
    for child in named(label):
        if child.kind_id in _PATTERNS:
            found.append(pattern_of(reading, child))
        elif child.type != "identifier":
            found.append(code_of(reading, child))
    if label.children[0].type != "default":
        reading.decisions += 1
    return found


_TYPE_PATTERN = ids("type_pattern", "record_pattern_component")
_RECORD_PATTERN = ids("record_pattern")
_PATTERN_NAMES = ids("identifier", "underscore_pattern")


def pattern_of(reading: Reading, node: Node) -> Code:
    """`Order o` declares a name; `Order(Id id, var lines)` takes a record apart."""
    reading.marks += 1
    parts = [part for part in named(node) if part.type != "modifiers"]
    if node.kind_id in _TYPE_PATTERN and len(parts) >= 2 and parts[-1].kind_id in _PATTERN_NAMES:
        return (java.DECLARE, type_of(reading, parts[-2]), reading.slice(parts[-1]))
    if node.kind_id in _RECORD_PATTERN and len(parts) >= 2:
        components = tuple([pattern_of(reading, part) for part in named(parts[-1])])
        return (java.DESTRUCTURE, type_of(reading, parts[0]), components)
    return (java.SEQUENCE, tuple([pattern_of(reading, part) for part in parts if part.kind_id in _PATTERNS]))


@expression("guard")
def _guard(reading: Reading, node: Node) -> Code:
    return _parts(reading, node)
