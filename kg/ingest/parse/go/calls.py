"""Calls: a site each, with its place, name and arguments; conversions, which may be calls; settings read."""

from tree_sitter import Node

from kg.ingest.parse.go.expressions import (
    CODES,
    UNKNOWN,
    code_of,
    expression,
    instance,
    parts_of,
    string_value,
    value_of,
)
from kg.ingest.parse.go.grammar import (
    ARGUMENTS,
    COMMENT,
    FIELD,
    IDENTIFIER,
    NAME,
    OPERAND,
    TYPE,
    TYPE_ARGUMENTS,
    field,
    ids,
    named,
)
from kg.ingest.parse.go.noting import is_noted, note_call, opened
from kg.ingest.parse.go.reading import Reading
from kg.ingest.parse.go.types import type_arguments, type_of
from kg.schema import go
from kg.schema.go import Code

_FUNCTION = field("function")
_CALL = ids("call_expression")
_SELECTOR = ids("selector_expression")
_VIPER = frozenset(
    f"Get{kind}"
    for kind in (
        "", "String", "Int", "Int32", "Int64", "Uint", "Bool", "Float64", "Duration", "Time", "StringSlice",
        "IntSlice", "StringMap", "StringMapString", "SizeInBytes",
    )
) | {"IsSet", "UnmarshalKey", "Sub", "InConfig"}  # fmt: skip
_READERS_OF = {"os": frozenset(("Getenv", "LookupEnv")), "github.com/spf13/viper": _VIPER}
"""By the package that has them."""
_KEY_READERS = frozenset(name for names in _READERS_OF.values() for name in names)


@expression("call_expression")
def _call(reading: Reading, node: Node) -> Code:
    """A chain is walked in a loop: fluent code nests hundreds of calls deep."""
    chain: list[tuple[Node, Node, Node]] = []
    inner: Node | None = node
    code: Code | None = None
    while inner is not None and inner.kind_id in _CALL:
        callee, arguments = inner.child_by_field_id(_FUNCTION), inner.child_by_field_id(ARGUMENTS)
        if callee is None or arguments is None:
            code = parts_of(reading, inner)
            break
        chain.append((inner, callee, arguments))
        inner = callee.child_by_field_id(OPERAND) if callee.kind_id in _SELECTOR else None
    for call, callee, arguments in reversed(chain):
        if code is None:
            code = CODES[callee.kind_id](reading, callee)
        else:
            name = callee.child_by_field_id(FIELD)
            code = (go.SELECT, code, "" if name is None else reading.name(name))
        code = _called(reading, call, code, callee, arguments)
    return code or UNKNOWN


def _called(reading: Reading, node: Node, code: Code, callee: Node, arguments: Node) -> Code:
    row, column, written = _place_of(reading, callee)
    reading.marks += 1
    place = len(reading.sites)
    reading.sites.append("")
    types = node.child_by_field_id(TYPE_ARGUMENTS)
    if types is not None:
        code = (go.INDEX, code, tuple((go.TYPE, of) for of in type_arguments(reading, types)))
    name = code[2] if code[0] == go.SELECT else code[1] if code[0] == go.NAME else ""
    noted = bool(name) and is_noted(name)
    below = noted and opened(reading, name, callee, arguments)
    codes = arguments_of(reading, arguments)
    if below:
        reading.around.pop()
    if noted:
        note_call(reading, name, node, callee, arguments, row)
    reading.sites[place] = f"{row - reading.row}:{column} {written}/{len(codes)}"
    if codes and code[0] == go.SELECT and code[2] in _KEY_READERS:
        _note_key(reading, code, codes[0], arguments)
    return (go.CALL, row, column, code, codes)


def _place_of(reading: Reading, callee: Node) -> tuple[int, int, str]:
    """Row and column of the name that is called, and how it is written, shortened."""
    if callee.kind_id in _SELECTOR:
        name = callee.child_by_field_id(FIELD)
        if name is not None:
            written = reading.slice(callee)
            short = written if len(written) <= 60 and "\n" not in written else "()." + reading.slice(name)
            return name.start_point[0], reading.column(name), short
    written = reading.slice(callee) if callee.kind_id in IDENTIFIER else "()"
    return callee.start_point[0], reading.column(callee), written


def arguments_of(reading: Reading, node: Node) -> tuple[Code, ...]:
    return tuple(
        [
            value_of(reading, child)
            for child in node.children
            if child.is_named and child.kind_id not in COMMENT
        ]
    )


def _note_key(reading: Reading, callee: Code, key: Code, arguments: Node) -> None:
    """`os.Getenv("PORT")`, `viper.GetInt(portKey)`: what the key is, is decided when all is read."""
    names = [_name_of_import(reading, path) for path, has in _READERS_OF.items() if callee[2] in has]
    if callee[1] not in [(go.NAME, name) for name in names if name]:
        return
    first = named(arguments)[0]
    literal = string_value(reading, first)
    line = first.start_point[0] - reading.row
    reading.key_calls.append((reading.owner.uid, literal, key, line))


def _name_of_import(reading: Reading, path: str) -> str:
    short = path.rpartition("/")[2]
    return next((name or short for name, imported in reading.imports if imported == path), "")


@expression("variadic_argument")
def _spread(reading: Reading, node: Node) -> Code:
    inner = named(node)
    return code_of(reading, inner[0]) if inner else UNKNOWN


@expression("type_conversion_expression")
def _conversion(reading: Reading, node: Node) -> Code:
    """`[]byte(s)`; the grammar also takes `f[int](x)` for one, which the resolver tells apart."""
    of, operand = node.child_by_field_id(TYPE), node.child_by_field_id(OPERAND)
    if of is None or operand is None:
        return parts_of(reading, node)
    written = type_of(reading, of)
    base = of.child_by_field_id(TYPE) or of
    name = base.child_by_field_id(NAME) or base
    row, column = name.start_point[0], reading.column(name)
    callee = instance(written)
    if callee[0] == go.INDEX:
        reading.marks += 1
        reading.sites.append(f"{row - reading.row}:{column} {reading.slice(base)}/1")
    return (go.CALL, row, column, callee, (value_of(reading, operand),))
