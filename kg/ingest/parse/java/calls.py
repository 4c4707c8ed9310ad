"""Calls and `new`: a site each, with its place, name and arguments."""

from tree_sitter import Node

from kg.ingest.parse.java.expressions import arguments_of, code_of, expression, parts_of
from kg.ingest.parse.java.grammar import (
    ARGUMENTS,
    NAME,
    OBJECT,
    TYPE,
    ids,
    named,
)
from kg.ingest.parse.java.keys import KEY_METHODS, read_by_call
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import short, type_of
from kg.ingest.parse.java.usages import CALLS_USED, NEW_USED, note_call, note_new
from kg.schema import java
from kg.schema.java import Code

_CALL = ids("method_invocation")
_DOT = ids(".")
_SUPER = ids("super")
_NEW = ids("new")
_TYPE_ARGUMENTS = ids("type_arguments")
_CLASS_BODY = ids("class_body")
_CONSTRUCTOR_WORDS = ("super", "this")
"""Names of a call only where `mend` renamed a constructor call for the parser."""


@expression("method_invocation")
def _call(reading: Reading, node: Node) -> Code:
    """A chain is walked in a loop: fluent code nests hundreds of calls deep."""
    children = node.children
    chain: list[tuple[Node, Node]] = []
    while len(children) == 4 and children[1].kind_id in _DOT:
        chain.append((children[2], children[3]))
        node = children[0]
        children = node.children if node.kind_id in _CALL else []
    if len(children) == 2:
        code = _called(reading, None, children[0], children[1])
    else:
        code = _long_call(reading, node) if node.kind_id in _CALL else code_of(reading, node)
    for name, arguments in reversed(chain):
        code = _called(reading, code, name, arguments)
    return code


def _long_call(reading: Reading, node: Node) -> Code:
    """With comments, type arguments, or `Outer.super.m()`."""
    holder, name = node.child_by_field_id(OBJECT), node.child_by_field_id(NAME)
    arguments = node.child_by_field_id(ARGUMENTS)
    if name is None or arguments is None:
        return parts_of(reading, node)
    target = None if holder is None else code_of(reading, holder)
    if holder is not None and any(child.kind_id in _SUPER for child in node.children[1:]):
        target = (
            java.SUPER,
            type_of(reading, holder) if holder.type == "identifier" else reading.slice(holder),
        )
    code = _called(reading, target, name, arguments)
    types = next((child for child in node.children if child.kind_id in _TYPE_ARGUMENTS), None)
    if types is None or code[0] != java.CALL:
        return code
    return (*code, tuple(type_of(reading, child) for child in named(types)))


def _called(reading: Reading, target: Code | None, name_node: Node, arguments_node: Node) -> Code:
    name = reading.slice(name_node)
    row = name_node.start_point[0]
    column = reading.column(name_node)
    place = len(reading.sites)
    reading.site(row, column, name, 0)
    codes = arguments_of(reading, arguments_node)
    if name in KEY_METHODS:
        read_by_call(reading, target, name, arguments_node)
    if name in CALLS_USED or name in reading.calls_beside or _is_helper(reading, target, name):
        note_call(reading, name, name_node, arguments_node)
    if codes:
        reading.sites[place] = f"{row - reading.row}:{column} {name}/{len(codes)}"
    if target is None and name in _CONSTRUCTOR_WORDS:
        return (java.CONSTRUCTOR_CALL, row, column, name, codes, None)
    return (java.CALL, row, column, target, name, codes)


def _is_helper(reading: Reading, target: Code | None, name: str) -> bool:
    return name in reading.helpers and (target is None or target[0] == java.THIS)


@expression("object_creation_expression")
def _new(reading: Reading, node: Node) -> Code:
    type_node = node.child_by_field_id(TYPE)
    if type_node is None:
        return parts_of(reading, node)
    first = node.children[0]
    outer = None if first.kind_id in _NEW else code_of(reading, first)
    made = type_of(reading, type_node)
    row, column = node.start_point[0], reading.column(node)
    place = len(reading.sites)
    reading.site(row, column, f"new {short(made)}", 0)
    codes = arguments_of(reading, node.child_by_field_id(ARGUMENTS))
    if codes:
        reading.sites[place] = f"{row - reading.row}:{column} new {short(made)}/{len(codes)}"
    if short(made) in NEW_USED:
        note_new(reading, short(made), node)
    last = node.children[-1]
    index = reading.define_anonymous(reading, last, made) if last.kind_id in _CLASS_BODY else -1
    return (java.NEW, row, column, made, codes, outer, index)
