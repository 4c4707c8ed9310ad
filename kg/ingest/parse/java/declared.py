"""Where a name that code uses is declared in its own file, and as what. Walks up from the use.

In: a node and a name. Out: the declared type as written (without type arguments), the value it starts with,
and whether it is a parameter, a local or a field. Only asked for the few calls that a framework gives a
meaning to, so it looks at the tree again instead of keeping tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from kg.ingest.parse.java.grammar import BODY, DECLARATOR, NAME, PARAMETERS, TYPE, VALUE, ids
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import nested, type_of

_BLOCKS = ids("block", "constructor_body", "switch_block_statement_group", "program")
_LOCALS = ids("local_variable_declaration")
_RESOURCES = ids("try_with_resources_statement")
_RESOURCE = ids("resource")
_METHODS = ids("method_declaration", "constructor_declaration")
_LAMBDAS = ids("lambda_expression")
_BODIES = ids("class_body", "interface_body", "enum_body_declarations", "record_body")
_FIELDS = ids("field_declaration", "constant_declaration")
_FORMAL = ids("formal_parameter", "spread_parameter")
_NEW = ids("object_creation_expression")
_INFERRED = "var"


@dataclass(frozen=True, slots=True)
class Declared:
    """A name's declaration."""

    type: str
    """`KafkaTemplate`, `WebClient.Builder`, without type arguments and package; empty where it is inferred from what is unknown."""
    value: Node | None
    """What it starts with."""
    is_field: bool
    is_parameter: bool
    scope: Node
    """The block, method or class body that it belongs to."""


def declared(reading: Reading, use: Node, name: str, fields_only: bool) -> Declared | None:
    """The innermost declaration of a name around its use; None where this file has none."""
    node = use.parent
    while node is not None:
        kind = node.kind_id
        if kind in _BODIES:
            for found in _of_fields(reading, node, name):
                return found
        elif not fields_only:
            for found in _of_code(reading, node, use, name):
                return found
        node = node.parent
    return None


def result_of(reading: Reading, use: Node, name: str) -> str:
    """The declared result of a method of the class around a use; empty where it has none of that name."""
    node = use.parent
    while node is not None:
        if node.kind_id in _BODIES:
            for child in node.children:
                named = child.child_by_field_id(NAME) if child.kind_id in _METHODS else None
                if named is not None and reading.slice(named) == name:
                    return nested(type_of(reading, child.child_by_field_id(TYPE)))
        node = node.parent
    return ""


def _of_fields(reading: Reading, body: Node, name: str) -> Iterator[Declared]:
    for child in body.children:
        if child.kind_id in _FIELDS:
            yield from _declarators(reading, child, name, body, is_field=True)
    holder = body.parent
    parameters = None if holder is None else holder.child_by_field_id(PARAMETERS)
    if parameters is not None:  # components of a record
        yield from _parameters(reading, parameters, name, body, is_field=True)


def _of_code(reading: Reading, node: Node, use: Node, name: str) -> Iterator[Declared]:
    kind = node.kind_id
    if kind in _BLOCKS:
        for child in node.children:
            if child.start_byte >= use.start_byte:
                break
            if child.kind_id in _LOCALS:
                yield from _declarators(reading, child, name, node, is_field=False)
    elif kind in _RESOURCES:
        for child in (each for part in node.children for each in part.children):
            named = child.child_by_field_id(NAME) if child.kind_id in _RESOURCE else None
            if named is not None and reading.slice(named) == name:
                yield _made(reading, child, child.child_by_field_id(VALUE), node, is_field=False)
    elif kind in _METHODS or kind in _LAMBDAS:
        parameters = node.child_by_field_id(PARAMETERS)
        if parameters is not None:
            yield from _parameters(reading, parameters, name, node, is_field=False)


def _declarators(
    reading: Reading, declaration: Node, name: str, scope: Node, *, is_field: bool
) -> Iterator[Declared]:
    for declarator in declaration.children_by_field_id(DECLARATOR):
        named = declarator.child_by_field_id(NAME)
        if named is not None and reading.slice(named) == name:
            yield _made(reading, declaration, declarator.child_by_field_id(VALUE), scope, is_field=is_field)


def _made(
    reading: Reading, declaration: Node, value: Node | None, scope: Node, *, is_field: bool
) -> Declared:
    of = nested(type_of(reading, declaration.child_by_field_id(TYPE)))
    if of in (_INFERRED, "?"):
        made = None if value is None or value.kind_id not in _NEW else value.child_by_field_id(TYPE)
        of = "" if made is None else nested(type_of(reading, made))
    return Declared(of, value, is_field, False, scope)


def _parameters(
    reading: Reading, parameters: Node, name: str, scope: Node, *, is_field: bool
) -> Iterator[Declared]:
    """An untyped parameter of a lambda hides what is declared around it, too."""
    if reading.slice(parameters) == name:
        yield Declared("", None, False, True, scope)
    for child in parameters.children:
        named = child if child.type == "identifier" else child.child_by_field_id(NAME)
        if named is None or reading.slice(named) != name:
            continue
        of = nested(type_of(reading, child.child_by_field_id(TYPE))) if child.kind_id in _FORMAL else ""
        yield Declared(of, None, is_field, not is_field, scope)


def body_of(scope: Node) -> Node:
    """What may assign a name again: the body of a method, else the scope itself."""
    return scope.child_by_field_id(BODY) or scope
