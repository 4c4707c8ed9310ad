"""The Java grammar: the ids of its nodes and fields (see `syntax` for how they are used)."""

from functools import partial

import tree_sitter_java
from tree_sitter import Language, Node

from kg.ingest.parse.syntax import field_in, ids_in

LANGUAGE = Language(tree_sitter_java.language())
ids = partial(ids_in, LANGUAGE)
field = partial(field_in, LANGUAGE)

NAME = field("name")
TYPE = field("type")
BODY = field("body")
PARAMETERS = field("parameters")
ARGUMENTS = field("arguments")
OBJECT = field("object")
VALUE = field("value")
DECLARATOR = field("declarator")
DIMENSIONS = field("dimensions")
CONDITION = field("condition")
CONSTRUCTOR = field("constructor")

COMMENTS = ids("line_comment", "block_comment")
MODIFIERS = ids("modifiers")
ANNOTATIONS = ids("marker_annotation", "annotation")


def named(node: Node) -> list[Node]:
    """The named children without comments: what a rule is made of."""
    return [child for child in node.children if child.is_named and child.kind_id not in COMMENTS]
