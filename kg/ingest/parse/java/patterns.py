"""Switches and patterns: the names they declare, and what each case gives."""

from tree_sitter import Node

from kg.ingest.parse.java.expressions import code_of, expression, parts_of, statement
from kg.ingest.parse.java.grammar import (
    BODY,
    CONDITION,
    NAME,
    field,
    ids,
    named,
)
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import type_of
from kg.schema import java
from kg.schema.java import Code

_LEFT, _RIGHT, _PATTERN = field("left"), field("right"), field("pattern")


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
            value = code_of(reading, child.children[0])
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
    return parts_of(reading, node)
