"""`target = value`: what `exports`, `this`, a prototype or a function is given, and what a name may hold."""

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import Binding
from kg.ingest.parse.typescript.binding import bound_value
from kg.ingest.parse.typescript.grammar import field
from kg.ingest.parse.typescript.narrowing import dotted, plain
from kg.ingest.parse.typescript.patterns import bind_pattern
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.typescript import Value
from kg.schema.vocabulary import Form


def assignment(walk: Walk, node: Node) -> Value:
    left, right = field(node, "left"), field(node, "right")
    if left is None or right is None:
        return None
    if left.type == "member_expression":
        return _member(walk, node, left, right)
    if left.type in ("object_pattern", "array_pattern"):
        bind_pattern(walk, left, (), lambda _name, _path: None)
        return walk.read(walk, right)
    if left.type != "identifier":
        walk.read(walk, left)
        return walk.read(walk, right)
    name = walk.text(left)
    value = bound_value(walk, right, _binding(walk, name, node))
    if value is not None:
        walk.taken.append((name, value))
        _reassign(walk, name, value)
    return value


def _binding(walk: Walk, path: str, node: Node, this: Value = None) -> Binding:
    outer = walk.take_outer(node)
    return Binding(path.rpartition(".")[2], path, Form.FUNCTION, outer, node, this)


def _reassign(walk: Walk, name: str, value: Value) -> None:
    """A name declared without type and value is what it is given later."""
    scope = walk.scope
    while scope.parent is not None and name not in scope.names:
        scope = scope.parent
    for index, declaration in enumerate(scope.names.get(name, ())):
        if declaration[0] == ts.VARIABLE and declaration[1] is None and not declaration[4]:
            held = declaration[2]
            given = (ts.SCOPED, walk.scope.number, value)
            either = (*held[1], given) if held is not None and held[0] == ts.EITHER else (held, given)
            if held is None or (held[0] == ts.EITHER and len(either) < 8):
                scope.names[name][index] = (*declaration[:2], (ts.EITHER, either), *declaration[3:])


def _member(walk: Walk, node: Node, left: Node, right: Node) -> Value:
    """`exports.a = …`, `module.exports = …`, `this.a = …`, `A.prototype.b = …`, `a.b = …`."""
    target, member = field(left, "object"), field(left, "property")
    written = dotted(walk, left)
    if target is None or member is None or not written:
        walk.read(walk, left)
        return walk.read(walk, right)
    name, owner = walk.text(member), plain(walk, target)
    if written == "module.exports":
        value = bound_value(walk, right, _binding(walk, "exports", node))
        walk.taken.append(("exports", value))
        walk.exports.append((ts.VALUE, "=", walk.scope.number, value))
        return value
    if written in (f"exports.{name}", f"module.exports.{name}"):
        value = bound_value(walk, right, _binding(walk, name, node))
        walk.exports.append((ts.VALUE, name, walk.scope.number, value))
        return value
    if target.type == "this":
        return _own(walk, node, name, right)
    path, this = written, owner
    if owner is not None and owner[0] == ts.MEMBER and owner[2] == "prototype":
        path, this = written.replace(".prototype.", "."), (ts.NEW, owner[1], (), (), 0, 0)
    value = bound_value(walk, right, _binding(walk, path, node, this))
    if owner is not None and value is not None:
        walk.expandos.append((walk.scope.number, owner, name, value))
    return value


def _own(walk: Walk, node: Node, name: str, right: Node) -> Value:
    """`this.name = value` says what a field is where no declaration does."""
    value = bound_value(walk, right, _binding(walk, name, node, walk.this))
    walk.taken.append((f"this.{name}", value))
    if walk.function is None or value is None or walk.this is None:
        return value
    if walk.this[0] == ts.MADE and walk.this[1] == walk.function.number:
        walk.function.assigned.append((name, walk.scope.number, value))
    elif walk.this[0] == ts.THIS and not walk.this[2] and walk.open_classes:
        walk.open_classes[-1].assigned.setdefault(name, (walk.scope.number, value))
    return value
