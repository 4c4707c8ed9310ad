"""Lambdas, branches, loops, locals and everything declared inside a body."""

from tree_sitter import Node

from kg.ingest.parse.kotlin.expressions import code_of, codes_of, expression
from kg.ingest.parse.kotlin.grammar import (
    BODY,
    COMMENTS,
    CONDITION,
    IDENTIFIER,
    PARAMETERS,
    TYPES,
    child_of,
    ids,
    named,
)
from kg.ingest.parse.kotlin.reading import UNKNOWN, UNTYPED, Reading
from kg.ingest.parse.kotlin.types import type_of
from kg.schema import kotlin
from kg.schema.kotlin import Code, KotlinType

_VARIABLE = ids("variable_declaration")
_VARIABLES = ids("multi_variable_declaration")
_LAMBDA_PARAMETERS = ids("lambda_parameters")
_LAMBDA = ids("lambda_literal")
_LABEL = ids("label")
_ENTRY = ids("when_entry")
_SUBJECT = ids("when_subject")
_TYPE_TEST, _RANGE_TEST = ids("type_test"), ids("range_test")
_CATCH, _FINALLY = ids("catch_block"), ids("finally_block")
_DELEGATE = ids("property_delegate")
_PARAMETER = ids("parameter")
_ASSIGN = ids("=")
_IN = ids("in")

Names = tuple[tuple[str, ...], tuple[KotlinType | None, ...]]


def names_of(reading: Reading, node: Node) -> Names:
    """The names a declaration brings, `_` among them, and their types as far as written."""
    if node.kind_id in _VARIABLES:
        each = [names_of(reading, child) for child in node.children if child.kind_id in _VARIABLE]
        each += [(("_",), (None,))] if len(each) == 1 else []  # one name that is a part, not the whole
        return tuple(names[0] for names, _ in each), tuple(types[0] for _, types in each)
    name, of = "", None
    for child in node.children:
        if child.kind_id in IDENTIFIER:
            name = reading.word(child)
        elif child.kind_id in TYPES:
            of = type_of(reading, child)
    return (name,), (of,)


@expression("annotated_lambda")
def _annotated_lambda(reading: Reading, node: Node) -> Code:
    label: str | None = None
    for child in node.children:
        if child.kind_id in _LABEL:
            label = reading.slice(child).rstrip("@ ")
        elif child.kind_id in _LAMBDA:
            return _lambda_code(reading, child, label)
    return UNKNOWN


@expression("lambda_literal")
def _lambda(reading: Reading, node: Node) -> Code:
    return _lambda_code(reading, node, None)


def _lambda_code(reading: Reading, node: Node, label: str | None) -> Code:
    reading.marks += 1
    parameters: list[Names] | None = None
    nodes = named(node)
    if any(child.type == "->" for child in node.children):
        parameters = []
    if nodes and nodes[0].kind_id in _LAMBDA_PARAMETERS:
        parameters = [
            names_of(reading, child)
            for child in nodes[0].children
            if child.kind_id in _VARIABLE or child.kind_id in _VARIABLES
        ]
        nodes = nodes[1:]
    written = None if parameters is None else tuple(parameters)
    return (kotlin.LAMBDA, written, codes_of(reading, nodes), label)


@expression("anonymous_function")
def _anonymous_function(reading: Reading, node: Node) -> Code:
    reading.marks += 1
    result: KotlinType | None = None
    receiver: KotlinType | None = None
    parameters: list[tuple[str, KotlinType | None]] = []
    seen = False
    body = UNKNOWN
    for child in node.children:
        if child.kind_id in PARAMETERS:
            seen = True
            each = [names_of(reading, one) for one in child.children if one.kind_id in _PARAMETER]
            parameters = [(names[0], types[0]) for names, types in each]
        elif child.kind_id in TYPES:
            if seen:
                result = type_of(reading, child)
            else:
                receiver = type_of(reading, child)
        elif child.kind_id in BODY:
            body = code_of(reading, child)
    return (kotlin.FUNCTION, tuple(parameters), result, body, receiver)


@expression("function_body")
def _function_body(reading: Reading, node: Node) -> Code:
    inner = named(node)
    return code_of(reading, inner[-1]) if inner else UNKNOWN


@expression("object_literal")
def _object(reading: Reading, node: Node) -> Code:
    return (kotlin.OBJECT, reading.define_object(reading, node))


@expression("class_declaration", "object_declaration")
def _local_class(reading: Reading, node: Node) -> Code:
    return (kotlin.LOCAL_CLASS, reading.define_local(reading, node))


@expression("function_declaration")
def _local_function(reading: Reading, node: Node) -> Code:
    reading.marks += 1
    return (kotlin.LOCAL_FUNCTION, reading.define_function(reading, node))


@expression("property_declaration")
def _local(reading: Reading, node: Node) -> Code:
    names: Names = ((), ())
    value: Code | None = None
    delegate: Code | None = None
    place, after = node, False
    for child in node.children:
        if child.kind_id in _VARIABLE or child.kind_id in _VARIABLES:
            names, place = names_of(reading, child), child
        elif child.kind_id in _ASSIGN:
            after = True
        elif child.kind_id in _DELEGATE:
            inner = named(child)
            delegate = code_of(reading, inner[-1] if inner else None)
        elif after and child.is_named and child.kind_id not in COMMENTS:
            value, after = code_of(reading, child), False
    row, column = place.start_point[0], reading.column(place)
    return (kotlin.LOCAL, row, column, *names, value, delegate)


@expression("when_expression")
def _when(reading: Reading, node: Node) -> Code:
    subject: Code | None = None
    name: str | None = None
    entries: list[tuple[tuple[Code, ...], Code]] = []
    for child in node.children:
        if child.kind_id in _SUBJECT:
            for part in named(child):
                if part.kind_id in _VARIABLE:
                    name = names_of(reading, part)[0][0]
                else:
                    subject = code_of(reading, part)
        elif child.kind_id in _ENTRY:
            reading.decisions += 1
            entries.append(_when_entry(reading, child))
    return (kotlin.WHEN, subject, name, tuple(entries))


def _when_entry(reading: Reading, node: Node) -> tuple[tuple[Code, ...], Code]:
    conditions = tuple([_case(reading, each) for each in node.children_by_field_id(CONDITION)])
    body, after = UNKNOWN, False
    for child in node.children:
        if child.type == "->":
            after = True
        elif after and child.is_named and child.kind_id not in COMMENTS:
            body = code_of(reading, child)
    return conditions, body


def _case(reading: Reading, node: Node) -> Code:
    if node.kind_id in _TYPE_TEST:
        return (kotlin.CASE_IS, type_of(reading, child_of(node, TYPES)), node.children[0].type == "!is")
    if node.kind_id in _RANGE_TEST:
        inner = named(node)
        code = code_of(reading, inner[-1] if inner else None)
        return (kotlin.CASE_IN, node.start_point[0], reading.column(node), code)
    return (kotlin.CASE_VALUE, code_of(reading, node))


@expression("try_expression")
def _try(reading: Reading, node: Node) -> Code:
    body = UNKNOWN
    last: Code | None = None
    catches: list[tuple[str, KotlinType, Code]] = []
    for child in named(node):
        if child.kind_id in _CATCH:
            reading.decisions += 1
            catches.append(_catch(reading, child))
        elif child.kind_id in _FINALLY:
            last = code_of(reading, named(child)[-1])
        else:
            body = code_of(reading, child)
    return (kotlin.TRY, body, tuple(catches), last)


def _catch(reading: Reading, node: Node) -> tuple[str, KotlinType, Code]:
    name, of = "", UNTYPED
    for child in node.children:
        if child.kind_id in IDENTIFIER:
            name = reading.word(child)
        elif child.kind_id in TYPES:
            of = type_of(reading, child)
    return name, of, code_of(reading, named(node)[-1])


@expression("for_statement")
def _for(reading: Reading, node: Node) -> Code:
    reading.decisions += 1
    names: Names = ((), ())
    iterated, body = UNKNOWN, UNKNOWN
    row, column = node.start_point[0], reading.column(node)
    stage = 0
    for child in node.children:
        if child.kind_id in _IN:
            stage = 1
        elif child.type == ")":
            stage = 2
        elif stage == 0 and (child.kind_id in _VARIABLE or child.kind_id in _VARIABLES):
            names = names_of(reading, child)
        elif stage and child.is_named and child.kind_id not in COMMENTS:
            if stage == 1:
                row, column = child.start_point[0], reading.column(child)
                iterated = code_of(reading, child)
            else:
                body = code_of(reading, child)
    return (kotlin.FOR, row, column, *names, iterated, body)


@expression("while_statement", "do_while_statement")
def _while(reading: Reading, node: Node) -> Code:
    """Condition first, also where it stands behind: names of the body are not told apart."""
    reading.decisions += 1
    condition = node.child_by_field_id(CONDITION)
    rest = [child for child in named(node) if condition is None or child.id != condition.id]
    codes = [code_of(reading, child) for child in rest if child.kind_id not in _LABEL]
    return (kotlin.WHILE, code_of(reading, condition), codes[-1] if codes else UNKNOWN)
