"""The Kotlin grammar: parse with a deadline, the ids of its nodes, and tables of handlers by id.

Node types are compared as numbers: a string would be made anew for every node of every file.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

import tree_sitter_kotlin
from tree_sitter import Language, Node, Parser, Tree

from kg.ingest.parse.unit import TooSlow, Unit

if TYPE_CHECKING:
    from kg.ingest.parse.kotlin.reading import Reading

LANGUAGE = Language(tree_sitter_kotlin.language())
KINDS = LANGUAGE.node_kind_count
_CHUNK = 1 << 16

Result = TypeVar("Result")
Rule = Callable[["Reading", Node], Result]


def parse(data: bytes, unit: Unit) -> Tree:
    """The tree of a text; TooSlow when the unit's time is used up."""
    parser = Parser(LANGUAGE)
    try:
        return parser.parse(
            lambda offset, _point: data[offset : offset + _CHUNK],
            progress_callback=lambda _offset, _error: unit.late(),
        )
    except ValueError as error:
        raise TooSlow from error


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
CONDITION = field("condition")
LEFT, RIGHT, OPERATOR = field("left"), field("right"), field("operator")
ARGUMENT, LABEL = field("argument"), field("label")

COMMENTS = ids("line_comment", "block_comment")
IDENTIFIER = ids("identifier")
MODIFIERS = ids("modifiers")
BODY = ids("function_body")
BLOCK = ids("block")
TYPES = ids(
    "user_type", "nullable_type", "function_type", "parenthesized_type", "non_nullable_type", "dynamic"
)
TYPE_ARGUMENTS = ids("type_arguments")
TYPE_PARAMETERS = ids("type_parameters")
CONSTRAINTS = ids("type_constraints")
PARAMETERS = ids("function_value_parameters")
ARGUMENTS = ids("value_arguments")
CLASS_BODIES = ids("class_body", "enum_class_body")
PROPERTY = ids("property_declaration")
FUNCTION = ids("function_declaration")
CLASS = ids("class_declaration", "object_declaration")


def named(node: Node) -> list[Node]:
    """The named children without comments: what a rule is made of."""
    return [child for child in node.children if child.is_named and child.kind_id not in COMMENTS]


def child_of(node: Node, kinds: frozenset[int]) -> Node | None:
    """The first child of these kinds."""
    for child in node.children:
        if child.kind_id in kinds:
            return child
    return None
