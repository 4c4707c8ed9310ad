"""Statements: names declared, blocks with scopes of their own, what conditions tell, what is returned."""

import re
from collections.abc import Callable

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import Binding, words_in_front
from kg.ingest.parse.typescript.binding import bound_value
from kg.ingest.parse.typescript.classes import (
    class_declaration,
    enum_declaration,
    interface_declaration,
    namespace,
    type_alias,
)
from kg.ingest.parse.typescript.functions import bound_function
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.keys import note_destructured
from kg.ingest.parse.typescript.modules import export_statement, import_alias, import_statement
from kg.ingest.parse.typescript.narrowing import case_told, exits, passing, told
from kg.ingest.parse.typescript.patterns import Path, bind_pattern
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.typescript import TypeCode, Value
from kg.schema.vocabulary import Form

_ASSERTS = re.compile(r"^(?:assert|invariant|ensure|check|expect|tiny)", re.IGNORECASE)


def statements(walk: Walk, node: Node) -> None:
    """The statements in a node, or the one that it is."""
    rule = _RULES.get(node.type)
    if rule is not None:
        rule(walk, node)
    elif node.type in ("program", "ERROR"):
        _each(walk, node)
    else:
        walk.read(walk, node)


def _each(walk: Walk, node: Node) -> None:
    """What a condition that left told holds to the end of the block; functions are known before."""
    kept = walk.scope
    for child in node.named_children:
        walk.unit.check()
        walk.outer = None
        statements(walk, child)
    walk.scope = kept


def _block(walk: Walk, node: Node) -> None:
    kept = walk.scope
    walk.open_scope("block")
    _each(walk, node)
    walk.scope = kept


def _function(walk: Walk, node: Node) -> None:
    name_node = field(node, "name")
    name = "default" if name_node is None else walk.text(name_node)
    first = walk.take_outer(node)
    names = walk.scope.names.get(name, [])
    binding = Binding(
        name, name, Form.FUNCTION, first, node, modifiers=words_in_front(first) if first.id != node.id else ()
    )
    number = len(walk.functions)
    if names and names[-1][0] == ts.FUNCTIONS:
        names[-1] = (ts.FUNCTIONS, (*names[-1][1], number))
    else:
        walk.declare(name, (ts.FUNCTIONS, (number,)))
    bound_function(walk, node, binding)


def _variables(walk: Walk, node: Node) -> None:
    outer = walk.take_outer(node)
    kind = field(node, "kind")
    is_var = node.type == "variable_declaration"
    constant = kind is not None and kind.type == "const"
    declarators = [child for child in named(node) if child.type == "variable_declarator"]
    for child in declarators:
        first = outer if len(declarators) == 1 else child
        _declarator(walk, child, first, is_var, constant)


def _declarator(walk: Walk, node: Node, first: Node, is_var: bool, constant: bool) -> None:
    name_node, value_node = field(node, "name"), field(node, "value")
    if name_node is None:
        return
    wanted = walk.types(walk, field(node, "type"))
    walk.context = None if wanted is None else (ts.DECLARED, walk.scope.number, wanted, ())
    declare = walk.declare_in_function if is_var else walk.declare
    if name_node.type == "identifier":
        name = walk.text(name_node)
        binding = Binding(name, name, Form.FUNCTION, first, node, modifiers=words_in_front(first))
        held = _held(walk, node, value_node, binding)
        walk.taken.append((name, held))
        declare(name, (ts.VARIABLE, wanted, held, (), constant))
        return
    value = _held(walk, node, value_node, None)
    names: list[str] = []

    def bind(name: str, path: Path) -> None:
        names.append(str(path[-1]) if path else name)
        declare(name, (ts.VARIABLE, wanted, value, path, constant))

    bind_pattern(walk, name_node, (), bind)
    note_destructured(walk, value_node, names)


def _held(walk: Walk, node: Node, value_node: Node | None, binding: Binding | None) -> Value:
    value = walk.read(walk, value_node) if binding is None else bound_value(walk, value_node, binding)
    walk.context = None
    passing_scope = walk.scope.form == "passing"
    return (ts.SCOPED, walk.scope.number, value) if passing_scope and value is not None else value


def _if(walk: Walk, node: Node) -> None:
    walk.owner.decisions += 1
    condition, then, otherwise = (
        field(node, "condition"), field(node, "consequence"), field(node, "alternative"),
    )  # fmt: skip
    walk.read(walk, condition)
    _under(walk, condition, True, then)
    _under(walk, condition, False, otherwise)
    if otherwise is None and exits(then):
        passing(walk, told(walk, condition, holds=False))


def _under(walk: Walk, condition: Node | None, holds: bool, node: Node | None) -> None:
    """A branch, where what the condition tells holds."""
    if node is None:
        return
    kept = walk.scope
    passing(walk, told(walk, condition, holds))
    if node.type == "else_clause":
        for child in named(node):
            statements(walk, child)
    else:
        statements(walk, node)
    walk.scope = kept


def _while(walk: Walk, node: Node) -> None:
    walk.owner.decisions += 1
    condition, body = field(node, "condition"), field(node, "body")
    walk.read(walk, condition)
    _under(walk, condition, node.type == "while_statement", body)


def _do(walk: Walk, node: Node) -> None:
    walk.owner.decisions += 1
    body = field(node, "body")
    if body is not None:
        statements(walk, body)
    walk.read(walk, field(node, "condition"))


def _for(walk: Walk, node: Node) -> None:
    walk.owner.decisions += 1
    kept = walk.scope
    walk.open_scope("block")
    for child in named(node):
        statements(walk, child)
    walk.scope = kept


def _for_in(walk: Walk, node: Node) -> None:
    walk.owner.decisions += 1
    kept = walk.scope
    walk.open_scope("block")
    operator, body = field(node, "operator"), field(node, "body")
    iterated = walk.read(walk, field(node, "right"))
    over = ts.KEYS if operator is not None and operator.type == "in" else ts.EACH
    value: Value = (over, iterated)
    declares = field(node, "kind") is not None

    def bind(name: str, path: Path) -> None:
        if declares:
            walk.declare(name, (ts.VARIABLE, None, value, path, True))

    bind_pattern(walk, field(node, "left"), (), bind)
    if body is not None:
        statements(walk, body)
    walk.scope = kept


def _switch(walk: Walk, node: Node) -> None:
    switched, body = field(node, "value"), field(node, "body")
    walk.read(walk, switched)
    if body is None:
        return
    kept = walk.scope
    walk.open_scope("block")
    inner = walk.scope
    for case in named(body):
        value = field(case, "value")
        walk.owner.decisions += 1 if value is not None else 0
        walk.read(walk, value)
        walk.scope = inner
        if case.children_by_field_name("body"):
            passing(walk, case_told(walk, switched, value))
        for child in case.children_by_field_name("body"):
            if child.is_named:
                statements(walk, child)
        walk.scope = inner
    walk.scope = kept


def _try(walk: Walk, node: Node) -> None:
    for name in ("body", "handler", "finalizer"):
        part = field(node, name)
        if part is None:
            continue
        if part.type == "catch_clause":
            walk.owner.decisions += 1
            kept = walk.scope
            walk.open_scope("block")
            wanted: TypeCode = walk.types(walk, field(part, "type"))

            def bind(name: str, path: Path, wanted: TypeCode = wanted) -> None:
                walk.declare(name, (ts.VARIABLE, wanted, None, path, True))

            bind_pattern(walk, field(part, "parameter"), (), bind)
            body = field(part, "body")
            if body is not None:
                statements(walk, body)
            walk.scope = kept
        else:
            for child in named(part) if part.type == "finally_clause" else (part,):
                statements(walk, child)


def _return(walk: Walk, node: Node) -> None:
    inner = named(node)
    if not inner:
        return
    function = walk.function
    walk.context = None if function is None else (ts.RETURNED, function.number, ())
    value = walk.read(walk, inner[0])
    walk.context = None
    if function is not None:
        function.returned.append((walk.scope.number, value))


def _expression(walk: Walk, node: Node) -> None:
    for child in named(node):
        walk.outer = node
        walk.read(walk, child)
        walk.outer = None
        if child.type == "call_expression":
            _asserted(walk, child)


def _asserted(walk: Walk, node: Node) -> None:
    """`assert(x instanceof A)`, `assertIsA(x)`: it holds from here on."""
    callee, arguments = field(node, "function"), field(node, "arguments")
    if callee is None or arguments is None or not _ASSERTS.match(walk.text(callee).rpartition(".")[2]):
        return
    inner = named(arguments)
    found = told(walk, inner[0], holds=True) if inner else []
    passing(walk, found or told(walk, node, holds=True))


def _ambient(walk: Walk, node: Node) -> None:
    """`declare …`; `declare global { … }`."""
    outer = walk.take_outer(node)
    for child in named(node):
        if child.type == "statement_block":
            kept = walk.scope
            scope = walk.open_scope("module")
            walk.global_scope = scope.number
            walk.namespace += 1
            _each(walk, child)
            walk.namespace -= 1
            walk.scope = kept
        else:
            walk.outer = outer
            statements(walk, child)


def _wrapped(walk: Walk, node: Node) -> None:
    """A label, `with`: the statements in it."""
    for child in named(node):
        if child.type != "statement_identifier":
            statements(walk, child)


def _skip(_walk: Walk, _node: Node) -> None:
    return None


def _class(walk: Walk, node: Node) -> None:
    class_declaration(walk, node)


def _interface(walk: Walk, node: Node) -> None:
    interface_declaration(walk, node)


_RULES: dict[str, Callable[[Walk, Node], None]] = {
    "statement_block": _block,
    "expression_statement": _expression,
    "function_declaration": _function,
    "generator_function_declaration": _function,
    "function_signature": _function,
    "lexical_declaration": _variables,
    "variable_declaration": _variables,
    "class_declaration": _class,
    "abstract_class_declaration": _class,
    "interface_declaration": _interface,
    "enum_declaration": enum_declaration,
    "type_alias_declaration": type_alias,
    "internal_module": namespace,
    "module": namespace,
    "ambient_declaration": _ambient,
    "import_statement": import_statement,
    "import_alias": import_alias,
    "export_statement": export_statement,
    "if_statement": _if,
    "while_statement": _while,
    "do_statement": _do,
    "for_statement": _for,
    "for_in_statement": _for_in,
    "switch_statement": _switch,
    "try_statement": _try,
    "return_statement": _return,
    "labeled_statement": _wrapped,
    "with_statement": _wrapped,
    "comment": _skip,
    "empty_statement": _skip,
    "hash_bang_line": _skip,
    "break_statement": _skip,
    "continue_statement": _skip,
}
