"""Statements to code. Control flow is flattened: what counts is which names are in scope at a call.

A statement that decides no call and declares no name is dropped, so most bodies shrink to a few tuples.
"""

from tree_sitter import Node

from kg.ingest.parse.go import calls, literals  # noqa: F401 - they register rules
from kg.ingest.parse.go.expressions import CODES, UNKNOWN, code_of, expression, sequence, values_of
from kg.ingest.parse.go.grammar import BODY, LEFT, NAME, RIGHT, TYPE, VALUE, field, ids, named
from kg.ingest.parse.go.noting import note_locals
from kg.ingest.parse.go.reading import Reading
from kg.ingest.parse.go.types import type_of
from kg.schema import go
from kg.schema.go import Code

_INITIALIZER, _CONDITION = field("initializer"), field("condition")
_CONSEQUENCE, _ALTERNATIVE = field("consequence"), field("alternative")
_ALIAS, _COMMUNICATION = field("alias"), field("communication")
_CASES = ids("expression_case", "type_case", "communication_case", "default_case")
_DEFAULT = ids("default_case")
_TYPE_CASE = ids("type_case")
_RANGE = ids("range_clause")
_DEFINES = ids(":=")
_SPECS = ids("var_spec", "const_spec")
_LISTS = ids("var_spec_list")


def _deciding(reading: Reading, node: Node | None) -> Code:
    """Code whose value nobody asks for: nothing where it decides no call."""
    if node is None:
        return UNKNOWN
    before = reading.marks
    code = CODES[node.kind_id](reading, node)
    return code if reading.marks > before else UNKNOWN


def _scope(codes: list[Code]) -> Code:
    code = sequence(codes)
    return code if code is UNKNOWN or code[0] == go.BLOCK else (go.BLOCK, (code,))


@expression("block")
def _block(reading: Reading, node: Node) -> Code:
    return _scope([CODES[child.kind_id](reading, child) for child in node.children if child.is_named])


@expression("expression_statement", "inc_statement", "dec_statement", "send_statement", "goto_statement",
            "break_statement", "continue_statement", "go_statement", "defer_statement")  # fmt: skip
def _expression_statement(reading: Reading, node: Node) -> Code:
    return sequence([_deciding(reading, child) for child in node.children if child.is_named])


@expression("return_statement")
def _return(reading: Reading, node: Node) -> Code:
    found = named(node)
    before = reading.marks
    codes = list(values_of(reading, found[0])) if found else []
    return sequence(codes) if reading.marks > before else UNKNOWN


@expression("short_var_declaration")
def _define(reading: Reading, node: Node) -> Code:
    names, right = _names(reading, node.child_by_field_id(LEFT)), node.child_by_field_id(RIGHT)
    before = len(reading.usages)
    found = (go.DEFINE, names, values_of(reading, right))
    note_locals(reading, names, right, before)
    return found


def _names(reading: Reading, node: Node | None) -> tuple[str, ...]:
    if node is None:
        return ()
    nodes = named(node) if node.type == "expression_list" else [node]
    return tuple(reading.name(child) if child.type == "identifier" else "_" for child in nodes)


@expression("assignment_statement")
def _assign(reading: Reading, node: Node) -> Code:
    before = reading.marks
    left = node.child_by_field_id(LEFT)
    targets = tuple(code_of(reading, child) for child in named(left)) if left is not None else ()
    values = values_of(reading, node.child_by_field_id(RIGHT))
    return (go.ASSIGN, targets, values) if reading.marks > before else UNKNOWN


@expression("var_declaration", "const_declaration")
def _declare(reading: Reading, node: Node) -> Code:
    return sequence([_specification(reading, spec) for spec in specifications(node)])


def specifications(node: Node) -> list[Node]:
    """The lines of a `var` or `const` declaration."""
    found: list[Node] = []
    for child in node.children:
        if child.kind_id in _SPECS:
            found.append(child)
        elif child.kind_id in _LISTS:
            found += [spec for spec in child.children if spec.kind_id in _SPECS]
    return found


def _specification(reading: Reading, node: Node) -> Code:
    names = tuple(reading.name(name) for name in node.children_by_field_id(NAME) if name.is_named)
    of = node.child_by_field_id(TYPE)
    values = values_of(reading, node.child_by_field_id(VALUE))
    return (go.DECLARE, names, None if of is None else type_of(reading, of), values)


@expression("if_statement")
def _if(reading: Reading, node: Node) -> Code:
    reading.decisions += 1
    fields = (_CONDITION, _CONSEQUENCE, _ALTERNATIVE)
    first = code_of(reading, node.child_by_field_id(_INITIALIZER))
    return _scope([first, *(_deciding(reading, node.child_by_field_id(each)) for each in fields)])


@expression("for_statement")
def _for(reading: Reading, node: Node) -> Code:
    reading.decisions += 1
    children = named(node)
    for child in children:
        if child.kind_id in _RANGE:
            return _range(reading, child, node.child_by_field_id(BODY))
    return _scope([_loop_part(reading, child) for child in children])


def _loop_part(reading: Reading, node: Node) -> Code:
    if node.type != "for_clause":
        return _deciding(reading, node)
    return sequence([CODES[child.kind_id](reading, child) for child in named(node)])


def _range(reading: Reading, clause: Node, body: Node | None) -> Code:
    left = clause.child_by_field_id(LEFT)
    defines = any(child.kind_id in _DEFINES for child in clause.children)
    names = _names(reading, left) if defines else ()
    iterated = code_of(reading, clause.child_by_field_id(RIGHT))
    first = UNKNOWN if defines or left is None else _deciding(reading, left)
    key, value = (*names, "", "")[:2]
    return sequence([first, (go.RANGE, key, value, iterated, code_of(reading, body))])


@expression("expression_switch_statement", "select_statement")
def _switch(reading: Reading, node: Node) -> Code:
    parts: list[Code] = [code_of(reading, node.child_by_field_id(_INITIALIZER))]
    parts.append(_deciding(reading, node.child_by_field_id(VALUE)))
    parts += [_case(reading, child) for child in node.children if child.kind_id in _CASES]
    return _scope(parts)


def _case(reading: Reading, node: Node) -> Code:
    if node.kind_id not in _DEFAULT:
        reading.decisions += 1
    value, communication = node.child_by_field_id(VALUE), node.child_by_field_id(_COMMUNICATION)
    special = {each.id for each in (value, communication) if each is not None}
    first = [_deciding(reading, value), code_of(reading, communication)]
    rest = [CODES[child.kind_id](reading, child) for child in named(node) if child.id not in special]
    return _scope([*first, *rest])


@expression("receive_statement")
def _receive(reading: Reading, node: Node) -> Code:
    """`v, ok := <-ch` of a select; without a left side only what is received from is asked."""
    left, right = node.child_by_field_id(LEFT), node.child_by_field_id(RIGHT)
    if left is None or right is None:
        return _parts(reading, node)
    if any(child.kind_id in _DEFINES for child in node.children):
        return (go.DEFINE, _names(reading, left), (code_of(reading, right),))
    return sequence([_deciding(reading, left), _deciding(reading, right)])


def _parts(reading: Reading, node: Node) -> Code:
    return sequence([_deciding(reading, child) for child in named(node)])


@expression("type_switch_statement")
def _type_switch(reading: Reading, node: Node) -> Code:
    first = code_of(reading, node.child_by_field_id(_INITIALIZER))
    names = _names(reading, node.child_by_field_id(_ALIAS))
    operand = code_of(reading, node.child_by_field_id(VALUE))
    cases = tuple(_type_case(reading, child) for child in node.children if child.kind_id in _CASES)
    kept = tuple(case for case in cases if case[1] is not UNKNOWN)
    return _scope([first, (go.TYPE_SWITCH, (*names, "")[0], operand, kept)])


def _type_case(reading: Reading, node: Node) -> tuple[tuple[go.GoType, ...], Code]:
    types = node.children_by_field_id(TYPE) if node.kind_id in _TYPE_CASE else []
    if types:
        reading.decisions += 1
    special = {each.id for each in types}
    rest = [child for child in named(node) if child.id not in special]
    body = _scope([CODES[child.kind_id](reading, child) for child in rest])
    return tuple(type_of(reading, each) for each in types if each.is_named), body


@expression("labeled_statement", "statement_list", "expression_list", "literal_element", "for_clause")
def _inside(reading: Reading, node: Node) -> Code:
    return sequence([CODES[child.kind_id](reading, child) for child in node.children if child.is_named])
