"""Expressions to code: what is read and called on what, with which arguments.

`code_of(reading, node)` gives code for any expression. Broken code gives what its parts give.
"""

import re
from collections.abc import Callable

from tree_sitter import Node

from kg.ingest.parse.kotlin.grammar import (
    ARGUMENT,
    COMMENTS,
    CONDITION,
    IDENTIFIER,
    LABEL,
    LANGUAGE,
    LEFT,
    OPERATOR,
    RIGHT,
    TYPES,
    ids,
    named,
)
from kg.ingest.parse.kotlin.reading import UNKNOWN, Reading
from kg.ingest.parse.kotlin.types import type_of
from kg.ingest.parse.syntax import RuleTable
from kg.schema import kotlin
from kg.schema.kotlin import Code, KotlinType

_BINARY = ids("binary_expression")
_CLASS_WORD = ids("class")
_DOUBLE_COLON = ids("::")
_NOT_IS = ids("!is")
_STRING_CONTENT = ids("string_content")
_NAME = re.compile(r"[^\W\d]\w*")
_DECISIONS = ("&&", "||", "?:")

_WORDS: dict[str, Code] = {
    "true": (kotlin.LITERAL, "kotlin.Boolean"),
    "false": (kotlin.LITERAL, "kotlin.Boolean"),
    "null": (kotlin.LITERAL, ""),
    "this": (kotlin.THIS, None),
    "super": (kotlin.SUPER, None, None),
}
_JUMPS = ("break", "continue")


def parts_of(reading: Reading, node: Node) -> Code:
    """Anything without a rule of its own: its parts, one after the other."""
    codes = [_TABLE[child.kind_id](reading, child) for child in node.children if child.is_named]
    codes = [code for code in codes if code is not UNKNOWN]
    return (kotlin.SEQUENCE, tuple(codes)) if codes else UNKNOWN


_TABLE = RuleTable(LANGUAGE, parts_of)
expression = _TABLE.add


def code_of(reading: Reading, node: Node | None) -> Code:
    return UNKNOWN if node is None else _TABLE[node.kind_id](reading, node)


def codes_of(reading: Reading, nodes: list[Node]) -> tuple[Code, ...]:
    """Statements of a block; those that decide nothing are dropped, but not its value."""
    found = [_TABLE[node.kind_id](reading, node) for node in nodes if node.is_named]
    return tuple([code for code in found[:-1] if code is not UNKNOWN] + found[-1:])


@expression("identifier")
def _name(reading: Reading, node: Node) -> Code:
    name = reading.word(node)
    known = _WORDS.get(name)
    if known is not None:
        return known
    if name in _JUMPS:
        return (kotlin.NOTHING, ())
    reading.marks += 1
    return (kotlin.NAME, node.start_point[0], name)


@expression(
    "line_comment", "block_comment", "modifiers", "annotation", "label", "string_content", "type_arguments",
    "escape_sequence", "user_type", "nullable_type", "function_type",
)  # fmt: skip
def _nothing(_reading: Reading, _node: Node) -> Code:
    return UNKNOWN


@expression("number_literal")
def _number(reading: Reading, node: Node) -> Code:
    text = reading.slice(node).lower()
    if text.endswith(("ul", "u")):
        return (kotlin.LITERAL, "kotlin.ULong" if text.endswith("ul") else "kotlin.UInt")
    if text.endswith("l") or (text.isdigit() and int(text) > 0x7FFFFFFF):
        return (kotlin.LITERAL, "kotlin.Long")
    return (kotlin.LITERAL, "kotlin.Int")


@expression("float_literal")
def _float(reading: Reading, node: Node) -> Code:
    return (kotlin.LITERAL, "kotlin.Float" if reading.slice(node)[-1] in "fF" else "kotlin.Double")


@expression("character_literal")
def _character(_reading: Reading, _node: Node) -> Code:
    return (kotlin.LITERAL, "kotlin.Char")


@expression("string_literal", "multiline_string_literal")
def _string(reading: Reading, node: Node) -> Code:
    """`${…}` is a node of its own; `$name` is two pieces of text."""
    parts: list[Code] = []
    is_name = False
    for child in node.children:
        if child.kind_id not in _STRING_CONTENT:
            code = code_of(reading, child) if child.is_named else UNKNOWN
            parts += [code] if code is not UNKNOWN else []
            is_name = False
            continue
        text = reading.slice(child)
        found = _NAME.match(text) if is_name else None
        if found is not None:
            reading.marks += 1
            parts.append((kotlin.NAME, child.start_point[0], found[0]))
        is_name = text == "$"
    return (kotlin.STRING, tuple(parts))


@expression("parenthesized_expression")
def _parenthesized(reading: Reading, node: Node) -> Code:
    """A sign before it stays outside: see `lifted`."""
    code = _inner(reading, node)
    return (kotlin.SEQUENCE, (code,)) if code[0] == kotlin.UNARY else code


@expression("interpolation", "annotated_expression", "labeled_expression")
def _inner(reading: Reading, node: Node) -> Code:
    """What is wrapped; `break@label` looks like a labelled expression."""
    inner = [child for child in named(node) if child.type not in ("label", "annotation")]
    if node.type == "labeled_expression" and reading.slice(node).startswith(_JUMPS):
        return (kotlin.NOTHING, ())
    return code_of(reading, inner[-1]) if inner else UNKNOWN


@expression("this_expression")
def _this(reading: Reading, node: Node) -> Code:
    label = next((reading.word(child) for child in node.children if child.kind_id in IDENTIFIER), None)
    return (kotlin.THIS, label)


@expression("super_expression")
def _super(reading: Reading, node: Node) -> Code:
    of: KotlinType | None = None
    label: str | None = None
    for child in node.children:
        if child.kind_id in TYPES:
            of = type_of(reading, child)
        elif child.kind_id in IDENTIFIER:
            label = reading.word(child)
    return (kotlin.SUPER, of, label)


@expression("navigation_expression")
def _navigation(reading: Reading, node: Node) -> Code:
    """`a.b`, `a?.b`, `a::b`, `A::class`."""
    children = [child for child in node.children if child.kind_id not in COMMENTS]
    if len(children) < 3 or (children[-1].kind_id not in IDENTIFIER and not children[-1].is_named):
        return _odd_navigation(reading, children)
    holder, operator, last = children[0], children[-2], children[-1]
    if operator.kind_id in _DOUBLE_COLON:
        return _reference_to(reading, holder, last)
    target = code_of(reading, holder)
    if last.kind_id not in IDENTIFIER:
        return (kotlin.SEQUENCE, (target, code_of(reading, last)))
    reading.marks += 1
    row, name = last.start_point[0], reading.word(last)
    return lifted(target, lambda inner: (kotlin.FIELD, row, inner, name))


def lifted(target: Code, made: Callable[[Code], Code]) -> Code:
    """The grammar reads `!a.b` as `(!a).b`: the sign belongs around what is made of its operand."""
    if target[0] != kotlin.UNARY:
        return made(target)
    return (*target[:4], lifted(target[4], made))


def _odd_navigation(reading: Reading, children: list[Node]) -> Code:
    if len(children) >= 3 and children[-1].kind_id in _CLASS_WORD:
        return (kotlin.CLASS_LITERAL, code_of(reading, children[0]))
    codes = tuple(code_of(reading, child) for child in children if child.is_named)
    return (kotlin.SEQUENCE, codes) if codes else UNKNOWN


def _reference_to(reading: Reading, holder: Node, last: Node) -> Code:
    name = reading.word(last)
    if name == "class":
        return (kotlin.CLASS_LITERAL, code_of(reading, holder))
    return _reference_code(reading, code_of(reading, holder), last)


def _reference_code(reading: Reading, target: Code | None, last: Node) -> Code:
    name = reading.word(last)
    row, column = last.start_point[0], reading.column(last)
    reading.marks += 1
    reading.sites.append(f"{row - reading.row}:{column} ::{name}")
    return (kotlin.REFERENCE, row, column, target, name)


@expression("callable_reference")
def _reference(reading: Reading, node: Node) -> Code:
    """`::name`, `Type<A>::name`."""
    children = named(node)
    if not children or children[-1].kind_id not in IDENTIFIER:
        return UNKNOWN
    target: Code | None = None
    if len(children) > 1 and children[0].kind_id in TYPES:
        target = name_of_type(node.start_point[0], type_of(reading, children[0]))
    return _reference_code(reading, target, children[-1])


def name_of_type(row: int, of: KotlinType) -> Code:
    """A type in the place of a value: the path of its name."""
    while isinstance(of, tuple):
        of = of[1][0] if of[0] == "?" else of[0]
    first, *rest = of.split(".")
    code: Code = (kotlin.NAME, row, first)
    for name in rest:
        code = (kotlin.FIELD, row, code, name)
    return code


@expression("as_expression")
def _as(reading: Reading, node: Node) -> Code:
    value = code_of(reading, node.child_by_field_id(LEFT))
    return (kotlin.AS, value, type_of(reading, node.child_by_field_id(RIGHT)))


@expression("is_expression")
def _is(reading: Reading, node: Node) -> Code:
    negated = any(child.kind_id in _NOT_IS for child in node.children)
    value = code_of(reading, node.child_by_field_id(LEFT))
    return (kotlin.IS, value, type_of(reading, node.child_by_field_id(RIGHT)), negated)


@expression("in_expression")
def _in(reading: Reading, node: Node) -> Code:
    value = code_of(reading, node.child_by_field_id(LEFT))
    collection = code_of(reading, node.child_by_field_id(RIGHT))
    return (kotlin.COLLECTION_TEST, node.start_point[0], reading.column(node), value, collection)


@expression("binary_expression")
def binary(reading: Reading, node: Node) -> Code:
    """Left spines are walked in a loop: a text of a thousand `+` must not nest a thousand deep."""
    spine: list[Node] = []
    current: Node | None = node
    while current is not None and current.kind_id in _BINARY:
        spine.append(current)
        current = current.child_by_field_id(LEFT)
    code = code_of(reading, current)
    for each in reversed(spine):
        operator = each.child_by_field_id(OPERATOR)
        written = "" if operator is None else operator.type
        if written in _DECISIONS:
            reading.decisions += 1
        right = code_of(reading, each.child_by_field_id(RIGHT))
        if written == "?:":
            code = (kotlin.ELVIS, code, right)
        else:
            place = each if operator is None else operator
            code = (kotlin.BINARY, place.start_point[0], reading.column(place), written, code, right)
    return code


@expression("range_expression")
def _range(reading: Reading, node: Node) -> Code:
    parts = named(node)
    operator = next((child for child in node.children if child.type in ("..", "..<")), None)
    if len(parts) != 2 or operator is None:
        return parts_of(reading, node)
    place = (operator.start_point[0], reading.column(operator))
    return (kotlin.BINARY, *place, operator.type, code_of(reading, parts[0]), code_of(reading, parts[1]))


@expression("unary_expression")
def _unary(reading: Reading, node: Node) -> Code:
    argument, operator = node.child_by_field_id(ARGUMENT), node.child_by_field_id(OPERATOR)
    if argument is None or operator is None:
        return parts_of(reading, node)
    code = code_of(reading, argument)
    if operator.type == "!!":
        return lifted(code, lambda inner: (kotlin.NOT_NULL, inner))
    row, column = operator.start_point[0], reading.column(operator)
    if operator.start_byte < argument.start_byte:
        return (kotlin.UNARY, row, column, operator.type, code)
    return lifted(code, lambda inner: (kotlin.SEQUENCE, ((kotlin.UNARY, row, column, operator.type, inner),)))


@expression("index_expression")
def _index(reading: Reading, node: Node) -> Code:
    holder, *indexes = named(node)
    row, column = node.start_point[0], reading.column(node)
    target = code_of(reading, holder)
    codes = tuple([code_of(reading, each) for each in indexes])
    return lifted(target, lambda inner: (kotlin.INDEX, row, column, inner, codes))


@expression("assignment")
def _assign(reading: Reading, node: Node) -> Code:
    left = code_of(reading, node.child_by_field_id(LEFT))
    right = code_of(reading, node.child_by_field_id(RIGHT))
    operator = node.child_by_field_id(OPERATOR)
    place = node if operator is None else operator
    written = "=" if operator is None else operator.type
    return (kotlin.ASSIGN, place.start_point[0], reading.column(place), written, left, right)


@expression("if_expression")
def _if(reading: Reading, node: Node) -> Code:
    reading.decisions += 1
    condition = node.child_by_field_id(CONDITION)
    children = node.children
    at = next((i for i, child in enumerate(children) if child.type == ")"), 0)
    then: Node | None = None
    otherwise: Node | None = None
    after_else = False
    for child in children[at + 1 :]:
        if child.type == "else":
            after_else = True
        elif child.is_named and child.kind_id not in COMMENTS:
            if after_else:
                otherwise = child
            else:
                then = child
    code = code_of(reading, condition)
    last = code_of(reading, otherwise) if otherwise is not None else None
    return (kotlin.IF, code, code_of(reading, then), last)


@expression("return_expression")
def _return(reading: Reading, node: Node) -> Code:
    label = node.child_by_field_id(LABEL)
    values = [child for child in named(node) if label is None or child.id != label.id]
    name = None if label is None else reading.word(label)
    return (kotlin.RETURN, code_of(reading, values[-1]) if values else None, name)


@expression("throw_expression")
def _throw(reading: Reading, node: Node) -> Code:
    return (kotlin.NOTHING, tuple(code_of(reading, child) for child in named(node)))


@expression("block")
def _block(reading: Reading, node: Node) -> Code:
    codes = codes_of(reading, named(node))
    return (kotlin.BLOCK, codes) if codes else UNKNOWN
