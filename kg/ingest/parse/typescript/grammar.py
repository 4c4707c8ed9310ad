"""The grammars of TypeScript and JavaScript: which one reads a file, with a deadline.

JavaScript that its own grammar does not understand (Flow types, decorators of old) is given to the
grammar of TSX, which understands more; the tree with fewer errors wins.
"""

import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser

from kg.ingest.parse.typescript.mend import mend, mend_broken
from kg.ingest.parse.unit import TooSlow, Unit

_TYPESCRIPT = Language(tree_sitter_typescript.language_typescript())
_TSX = Language(tree_sitter_typescript.language_tsx())
_JAVASCRIPT = Language(tree_sitter_javascript.language())
_CHUNK = 1 << 16


def parse_tree(data: bytes, unit: Unit) -> Node:
    """The tree of a file; TooSlow when the unit's time is used up."""
    data = mend(data)
    extension = unit.path.rpartition(".")[2].lower()
    if extension in ("ts", "mts", "cts"):
        root = _parse(_TYPESCRIPT, data, unit)
        mended = mend_broken(data) if root.has_error else data
        return root if mended == data else _better(root, _parse(_TYPESCRIPT, mended, unit))
    if extension == "tsx":
        return _parse(_TSX, data, unit)
    root = _parse(_JAVASCRIPT, data, unit)
    if root.has_error:
        return _better(root, _parse(_TSX, data, unit))
    return root


def _better(root: Node, other: Node) -> Node:
    return root if other.has_error and not root.is_error else other


def _parse(language: Language, data: bytes, unit: Unit) -> Node:
    parser = Parser(language)
    try:
        tree = parser.parse(
            lambda offset, _point: data[offset : offset + _CHUNK],
            progress_callback=lambda _offset, _error: unit.late(),
        )
    except ValueError as error:
        raise TooSlow from error
    return tree.root_node


def named(node: Node) -> list[Node]:
    """The named children without comments: what a rule is made of."""
    return [child for child in node.named_children if child.type != "comment"]


def field(node: Node, name: str) -> Node | None:
    return node.child_by_field_name(name)
