"""Configuration keys that code reads: `process.env.X`, `process.env["X"]`, `import.meta.env.X`."""

from tree_sitter import Node

from kg.ingest.parse.typescript.grammar import field
from kg.ingest.parse.typescript.walk import Walk
from kg.schema.facts import KeyRead
from kg.schema.typescript import Value

_PLACES = ("process.env", "import.meta.env", "Bun.env", "process?.env")


def note_key(walk: Walk, node: Node, found: Value) -> None:
    """A member of the environment is a key that the owner reads."""
    target = field(node, "object")
    if found is None or target is None or target.type != "member_expression":
        return
    inner = field(target, "property")
    if inner is None or walk.text(inner) != "env" or walk.text(target) not in _PLACES:
        return
    note(walk, found[2], node)


def note_destructured(walk: Walk, value: Node | None, names: list[str]) -> None:
    """`const { HOST, PORT } = process.env`."""
    if value is not None and value.type == "member_expression" and walk.text(value) in _PLACES:
        for name in names:
            note(walk, name, value)


def note(walk: Walk, key: str, node: Node) -> None:
    walk.reads.append(KeyRead(walk.owner.uid, key, node.start_point[0] - walk.owner.row))
