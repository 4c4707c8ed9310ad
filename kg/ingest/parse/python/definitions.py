"""Functions and classes: a scope each, walked in place; their decorators and defaults run outside."""

from tree_sitter import Node

from kg.ingest.parse.python.expressions import expression
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.literals import annotation
from kg.ingest.parse.python.noting import forget_decorator
from kg.ingest.parse.python.walk import OpenScope, Walk

_SPLATS = {"list_splat_pattern": "*", "dictionary_splat_pattern": "**"}


def decorated_definition(walk: Walk, node: Node) -> None:
    """The definition begins at its first decorator."""
    nodes = [child for child in node.named_children if child.type == "decorator"]
    values: list[Expr] = []
    for child in nodes:
        operands = [inner for inner in child.named_children if inner.type != "comment"]
        noted = len(walk.noted)
        values.append(expression(walk, operands[0]) if operands else None)
        forget_decorator(walk, values[-1], noted)
        walk.note_implicit("decorator", values[-1], child)
    definition = node.child_by_field_name("definition")
    if definition is not None and definition.type == "function_definition":
        _function(walk, definition, node, nodes, values)
    elif definition is not None and definition.type == "class_definition":
        _class(walk, definition, node, nodes, values)


def function_definition(walk: Walk, node: Node) -> None:
    _function(walk, node, node, [], [])


def class_definition(walk: Walk, node: Node) -> None:
    _class(walk, node, node, [], [])


def _function(walk: Walk, node: Node, outer: Node, nodes: list[Node], decorators: list[Expr]) -> None:
    name = node.child_by_field_name("name")
    if name is None or name.is_missing:
        walk.body(walk, node.child_by_field_name("body"))
        return
    written = node.child_by_field_name("parameters")
    parameters = _parameters(walk, written) if written is not None else []
    returns = annotation(walk, node.child_by_field_name("return_type"))
    owner = walk.scope
    scope = _opened(walk, "function", name, node, outer, nodes, decorators)
    scope.returns = returns
    scope.is_async = bool(node.children) and node.children[0].type == "async"
    for index, (parameter, form, wanted, default, has_default) in enumerate(parameters):
        scope.parameters.append(form + parameter)
        walk.bind(parameter, BindingKind.PARAMETER, wanted, (default, form, index, has_default))
        scope.bindings[parameter][-1][5] = owner.number  # its annotation is read outside
    walk.body(walk, node.child_by_field_name("body"))
    walk.close_scope()
    walk.bind(scope.name, BindingKind.DEFINITION, scope.number)


def _parameters(walk: Walk, node: Node) -> list[tuple[str, str, Expr, Expr, bool]]:
    """(name, `*` | `**` | empty, annotation, default, whether there is one) of each."""
    found: list[tuple[str, str, Expr, Expr, bool]] = []
    for child in node.named_children:
        wanted = annotation(walk, child.child_by_field_name("type"))
        written = child.child_by_field_name("value")
        default = expression(walk, written)
        name: Node | None = child.child_by_field_name("name")
        if name is None:
            name = (
                child.named_children[0] if child.type == "typed_parameter" and child.named_children else child
            )
        form = _SPLATS.get(name.type, "")
        if form and name.named_children:
            name = name.named_children[0]
        if name.type == "identifier":
            found.append((walk.text(name), form, wanted, default, written is not None))
    return found


def _class(walk: Walk, node: Node, outer: Node, nodes: list[Node], decorators: list[Expr]) -> None:
    name = node.child_by_field_name("name")
    if name is None or name.is_missing:
        walk.body(walk, node.child_by_field_name("body"))
        return
    bases: list[Expr] = []
    written = node.child_by_field_name("superclasses")
    for child in written.named_children if written is not None else ():
        if child.type == "keyword_argument":
            expression(walk, child.child_by_field_name("value"))
        elif child.type != "comment":
            bases.append(expression(walk, child))
    scope = _opened(walk, "class", name, node, outer, nodes, decorators)
    scope.bases = bases
    walk.body(walk, node.child_by_field_name("body"))
    walk.close_scope()
    walk.bind(scope.name, BindingKind.DEFINITION, scope.number)


def _opened(
    walk: Walk, form: str, name: Node, node: Node, outer: Node, nodes: list[Node], decorators: list[Expr]
) -> OpenScope:
    scope = walk.open_scope(form, walk.text(name), node)
    scope.outer = outer
    scope.decorators = decorators
    scope.decorator_nodes = nodes
    return scope
