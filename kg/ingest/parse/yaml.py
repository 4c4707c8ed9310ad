"""YAML: a file's documents as trees.

Scalars stay as written (`no`, `08`), aliases are followed up to a bound, of several merged mappings the
first wins. Works on the composed nodes and constructs no object of any tag. What is a template and no YAML
is a problem of its file. What the documents mean is for the readers (see `readers`).
"""

import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from kg.ingest.parse.readers import read
from kg.ingest.parse.tree import MAX_DEPTH, MAX_NODES, Branch, Documents, Leaf, Pair, Series, Tree, Unreadable
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem

MAX_CHARACTERS = 300_000
_TEMPLATE = re.compile(r"^\s*(?:-\s+)?\{\{|\{\{-|\{%|:\s*\{\{", re.MULTILINE)
_TOO_MANY = f"expands to more than {MAX_NODES:,} nodes (aliases) or nests too deeply"
_BEING_MADE = (None, 0)


def parse_yaml(unit: Unit) -> Facts:
    return read(unit, load_yaml)


def load_yaml(unit: Unit) -> Documents:
    """The documents of a file. Raises Unreadable."""
    if _TEMPLATE.search(unit.text):
        raise Unreadable(0, "a template, not YAML")
    if len(unit.text) > MAX_CHARACTERS:
        raise Unreadable(0, f"YAML of more than {MAX_CHARACTERS:,} characters")
    grower = _Grower(unit)
    try:
        trees = tuple(grower.tree(document) for document in _composed(unit.text))
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise Unreadable(line, f"not valid YAML ({error.problem})") from error
    except (YAMLError, ValueError) as error:
        raise Unreadable(0, f"not valid YAML ({type(error).__name__})") from error
    return Documents(trees, tuple(grower.problems))


def _composed(text: str) -> Iterator[Node]:
    reader = YAML(typ="safe", pure=True)
    reader.allow_duplicate_keys = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an anchor used twice is no news
        for document in reader.compose_all(text):
            if document is not None:
                yield document


class _Grower:
    """Composed nodes to trees. An alias is the same tree again, but its size counts each time."""

    def __init__(self, unit: Unit) -> None:
        self.problems: list[Problem] = []
        self._unit = unit
        self._lines = unit.text.split("\n")
        self._made: dict[int, tuple[Tree | None, int]] = {}
        self._sizes: dict[int, int] = {}

    def tree(self, document: Node) -> Tree:
        self._made.clear()
        self._sizes.clear()
        return self._grown(document, 0)[0]

    def _grown(self, node: Node, depth: int) -> tuple[Tree, int]:
        """A node's tree and its size."""
        made = self._made.get(id(node))
        if made is not None and made[0] is not None:
            return made[0], made[1]
        if made is not None or depth > MAX_DEPTH:  # an alias inside what it names
            raise Unreadable(node.start_mark.line + 1, _TOO_MANY)
        self._made[id(node)] = _BEING_MADE
        tree, size = self._new(node, depth)
        if size > MAX_NODES:
            raise Unreadable(node.start_mark.line + 1, _TOO_MANY)
        self._made[id(node)] = tree, size
        self._sizes[id(tree)] = size
        return tree, size

    def _new(self, node: Node, depth: int) -> tuple[Tree, int]:
        line = node.start_mark.line + 1
        if isinstance(node, MappingNode):
            return self._branch(node, line, depth)
        if isinstance(node, SequenceNode):
            grown = [self._grown(item, depth + 1) for item in node.value]
            items = tuple(tree for tree, _ in grown)
            return Series(items, line, _collection_end(node, items)), 1 + sum(size for _, size in grown)
        assert isinstance(node, ScalarNode)
        return Leaf(str(node.value), line, self._scalar_end(node), bool(node.style)), 1

    def _branch(self, node: MappingNode, line: int, depth: int) -> tuple[Tree, int]:
        self._unit.check()
        pairs: list[Pair] = []
        size = 1
        for key, value in node.value:
            if isinstance(key, ScalarNode) and not _is_merge(key):
                tree, more = self._grown(value, depth + 1)
                if isinstance(tree, Leaf) and not tree.text and not tree.quoted:
                    tree = self._nothing(tree, key.start_mark.line + 1)
                pairs.append(Pair(str(key.value), tree, key.start_mark.line + 1))
                size += more
        if not all(isinstance(key, ScalarNode) for key, _ in node.value):
            self.problems.append(Problem(line, "a key that is no plain text is not read"))
        end = max((pair.line for pair in pairs), default=line)
        end = max(end, _collection_end(node, (pair.value for pair in pairs)))
        for pair in self._merged(node, {pair.key for pair in pairs}, depth):
            pairs.append(pair)
            size += self._sizes[id(pair.value)]
        return Branch(tuple(pairs), line, end), size

    def _nothing(self, leaf: Leaf, line: int) -> Leaf:
        """A value that is not written stands where its key does, not where the next word is."""
        placed = replace(leaf, line=line, end_line=line)
        self._sizes[id(placed)] = 1
        return placed

    def _merged(self, node: MappingNode, taken: set[str], depth: int) -> Iterator[Pair]:
        """The pairs of the mappings that it merges which it does not set itself; the first wins."""
        merges = [(key, value) for key, value in node.value if _is_merge(key)]
        if len(merges) > 1:
            line = merges[1][0].start_mark.line + 1
            self.problems.append(Problem(line, "two << in one mapping: the first one's keys count"))
        for _, source in merges:
            for each in source.value if isinstance(source, SequenceNode) else [source]:
                mapping, _ = self._grown(each, depth + 1)
                found = (
                    [p for p in mapping.pairs if p.key not in taken] if isinstance(mapping, Branch) else []
                )
                taken |= {pair.key for pair in found}
                yield from found

    def _scalar_end(self, node: ScalarNode) -> int:
        """The last line of a scalar: a block ends where the next token begins."""
        start, mark = node.start_mark.line, node.end_mark
        if mark.column or mark.line == start:
            return int(mark.line) + 1
        end = int(mark.line)
        while end > start + 1 and not self._lines[end - 1].strip():
            end -= 1
        return end


def _collection_end(node: MappingNode | SequenceNode, inner: Iterable[Tree]) -> int:
    """The last line of a mapping or list: its closing bracket's, else that of what stands in it."""
    if node.flow_style:
        return int(node.end_mark.line) + 1
    return max((tree.end_line for tree in inner), default=int(node.start_mark.line) + 1)


def _is_merge(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.value == "<<" and not node.style
