"""The type of each form of expression; calls have a module of their own."""

from kg.ingest.resolve.go import types
from kg.ingest.resolve.go.body import Body, evaluate, rule, value_of
from kg.ingest.resolve.go.caller import INFERRED
from kg.ingest.resolve.go.members import member_of, outside_name
from kg.ingest.resolve.go.packages import Package
from kg.ingest.resolve.go.types import (
    BASIC,
    BASICS,
    BOOL,
    BYTE,
    INT,
    RUNE,
    STRING,
    Maybe,
    Type,
    plain,
    pointed,
    substitute,
    underlying,
)
from kg.schema import go
from kg.schema.go import Code

_NIL: Type = (BASIC, "nil")
_COMPARING = frozenset(("==", "!=", "<", "<=", ">", ">=", "&&", "||"))
_SHIFTS = frozenset(("<<", ">>"))
_LONGEST_OUTSIDE = 160


@rule(go.NAME)
def _name(body: Body, code: Code) -> Maybe:
    return body.value(code[1])


@rule(go.VALUE)
def _handed_on(body: Body, code: Code) -> Maybe:
    """A function that is named and not called: whoever gets it may call it."""
    found = evaluate(body, code[3])
    if found is not None and found[0] == types.REFERENCE and found[1] is not None and found[1].uid:
        body.tie(found[1], code[1], INFERRED)
    return found


@rule(go.LITERAL)
def _literal(_body: Body, code: Code) -> Maybe:
    return BASICS.get(code[1], _NIL)


@rule(go.TYPE)
def _type(body: Body, code: Code) -> Maybe:
    return (types.TYPE_NAME, body.environment.type(code[1]))


@rule(go.SELECT)
def _select(body: Body, code: Code) -> Maybe:
    of = evaluate(body, code[1])
    return None if of is None else selected(body, of, code[2])


def selected(body: Body, of: Type, name: str) -> Maybe:
    """`x.name`: of a package, of something outside, of a type, of a value."""
    kind = of[0]
    if kind == types.PACKAGE:
        return _of_package(body, of[1], name)
    if kind == types.OUTSIDE:
        return outside(f"{of[1]}.{name}")
    if kind == types.TYPE_NAME:
        return _method_expression(body, of[1], name)
    if kind == BASIC:
        return outside("error.Error") if of == BASICS["error"] else None
    target = pointed(of)
    return None if target is None else _member(target, name)


def _of_package(body: Body, package: Package | str, name: str) -> Maybe:
    if isinstance(package, Package):
        entry = package.find(name, body.file.facts.constraint)
        if entry is not None:
            return value_of(entry)
        return outside(f"{package.folder}.{name}") if package.is_outside else None
    return (types.BUILTIN, name) if package == "unsafe" else outside(f"{package}.{name}")


def _member(of: Type, name: str) -> Maybe:
    found = None if of[0] == types.OUTSIDE else member_of(of, name)
    if found is None:
        holder = outside_name(of)
        return outside(f"{holder}.{name}") if holder else None
    if found.function is not None:
        return (types.REFERENCE, found.function, substitute(found.function.type(), found.bindings))
    return outside(f"{found.outside}.{name}") if found.outside else found.type


def _method_expression(body: Body, of: Maybe, name: str) -> Maybe:
    """`T.Method`: a function whose first parameter is the receiver."""
    found = None if of is None else selected(body, of, name)
    if found is None or found[0] != types.REFERENCE:
        return found
    signature = found[2]
    with_receiver = (types.FUNCTION, (of, *signature[1]), signature[2], signature[3])
    return (types.REFERENCE, found[1], with_receiver)


def outside(name: str) -> Type:
    return (types.OUTSIDE, name[:_LONGEST_OUTSIDE], ())


@rule(go.UNARY)
def _unary(body: Body, code: Code) -> Maybe:
    of = evaluate(body, code[2])
    operator = code[1]
    if operator == "!":
        return BOOL
    if of is None:
        return None
    if operator == "&":
        return (types.POINTER, plain(of))
    if operator == "*":
        if of[0] == types.TYPE_NAME:
            return (types.TYPE_NAME, (types.POINTER, of[1]))
        inner = underlying(of)
        return inner[1] if inner is not None and inner[0] == types.POINTER else _still_outside(of)
    if operator == "<-":
        inner = underlying(of)
        return inner[1] if inner is not None and inner[0] == types.CHANNEL else _still_outside(of)
    return of


def _still_outside(of: Maybe) -> Maybe:
    """What is taken out of something unknown of another repository is unknown, but of there."""
    return of if of is not None and of[0] == types.OUTSIDE else None


@rule(go.BINARY)
def _binary(body: Body, code: Code) -> Maybe:
    operands = code[2]
    result = evaluate(body, operands[0])
    is_literal = operands[0][0] == go.LITERAL
    for operator, operand in zip(code[1], operands[1:], strict=True):
        right = evaluate(body, operand)
        if operator in _COMPARING:
            result, is_literal = BOOL, False
        elif is_literal and operator not in _SHIFTS:
            result, is_literal = right, operand[0] == go.LITERAL
    return result


@rule(go.ASSERT)
def _assert(body: Body, code: Code) -> Maybe:
    evaluate(body, code[1])
    return body.environment.type(code[2])


@rule(go.INDEX)
def _index(body: Body, code: Code) -> Maybe:
    of = evaluate(body, code[1])
    given = [evaluate(body, each) for each in code[2]]
    if of is None:
        return None
    if of[0] == types.TYPE_NAME:
        return _instance(of[1], given)
    if of[0] == types.REFERENCE:
        arguments = [
            None if each is None else each[1] if each[0] == types.TYPE_NAME else each for each in given
        ]
        parameters = of[1].parameters if of[1] is not None else ()
        return (types.REFERENCE, of[1], substitute(of[2], dict(zip(parameters, arguments, strict=False))))
    inner = underlying(pointed(of))
    if inner is None:
        return None
    if inner[0] in (types.SLICE, types.ARRAY):
        return inner[1]  # type: ignore[no-any-return] # the element
    if inner[0] == types.MAP:
        return inner[2]  # type: ignore[no-any-return] # the value
    return BYTE if inner == STRING else _still_outside(inner)


def _instance(of: Maybe, given: list[Maybe]) -> Maybe:
    """`List[int]`."""
    arguments = tuple(each[1] if each is not None and each[0] == types.TYPE_NAME else None for each in given)
    if of is not None and of[0] == types.NAMED:
        return (types.TYPE_NAME, (types.NAMED, of[1], arguments))
    return (types.TYPE_NAME, of)


@rule(go.SLICING)
def _slicing(body: Body, code: Code) -> Maybe:
    of = evaluate(body, code[1])
    for bound in code[2]:
        evaluate(body, bound)
    inner = underlying(pointed(of))
    return (types.SLICE, inner[1]) if inner is not None and inner[0] == types.ARRAY else of


def element_types(of: Maybe) -> tuple[Maybe, Maybe]:
    """What `range` gives for key and value."""
    inner = underlying(pointed(of))
    if inner is None:
        return None, None
    kind = inner[0]
    if kind in (types.SLICE, types.ARRAY):
        return INT, inner[1]
    if kind == types.MAP:
        return inner[1], inner[2]
    if kind == types.CHANNEL:
        return inner[1], None
    if kind == types.REFERENCE:
        inner = inner[2]
        kind = types.FUNCTION
    if kind == types.FUNCTION:
        step = inner[1][0] if inner[1] else None
        given = step[1] if step is not None and step[0] == types.FUNCTION else ()
        return (*given, None, None)[:2]
    if inner == STRING:
        return INT, RUNE
    if kind == types.OUTSIDE:
        return inner, inner
    return (inner, None) if kind == BASIC else (None, None)
