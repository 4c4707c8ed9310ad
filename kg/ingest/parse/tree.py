"""A YAML, JSON, TOML, INI or HCL document as one kind of tree, with lines: readers know no format.

Texts stay as written (`no`, `08`), keys may repeat (`get` gives the last), aliases and merges are already
followed. A tree is bounded: its loader refuses what nests or expands too far. Its texts may still hold
secrets that only structure gives away: a reader that keeps one passes it through `redact`, a value of a
setting through `values`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.schema.facts import Problem

MAX_DEPTH = 60
MAX_NODES = 40_000
"""Of a document, with what its aliases expand to."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar."""

    text: str
    line: int
    """Of its first character, from 1."""
    end_line: int
    quoted: bool = False
    """Whether the file says that it is a text: `"08"` and not `08`."""


@dataclass(frozen=True, slots=True)
class Series:
    """A list."""

    items: tuple["Tree", ...]
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A key of a mapping and what it is given."""

    key: str
    value: "Tree"
    line: int
    """Of the key."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A mapping: pairs in the order of the file, then what it merges."""

    pairs: tuple[Pair, ...]
    line: int
    end_line: int

    def get(self, key: str) -> "Tree | None":
        """The value of a key, the last of those that are given."""
        return next((pair.value for pair in reversed(self.pairs) if pair.key == key), None)

    def has(self, *keys: str) -> bool:
        """Whether it has one of these keys."""
        return any(pair.key in keys for pair in self.pairs)


Tree = Leaf | Series | Branch


@dataclass(frozen=True, slots=True)
class Documents:
    """A file: its documents in order (only YAML has more than one), and what is wrong with them."""

    trees: tuple[Tree, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The documents that are mappings at the top."""
        return tuple(tree for tree in self.trees if isinstance(tree, Branch))


class Unreadable(Exception):
    """A document that is not what its name says, or more than is bearable."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.problem = Problem(line, f"{reason}: kept as a File only")


def at(tree: Tree | None, *path: str) -> Tree | None:
    """What stands below some keys, one after the other."""
    for key in path:
        if not isinstance(tree, Branch):
            return None
        tree = tree.get(key)
    return tree


def text_at(tree: Tree | None, *path: str) -> str:
    """The text of a scalar below some keys; empty where there is none."""
    found = at(tree, *path)
    return found.text if isinstance(found, Leaf) else ""


def pairs_at(tree: Tree | None, *path: str) -> tuple[Pair, ...]:
    """The pairs of a mapping below some keys; none where there is no mapping."""
    found = at(tree, *path)
    return found.pairs if isinstance(found, Branch) else ()


def items_at(tree: Tree | None, *path: str) -> tuple[Tree, ...]:
    """The items of a list below some keys; none where there is no list."""
    found = at(tree, *path)
    return found.items if isinstance(found, Series) else ()


def texts_at(tree: Tree | None, *path: str) -> tuple[str, ...]:
    """The texts of a list of scalars, or of one scalar alone, below some keys."""
    found = at(tree, *path)
    each = (found,) if isinstance(found, Leaf) else items_at(found)
    return tuple(leaf.text for leaf in each if isinstance(leaf, Leaf))


def leaves(tree: Tree, name: str = "") -> Iterator[tuple[int, str, str]]:
    """Every scalar as line, flat key (`a.b[0].c`) and text."""
    if isinstance(tree, Branch):
        for pair in tree.pairs:
            yield from leaves(pair.value, f"{name}.{pair.key}" if name else pair.key)
    elif isinstance(tree, Series):
        for index, item in enumerate(tree.items):
            yield from leaves(item, f"{name}[{index}]")
    elif name:
        yield tree.line, name, tree.text
