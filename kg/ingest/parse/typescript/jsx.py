"""JSX: `<Button onClick={…}/>` calls the component `Button` with an object; `<div>` calls nothing."""

from tree_sitter import Node

from kg.ingest.parse.typescript.calls import close_call, open_call
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.types import type_arguments
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.typescript import TsObject, Value

ELEMENT: Value = (ts.AS, (ts.REFERENCE, ("JSX", "Element"), ()), None)


def jsx_element(walk: Walk, node: Node) -> Value:
    opening = field(node, "open_tag") if node.type == "jsx_element" else node
    if opening is None:
        return None
    tag = field(opening, "name")
    number = -1
    if tag is not None and _is_component(walk, tag):
        callee = walk.read(walk, tag)
        types = type_arguments(walk, field(opening, "type_arguments"))
        number = open_call(walk)
        props = _attributes(walk, opening, tag, number)
        close_call(walk, number, ts.JSX, tag, callee, (props,), types)
    else:
        _attributes(walk, opening, tag, number)
    if node.type == "jsx_element":
        for child in named(node):
            if child.type not in ("jsx_opening_element", "jsx_closing_element", "jsx_text"):
                walk.context = None if number < 0 else (ts.ARGUMENT, number, 0, ("children",))
                walk.read(walk, child)
    return ELEMENT


def _is_component(walk: Walk, tag: Node) -> bool:
    """A small word is an element of the page."""
    if tag.type in ("member_expression", "nested_identifier"):
        return True
    return tag.type == "identifier" and not walk.text(tag)[:1].islower()


def _attributes(walk: Walk, node: Node, tag: Node | None, number: int) -> Value:
    place = len(walk.objects)
    walk.objects.append(None)
    members: list[tuple[str, Value]] = []
    for child in named(node):
        if child == tag or child.type == "type_arguments":
            continue
        parts = named(child)
        if child.type == "jsx_attribute" and parts:
            name = walk.text(parts[0])
            value: Value = None
            for part in parts[1:]:
                walk.context = None if number < 0 else (ts.ARGUMENT, number, 0, (name,))
                value = walk.read(walk, part)
                walk.hand(named(part)[-1] if part.type == "jsx_expression" and named(part) else part, value)
            members.append((name, value))
        elif child.type == "jsx_expression":
            walk.read(walk, child)
    walk.context = None
    walk.objects[place] = TsObject(walk.scope.number, tuple(members), None)
    return (ts.OBJECT, place)
