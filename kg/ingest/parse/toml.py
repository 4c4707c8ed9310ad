"""TOML: a file as a tree, with lines. Scalars stay as written, without their quotes.

Tables that are written in pieces (`[a]`, later `[a.b]`) are one branch each; `[[a]]` are the items of a
list. What it means is for the readers (see `readers`).
"""

from dataclasses import dataclass, field

import tree_sitter_toml
from tree_sitter import Language, Node

from kg.ingest.parse.json import string_of
from kg.ingest.parse.readers import read
from kg.ingest.parse.syntax import end_line_of, error_line, line_of, parse_tree, text_of
from kg.ingest.parse.tree import MAX_DEPTH, Branch, Documents, Leaf, Pair, Series, Tree, Unreadable
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

MAX_CHARACTERS = 1_000_000
_LANGUAGE = Language(tree_sitter_toml.language())
_KEYS = ("bare_key", "quoted_key", "dotted_key")


def parse_toml(unit: Unit) -> Facts:
    return read(unit, load_toml)


def load_toml(unit: Unit) -> Documents:
    """The document of a file. Raises Unreadable."""
    if len(unit.text) > MAX_CHARACTERS:
        raise Unreadable(0, f"TOML of more than {MAX_CHARACTERS:,} characters")
    root = parse_tree(_LANGUAGE, f"{unit.text}\n".encode("utf-8", "replace"), unit.late)
    if root.has_error:
        raise Unreadable(error_line(root), "not valid TOML")
    whole = _Table(1, end_line_of(root))
    for node in root.named_children:
        unit.check()
        if node.type == "pair":
            whole.set(node)
        elif node.type in ("table", "table_array_element"):
            _add_table(whole, node)
    return Documents((whole.branch(0),))


@dataclass(slots=True)
class _Table:
    """A table while its pieces are gathered."""

    line: int
    end_line: int
    entries: list[tuple[str, int, "_Table | list[_Table] | Tree"]] = field(default_factory=list)

    def inner(self, keys: list[str], node: Node) -> "_Table":
        """The table below some keys (the last of a list of tables), made where there is none."""
        found = self
        for key in keys:
            found.end_line = max(found.end_line, end_line_of(node))
            there = next((value for name, _, value in reversed(found.entries) if name == key), None)
            if isinstance(there, list):
                found = there[-1]
            elif isinstance(there, _Table):
                found = there
            else:
                made = _Table(line_of(node), end_line_of(node))
                found.entries.append((key, line_of(node), made))
                found = made
        found.end_line = max(found.end_line, end_line_of(node))
        return found

    def set(self, pair: Node) -> None:
        key, value = [child for child in pair.named_children if child.type != "comment"][:2]
        *path, last = _keys(key)
        self.inner(path, pair).entries.append((last, line_of(key), _value(value, 0)))

    def append(self, key: str, node: Node) -> "_Table":
        """One more of the tables of a list."""
        there = next((value for name, _, value in self.entries if name == key), None)
        tables = there if isinstance(there, list) else []
        if tables is not there:
            self.entries.append((key, line_of(node), tables))
        tables.append(_Table(line_of(node), end_line_of(node)))
        return tables[-1]

    def branch(self, depth: int) -> Branch:
        if depth > MAX_DEPTH:
            raise Unreadable(self.line, f"TOML that nests deeper than {MAX_DEPTH}")
        pairs = tuple(Pair(name, _finished(value, depth + 1), line) for name, line, value in self.entries)
        return Branch(pairs, self.line, self.end_line)


def _add_table(whole: _Table, node: Node) -> None:
    head, *pairs = [child for child in node.named_children if child.type != "comment"]
    *path, last = _keys(head)
    outer = whole.inner(path, node)
    table = outer.inner([last], node) if node.type == "table" else outer.append(last, node)
    for pair in pairs:
        table.set(pair)


def _finished(value: "_Table | list[_Table] | Tree", depth: int) -> Tree:
    if isinstance(value, _Table):
        return value.branch(depth)
    if isinstance(value, list):
        items = tuple(table.branch(depth) for table in value)
        return Series(items, items[0].line, items[-1].end_line)
    return value


def _value(node: Node, depth: int) -> Tree:
    if depth > MAX_DEPTH:
        raise Unreadable(line_of(node), f"TOML that nests deeper than {MAX_DEPTH}")
    if node.type == "array":
        items = tuple(_value(each, depth + 1) for each in node.named_children if each.type != "comment")
        return Series(items, line_of(node), end_line_of(node))
    if node.type == "inline_table":
        table = _Table(line_of(node), end_line_of(node))
        for pair in node.named_children:
            if pair.type == "pair":
                table.set(pair)
        return table.branch(depth)
    return Leaf(_scalar(node), line_of(node), end_line_of(node), node.type == "string")


def _scalar(node: Node) -> str:
    text = text_of(node)
    for quotes in ('"""', "'''"):
        if text.startswith(quotes):
            return text[3:-3].removeprefix("\n")
    if text.startswith("'"):
        return text[1:-1]
    return string_of(text) if text.startswith('"') else text


def _keys(node: Node) -> list[str]:
    """`a."b c"` is a, then `b c`."""
    if node.type == "dotted_key":
        return [key for child in node.named_children if child.type in _KEYS for key in _keys(child)]
    return [_scalar(node)]
