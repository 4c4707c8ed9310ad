"""What every adapter on a tree-sitter grammar needs: parse with a deadline, ids of nodes, tables of rules.

Node types are compared as numbers where a language has much code: a string would be made anew for every
node of every file. Knows no language.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from tree_sitter import Language, Node, Parser

from kg.ingest.parse.unit import TooSlow

_CHUNK = 1 << 16

Context = TypeVar("Context")
Result = TypeVar("Result")


def parse_tree(language: Language, data: bytes, late: Callable[[], bool]) -> Node:
    """The root of the tree; TooSlow when `late` says so. Read in chunks: only that way it is asked."""
    try:
        tree = Parser(language).parse(
            lambda offset, _point: data[offset : offset + _CHUNK],
            progress_callback=lambda _offset, _has_error: late(),
        )
    except ValueError:  # how the binding says that it was told to stop
        raise TooSlow from None
    return tree.root_node


def ids_in(language: Language, *names: str) -> frozenset[int]:
    """Every id of the node types so named (an alias has an id of its own); tokens by their text."""
    wanted = set(names)
    kinds = range(language.node_kind_count)
    return frozenset(i for i in kinds if language.node_kind_for_id(i) in wanted)


def field_in(language: Language, name: str) -> int:
    """The id of a field that the grammar has."""
    found = language.field_id_for_name(name)
    assert found is not None, name
    return found


class RuleTable(dict[int, Callable[[Context, Node], Result]], Generic[Context, Result]):
    """Rules by node id, filled by decorators where they are written."""

    def __init__(self, language: Language, otherwise: Callable[[Context, Node], Result]) -> None:
        super().__init__((i, otherwise) for i in range(language.node_kind_count))
        self.language = language
        self.otherwise = otherwise

    def __missing__(self, _kind: int) -> Callable[[Context, Node], Result]:
        """ERROR nodes have an id beyond the table."""
        return self.otherwise

    def add(
        self, *names: str
    ) -> Callable[[Callable[[Context, Node], Result]], Callable[[Context, Node], Result]]:
        def register(rule: Callable[[Context, Node], Result]) -> Callable[[Context, Node], Result]:
            for i in ids_in(self.language, *names):
                self[i] = rule
            return rule

        return register


def text_of(node: Node) -> str:
    """A node as written, for formats whose files are small."""
    return node.text.decode("utf-8", "replace") if node.text else ""


def line_of(node: Node) -> int:
    """Its first line, from 1."""
    return int(node.start_point[0]) + 1


def end_line_of(node: Node) -> int:
    return int(node.end_point[0]) + 1


def error_line(node: Node) -> int:
    """The line of the first error."""
    while True:
        inner = next((child for child in node.children if child.has_error or child.is_missing), None)
        if inner is None:
            return line_of(node)
        node = inner
