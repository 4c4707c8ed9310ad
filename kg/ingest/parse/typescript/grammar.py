"""The grammars of TypeScript and JavaScript: which one reads a file, with a deadline.

JavaScript that its own grammar does not understand (Flow types, decorators of old) is given to the
grammar of TSX, which understands more; the tree with fewer errors wins.
"""

import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Language, Node

from kg.ingest.parse.syntax import parse_tree
from kg.ingest.parse.typescript.mend import mend, mend_broken
from kg.ingest.parse.unit import Unit

_TYPESCRIPT = Language(tree_sitter_typescript.language_typescript())
_TSX = Language(tree_sitter_typescript.language_tsx())
_JAVASCRIPT = Language(tree_sitter_javascript.language())


def best_tree(data: bytes, unit: Unit) -> Node:
    """The tree of a file; TooSlow when the unit's time is used up."""
    data = mend(data)
    extension = unit.path.rpartition(".")[2].lower()
    if extension in ("ts", "mts", "cts"):
        root = parse_tree(_TYPESCRIPT, data, unit.late)
        mended = mend_broken(data) if root.has_error else data
        return root if mended == data else _better(root, parse_tree(_TYPESCRIPT, mended, unit.late))
    if extension == "tsx":
        return parse_tree(_TSX, data, unit.late)
    root = parse_tree(_JAVASCRIPT, data, unit.late)
    if root.has_error:
        return _better(root, parse_tree(_TSX, data, unit.late))
    return root


def _better(root: Node, other: Node) -> Node:
    return root if other.has_error and not root.is_error else other


def named(node: Node) -> list[Node]:
    """The named children without comments: what a rule is made of."""
    return [child for child in node.named_children if child.type != "comment"]


def field(node: Node, name: str) -> Node | None:
    return node.child_by_field_name(name)
