"""What stands left of `=`, after `for`, after `as`; and what is put into containers by their methods."""

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.walk import Walk, operands


def bind_target(walk: Walk, node: Node, kind: int, value: Expr, path: tuple[int, ...] = ()) -> None:
    """Bind what stands left of `=`, after `for`, after `as`: names, tuples, attributes."""
    match node.type:
        case "identifier":
            walk.bind(walk.text(node), kind, value, path, private=walk.scope_private)
        case "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" | "expression_list":
            _bind_each(walk, operands(node), kind, value, path)
        case "list_splat_pattern" | "list_splat":
            for child in node.named_children[:1]:
                bind_target(walk, child, kind, value, path)
        case "parenthesized_expression" | "as_pattern_target":
            for child in node.named_children[:1]:
                bind_target(walk, child, kind, value, path)
        case "attribute":
            bind_attribute(walk, node, None, value if kind == BindingKind.VALUE else None, path)
        case "subscript":
            _bind_item(walk, node, value if kind == BindingKind.VALUE and not path else None)
        case _:
            walk.read(walk, node)


def _bind_each(walk: Walk, nodes: list[Node], kind: int, value: Expr, path: tuple[int, ...]) -> None:
    """The names of `a, *b, c`: after a star, places count from the end."""
    starred = next(
        (i for i, n in enumerate(nodes) if n.type in ("list_splat_pattern", "list_splat")), len(nodes)
    )
    for index, child in enumerate(nodes):
        step = index if index < starred else index - len(nodes)
        bind_target(walk, child, kind, value, (*path, facts.STAR + index if index == starred else step))


def _bind_item(walk: Walk, node: Node, value: Expr) -> None:
    """`container[key] = value`."""
    target = _unread(walk, node)
    note_written(walk, node, target)
    if target is not None and target[0] == facts.SUBSCRIPT and is_kept(target[1]):
        walk.scope.items.append((target[1], target[2], value))


def _unread(walk: Walk, node: Node) -> Expr:
    """An element that is written or deleted, not read."""
    target = walk.read(walk, node)
    scope = walk.scope
    if scope.subscripts:
        scope.subscripts.pop()
    if target is not None and scope.implicit and scope.implicit[-1][:2] == ("getitem", target[1]):
        scope.implicit.pop()
    return target


def note_written(walk: Walk, node: Node, target: Expr) -> None:
    """`x[i] = v` and `x.a = v` run methods where the class of `x` has them."""
    if target is None or node.type not in ("subscript", "attribute"):
        return
    if node.type == "subscript" and target[0] == facts.SUBSCRIPT:
        walk.note_implicit("setitem", target[1], node)
    elif node.type == "attribute":
        walk.note_implicit("setattr", target, node)


def delete(walk: Walk, node: Node) -> None:
    """`del x[i], x.a`."""
    if node.type == "subscript":
        target = _unread(walk, node)
        if target is not None and target[0] == facts.SUBSCRIPT:
            walk.note_implicit("delitem", target[1], node)
    elif node.type == "attribute":
        target = walk.read(walk, node)
        if target is not None:
            walk.scope.accesses.pop()  # it is not read
            walk.note_implicit("delattr", target, node)
    else:
        for child in node.named_children:
            delete(walk, child)


def is_kept(container: Expr) -> bool:
    """Containers known by a name or as an attribute of one, and those in them."""
    while container is not None and container[0] == facts.SUBSCRIPT:
        container = container[1]
    if container is not None and container[0] == facts.ATTRIBUTE:
        container = container[1]
    return container is not None and container[0] == facts.NAME


def bind_attribute(walk: Walk, node: Node, written: Expr, value: Expr, path: tuple[int, ...] = ()) -> None:
    """`object.name = value`."""
    name = node.child_by_field_name("attribute")
    owner = walk.read(walk, node.child_by_field_name("object"))
    if name is not None and owner is not None:
        found = facts.AttributeBinding(owner, walk.text(name), written, value, path)
        walk.scope.attributes.append(found)
        note_written(walk, node, (facts.ATTRIBUTE, owner, found.attribute, *walk.place(name)))


def note_put(walk: Walk, container: Expr, method: str, arguments: tuple[Expr, ...]) -> None:
    """`handlers.append(f)`, `handlers.update({"a": f})`."""
    if method in ("append", "add", "appendleft", "insert", "put", "put_nowait"):
        walk.scope.items.append((container, None, arguments[-1]))
    elif method == "setdefault" and len(arguments) > 1:
        walk.scope.items.append((container, arguments[0], arguments[1]))
    elif method == "update" and arguments[0] is not None and arguments[0][0] == facts.MAPPING:
        walk.scope.items.extend((container, key, value) for key, value in arguments[0][1])
