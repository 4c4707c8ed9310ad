"""The Kotlin grammar: the ids of its nodes and fields (see `syntax` for how they are used)."""

from functools import partial

import tree_sitter_kotlin
from tree_sitter import Language, Node

from kg.ingest.parse.syntax import field_in, ids_in

LANGUAGE = Language(tree_sitter_kotlin.language())
ids = partial(ids_in, LANGUAGE)
field = partial(field_in, LANGUAGE)

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
