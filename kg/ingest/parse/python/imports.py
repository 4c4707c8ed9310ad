"""`import` and `from … import`: names bound, and the list of what a file imports, as written."""

from tree_sitter import Node

from kg.ingest.parse.python.facts import BindingKind
from kg.ingest.parse.python.walk import Walk


def plain_import(walk: Walk, node: Node) -> None:
    """`import a.b.c` binds `a`; `import a.b.c as d` binds the whole path."""
    for child in node.children_by_field_name("name"):
        name, alias = _named(child)
        if name is None:
            continue
        module = walk.text(name)
        walk.imports.append(module)
        if alias is not None:
            walk.bind(walk.text(alias), BindingKind.MODULE, module, "alias")
        else:
            walk.bind(module.partition(".")[0], BindingKind.MODULE, module, "")


def from_import(walk: Walk, node: Node) -> None:
    """`from ..a import b as c` binds `c`; a star is kept for the resolver."""
    written = node.child_by_field_name("module_name")
    if written is None:
        return
    module = "".join(walk.text(written).split())
    prefix = module if module.endswith(".") else module + "."
    if any(child.type == "wildcard_import" for child in node.named_children):
        walk.imports.append(prefix + "*")
        walk.stars.append(module)
        return
    for child in node.children_by_field_name("name"):
        name, alias = _named(child)
        if name is not None:
            walk.imports.append(prefix + walk.text(name))
            bound = alias if alias is not None else name
            walk.bind(walk.text(bound), BindingKind.MEMBER, module, walk.text(name))


def _named(node: Node) -> tuple[Node | None, Node | None]:
    if node.type == "aliased_import":
        return node.child_by_field_name("name"), node.child_by_field_name("alias")
    return node, None
