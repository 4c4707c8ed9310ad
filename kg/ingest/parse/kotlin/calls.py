"""Calls: a site each, with its place, name and arguments; the lambda behind the brackets is one of them."""

from tree_sitter import Node

from kg.ingest.parse.java.handed import HANDING
from kg.ingest.parse.kotlin.expressions import binary, code_of, expression, lifted, parts_of
from kg.ingest.parse.kotlin.grammar import (
    ARGUMENT,
    ARGUMENTS,
    COMMENTS,
    IDENTIFIER,
    LEFT,
    OPERATOR,
    RIGHT,
    TYPE_ARGUMENTS,
    ids,
    named,
)
from kg.ingest.parse.kotlin.keys import read_by_call
from kg.ingest.parse.kotlin.reading import UNKNOWN, Reading
from kg.ingest.parse.kotlin.sent import note_sent
from kg.ingest.parse.kotlin.types import short, type_arguments, type_of
from kg.schema import kotlin
from kg.schema.kotlin import Argument, Code, KotlinType

_CALL = ids("call_expression")
_NAVIGATION = ids("navigation_expression")
_PARENTHESIZED = ids("parenthesized_expression")
_BINARY = ids("binary_expression")
_UNARY = ids("unary_expression")
_LAMBDA = ids("annotated_lambda", "lambda_literal")
_ARGUMENT = ids("value_argument")
_SPREAD = ids("spread_expression")
_DOUBLE_COLON = ids("::")


@expression("call_expression")
def _call(reading: Reading, node: Node) -> Code:
    """`f(a) { b }` is two nodes and one call; `f(a)(b)` is two calls."""
    children = [child for child in node.children if child.kind_id not in COMMENTS]
    trailing: list[Node] = []
    while children and children[-1].kind_id in _LAMBDA:
        trailing.insert(0, children.pop())
    if len(children) == 1 and children[0].kind_id in _CALL and _takes_lambda(children[0]):
        children = [child for child in children[0].children if child.kind_id not in COMMENTS]
    brackets: Node | None = None
    types: tuple[KotlinType, ...] = ()
    for child in children[1:]:
        if child.kind_id in ARGUMENTS:
            brackets = child
        elif child.kind_id in TYPE_ARGUMENTS:
            types = type_arguments(reading, child)
    if not children:
        return UNKNOWN
    return _called(reading, children[0], types, brackets, trailing)


@expression("binary_expression")
def _binary_or_call(reading: Reading, node: Node) -> Code:
    """`Task<Context> { … }` and `Key<Order>("x")` may read as two comparisons; they are calls."""
    inner, last = node.child_by_field_id(LEFT), node.child_by_field_id(RIGHT)
    if inner is None or last is None or inner.kind_id not in _BINARY:
        return binary(reading, node)
    if last.kind_id not in _LAMBDA and last.kind_id not in _PARENTHESIZED:
        return binary(reading, node)
    callee, of = inner.child_by_field_id(LEFT), inner.child_by_field_id(RIGHT)
    signs = [each.child_by_field_id(OPERATOR) for each in (inner, node)]
    if callee is None or of is None or [sign.type for sign in signs if sign is not None] != ["<", ">"]:
        return binary(reading, node)
    code = _called(reading, callee, ("".join(reading.slice(of).split()),), None, [last])
    if last.kind_id in _LAMBDA or code[0] != kotlin.CALL:
        return code
    return (*code[:5], (("", code[5][0][1], False),), code[6])


def _takes_lambda(call: Node) -> bool:
    return not any(child.kind_id in _LAMBDA for child in call.children)


def _called(
    reading: Reading, callee: Node, types: tuple[KotlinType, ...], brackets: Node | None, trailing: list[Node]
) -> Code:
    while callee.kind_id in _PARENTHESIZED and len(named(callee)) == 1:
        callee = named(callee)[0]
    argument = callee.child_by_field_id(ARGUMENT) if callee.kind_id in _UNARY else None
    sign = None if argument is None else callee.children[0]
    if argument is not None and sign is not None and sign.start_byte < argument.start_byte:
        made = _called(reading, argument, types, brackets, trailing)
        return (kotlin.UNARY, sign.start_point[0], reading.column(sign), sign.type, made)
    target: Code | None = None
    holder: Node | None = None
    name_node: Node | None = callee if callee.kind_id in IDENTIFIER else None
    if callee.kind_id in _NAVIGATION:
        children = [child for child in callee.children if child.kind_id not in COMMENTS]
        if children[-1].kind_id in IDENTIFIER and children[-2].kind_id not in _DOUBLE_COLON:
            name_node, holder = children[-1], children[0]
            target = code_of(reading, holder)
    if name_node is None:
        return _invoked(reading, callee, brackets, trailing)
    name = reading.word(name_node)
    row, column = name_node.start_point[0], reading.column(name_node)
    place = len(reading.sites)
    reading.site(row, column, name, 0)
    arguments = arguments_of(reading, brackets, trailing)
    if brackets is not None:
        read_by_call(reading, target, name, brackets)
        if name in HANDING:
            note_sent(reading, name_node, holder, brackets)
    if arguments:
        reading.sites[place] = f"{row - reading.row}:{column} {name}/{len(arguments)}"
    if name in ("this", "super") and target is None:
        return (kotlin.DELEGATE_CALL, row, column, name, arguments)
    if target is None:
        return (kotlin.CALL, row, column, None, name, arguments, types)
    return lifted(target, lambda inner: (kotlin.CALL, row, column, inner, name, arguments, types))


def _invoked(reading: Reading, callee: Node, brackets: Node | None, trailing: list[Node]) -> Code:
    row, column = callee.end_point[0], reading.column(callee)
    value = code_of(reading, callee)
    reading.marks += 1
    return (kotlin.INVOKE, row, column, value, arguments_of(reading, brackets, trailing))


@expression("infix_expression")
def _infix(reading: Reading, node: Node) -> Code:
    """`a plus b` is `a.plus(b)`."""
    parts = named(node)
    if len(parts) != 3:
        return parts_of(reading, node)
    left = code_of(reading, parts[0])
    name = reading.word(parts[1])
    row, column = parts[1].start_point[0], reading.column(parts[1])
    reading.site(row, column, name, 1)
    return (kotlin.CALL, row, column, left, name, (("", code_of(reading, parts[2]), False),), ())


@expression("constructor_delegation_call")
def _delegation(reading: Reading, node: Node) -> Code:
    """`: this(…)` and `: super(…)` of a secondary constructor."""
    word = node.children[0]
    row, column, name = word.start_point[0], reading.column(word), word.type
    place = len(reading.sites)
    reading.site(row, column, name, 0)
    arguments = arguments_of(reading, node.children[-1])
    if arguments:
        reading.sites[place] = f"{row - reading.row}:{column} {name}/{len(arguments)}"
    return (kotlin.DELEGATE_CALL, row, column, name, arguments)


@expression("constructor_invocation")
def _super_call(reading: Reading, node: Node) -> Code:
    """`Base<T>(repo)` in the header of a class."""
    of = type_of(reading, node.children[0])
    row, column = node.start_point[0], reading.column(node)
    place = len(reading.sites)
    reading.site(row, column, short(of), 0)
    arguments = arguments_of(reading, node.children[-1])
    if arguments:
        reading.sites[place] = f"{row - reading.row}:{column} {short(of)}/{len(arguments)}"
    return (kotlin.SUPER_CALL, row, column, of, arguments)


def arguments_of(
    reading: Reading, brackets: Node | None, trailing: list[Node] | tuple[Node, ...] = ()
) -> tuple[Argument, ...]:
    children = brackets.children if brackets is not None else []
    written = [_argument(reading, child) for child in children if child.kind_id in _ARGUMENT]
    return (*written, *(("{", code_of(reading, each), False) for each in trailing))


def _argument(reading: Reading, node: Node) -> Argument:
    children = [child for child in node.children if child.kind_id not in COMMENTS]
    name = ""
    if len(children) > 2 and children[1].type == "=":
        name = reading.word(children[0])
        children = children[2:]
    if not children:
        return (name, UNKNOWN, False)
    if children[0].type == "*" and len(children) > 1:
        return (name, code_of(reading, children[1]), True)
    if children[-1].kind_id in _SPREAD:
        inner = named(children[-1])
        return (name, code_of(reading, inner[-1] if inner else None), True)
    return (name, code_of(reading, children[-1]), False)
