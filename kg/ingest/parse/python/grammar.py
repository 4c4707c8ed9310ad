"""The Python grammar, and the tree of a single expression."""

import tree_sitter_python
from tree_sitter import Language, Node, Parser

LANGUAGE = Language(tree_sitter_python.language())


def parse_expression(source: bytes) -> Node | None:
    """The expression that a forward reference (an annotation in quotes) holds."""
    root = Parser(LANGUAGE).parse(source).root_node
    if root.has_error or root.named_child_count != 1:
        return None
    statement = root.named_child(0)
    if statement is None or statement.type != "expression_statement" or statement.named_child_count != 1:
        return None
    return statement.named_child(0)
