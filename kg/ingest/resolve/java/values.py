"""Plain expressions: names, fields, literals, operators; what stands before a dot.

Knows nothing of calls: those are in `calls`, `making` and `functions`.
"""

from kg.ingest.resolve.java.body import Body, Value, rule
from kg.ingest.resolve.java.operators import combined, common, negated
from kg.ingest.resolve.java.types import (
    ARRAY,
    BOOLEAN,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    NULL,
    Klass,
    Sort,
    Type,
    bindings_of,
    find_field,
    find_nested,
    lineage,
    substitute,
    supers,
    upper,
)
from kg.schema import java
from kg.schema.java import Code

_LITERALS: dict[str, Type] = {
    "int": INT, "long": LONG, "float": FLOAT, "double": DOUBLE, "boolean": BOOLEAN, "char": CHAR, "null": NULL,
}  # fmt: skip


@rule(java.NAME)
def name_(body: Body, code: Code, _want: Value) -> Value:
    name = code[1]
    if name in body.locals:
        return body.locals[name]
    return body.variable(name)


def holder(body: Body, code: Code) -> tuple[Value, bool]:
    """What stands before a dot: its type, and whether it is the class itself."""
    if code[0] == java.NAME:
        name = code[1]
        if body.is_variable(name):
            return name_(body, code, None), False
        local = body.names.get(name)
        return (local if local is not None else body.klass.named(name)).raw, True
    if code[0] == java.FIELD:
        return _field_or_class(body, code)
    return body.value(code), False


def _field_or_class(body: Body, code: Code) -> tuple[Value, bool]:
    _, inner, name = code
    of, is_class = holder(body, inner)
    of = upper(of)
    if of is None:
        return None, False
    if of[0] is ARRAY:
        return INT, False
    found = find_field(of[0], name)
    if found is not None:
        return substitute(found, bindings_of(of)), False
    if not is_class:
        return None, False
    nested = find_nested(of[0], name)
    if nested is not None:
        return nested.raw, True
    if of[0].sort is Sort.GHOST:
        return _qualified(body, code, of[0], name)
    return None, False


def _qualified(body: Body, code: Code, ghost: Klass, name: str) -> tuple[Value, bool]:
    """`java.util.List`: packages look like ghosts until a class is reached."""
    known = body.file.find(f"{ghost.name}.{name}")
    if known is not None:
        return known.raw, True
    return body.file.world.ghost(f"{ghost.name}.{name}").raw, True


@rule(java.FIELD)
def field(body: Body, code: Code, _want: Value) -> Value:
    of, is_class = _field_or_class(body, code)
    return None if is_class else of


@rule(java.LITERAL)
def literal(body: Body, code: Code, _want: Value) -> Value:
    return _LITERALS.get(code[1]) or body.library("java.lang.String")


@rule(java.THIS)
def this(body: Body, code: Code, _want: Value) -> Value:
    if code[1] is None:
        return lineage(body.klass)[0]
    klass = body.type_of(code[1])
    return lineage(klass[0])[0] if klass is not None else None


@rule(java.SUPER)
def super_(body: Body, code: Code, _want: Value) -> Value:
    found = supers(body.klass)
    return found[0] if found else None


@rule(java.CLASS_LITERAL)
def class_literal(body: Body, code: Code, _want: Value) -> Value:
    return (body.file.library("java.lang.Class"), (body.boxed(body.type_of(code[1])),))


@rule(java.CAST)
def cast(body: Body, code: Code, _want: Value) -> Value:
    of = body.type_of(code[1])
    body.value(code[2], of)
    return of


@rule(java.ASSIGN)
def assign(body: Body, code: Code, _want: Value) -> Value:
    of = body.value(code[1])
    given = body.value(code[2], of)
    return of if of is not None else given


@rule(java.CONDITIONAL)
def conditional(body: Body, code: Code, want: Value) -> Value:
    body.value(code[1])
    given = [body.value(code[2], want), body.value(code[3], want)]
    return common(given)


@rule(java.INSTANCE)
def instance(body: Body, code: Code, _want: Value) -> Value:
    of = body.value(code[1])
    if code[2] is not None:
        body.value(code[2], of)
    return BOOLEAN


@rule(java.INDEX)
def index(body: Body, code: Code, _want: Value) -> Value:
    of = upper(body.value(code[1]))
    body.value(code[2])
    return of[1][0] if of is not None and of[0] is ARRAY else None


@rule(java.ARRAY)
def array(body: Body, code: Code, _want: Value) -> Value:
    of = body.type_of(code[1])
    for size in code[2]:
        body.value(size)
    if code[3] is not None:
        body.value(code[3], of)
    return of


@rule(java.ELEMENTS)
def elements(body: Body, code: Code, want: Value) -> Value:
    of = want[1][0] if want is not None and want[0] is ARRAY else None
    for element in code[1]:
        body.value(element, of)
    return want


@rule(java.BINARY)
def binary(body: Body, code: Code, _want: Value) -> Value:
    operands, string = code[2], body.library("java.lang.String")
    of = body.value(operands[0])
    for operator, operand in zip(code[1], operands[1:], strict=True):
        of = combined(operator, of, body.value(operand), string)
    return of


@rule(java.UNARY)
def unary(body: Body, code: Code, _want: Value) -> Value:
    return negated(code[1], body.value(code[2]))
