"""What an expression of Java says, as a `Value`: texts, constants by name, what is built of them.

A local variable is followed to the value it starts with, unless it is assigned again; a parameter is a gap.
"""

import re
from textwrap import dedent

from tree_sitter import Node

from kg.ingest.parse.java.declared import body_of, declared, result_of
from kg.ingest.parse.java.grammar import (
    ANNOTATIONS,
    ARGUMENTS,
    BODY,
    LANGUAGE,
    NAME,
    OBJECT,
    TYPE,
    VALUE,
    field,
    ids,
    named,
)
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.types import nested, short, type_of
from kg.ingest.parse.syntax import RuleTable
from kg.schema.usages import CALL, JOIN, LIST, Given, Value
from kg.schema.usages import NAME as NAMED

MAX_TEXT = 20_000
"""Characters of one text: a statement may be long, a resource in a literal is none."""
_MOST_NESTED = 24
_KEY = field("key")
_PAIR = ids("element_value_pair")
_IDENTIFIER = ids("identifier")
_THIS = ids("this")
_FIELD_ACCESS = ids("field_access")
_CALLED = ids("method_invocation")
_NEW = ids("object_creation_expression")
_CHAINED = (*_CALLED, *_NEW, *_IDENTIFIER)
_LEFT, _RIGHT, _THEN, _ELSE = field("left"), field("right"), field("consequence"), field("alternative")
_ESCAPE = re.compile(r"\\(?:u+([0-9a-fA-F]{4})|([0-7]{1,3})|(\n)|(.))")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "s": " "}
_FORMATS = re.compile(r"%(?:\d+\$)?[-#+ 0,(]*\d*(?:\.\d+)?[a-zA-Z]")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_FORMATTERS = ("String.format", "format")


def value_of(reading: Reading, node: Node | None, deep: int = _MOST_NESTED) -> Value:
    """What an expression says."""
    if node is None or deep == 0:
        return None
    return _Says(reading, deep).of(node)


def given_of(reading: Reading, arguments: Node | None, deep: int = _MOST_NESTED) -> Given:
    """The arguments of a call or annotation; those of an annotation by name (`value` where it is left out)."""
    if arguments is None or deep == 0:
        return ()
    of_annotation = arguments.type == "annotation_argument_list"
    found: list[tuple[str, Value]] = []
    for child in named(arguments):
        if child.kind_id in _PAIR:
            key = child.child_by_field_id(_KEY)
            name = "" if key is None else reading.slice(key)
            found.append((name, value_of(reading, child.child_by_field_id(VALUE), deep - 1)))
        else:
            found.append(("value" if of_annotation else "", value_of(reading, child, deep - 1)))
    return tuple(found)


def receiver_of(reading: Reading, node: Node | None) -> str:
    """What a call is made on: the declared type of a variable, then the calls chained to it
    (`WebClient.get`); as written where this file does not say."""
    chain: list[str] = []
    while node is not None and node.kind_id in _CALLED:
        name = node.child_by_field_id(NAME)
        chain.append("" if name is None else reading.slice(name))
        holder = node.child_by_field_id(OBJECT)
        if holder is None:
            of = result_of(reading, node, chain[-1])
            if of:
                chain[-1] = of
            node = None
            return ".".join(reversed(chain))
        node = holder
    return ".".join([_root(reading, node), *reversed(chain)]) if node is not None else ""


def _root(reading: Reading, node: Node) -> str:
    if node.kind_id in _NEW:
        return nested(type_of(reading, node.child_by_field_id(TYPE)))
    if node.kind_id in _IDENTIFIER:
        found = declared(reading, node, reading.slice(node), fields_only=False)
        return found.type if found and found.type else reading.slice(node)
    if node.kind_id in _FIELD_ACCESS and node.children[0].kind_id in _THIS:
        name = reading.slice(node.children[-1])
        found = declared(reading, node, name, fields_only=True)
        return found.type if found and found.type else name
    return "".join(reading.slice(node).split())[:200]


class _Says:
    """One walk into an expression."""

    def __init__(self, reading: Reading, deep: int) -> None:
        self.reading = reading
        self.deep = deep

    def of(self, node: Node | None) -> Value:
        if node is None or self.deep == 0:
            return None
        self.deep -= 1
        try:
            value: Value = _RULES[node.kind_id](self, node)
            return value
        finally:
            self.deep += 1


def _unknown(_says: _Says, _node: Node) -> Value:
    return None


_RULES = RuleTable(LANGUAGE, _unknown)


@_RULES.add("string_literal")
def _text(says: _Says, node: Node) -> Value:
    written = says.reading.slice(node)
    if written.startswith('"""'):
        first, _, rest = written[3:-3].partition("\n")
        written = dedent(rest) if not first.strip() else rest
    else:
        written = written[1:-1]
    return _ESCAPE.sub(_unescaped, written)[:MAX_TEXT] if "\\" in written else written[:MAX_TEXT]


def _unescaped(match: re.Match[str]) -> str:
    code, octal, newline, letter = match.groups()
    if code:
        return chr(int(code, 16)) if not 0xD800 <= int(code, 16) <= 0xDFFF else "?"
    if octal:
        return chr(int(octal, 8))
    return "" if newline else _ESCAPED.get(letter, letter)


@_RULES.add(
    "decimal_integer_literal", "hex_integer_literal", "decimal_floating_point_literal", "true", "false"
)
def _literal(says: _Says, node: Node) -> Value:
    return says.reading.slice(node)


@_RULES.add("character_literal")
def _character(says: _Says, node: Node) -> Value:
    return says.reading.slice(node)[1:-1]


@_RULES.add("identifier")
def _name(says: _Says, node: Node) -> Value:
    name = says.reading.slice(node)
    found = declared(says.reading, node, name, fields_only=False)
    if found is None or found.is_field:
        return (NAMED, name)
    if (
        found.is_parameter
        or found.value is None
        or is_assigned_again(says.reading, body_of(found.scope), name)
    ):
        return None
    return says.of(found.value)


def is_assigned_again(reading: Reading, scope: Node, name: str) -> bool:
    text = _after_type(_QUOTED.sub('""', reading.slice(scope)), name)
    return bool(re.search(rf"(?<![\w.]){re.escape(name)}\s*[-+*/|&^]?=(?!=)", text))


def _after_type(text: str, name: str) -> str:
    """The text without the declaration itself: a type, the name, its first value."""
    return re.sub(rf"[\w>\]]\s+{re.escape(name)}\s*=(?!=)", " ", text, count=1)


@_RULES.add("field_access", "scoped_identifier")
def _dotted(says: _Says, node: Node) -> Value:
    return (NAMED, "".join(says.reading.slice(node).split()))


@_RULES.add("class_literal", "method_reference")
def _reference(says: _Says, node: Node) -> Value:
    return (NAMED, "".join(says.reading.slice(node).split()))


@_RULES.add("parenthesized_expression", "cast_expression")
def _inner(says: _Says, node: Node) -> Value:
    inside = named(node)
    return says.of(inside[-1]) if inside else None


@_RULES.add("ternary_expression")
def _either(says: _Says, node: Node) -> Value:
    return (LIST, says.of(node.child_by_field_id(_THEN)), says.of(node.child_by_field_id(_ELSE)))


@_RULES.add("binary_expression")
def _sum(says: _Says, node: Node) -> Value:
    """The left spine in a loop: a statement of a hundred lines is one `+` after the other."""
    parts: list[Node | None] = []
    current: Node | None = node
    while current is not None and current.type == "binary_expression":
        if current.child_by_field_name("operator") is None or says.reading.slice(current.children[1]) != "+":
            return None
        parts.append(current.child_by_field_id(_RIGHT))
        current = current.child_by_field_id(_LEFT)
    parts.append(current)
    return (JOIN, *(says.of(part) for part in reversed(parts)))


@_RULES.add("element_value_array_initializer", "array_initializer")
def _list(says: _Says, node: Node) -> Value:
    return (LIST, *(says.of(child) for child in named(node)))


@_RULES.add("array_creation_expression")
def _array(says: _Says, node: Node) -> Value:
    return says.of(node.child_by_field_id(VALUE))


@_RULES.add("annotation", "marker_annotation")
def _annotation(says: _Says, node: Node) -> Value:
    name = node.child_by_field_id(NAME)
    simple = "" if name is None else says.reading.slice(name).rpartition(".")[2]
    return (CALL, simple, given_of(says.reading, node.child_by_field_id(ARGUMENTS), says.deep), None)


@_RULES.add("object_creation_expression")
def _made(says: _Says, node: Node) -> Value:
    made = short(type_of(says.reading, node.child_by_field_id(TYPE)))
    return (CALL, f"new {made}", given_of(says.reading, node.child_by_field_id(ARGUMENTS), says.deep), None)


@_RULES.add("method_invocation")
def _called(says: _Says, node: Node) -> Value:
    name_node, holder = node.child_by_field_id(NAME), node.child_by_field_id(OBJECT)
    name = "" if name_node is None else says.reading.slice(name_node)
    on = receiver_of(says.reading, holder) if holder is not None else ""
    given = given_of(says.reading, node.child_by_field_id(ARGUMENTS), says.deep)
    whole = f"{on}.{name}" if on else name
    if whole in _FORMATTERS and given:
        return _formatted(given[0][1], [value for _, value in given[1:]])
    if name == "formatted" and holder is not None:
        return _formatted(says.of(holder), [value for _, value in given])
    return (CALL, whole, given, _built(says, holder))


def _built(says: _Says, holder: Node | None) -> Value:
    """What a call is chained to, where that is a call too; a local is what made it."""
    if holder is None or holder.kind_id not in _CHAINED:
        return None
    value = says.of(holder)
    return value if isinstance(value, tuple) and value[0] == CALL else None


@_RULES.add("lambda_expression")
def _lambda(says: _Says, node: Node) -> Value:
    """What it gives back; a block only where it does nothing else."""
    body = node.child_by_field_id(BODY)
    if body is None or body.type != "block":
        return says.of(body)
    statements = named(body)
    if len(statements) != 1 or statements[0].type != "return_statement":
        return None
    return says.of(next(iter(named(statements[0])), None))


def _formatted(template: Value, values: list[Value]) -> Value:
    """`String.format("a/%s", b)`; where the template is a constant of elsewhere, its name alone is known."""
    if not isinstance(template, str):
        return template
    parts: list[Value] = []
    at = 0
    for n, match in enumerate(_FORMATS.finditer(template)):
        parts += [template[at : match.start()], values[n] if n < len(values) else None]
        at = match.end()
    return (JOIN, *parts, template[at:]) if parts else template


__all__ = ["ANNOTATIONS", "given_of", "receiver_of", "value_of"]
