"""The Go grammar: the ids of its nodes and fields (see `syntax` for how they are used)."""

from functools import partial

import tree_sitter_go
from tree_sitter import Language, Node

from kg.ingest.parse.syntax import field_in, ids_in

LANGUAGE = Language(tree_sitter_go.language())
ids = partial(ids_in, LANGUAGE)
field = partial(field_in, LANGUAGE)

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
