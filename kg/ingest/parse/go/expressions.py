"""Expressions to code: what is called on what, with which arguments; the rest shrinks to its type.

`code_of(reading, node)` gives code for any node. Broken code gives what its parts give. A function
that is named and not called (`Run: serve`) is a value handed on: it keeps its place.
"""

from tree_sitter import Node

from kg.ingest.parse.go.grammar import (
    ARGUMENTS,
    BODY,
    COMMENT,
    FIELD,
    IDENTIFIER,
    LEFT,
    NAME,
    OPERAND,
    RIGHT,
    TYPE,
    TYPE_ARGUMENTS,
    VALUE,
    Table,
    field,
    ids,
    named,
)
from kg.ingest.parse.go.reading import Reading
from kg.ingest.parse.go.types import TYPES, signature_of, type_arguments, type_of
from kg.schema import go
from kg.schema.go import Code, GoType

_FUNCTION, _OPERATOR, _INDEX, _KEY = field("function"), field("operator"), field("index"), field("key")
_BINARY = ids("binary_expression")
_CALL = ids("call_expression")
_SELECTOR = ids("selector_expression")
_NAMED_VALUES = ids("identifier", "selector_expression", "type_identifier")
_INSTANCES = ids("index_expression", "type_instantiation_expression", "generic_type")
_QUALIFIED = ids("qualified_type")
_KEYED = ids("keyed_element")
_LITERAL_VALUE = ids("literal_value")
_INTERPRETED = ids("interpreted_string_literal", "raw_string_literal")
_KEY_READERS = frozenset(("Getenv", "LookupEnv"))

UNKNOWN: Code = (go.SEQUENCE, ())
_INT: Code = (go.LITERAL, "int")
_FLOAT: Code = (go.LITERAL, "float64")
_COMPLEX: Code = (go.LITERAL, "complex128")
_STRING: Code = (go.LITERAL, "string")
_RUNE: Code = (go.LITERAL, "rune")
_BOOL: Code = (go.LITERAL, "bool")
_NIL: Code = (go.LITERAL, "nil")


def parts_of(reading: Reading, node: Node) -> Code:
    """Anything without a rule of its own: its parts, one after the other."""
    codes = [CODES[child.kind_id](reading, child) for child in node.children if child.is_named]
    return sequence(codes)


def sequence(codes: list[Code]) -> Code:
    codes = [code for code in codes if code is not UNKNOWN]
    if len(codes) == 1:
        return codes[0]
    return (go.SEQUENCE, tuple(codes)) if codes else UNKNOWN


CODES = Table(parts_of)
expression = CODES.add


def code_of(reading: Reading, node: Node | None) -> Code:
    return UNKNOWN if node is None else CODES[node.kind_id](reading, node)


def value_of(reading: Reading, node: Node) -> Code:
    """A value that is handed on: stored, passed, returned. It may be a function."""
    code = CODES[node.kind_id](reading, node)
    if node.kind_id in _INSTANCES:
        node = node.children[0]  # `Map[int, string]` hands on `Map`
        if node.kind_id in _QUALIFIED:
            node = node.child_by_field_id(NAME) or node
    if node.kind_id not in _NAMED_VALUES:
        return code
    reading.marks += 1
    place = node.child_by_field_id(FIELD) or node
    return (go.VALUE, place.start_point[0], reading.column(place), code)


def values_of(reading: Reading, node: Node | None) -> tuple[Code, ...]:
    """The values of an expression list, or of a single expression."""
    if node is None:
        return ()
    if node.type != "expression_list":
        return (value_of(reading, node),)
    return tuple([value_of(reading, child) for child in named(node)])


@expression("identifier", "package_identifier", "field_identifier")
def _name(reading: Reading, node: Node) -> Code:
    return reading.name_code(node)


@expression("comment", "blank_identifier", "label_name", "escape_sequence")
def _nothing(_reading: Reading, _node: Node) -> Code:
    return UNKNOWN


@expression("int_literal", "iota")
def _integer(_reading: Reading, _node: Node) -> Code:
    return _INT


@expression("float_literal")
def _floating(_reading: Reading, _node: Node) -> Code:
    return _FLOAT


@expression("imaginary_literal")
def _imaginary(_reading: Reading, _node: Node) -> Code:
    return _COMPLEX


@expression("rune_literal")
def _rune(_reading: Reading, _node: Node) -> Code:
    return _RUNE


@expression("interpreted_string_literal", "raw_string_literal")
def _string(_reading: Reading, _node: Node) -> Code:
    return _STRING


@expression("true", "false")
def _boolean(_reading: Reading, _node: Node) -> Code:
    return _BOOL


@expression("nil")
def _nil(_reading: Reading, _node: Node) -> Code:
    return _NIL


@expression("parenthesized_expression")
def _parenthesized(reading: Reading, node: Node) -> Code:
    inner = named(node)
    return CODES[inner[-1].kind_id](reading, inner[-1]) if inner else UNKNOWN


@expression("selector_expression")
def _selector(reading: Reading, node: Node) -> Code:
    operand, name = node.child_by_field_id(OPERAND), node.child_by_field_id(FIELD)
    if operand is None or name is None:
        return parts_of(reading, node)
    return (go.SELECT, CODES[operand.kind_id](reading, operand), reading.name(name))


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
    codes = arguments_of(reading, arguments)
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
    """`os.Getenv("PORT")`, `os.LookupEnv(portKey)`: what the key is, is decided when all is read."""
    if callee[1] != (go.NAME, _name_of_import(reading, "os")):
        return
    first = named(arguments)[0]
    literal = string_value(reading, first)
    line = first.start_point[0] - reading.row
    reading.key_calls.append((reading.owner.uid, literal, key, line))


def _name_of_import(reading: Reading, path: str) -> str:
    return next((name or path for name, imported in reading.imports if imported == path), "")


def string_value(reading: Reading, node: Node) -> str:
    """What is between the quotes of a string; empty for everything else."""
    return reading.slice(node)[1:-1] if node.kind_id in _INTERPRETED else ""


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


@expression("index_expression")
def _index(reading: Reading, node: Node) -> Code:
    operand = code_of(reading, node.child_by_field_id(OPERAND))
    return (go.INDEX, operand, (code_of(reading, node.child_by_field_id(_INDEX)),))


@expression("type_instantiation_expression")
def _instantiation(reading: Reading, node: Node) -> Code:
    parts = named(node)
    if not parts:
        return UNKNOWN
    base, *arguments = (type_of(reading, part) for part in parts)
    return instance((go.GENERIC, base, tuple(arguments)))


@expression("slice_expression")
def _slicing(reading: Reading, node: Node) -> Code:
    operand, *bounds = named(node)
    codes = [code_of(reading, bound) for bound in bounds]
    return (go.SLICING, code_of(reading, operand), tuple(c for c in codes if c is not UNKNOWN))


@expression("type_assertion_expression")
def _assertion(reading: Reading, node: Node) -> Code:
    of = type_of(reading, node.child_by_field_id(TYPE))
    return (go.ASSERT, code_of(reading, node.child_by_field_id(OPERAND)), of)


@expression("unary_expression")
def _unary(reading: Reading, node: Node) -> Code:
    operator = node.child_by_field_id(_OPERATOR)
    written = "" if operator is None else operator.type
    return (go.UNARY, written, code_of(reading, node.child_by_field_id(OPERAND)))


@expression("binary_expression")
def _binary(reading: Reading, node: Node) -> Code:
    """Left spines are walked in a loop: a text of a thousand `+` must not nest a thousand deep."""
    operators: list[str] = []
    spine: list[Node] = []
    current: Node | None = node
    while current is not None and current.kind_id in _BINARY:
        spine.append(current)
        current = current.child_by_field_id(LEFT)
    operands = [code_of(reading, current)]
    for each in reversed(spine):
        operator = each.child_by_field_id(_OPERATOR)
        written = "" if operator is None else operator.type
        if written in ("&&", "||"):
            reading.decisions += 1
        operators.append(written)
        operands.append(code_of(reading, each.child_by_field_id(RIGHT)))
    return (go.BINARY, tuple(operators), tuple(operands))


@expression("composite_literal")
def _composite(reading: Reading, node: Node) -> Code:
    of = type_of(reading, node.child_by_field_id(TYPE))
    body = node.child_by_field_id(BODY)
    return (go.COMPOSITE, of, () if body is None else _elements(reading, body))


@expression("literal_value")
def _literal_value(reading: Reading, node: Node) -> Code:
    return (go.ELEMENTS, _elements(reading, node))


def _elements(reading: Reading, node: Node) -> tuple[tuple[Code | None, Code], ...]:
    """A table of constants says nothing about calls: it is kept as an empty one."""
    before = reading.marks
    found: list[tuple[Code | None, Code]] = []
    for child in node.children:
        if child.kind_id in _KEYED:
            key, value = child.child_by_field_id(_KEY), child.child_by_field_id(VALUE)
            found.append((_key(reading, key), _element(reading, value)))
        elif child.is_named and child.kind_id not in COMMENT:
            found.append((None, _element(reading, child)))
    return tuple(found) if reading.marks > before else ()


def _key(reading: Reading, node: Node | None) -> Code:
    """The key of a map, or the name of a field: the type says which."""
    inner = named(node) if node is not None else []
    return code_of(reading, inner[0]) if inner else UNKNOWN


def _element(reading: Reading, node: Node | None) -> Code:
    inner = named(node) if node is not None else []
    if not inner:
        return UNKNOWN
    return value_of(reading, inner[0])


@expression("func_literal")
def _closure(reading: Reading, node: Node) -> Code:
    """It folds into what surrounds it: its calls are calls of the function around it."""
    reading.marks += 1
    of, names, results = signature_of(reading, node)
    return (go.CLOSURE, of, names, results, code_of(reading, node.child_by_field_id(BODY)))


@expression("generic_type")
def _generic(reading: Reading, node: Node) -> Code:
    """`List[int]`; among arguments the grammar takes a function `Map[int, string]` for one too."""
    return instance(type_of(reading, node))


def instance(written: GoType) -> Code:
    """A name with type arguments, as a type or as a function: the resolver tells them apart."""
    if not isinstance(written, tuple) or written[0] != go.GENERIC or not isinstance(written[1], str):
        return (go.TYPE, written)
    package, _, name = written[1].rpartition(".")
    base: Code = (go.SELECT, (go.NAME, package), name) if package else (go.NAME, name)
    return (go.INDEX, base, tuple((go.TYPE, of) for of in written[2]))


def _type(reading: Reading, node: Node) -> Code:
    return (go.TYPE, TYPES[node.kind_id](reading, node))


expression(
    "array_type",
    "channel_type",
    "function_type",
    "interface_type",
    "map_type",
    "pointer_type",
    "qualified_type",
    "slice_type",
    "struct_type",
    "type_identifier",
    "implicit_length_array_type",
)(_type)
