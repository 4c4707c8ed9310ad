"""Bodies that say nothing of their own: empty, getters, setters, a constant, constructors that store."""

from tree_sitter import Node

from kg.ingest.parse.java.grammar import ids, named

_RETURN = ids("return_statement")
_EXPRESSION = ids("expression_statement")
_ASSIGNMENT = ids("assignment_expression")
_CONSTRUCTOR_CALL = ids("explicit_constructor_invocation")
_PLAIN = ids(
    "identifier", "field_access", "this", "true", "false", "null_literal", "string_literal", "character_literal",
    "decimal_integer_literal", "hex_integer_literal", "decimal_floating_point_literal", "class_literal",
)  # fmt: skip
_LONGEST = 12
"""Statements; a body with more is read in full anyway."""


def is_trivial(body: Node) -> bool:
    statements = named(body)
    if len(statements) > _LONGEST:
        return False
    return all(_is_plain(statement) for statement in statements)


def _is_plain(statement: Node) -> bool:
    kind = statement.kind_id
    if kind in _RETURN:
        return all(child.kind_id in _PLAIN for child in named(statement))
    if kind in _EXPRESSION:
        child = statement.children[0]
        return child.kind_id in _ASSIGNMENT and all(part.kind_id in _PLAIN for part in named(child))
    if kind in _CONSTRUCTOR_CALL:
        arguments = named(statement)[-1:]
        return bool(arguments) and all(part.kind_id in _PLAIN for part in named(arguments[0]))
    return False
