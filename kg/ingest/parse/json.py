"""JSON, JSON with comments, and JSON5: a file's document as a tree, with lines.

Read with the grammar of JavaScript, of which all three are literals; anything else in it is no JSON and a
problem of the file. Numbers and words stay as written. What it means is for the readers (see `readers`).
"""

import re

import tree_sitter_javascript
from tree_sitter import Language, Node

from kg.ingest.parse.decode import with_whole_characters
from kg.ingest.parse.readers import read
from kg.ingest.parse.syntax import end_line_of, error_line, line_of, parse_tree, text_of
from kg.ingest.parse.tree import MAX_DEPTH, Branch, Documents, Leaf, Pair, Series, Tree, Unreadable
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

MAX_CHARACTERS = 2_000_000
_LANGUAGE = Language(tree_sitter_javascript.language())
_WORDS = frozenset(("number", "true", "false", "null", "identifier", "undefined"))
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r?\n|.)", re.DOTALL)
_CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": " ", "\n": ""}


def parse_json(unit: Unit) -> Facts:
    return read(unit, load_json)


def load_json(unit: Unit) -> Documents:
    """The document of a file. Raises Unreadable."""
    if len(unit.text) > MAX_CHARACTERS:
        raise Unreadable(0, f"JSON of more than {MAX_CHARACTERS:,} characters")
    if not unit.text.strip():
        return Documents(())
    data = f"({unit.text}\n)".encode("utf-8", "replace")  # else `{` would begin a block of statements
    root = parse_tree(_LANGUAGE, data, unit.late)
    statements = _named(root)
    inner = _named(statements[0]) if len(statements) == 1 else []
    if root.has_error or len(inner) != 1 or inner[0].type != "parenthesized_expression":
        raise Unreadable(error_line(root), "not valid JSON")
    return Documents((_grown(unit, _named(inner[0])[0], 0),))


def _grown(unit: Unit, node: Node, depth: int) -> Tree:
    if depth > MAX_DEPTH:
        raise Unreadable(line_of(node), f"JSON that nests deeper than {MAX_DEPTH}")
    if node.type == "object":
        unit.check()
        pairs = tuple(_pair(unit, each, depth + 1) for each in _named(node))
        return Branch(pairs, line_of(node), end_line_of(node))
    if node.type == "array":
        items = tuple(_grown(unit, each, depth + 1) for each in _named(node))
        return Series(items, line_of(node), end_line_of(node))
    if node.type == "string":
        return Leaf(string_of(text_of(node)), line_of(node), end_line_of(node), quoted=True)
    if node.type in _WORDS or (node.type == "unary_expression" and text_of(node)[0] in "+-"):
        return Leaf(text_of(node), line_of(node), end_line_of(node))
    raise Unreadable(line_of(node), "not valid JSON")


def _pair(unit: Unit, node: Node, depth: int) -> Pair:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if node.type != "pair" or key is None or value is None:
        raise Unreadable(line_of(node), "not valid JSON")
    name = string_of(text_of(key)) if key.type == "string" else text_of(key)
    return Pair(name, _grown(unit, value, depth), line_of(key))


def _named(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def string_of(written: str) -> str:
    """What a quoted text says."""
    text = written[1:-1]
    if "\\" not in text:
        return text
    return with_whole_characters(_ESCAPE.sub(_character, text))


def _character(match: re.Match[str]) -> str:
    found = match[1]
    if len(found) > 1 and found[0] in "ux":
        return chr(int(found[1:], 16)).replace("\0", " ")
    return _CONTROLS.get(found[-1], found)
