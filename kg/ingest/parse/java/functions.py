"""Lambdas and method references: parameters, body, and what kind of function they can be."""

from tree_sitter import Node

from kg.ingest.parse.java.beside import ROW_CALLS
from kg.ingest.parse.java.expressions import UNKNOWN, code_of, expression, statement
from kg.ingest.parse.java.grammar import (
    BODY,
    COMMENTS,
    NAME,
    PARAMETERS,
    TYPE,
    ids,
    named,
)
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import depth, in_array, type_of
from kg.ingest.parse.java.usages import note_reference
from kg.schema import java
from kg.schema.java import Code, JavaType

_NEW = ids("new")
_BLOCK = ids("block")
_PARAMETER_LISTS = ids("formal_parameters", "inferred_parameters")
_LAMBDA_PARAMETERS = ids("formal_parameter", "spread_parameter", "identifier", "underscore_pattern")
_TYPE_NODES = ids(
    "array_type", "generic_type", "integral_type", "floating_point_type", "boolean_type", "annotated_type",
    "type_identifier", "scoped_type_identifier", "void_type",
)  # fmt: skip
_STATEMENT_EXPRESSIONS = ids(
    "method_invocation", "assignment_expression", "update_expression", "object_creation_expression"
)


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
    if name in ROW_CALLS and name in reading.calls_beside:
        note_reference(reading, name, of, row)
    return (java.REFERENCE, row, column, code_of(reading, of), None, name)
