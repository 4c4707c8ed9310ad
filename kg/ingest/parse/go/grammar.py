"""The Go grammar: parse with a deadline, the ids of its nodes, and tables of handlers by id.

Node types are compared as numbers: a string would be made anew for every node of every file.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

import tree_sitter_go
from tree_sitter import Language, Node, Parser

from kg.ingest.parse.unit import TooSlow, Unit

if TYPE_CHECKING:
    from kg.ingest.parse.go.reading import Reading

LANGUAGE = Language(tree_sitter_go.language())
KINDS = LANGUAGE.node_kind_count
_CHUNK = 1 << 16

Result = TypeVar("Result")
Rule = Callable[["Reading", Node], Result]


def parse(data: bytes, unit: Unit) -> Node:
    """The root of a text's tree; TooSlow when the unit's time is used up."""
    parser = Parser(LANGUAGE)
    try:
        tree = parser.parse(
            lambda offset, _point: data[offset : offset + _CHUNK],
            progress_callback=lambda _offset, _error: unit.late(),
        )
    except ValueError as error:
        raise TooSlow from error
    return tree.root_node


def ids(*names: str) -> frozenset[int]:
    """Every id of the node types so named (an alias has an id of its own); tokens by their text."""
    wanted = set(names)
    return frozenset(i for i in range(KINDS) if LANGUAGE.node_kind_for_id(i) in wanted)


def field(name: str) -> int:
    found = LANGUAGE.field_id_for_name(name)
    assert found is not None, name
    return found


class Table(dict[int, "Rule[Result]"], Generic[Result]):
    """Handlers by node id, filled by decorators where they are written."""

    def __init__(self, otherwise: "Rule[Result]") -> None:
        super().__init__((i, otherwise) for i in range(KINDS))
        self.otherwise = otherwise

    def __missing__(self, _kind: int) -> "Rule[Result]":
        """ERROR nodes have an id beyond the table."""
        return self.otherwise

    def add(self, *names: str) -> "Callable[[Rule[Result]], Rule[Result]]":
        def register(handler: "Rule[Result]") -> "Rule[Result]":
            for i in ids(*names):
                self[i] = handler
            return handler

        return register


NAME = field("name")
TYPE = field("type")
BODY = field("body")
PARAMETERS = field("parameters")
RESULT = field("result")
ARGUMENTS = field("arguments")
TYPE_ARGUMENTS = field("type_arguments")
TYPE_PARAMETERS = field("type_parameters")
OPERAND = field("operand")
FIELD = field("field")
VALUE = field("value")
LEFT = field("left")
RIGHT = field("right")
ELEMENT = field("element")

COMMENT = ids("comment")
IDENTIFIER = ids("identifier")


def named(node: Node) -> list[Node]:
    """The named children without comments: what a rule is made of."""
    return [child for child in node.children if child.is_named and child.kind_id not in COMMENT]
