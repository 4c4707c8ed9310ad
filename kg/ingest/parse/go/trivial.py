"""Bodies that say nothing of their own: empty, getters, setters, a constant."""

from tree_sitter import Node

from kg.ingest.parse.go.grammar import ids, named

_LIST = ids("statement_list")
_RETURN = ids("return_statement")
_ASSIGNMENT = ids("assignment_statement")
_EXPRESSIONS = ids("expression_list")
_SELECTOR = ids("selector_expression")
_NAMES = ids("identifier")
_PLAIN = ids(
    "identifier", "int_literal", "float_literal", "interpreted_string_literal", "raw_string_literal", "rune_literal",
    "true", "false", "nil",
)  # fmt: skip
_LONGEST = 12
"""Statements; a body with more is read in full anyway."""


def is_trivial(body: Node) -> bool:
    statements = [
        each for child in named(body) for each in (named(child) if child.kind_id in _LIST else [child])
    ]
    return len(statements) <= _LONGEST and all(_is_plain(statement) for statement in statements)


def _is_plain(statement: Node) -> bool:
    if statement.kind_id not in _RETURN and statement.kind_id not in _ASSIGNMENT:
        return False
    parts = [
        part
        for child in named(statement)
        for part in (named(child) if child.kind_id in _EXPRESSIONS else [child])
    ]
    return all(part.kind_id in _PLAIN or _is_field(part) for part in parts)


def _is_field(node: Node) -> bool:
    return node.kind_id in _SELECTOR and node.children[0].kind_id in _NAMES
