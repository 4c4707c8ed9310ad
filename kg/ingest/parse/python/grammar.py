"""The tree of one file. In: UTF-8 bytes and when to give up. Out: the tree, or TooSlow."""

from collections.abc import Callable

import tree_sitter_python
from tree_sitter import Language, Node, Parser

from kg.ingest.parse.unit import TooSlow

LANGUAGE = Language(tree_sitter_python.language())

CHUNK = 1 << 16


def parse_tree(source: bytes, late: Callable[[], bool]) -> Node:
    """The root of the tree; the source is read in chunks because only that way asks `late`."""
    parser = Parser(LANGUAGE)
    try:
        tree = parser.parse(
            lambda offset, _point: source[offset : offset + CHUNK],
            progress_callback=lambda _offset, _has_error: late(),
        )
    except ValueError:  # how the binding says that it was told to stop
        raise TooSlow from None
    return tree.root_node


def parse_expression(source: bytes) -> Node | None:
    """The expression that a forward reference (an annotation in quotes) holds."""
    root = Parser(LANGUAGE).parse(source).root_node
    if root.has_error or root.named_child_count != 1:
        return None
    statement = root.named_child(0)
    if statement is None or statement.type != "expression_statement" or statement.named_child_count != 1:
        return None
    return statement.named_child(0)
