"""What an expression of Go says, as a `Value`: texts with gaps, names, lists, settings of the environment.

A variable of the function is followed to the value it is defined with; a parameter is a gap. `Sprintf` is what
its format says.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from kg.ingest.parse.go.grammar import ARGUMENTS, BODY, IDENTIFIER, LEFT, RIGHT, TYPE, field, ids, named
from kg.ingest.parse.go.reading import Reading
from kg.schema.usages import CALL, LIST, MAP, NAME, Given, Value, joined

_FUNCTION, _OPERATOR = field("function"), field("operator")
_INTERPRETED, _RAW = ids("interpreted_string_literal"), ids("raw_string_literal")
_SELECTOR, _CALL, _BINARY = ids("selector_expression"), ids("call_expression"), ids("binary_expression")
_COMPOSITE = ids("composite_literal")
_NUMBERS = ids("int_literal", "true", "false")
_FORMAT = re.compile(r"%[-+# 0]*(?:\d+|\*)?(?:\.\d+)?([a-zA-Z%])")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_MESSAGES = ("Message", "ProducerMessage", "TopicPartition")
"""Types of clients of brokers, whose fields name a topic."""
_LONGEST_TEXT = 10_000
_DEEPEST = 12
_MOST_ITEMS = 60


def value_of(reading: Reading, node: Node | None, deep: int = _DEEPEST) -> Value:
    """What an expression says; None where only running the code would tell."""
    if node is None or deep == 0:
        return None
    kind = node.kind_id
    if kind in _INTERPRETED or kind in _RAW:
        written = reading.slice(node)[1:-1]
        if len(written) > _LONGEST_TEXT:
            return None
        plain = kind in _RAW or "\\" not in written
        return written if plain else _ESCAPE.sub(lambda each: _ESCAPES.get(each[1], each[1]), written)
    if kind in IDENTIFIER:
        return _name(reading, reading.slice(node), deep)
    if kind in _SELECTOR:
        written = "".join(reading.slice(node).split())
        return (NAME, written) if written.replace(".", "").replace("_", "").isalnum() else None
    if kind in _BINARY:
        return _sum(reading, node, deep)
    if kind in _CALL:
        return _called(reading, node, deep)
    if kind in _COMPOSITE:
        return _list(reading, node, deep)
    if node.type in ("parenthesized_expression", "unary_expression", "literal_element"):
        parts = named(node)
        return value_of(reading, parts[-1], deep - 1) if parts else None
    return reading.slice(node) if kind in _NUMBERS else None


def given(reading: Reading, arguments: Node, deep: int = _DEEPEST) -> Given:
    return tuple([("", value_of(reading, each, deep - 1)) for each in named(arguments)[:_MOST_ITEMS]])


def expressions_in(node: Node) -> list[Node]:
    """The values of an expression list, or the only one."""
    return named(node) if node.type == "expression_list" else [node]


def local(reading: Reading, name: str) -> Node | None:
    """What the function being read has defined a name with, last."""
    for names, right in reversed(reading.defined):
        if name in names:
            made = expressions_in(right)
            at = names.index(name)
            return made[at] if at < len(made) else None
    return None


def _name(reading: Reading, name: str, deep: int) -> Value:
    made = local(reading, name)
    if made is None:
        return (NAME, name)
    said = value_of(reading, made, deep - 1)
    return said if said is not None and (isinstance(said, str) or said[0] != CALL) else (NAME, name)


def _sum(reading: Reading, node: Node, deep: int) -> Value:
    operator = node.child_by_field_id(_OPERATOR)
    if operator is None or operator.type != "+":
        return None
    left = value_of(reading, node.child_by_field_id(LEFT), deep - 1)
    return joined([left, value_of(reading, node.child_by_field_id(RIGHT), deep - 1)])


def _list(reading: Reading, node: Node, deep: int) -> Value:
    """`[]string{"a", "b"}`; what has keys is a message (`kafka.Message{Topic: "a"}`), or nothing."""
    body, of = node.child_by_field_id(BODY), node.child_by_field_id(TYPE)
    parts = named(body) if body is not None else []
    if not parts or any(part.type == "keyed_element" for part in parts):
        is_message = of is not None and reading.slice(of).rpartition(".")[2] in _MESSAGES
        return (MAP, *_fields(reading, parts, deep)) if is_message else None
    return (LIST, *[value_of(reading, part, deep - 1) for part in parts[:_MOST_ITEMS]])


def _fields(reading: Reading, parts: list[Node], deep: int) -> Iterator[tuple[str, Value]]:
    for part in parts:
        pair = named(part)
        if len(pair) == 2:
            yield reading.slice(pair[0]), value_of(reading, pair[1], deep - 1)


def _called(reading: Reading, node: Node, deep: int) -> Value:
    callee, arguments = node.child_by_field_id(_FUNCTION), node.child_by_field_id(ARGUMENTS)
    if callee is None or arguments is None:
        return None
    name = "".join(reading.slice(callee).split())
    told = given(reading, arguments, deep)
    texts = [said for _, said in told]
    if name == "os.Getenv" and texts and isinstance(texts[0], str):
        return f"${{{texts[0]}}}"
    if name == "fmt.Sprintf" and texts and isinstance(texts[0], str):
        return _formatted(texts[0], texts[1:])
    if name in ("string", "http.HandlerFunc", "url.PathEscape", "strings.TrimSuffix", "strings.TrimRight"):
        return texts[0] if texts else None
    return (CALL, name, told) if name.replace(".", "").replace("_", "").isalnum() else None


def _formatted(text: str, told: list[Value]) -> Value:
    parts: list[Value] = []
    values = iter(told)
    at = 0
    for found in _FORMAT.finditer(text):
        parts.append(text[at : found.start()])
        parts.append("%" if found[1] == "%" else next(values, None))
        at = found.end()
    return joined([*parts, text[at:]])
