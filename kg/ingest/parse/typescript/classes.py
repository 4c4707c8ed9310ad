"""Classes, interfaces, enums, namespaces and type aliases: a Class each, then what they hold."""

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import class_artifact, header, words_in_front
from kg.ingest.parse.typescript.functions import type_parameters
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.members import class_members, member
from kg.ingest.parse.typescript.walk import OpenClass, OpenOwner, Walk
from kg.schema import typescript as ts
from kg.schema.ids import Uid
from kg.schema.typescript import TsClass, TypeCode, Value
from kg.schema.vocabulary import Form

Heritage = tuple[list[tuple[Value, tuple[TypeCode, ...]]], list[TypeCode]]
"""Extended and implemented."""


def class_declaration(walk: Walk, node: Node) -> int:
    """`class A`, `abstract class A`, also inside `export`; its index, the name declared."""
    name_node = field(node, "name")
    name = "default" if name_node is None else walk.text(name_node)
    number = len(walk.classes)
    walk.declare(name, (ts.CLASSES, number))
    return read_class(walk, node, name, Form.CLASS)


def interface_declaration(walk: Walk, node: Node) -> int:
    name_node = field(node, "name")
    name = "" if name_node is None else walk.text(name_node)
    walk.declare(name, (ts.CLASSES, len(walk.classes)))
    return read_class(walk, node, name, Form.INTERFACE)


def class_expression(walk: Walk, node: Node) -> Value:
    """A class in an expression has its own name, or that of what it is bound to."""
    binding, walk.binding = walk.binding, None
    walk.context = None
    name_node = field(node, "name")
    name = "class" if name_node is None else walk.text(name_node)
    path = name if binding is None else binding.path
    kept = walk.scope
    walk.open_scope("block")
    number = len(walk.classes)
    if name_node is not None:
        walk.declare(name, (ts.CLASSES, number))
    if binding is not None:
        walk.outer = binding.first
    read_class(walk, node, path, Form.CLASS)
    walk.scope = kept
    return (ts.CLASS, number)


def read_class(walk: Walk, node: Node, name: str, form: Form) -> int:
    """A class or interface with its members; its index."""
    number = len(walk.classes)
    walk.classes.append(None)
    first = walk.take_outer(node)
    outer_owner, outer_scope = walk.owner, walk.scope
    owner, slot = _open(walk, name, first, node)
    decorators = _decorators(first, node)
    for decorator in decorators:
        walk.read(walk, decorator)
    opened = OpenClass(number)
    scope = walk.open_scope("types")
    types = type_parameters(walk, node)
    kept = (walk.this, walk.above, walk.function)
    walk.this = (ts.THIS, number, False)
    extends, implements = _heritage(walk, node)
    body = field(node, "body")
    walk.open_classes.append(opened)
    if body is not None:
        _members(walk, body, opened, form)
    walk.open_classes.pop()
    walk.this, walk.above, walk.function = kept
    walk.scope, walk.owner = outer_scope, outer_owner
    walk.classes[number] = TsClass(
        uid=owner.uid,
        name=name,
        form=form,
        scope=scope.number,
        outer_scope=outer_scope.number,
        type_parameters=types,
        extends=tuple(extends),
        implements=tuple(implements),
        fields=tuple(_fields(opened)),
        methods=opened.finished_methods(),
        calls=tuple(opened.calls),
        constructs=tuple(opened.constructs),
        index=opened.index,
    )
    title = header(walk, first, node.end_byte if body is None else body.start_byte)
    words = words_in_front(first, node)
    walk.artifacts[slot] = class_artifact(
        walk, owner, name, form, first, node, title, opened.outline, words, decorators
    )
    return number


def _members(walk: Walk, body: Node, opened: OpenClass, form: Form) -> None:
    walk.function = None
    if form == Form.INTERFACE:
        for child in named(body):
            member(walk, child, opened, (), bound=True)
    else:
        class_members(walk, body, opened)


def _fields(opened: OpenClass) -> list[ts.Field]:
    """Declared fields, then those that only an assignment to `this` tells of."""
    known = {each.name for each in opened.fields}
    return opened.fields + [
        ts.Field(name, False, None, value, scope)
        for name, (scope, value) in opened.assigned.items()
        if name not in known
    ]


def _open(walk: Walk, name: str, first: Node, last: Node) -> tuple[OpenOwner, int]:
    """A Class as owner of what it holds, and the place kept for its artifact."""
    owner = walk.named_owner(name, first.start_point[0])
    walk.define(walk.owner.uid, owner.uid, first, last)
    walk.artifacts.append(None)
    walk.owner = owner
    return owner, len(walk.artifacts) - 1


def _decorators(first: Node, node: Node) -> tuple[Node, ...]:
    nodes = (first, node) if first.id != node.id else (node,)
    return tuple(child for each in nodes for child in each.named_children if child.type == "decorator")


def _heritage(walk: Walk, node: Node) -> Heritage:
    found: Heritage = ([], [])
    for child in node.named_children:
        if child.type == "class_heritage":
            for clause in named(child):
                _clause(walk, clause, found)
        elif child.type == "extends_type_clause":
            found[0].extend((None, (walk.types(walk, each),)) for each in named(child))
    return found


def _clause(walk: Walk, node: Node, found: Heritage) -> None:
    if node.type == "implements_clause":
        found[1].extend(walk.types(walk, each) for each in named(node))
        return
    value, arguments = (
        (field(node, "value"), field(node, "type_arguments"))
        if node.type == "extends_clause"
        else (node, None)
    )
    types = () if arguments is None else tuple(walk.types(walk, each) for each in named(arguments))
    found[0].append((walk.read(walk, value), types))


def type_alias(walk: Walk, node: Node) -> None:
    """`type A = …`: a Class where it has members of its own, else only a name."""
    name_node, value = field(node, "name"), field(node, "value")
    if name_node is None or value is None:
        return
    name = walk.text(name_node)
    first = walk.take_outer(node)
    outer_owner, outer_scope = walk.owner, walk.scope
    has_members = _has_members(value)
    slot = -1
    if has_members:
        owner, slot = _open(walk, name, first, node)
    scope = walk.open_scope("types")
    type_parameters(walk, node)
    walk.signs_methods = has_members
    kept_this = walk.this
    code = walk.types(walk, value)
    walk.this = kept_this
    walk.signs_methods = False
    walk.scope = outer_scope
    walk.declare(name, (ts.ALIAS, code, scope.number, "" if not has_members else owner.uid))
    if has_members:
        title = " ".join(walk.between(first.start_byte, value.start_byte).split()).rstrip(" =")
        lines = walk.between(value.start_byte, value.end_byte).strip("{} \n").splitlines()
        outline = [line.strip() for line in lines if line.strip()]
        walk.artifacts[slot] = class_artifact(
            walk, owner, name, Form.INTERFACE, first, node, title, outline, words_in_front(first, node)
        )
    walk.owner = outer_owner


def _has_members(node: Node) -> bool:
    if node.type in ("intersection_type", "union_type", "parenthesized_type"):
        return any(_has_members(child) for child in named(node))
    return node.type == "object_type" and any(
        child.type in ("property_signature", "method_signature", "call_signature") for child in named(node)
    )


def enum_declaration(walk: Walk, node: Node) -> None:
    name_node, body = field(node, "name"), field(node, "body")
    if name_node is None:
        return
    name, first = walk.text(name_node), walk.take_outer(node)
    number = len(walk.classes)
    walk.classes.append(None)
    walk.declare(name, (ts.ENUM, number))
    outer = walk.owner
    owner, slot = _open(walk, name, first, node)
    opened = OpenClass(number)
    for child in named(body) if body is not None else ():
        key = field(child, "name") or child
        value = walk.read(walk, field(child, "value"))
        written = walk.text(key).strip("'\"")
        walk.members.append((owner.uid, written, value))
        opened.fields.append(
            ts.Field(written, True, (ts.LITERAL_TYPE, name, written), None, walk.scope.number)
        )
        opened.outline.append(walk.text(child)[:200])
    walk.owner = outer
    walk.classes[number] = TsClass(
        owner.uid, name, Form.ENUM, walk.scope.number, walk.scope.number, (), (), (), tuple(opened.fields),
        (), (), (), None,
    )  # fmt: skip
    title = header(walk, first, node.end_byte if body is None else body.start_byte)
    walk.artifacts[slot] = class_artifact(
        walk, owner, name, Form.ENUM, first, node, title, opened.outline, words_in_front(first, node)
    )


def namespace(walk: Walk, node: Node) -> None:
    """`namespace A.B { … }`; `declare module "x"` says what a package gives."""
    name_node, body = field(node, "name"), field(node, "body")
    if name_node is None or body is None:
        return
    first = walk.take_outer(node)
    if name_node.type == "string":
        _ambient(walk, walk.text(name_node)[1:-1], body)
        return
    names = walk.text(name_node).replace(" ", "").split(".")
    outer_owner, outer_scope = walk.owner, walk.scope
    owner, slot = _open(walk, ".".join(names), first, node)
    for index, name in enumerate(names):
        number = len(walk.classes)
        uid = owner.uid if index == len(names) - 1 else Uid("")
        walk.classes.append(_empty(uid, name, walk.scope.number))
        inner = len(walk.scopes)
        walk.declare(name, (ts.NAMESPACE, inner, number))
        walk.open_scope("module")
    walk.namespace += 1
    walk.inside(body)
    walk.namespace -= 1
    walk.owner, walk.scope = outer_owner, outer_scope
    title = header(walk, first, body.start_byte)
    walk.artifacts[slot] = class_artifact(walk, owner, names[-1], Form.MODULE, first, node, title, [])


def _empty(uid: Uid, name: str, scope: int) -> TsClass:
    return TsClass(uid, name, Form.MODULE, scope, scope, (), (), (), (), (), (), (), None)


def _ambient(walk: Walk, module: str, body: Node) -> None:
    outer = walk.scope
    scope = walk.open_scope("module")
    walk.ambient.append((module, scope.number))
    walk.namespace += 1
    walk.inside(body)
    walk.namespace -= 1
    walk.scope = outer
