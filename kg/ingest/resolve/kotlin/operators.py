"""Signs that are calls: arithmetic, comparison, ranges, indexes, assignments, destructuring."""

from kg.ingest.resolve.kotlin.body import Body, rule
from kg.ingest.resolve.kotlin.calls import Site, has, operator
from kg.ingest.resolve.kotlin.lookup import variable
from kg.ingest.resolve.kotlin.overloads import Given
from kg.ingest.resolve.kotlin.relations import common
from kg.ingest.resolve.kotlin.scope import Value
from kg.ingest.resolve.kotlin.smart import casts, within
from kg.ingest.resolve.kotlin.types import NOTHING, Sort
from kg.ingest.resolve.kotlin.values import holder, member
from kg.schema import kotlin
from kg.schema.kotlin import Code

_FUNCTIONS = {
    "+": "plus", "-": "minus", "*": "times", "/": "div", "%": "rem", "..": "rangeTo", "..<": "rangeUntil",
}  # fmt: skip
_ASSIGN_FUNCTIONS = {"+=": "plus", "-=": "minus", "*=": "times", "/=": "div", "%=": "rem"}
_UNARY = {"-": "unaryMinus", "+": "unaryPlus", "!": "not", "++": "inc", "--": "dec"}
_ORDER = frozenset({"<", ">", "<=", ">="})
_WIDTH = {
    "kotlin.Byte": 0, "kotlin.Short": 0, "kotlin.Int": 1, "kotlin.Long": 2, "kotlin.Float": 3, "kotlin.Double": 4,
}  # fmt: skip
_WIDEST = ("kotlin.Int", "kotlin.Int", "kotlin.Long", "kotlin.Float", "kotlin.Double")


@rule(kotlin.BINARY)
def binary(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, sign, left_code, right_code = code
    if sign in ("&&", "||"):
        body.value(left_code)
        body.inside(within(body, casts(body, left_code, holds=sign == "&&")), right_code)
        return body.library("kotlin.Boolean")
    left, right = body.value(left_code), body.value(right_code)
    name = _FUNCTIONS.get(sign)
    if name is not None:
        quick = _arithmetic(body, sign, left, right)
        if quick is not None:
            return quick
        return operator(body, (row, column, name), left, [Given("", right, right_code, False)])
    if sign in _ORDER and _may_be_own(left):
        operator(body, (row, column, "compareTo"), left, [Given("", right, right_code, False)])
    return body.library("kotlin.Boolean")


def _arithmetic(body: Body, sign: str, left: Value, right: Value) -> Value:
    """Of numbers and texts, without looking through their two hundred operators."""
    if left is None or right is None:
        return None
    if left[0].name == "kotlin.String" and sign == "+":
        return left
    mine, theirs = _WIDTH.get(left[0].name), _WIDTH.get(right[0].name)
    if mine is None or theirs is None or sign.startswith("."):
        return None
    return body.library(_WIDEST[max(mine, theirs)])


def _may_be_own(of: Value) -> bool:
    return of is not None and of[0].name not in _WIDTH and of[0].name != "kotlin.String"


@rule(kotlin.UNARY)
def unary(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, sign, operand = code
    of = body.value(operand)
    name = _UNARY.get(sign)
    if name is None or of is None or of[0].name in _WIDTH or of[0].name == "kotlin.Boolean":
        return of
    return operator(body, (row, column, name), of, [])


@rule(kotlin.COLLECTION_TEST)
def collection_test(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, left, right = code
    of = body.value(left)
    operator(body, (row, column, "contains"), body.value(right), [Given("", of, left, False)])
    return body.library("kotlin.Boolean")


@rule(kotlin.INDEX)
def index(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, target, indexes = code
    of = body.value(target)
    given = [Given("", body.value(each), each, False) for each in indexes]
    return operator(body, (row, column, "get"), of, given)


@rule(kotlin.ASSIGN)
def assign(body: Body, code: Code, _want: Value) -> Value:
    _, row, column, sign, left, right = code
    if sign == "=":
        _store(body, (row, column, "="), left, right)
        return body.world.unit
    of = body.value(left)
    given = [Given("", body.value(right, of), right, False)]
    name = _ASSIGN_FUNCTIONS.get(sign, "plus")
    if of is not None and of[0].name in _WIDTH:
        _written(body, left, row)
    elif has(body, of, f"{name}Assign", given):
        operator(body, (row, column, f"{name}Assign"), of, given)
    else:
        made = operator(body, (row, column, name), of, given)
        _written(body, left, row)
        if left[0] == kotlin.INDEX:
            _set(body, (row, column, "set"), left, made, right)
    return body.world.unit


def _store(body: Body, site: Site, left: Code, right: Code) -> None:
    if left[0] == kotlin.INDEX:
        _set(body, (site[0], site[1], "set"), left, body.value(right), right)
        return
    of = _written(body, left, site[0])
    given = body.value(right, of)
    if left[0] == kotlin.NAME and of is None and given is not None:
        _learn(body, left[2], given)


def _learn(body: Body, name: str, of: Value) -> None:
    """A local without a known type has that of what is stored."""
    for scope in body.scope.layers():
        if name in scope.variables:
            scope.variables[name] = of
            return


def _set(body: Body, site: Site, left: Code, of: Value, right: Code) -> None:
    _, _, _, target, indexes = left
    given = [Given("", body.value(each), each, False) for each in indexes]
    operator(body, site, body.value(target), [*given, Given("", of, right, False)])


def _written(body: Body, left: Code, row: int) -> Value:
    """The type of what is assigned to; its setter is called, not its getter."""
    if left[0] == kotlin.NAME:
        seen = variable(body, left[2])
    elif left[0] == kotlin.FIELD:
        seen = member(body, holder(body, left[2]), left[3])
    else:
        return body.value(left)
    if seen is None:
        return None
    if seen[0] is not None:
        body.caller.call(seen[0].setter, row)
    return seen[1]


@rule(kotlin.ELVIS)
def elvis(body: Body, code: Code, want: Value) -> Value:
    left = body.value(code[1], want)
    right = body.value(code[2], want if want is not None else left)
    return common([left, right])


def component_of(body: Body, place: tuple[int, int], of: Value, number: int) -> Value:
    """The n-th part a value falls into."""
    if of is None or of[0].sort is Sort.NOTHING or of is NOTHING:
        return None
    return operator(body, (*place, f"component{number}"), of, [])


def element_of(body: Body, place: tuple[int, int], of: Value) -> Value:
    """What a loop over a value gives: `iterator()`, then `next()`."""
    iterator = operator(body, (*place, "iterator"), of, [])
    operator(body, (*place, "hasNext"), iterator, [])
    return operator(body, (*place, "next"), iterator, [])
