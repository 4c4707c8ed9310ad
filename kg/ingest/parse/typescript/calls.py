"""Call sites: `f(x)`, `new A(x)`, a tagged template, a decorator. Each is noted with who calls."""

from tree_sitter import Node

from kg.ingest.parse.typescript.binding import core
from kg.ingest.parse.typescript.functions import FUNCTIONS, bound_function
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.keys import note_asked
from kg.ingest.parse.typescript.noting import note_call, note_decorator
from kg.ingest.parse.typescript.types import type_arguments
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.typescript import TsCall, TypeCode, Value

_MODULE_CALLS = {"import": ts.IMPORT, "require": ts.REQUIRE}


def call(walk: Walk, node: Node) -> Value:
    callee_node, arguments = field(node, "function"), field(node, "arguments")
    binding, walk.binding = walk.binding, None
    walk.context = None
    awaited = callee_node is not None and callee_node.type == "await_expression"
    if awaited and callee_node is not None:
        # the grammar takes `await f<T>(x)` for a call of `await f<T>`
        callee_node = next(iter(named(callee_node)), None)
    if callee_node is None:
        return _parts(walk, node)
    if callee_node.type in ("import", "identifier"):
        module = _module(walk, callee_node, arguments)
        if module is not None:
            return module
    if walk.asks_settings and callee_node.type == "member_expression":
        note_asked(walk, callee_node, arguments)
    callee = walk.read(walk, callee_node)
    types = type_arguments(walk, field(node, "type_arguments"))
    number = open_call(walk)
    if arguments is None or arguments.type == "template_string":
        given: list[Value] = []
        walk.read(walk, arguments)
    else:
        walk.binding = binding
        given = read_arguments(walk, arguments, number)
        walk.binding = None
    value = close_call(walk, number, ts.CALL, callee_node, callee, tuple(given), types)
    return (ts.AWAIT, value) if awaited else value


def _parts(walk: Walk, node: Node) -> Value:
    for child in node.named_children:
        walk.read(walk, child)
    return None


def _module(walk: Walk, callee: Node, arguments: Node | None) -> Value:
    """`import("./x")`, `require("./x")`."""
    form = _MODULE_CALLS.get(walk.text(callee))
    inner = named(arguments) if form is not None and arguments is not None else []
    if form is None or not inner or inner[0].type != "string":
        return None
    module = walk.text(inner[0])[1:-1]
    walk.imports.append(module)
    return (form, module)


def new(walk: Walk, node: Node) -> Value:
    made, arguments = field(node, "constructor"), field(node, "arguments")
    if made is None:
        return _parts(walk, node)
    callee = walk.read(walk, made)
    types = type_arguments(walk, field(node, "type_arguments"))
    number = open_call(walk)
    given = [] if arguments is None else read_arguments(walk, arguments, number)
    return close_call(walk, number, ts.NEW, made, callee, tuple(given), types)


def decorator(walk: Walk, node: Node) -> Value:
    """`@dec` is a call as much as `@dec()` is."""
    inner = named(node)
    if not inner:
        return None
    if inner[0].type == "call_expression":
        found = walk.read(walk, inner[0])
    else:
        callee = walk.read(walk, inner[0])
        found = close_call(walk, open_call(walk), ts.CALL, inner[0], callee, (), ())
    note_decorator(walk, found)
    return found


def open_call(walk: Walk) -> int:
    """A call's number is known before its arguments are read: they refer to it."""
    walk.calls.append(None)
    return len(walk.calls) - 1


def close_call(
    walk: Walk,
    number: int,
    form: int,
    at: Node,
    callee: Value,
    given: tuple[Value, ...],
    types: tuple[TypeCode, ...],
) -> Value:
    place = _name_node(at)
    row, column = walk.place(place)
    value = (form, callee, given, types, row, column)
    walk.calls[number] = TsCall(walk.owner.number, walk.scope.number, value)
    note_call(walk, value)
    name = walk.text(place)[:80] if place.type not in FUNCTIONS and place.end_point[0] == row else "()"
    written = f"new {name}" if form == ts.NEW else name
    walk.owner.sites.append((row, column, written, len(given)))
    return value


def _name_node(node: Node) -> Node:
    """What is called by name: the last part of a dotted callee."""
    while True:
        inner = field(node, "property") if node.type in ("member_expression", "nested_identifier") else None
        if inner is not None:
            return inner
        if node.type in ("non_null_expression", "parenthesized_expression", "instantiation_expression"):
            parts = named(node)
            if parts:
                node = parts[0]
                continue
        return node


def read_arguments(walk: Walk, node: Node, number: int) -> list[Value]:
    """A function given is told which parameter it stands for."""
    binding, walk.binding = walk.binding, None
    found: list[Value] = []
    for index, child in enumerate(named(node)):
        walk.context = (ts.ARGUMENT, number, index, ())
        if binding is not None and index == 0:
            inner = core(child)
            if inner.type in FUNCTIONS:
                walk.wrapped = bound_function(walk, inner, binding)
                found.append((ts.FUNCTION, walk.wrapped))
                continue
            walk.binding = binding
        found.append(walk.read(walk, child))
        walk.hand(child, found[-1])
        walk.binding = None
    walk.context = None
    return found
