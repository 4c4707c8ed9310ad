"""What names a pattern binds, and where in the value each of them is found."""

from collections.abc import Callable
from typing import Any

from tree_sitter import Node

from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.walk import Walk
from kg.schema.typescript import REST

Path = tuple[Any, ...]
Bind = Callable[[str, Path], None]


def bind_pattern(walk: Walk, node: Node | None, path: Path, bind: Bind) -> None:
    """Call `bind` with each name and its path; defaults are read for the calls in them."""
    if node is None:
        return
    match node.type:
        case "identifier" | "shorthand_property_identifier_pattern" | "this":
            bind(walk.text(node), path)
        case "object_pattern":
            for child in named(node):
                _property(walk, child, path, bind)
        case "array_pattern":
            _elements(walk, node, path, bind)
        case "assignment_pattern" | "object_assignment_pattern":
            bind_pattern(walk, field(node, "left"), path, bind)
            walk.read(walk, field(node, "right"))
        case "rest_pattern":
            for child in named(node)[:1]:
                bind_pattern(walk, child, (*path, REST), bind)
        case "member_expression" | "subscript_expression" | "non_null_expression":
            walk.read(walk, node)
        case _:
            return


def _property(walk: Walk, node: Node, path: Path, bind: Bind) -> None:
    if node.type == "pair_pattern":
        key = field(node, "key")
        name = "" if key is None else key_name(walk, key)
        bind_pattern(walk, field(node, "value"), (*path, name), bind)
    elif node.type == "object_assignment_pattern":
        left = field(node, "left")
        if left is not None:
            bind(walk.text(left), (*path, walk.text(left)))
        walk.read(walk, field(node, "right"))
    elif node.type == "shorthand_property_identifier_pattern":
        bind(walk.text(node), (*path, walk.text(node)))
    else:
        bind_pattern(walk, node, path, bind)


def _elements(walk: Walk, node: Node, path: Path, bind: Bind) -> None:
    index = 0
    for child in node.children:
        if child.type == ",":
            index += 1
        elif child.type == "rest_pattern":
            for inner in named(child)[:1]:
                bind_pattern(walk, inner, (*path, REST), bind)
        elif child.is_named:
            bind_pattern(walk, child, (*path, index), bind)


def key_name(walk: Walk, node: Node) -> str:
    """A property's name; empty where it is computed."""
    if node.type == "computed_property_name":
        inner = named(node)
        walk.read(walk, node)
        return walk.text(inner[0]).strip("'\"") if inner and inner[0].type == "string" else ""
    written = walk.text(node)
    return written.strip("'\"`") if node.type == "string" else written
