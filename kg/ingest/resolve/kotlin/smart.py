"""Smart casts: what a condition that holds, or does not, says of the types of names."""

from kg.ingest.resolve.kotlin.body import Body
from kg.ingest.resolve.kotlin.scope import Scope, key_of
from kg.ingest.resolve.kotlin.types import Type
from kg.schema import kotlin
from kg.schema.kotlin import Argument, Code

Casts = dict[str, Type]
_CONTRACTS = frozenset({"require", "check", "assertTrue", "assert"})


def casts(body: Body, code: Code | None, holds: bool) -> Casts:
    """What is known after a condition turned out so."""
    if code is None:
        return {}
    kind = code[0]
    if kind == kotlin.IS:
        key = key_of(code[1])
        of = body.type_of(code[2]) if key and code[3] != holds else None
        return {key: of} if of is not None else {}
    if kind == kotlin.BINARY and code[3] == ("&&" if holds else "||"):
        return casts(body, code[4], holds) | casts(body, code[5], holds)
    if kind == kotlin.UNARY and code[3] == "!":
        return casts(body, code[4], not holds)
    return {}


def within(body: Body, found: Casts) -> Scope:
    """A deeper scope in which the casts hold."""
    scope = body.inner()
    scope.narrowed.update(found)
    return scope


def hold(body: Body, found: Casts) -> None:
    """From here on: the other branch has left."""
    body.scope.narrowed.update(found)


def hold_required(body: Body, name: str, arguments: tuple[Argument, ...]) -> None:
    """`require(x is Order)` says so by its contract."""
    if name in _CONTRACTS and arguments:
        hold(body, casts(body, arguments[0][1], holds=True))
