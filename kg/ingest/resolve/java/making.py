"""`new`, and the constructors that constructors call."""

from kg.ingest.resolve.java.body import Body, Pending, Value, rule, start
from kg.ingest.resolve.java.completion import abandon, complete, read_arguments
from kg.ingest.resolve.java.nested import anonymous
from kg.ingest.resolve.java.overloads import Choice
from kg.ingest.resolve.java.sharpening import site_of
from kg.ingest.resolve.java.targets import Site, choose_for, leave, tie
from kg.ingest.resolve.java.types import (
    Sort,
    Type,
    bindings_of,
    find_methods,
    find_nested,
    lineage,
    supers,
    upper,
)
from kg.schema import java
from kg.schema.java import Code, JavaType
from kg.schema.vocabulary import OpenReason


@rule(java.NEW)
def new(body: Body, code: Code, want: Value) -> Value:
    started = _start(body, code, want)
    return complete(body, started, want) if isinstance(started, Pending) else started


@start(java.NEW)
def start_new(body: Body, code: Code) -> Value | Pending:
    """As an argument: what is wanted is not known yet."""
    return _start(body, code, None)


def _start(body: Body, code: Code, want: Value) -> Value | Pending:
    written, arguments, outer, index = code[3:]
    of = _made(body, written, outer)
    given, inner = read_arguments(body, arguments)
    site = site_of(body, code, "<init>", given, inner)
    is_diamond = isinstance(written, tuple) and written[0] == "<>"
    if is_diamond and of is not None and want is not None and want[0] is of[0]:
        of = want
    choice = _constructor(body, site, of, str(written))
    if choice is None or of is None:
        abandon(body, given, inner)
    elif is_diamond:
        return Pending(choice, {}, arguments, given, inner, lineage(of[0])[0], index)
    else:
        complete(body, Pending(choice, bindings_of(of), arguments, given, inner, of), None)
    if index >= 0:
        anonymous(body, index, of)
    return of


def _made(body: Body, written: JavaType, outer: Code | None) -> Value:
    """`outer.new Inner()` makes a member of what `outer` is."""
    if outer is None:
        return body.type_of(written)
    around = upper(body.value(outer))
    name = written if isinstance(written, str) else written[1][0] if written[0] == "<>" else written[0]
    nested = None if around is None else find_nested(around[0], str(name))
    return None if nested is None else nested.raw


def _constructor(body: Body, site: Site, of: Type | None, written: str) -> Choice | None:
    """A class body behind an interface extends Object."""
    if of is None or of[0].interface or of[0].sort is Sort.GHOST:
        owner = written if of is None else "java.lang.Object" if of[0].interface else of[0].name
        leave(body, site, OpenReason.EXTERNAL, owner)
        return None
    choice = choose_for(site, find_methods(of[0], "<init>"), bindings_of(of), opened=False)
    if choice is None:
        reason = OpenReason.EXTERNAL if of[0].sort is Sort.STUB else OpenReason.AMBIGUOUS
        leave(body, site, reason, of[0].name)
        return None
    tie(body, choice, site.row, site.column)
    return choice


@rule(java.CONSTRUCTOR_CALL)
def constructor_call(body: Body, code: Code, _want: Value) -> Value:
    word, arguments, outer = code[3:]
    if outer is not None:
        body.value(outer)
    given, inner = read_arguments(body, arguments)
    above = [each for each in supers(body.klass) if not each[0].interface]
    of = body.klass.raw if word == "this" else above[0] if above else None
    choice = _constructor(body, site_of(body, code, "<init>", given, inner), of, word)
    if choice is None or of is None:
        abandon(body, given, inner)
    else:
        complete(body, Pending(choice, bindings_of(of), arguments, given, inner, of), None)
    return None
