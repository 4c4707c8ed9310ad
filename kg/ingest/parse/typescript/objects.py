"""Object and array literals: members with their values, functions among them as Methods."""

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import Binding, words_in_front
from kg.ingest.parse.typescript.binding import bound_value
from kg.ingest.parse.typescript.functions import bound_function
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.patterns import key_name
from kg.ingest.parse.typescript.walk import Context, Walk
from kg.schema import typescript as ts
from kg.schema.typescript import TsObject, Value
from kg.schema.vocabulary import Form


def object_literal(walk: Walk, node: Node) -> Value:
    number = len(walk.objects)
    walk.objects.append(None)
    context = walk.take_context()
    binding, walk.binding = walk.binding, None
    prefix = "" if binding is None else binding.path + "."
    kept = (walk.this, walk.above)
    members: list[tuple[str, Value]] = []
    for child in named(node):
        _member(walk, child, number, prefix, context, members)
    walk.this, walk.above = kept
    walk.objects[number] = TsObject(walk.scope.number, tuple(members), context)
    return (ts.OBJECT, number)


def _member(
    walk: Walk, node: Node, number: int, prefix: str, context: Context, members: list[tuple[str, Value]]
) -> None:
    if node.type == "method_definition":
        members.append(_method(walk, node, number, prefix, context))
    elif node.type == "pair":
        key, value = field(node, "key"), field(node, "value")
        name = "" if key is None else key_name(walk, key)
        walk.context = deeper(context, name)
        if value is not None:
            binding = Binding(
                name or "()", prefix + (name or "()"), Form.FUNCTION, node, node, (ts.OBJECT, number)
            )
            members.append((name, bound_value(walk, value, binding)))
    elif node.type == "shorthand_property_identifier":
        members.append((walk.text(node), (ts.NAME, walk.text(node))))
    elif node.type == "spread_element":
        spread = walk.read(walk, node)
        members.append(("...", None if spread is None else spread[1]))
    else:
        walk.read(walk, node)


def _method(walk: Walk, node: Node, number: int, prefix: str, context: Context) -> tuple[str, Value]:
    key = field(node, "name")
    name = "" if key is None else key_name(walk, key)
    words = {child.type for child in node.children if not child.is_named}
    accessor = "get" if "get" in words else "set" if "set" in words else ""
    path = prefix + (name or "()") + (f":{accessor}" if accessor else "")
    walk.context = deeper(context, name)
    binding = Binding(
        name or "()", path, Form.METHOD, node, node, (ts.OBJECT, number), modifiers=words_in_front(node)
    )
    value: Value = (ts.FUNCTION, bound_function(walk, node, binding))
    if accessor:
        return (name, (ts.CALLED, value)) if accessor == "get" else ("", value)
    return name, value


def deeper(context: Context, step: str) -> Context:
    """The context of a part of what stands in a context."""
    return None if context is None else (*context[:-1], (*context[-1], step))


def array(walk: Walk, node: Node) -> Value:
    context = deeper(walk.take_context(), ts.ELEMENT)
    found = []
    for child in named(node):
        walk.context = context
        found.append(walk.read(walk, child))
    walk.context = None
    return (ts.ARRAY, tuple(found[:50]))
