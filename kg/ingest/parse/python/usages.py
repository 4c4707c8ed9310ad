"""Decorators and calls that frameworks give meaning to, told as usages once the walk is over.

In: a finished walk whose scopes have their names. Out: `Usage` records in the order of lines. What a name,
a route or a topic means is for resolve.
"""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.noting import WORDS
from kg.ingest.parse.python.owners import Owners, written
from kg.ingest.parse.python.values import given
from kg.ingest.parse.python.walk import Noted, OpenScope, Walk
from kg.schema.usages import ANNOTATION, CALLED, Usage


def usages(walk: Walk, package: str) -> tuple[Usage, ...]:
    """What a file says."""
    owners = Owners(walk, package)
    found: list[Usage] = []
    for scope in walk.scopes:
        for node, decorator in zip(scope.decorator_nodes, scope.decorators, strict=True):
            found += _decorator(walk, owners, scope, decorator, node.start_point[0] + 1 - scope.line)
    return (*found, *[_called(walk, owners, noted) for noted in walk.noted])


def _decorator(walk: Walk, owners: Owners, scope: OpenScope, value: Expr, line: int) -> list[Usage]:
    """`@router.get("/x")`: what it stands on is kept as written, for another file may make it."""
    called = value is not None and value[0] == facts.CALL
    on, _, name = written(value[1] if called and value is not None else value).rpartition(".")
    if name not in WORDS:
        return []
    arguments = given(walk, value) if called else ()
    around = scope.parent or scope
    return [Usage(scope.uid, ANNOTATION, name, on or owners.module_of(around, name), arguments, line)]


def _called(walk: Walk, owners: Owners, noted: Noted) -> Usage:
    call, scope = noted.call, noted.scope
    assert call is not None
    callee = call[1]
    if callee[0] == facts.ATTRIBUTE:
        receiver = written(callee[1])
        on = owners.owner(scope, callee[1]) or receiver
    else:
        receiver = ""
        on = owners.module_of(scope, noted.name)
    return Usage(
        scope.uid,
        CALLED,
        noted.name,
        on,
        given(walk, call),
        call[4] - scope.line,
        to=noted.to,
        receiver=receiver if receiver != on else "",
    )
