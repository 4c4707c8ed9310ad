"""Statements to code. Control flow is flattened: what counts is which names are in scope at a call.

A statement that decides no call and declares no name is dropped, so most bodies shrink to a few tuples.
"""

from tree_sitter import Node

from kg.ingest.parse.java import calls, functions, patterns  # noqa: F401 - they register rules
from kg.ingest.parse.java.expressions import (
    UNKNOWN,
    arguments_of,
    code_of,
    statement,
)
from kg.ingest.parse.java.grammar import (
    ARGUMENTS,
    BODY,
    CONSTRUCTOR,
    DECLARATOR,
    NAME,
    OBJECT,
    TYPE,
    VALUE,
    ids,
    named,
)
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import depth, in_array, type_of
from kg.schema import java
from kg.schema.java import Code

_CATCH_TYPE = ids("catch_type")


def statement_of(reading: Reading, node: Node) -> Code:
    return statement[node.kind_id](reading, node)


def statements_of(reading: Reading, nodes: list[Node]) -> tuple[Code, ...]:
    found = []
    for node in nodes:
        if node.is_named:
            code = statement[node.kind_id](reading, node)
            if code is not UNKNOWN:
                found.append(code)
    return tuple(found)


def _expression(reading: Reading, node: Node) -> Code:
    """Any other node, an expression among statements too: kept only if it decides a call."""
    before = reading.marks
    code = code_of(reading, node)
    return code if reading.marks > before else UNKNOWN


for _kind in list(statement):
    statement[_kind] = _expression
statement.otherwise = _expression


@statement.add("expression_statement")
def _expression_statement(reading: Reading, node: Node) -> Code:
    before = reading.marks
    code = code_of(reading, node.children[0])
    return code if reading.marks > before else UNKNOWN


@statement.add("block", "constructor_body", "switch_block")
def _block(reading: Reading, node: Node) -> Code:
    codes = statements_of(reading, node.children)
    return (java.BLOCK, codes) if codes else UNKNOWN


def _sequence(reading: Reading, node: Node) -> Code:
    codes = statements_of(reading, node.children)
    return (java.SEQUENCE, codes) if codes else UNKNOWN


for _name in (
    "labeled_statement", "assert_statement", "synchronized_statement", "throw_statement", "try_statement",
    "finally_clause", "resource_specification",
):  # fmt: skip
    statement.add(_name)(_sequence)


@statement.add("while_statement", "do_statement", "for_statement", "catch_clause")
def _scope(reading: Reading, node: Node) -> Code:
    reading.decisions += 1
    codes = statements_of(reading, node.children)
    return (java.BLOCK, codes) if codes else UNKNOWN


@statement.add("try_with_resources_statement")
def _try_with_resources(reading: Reading, node: Node) -> Code:
    codes = statements_of(reading, node.children)
    return (java.BLOCK, codes) if codes else UNKNOWN


@statement.add("if_statement")
def _if(reading: Reading, node: Node) -> Code:
    """An `else if` chain is walked in a loop. A pattern's name stays in scope after the `if`: it may
    (`if (!(x instanceof A a)) return;`), and a name that may not is not used."""
    codes: list[Code] = []
    current: Node | None = node
    while current is not None:
        reading.decisions += 1
        parts = [child for child in current.children if child.is_named]
        current = None
        for part in parts:
            if part.type == "if_statement" and part is parts[-1] and len(parts) > 2:
                current = part
            else:
                code = statement[part.kind_id](reading, part)
                if code is not UNKNOWN:
                    codes.append(code)
    return (java.SEQUENCE, tuple(codes)) if codes else UNKNOWN


@statement.add("switch_expression")
def _switch(reading: Reading, node: Node) -> Code:
    before = reading.marks
    code = code_of(reading, node)
    return code if reading.marks > before else UNKNOWN


@statement.add("break_statement", "continue_statement", "line_comment", "block_comment", "modifiers", ";")
def _nothing(_reading: Reading, _node: Node) -> Code:
    return UNKNOWN


@statement.add("local_variable_declaration")
def _local(reading: Reading, node: Node) -> Code:
    of = _local_type(reading, node)
    codes = [_declared(reading, each, of) for each in node.children_by_field_id(DECLARATOR)]
    return codes[0] if len(codes) == 1 else (java.SEQUENCE, tuple(codes))


def _local_type(reading: Reading, node: Node) -> java.JavaType:
    """Lombok's `val` is a `var`."""
    of = type_of(reading, node.child_by_field_id(TYPE))
    return "var" if of == "val" else of


def _declared(reading: Reading, declarator: Node, of: java.JavaType) -> Code:
    name, value = declarator.child_by_field_id(NAME), declarator.child_by_field_id(VALUE)
    if name is None:
        return _expression(reading, declarator)
    before = reading.marks
    code = None if value is None else code_of(reading, value)
    if reading.marks == before and of != "var":
        code = None
    return (java.LOCAL, in_array(of, depth(reading, declarator)), reading.slice(name), code)


@statement.add("enhanced_for_statement")
def _for_each(reading: Reading, node: Node) -> Code:
    reading.decisions += 1
    reading.marks += 1
    name, body = node.child_by_field_id(NAME), node.child_by_field_id(BODY)
    value = node.child_by_field_id(VALUE)
    return (
        java.FOR_EACH,
        node.start_point[0],
        node.start_point[1],
        in_array(_local_type(reading, node), depth(reading, node)),
        "" if name is None else reading.slice(name),
        code_of(reading, value),
        UNKNOWN if body is None else statement_of(reading, body),
    )


@statement.add("catch_formal_parameter")
def _caught(reading: Reading, node: Node) -> Code:
    """Of several types the common one is at least Throwable."""
    name = node.child_by_field_id(NAME)
    types = [kid for child in node.children if child.kind_id in _CATCH_TYPE for kid in named(child)]
    if name is None:
        return UNKNOWN
    of = type_of(reading, types[0]) if len(types) == 1 else "java.lang.Throwable"
    return (java.DECLARE, of, reading.slice(name))


@statement.add("resource")
def _resource(reading: Reading, node: Node) -> Code:
    name, value = node.child_by_field_id(NAME), node.child_by_field_id(VALUE)
    reading.marks += 1
    row, column = node.start_point[0], reading.column(node)
    if name is None:
        return (java.RESOURCE, row, column, None, "", code_of(reading, node.children[0]))
    of = type_of(reading, node.child_by_field_id(TYPE))
    return (java.RESOURCE, row, column, of, reading.slice(name), code_of(reading, value))


@statement.add("return_statement")
def _return(reading: Reading, node: Node) -> Code:
    """Kept even if it decides no call: a lambda's type is what it returns."""
    parts = named(node)
    return (java.RETURN, code_of(reading, parts[0])) if parts else UNKNOWN


@statement.add("yield_statement")
def _yield(reading: Reading, node: Node) -> Code:
    parts = named(node)
    return (java.YIELD, code_of(reading, parts[-1])) if parts else UNKNOWN


@statement.add("explicit_constructor_invocation")
def constructor_call(reading: Reading, node: Node) -> Code:
    constructor = node.child_by_field_id(CONSTRUCTOR)
    word = "super" if constructor is None else constructor.type
    at = constructor if constructor is not None else node
    outer = node.child_by_field_id(OBJECT)
    row, column = at.start_point[0], reading.column(at)
    arguments = node.child_by_field_id(ARGUMENTS)
    place = len(reading.sites)
    reading.site(row, column, word, 0)
    codes = arguments_of(reading, arguments)
    reading.sites[place] = f"{row - reading.row}:{column} {word}/{len(codes)}"
    holder = None if outer is None else code_of(reading, outer)
    return (java.CONSTRUCTOR_CALL, row, column, word, codes, holder)


@statement.add(
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
)
def _local_class(reading: Reading, node: Node) -> Code:
    reading.marks += 1
    return (java.LOCAL_CLASS, reading.define_local(reading, node))
