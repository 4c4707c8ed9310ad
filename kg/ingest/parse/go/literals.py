"""Literals that hold code: composite literals and functions."""

from tree_sitter import Node

from kg.ingest.parse.go.expressions import UNKNOWN, code_of, expression, value_of
from kg.ingest.parse.go.grammar import BODY, COMMENT, TYPE, VALUE, field, ids, named
from kg.ingest.parse.go.reading import Reading
from kg.ingest.parse.go.types import signature_of, type_of
from kg.schema import go
from kg.schema.go import Code

_KEY = field("key")
_KEYED = ids("keyed_element")


@expression("composite_literal")
def _composite(reading: Reading, node: Node) -> Code:
    of = type_of(reading, node.child_by_field_id(TYPE))
    body = node.child_by_field_id(BODY)
    return (go.COMPOSITE, of, () if body is None else _elements(reading, body))


@expression("literal_value")
def _literal_value(reading: Reading, node: Node) -> Code:
    return (go.ELEMENTS, _elements(reading, node))


def _elements(reading: Reading, node: Node) -> tuple[tuple[Code | None, Code], ...]:
    """A table of constants says nothing about calls: it is kept as an empty one."""
    before = reading.marks
    found: list[tuple[Code | None, Code]] = []
    for child in node.children:
        if child.kind_id in _KEYED:
            key, value = child.child_by_field_id(_KEY), child.child_by_field_id(VALUE)
            found.append((_key(reading, key), _element(reading, value)))
        elif child.is_named and child.kind_id not in COMMENT:
            found.append((None, _element(reading, child)))
    return tuple(found) if reading.marks > before else ()


def _key(reading: Reading, node: Node | None) -> Code:
    """The key of a map, or the name of a field: the type says which."""
    inner = named(node) if node is not None else []
    return code_of(reading, inner[0]) if inner else UNKNOWN


def _element(reading: Reading, node: Node | None) -> Code:
    inner = named(node) if node is not None else []
    if not inner:
        return UNKNOWN
    return value_of(reading, inner[0])


@expression("func_literal")
def _closure(reading: Reading, node: Node) -> Code:
    """It folds into what surrounds it: its calls are calls of the function around it."""
    reading.marks += 1
    of, names, results = signature_of(reading, node)
    return (go.CLOSURE, of, names, results, code_of(reading, node.child_by_field_id(BODY)))
