"""Method calls: receiver and arguments first, then the method; `completion` does the rest."""

from kg.ingest.resolve.java.body import Body, Pending, Value, rule, start
from kg.ingest.resolve.java.completion import abandon, complete, read_arguments, waits
from kg.ingest.resolve.java.sharpening import site_of
from kg.ingest.resolve.java.targets import Site, Target, on_receiver, on_super, unqualified
from kg.ingest.resolve.java.types import ARRAY, Sort, Type, upper
from kg.ingest.resolve.java.values import holder
from kg.schema import java
from kg.schema.java import Code

_WITHOUT_TYPES = 6
"""Items of a call's code; one more are the type arguments that are written."""


@rule(java.CALL)
def call(body: Body, code: Code, want: Value) -> Value:
    started = start_call(body, code)
    return complete(body, started, want) if isinstance(started, Pending) else started


@start(java.CALL)
def start_call(body: Body, code: Code) -> Value | Pending:
    """Choose the method; complete at once unless something waits for the type that is wanted."""
    target, name, arguments = code[3:6]
    if target is None:
        given, inner = read_arguments(body, arguments)
        choice, bindings = unqualified(body, site_of(body, code, name, given, inner))
    elif target[0] == java.SUPER:
        qualified = None if target[1] is None else body.type_of(target[1])
        given, inner = read_arguments(body, arguments)
        choice, bindings = on_super(body, site_of(body, code, name, given, inner), qualified)
    else:
        of, is_class = holder(body, target)
        given, inner = read_arguments(body, arguments)
        of = upper(of) if of is None or of[0].sort is Sort.VARIABLE else of
        choice, bindings = _on(body, site_of(body, code, name, given, inner), of, target)
        known = _known_by_name(body, of, name, len(arguments), is_class)
        if known is not None:
            return known
    if choice is None:
        abandon(body, given, inner)
        return None
    pending = Pending(choice, bindings, arguments, given, inner, None)
    pending.written = code[6] if len(code) > _WITHOUT_TYPES else ()
    return pending if waits(pending) else complete(body, pending, None)


def _on(body: Body, site: Site, of: Type | None, target: Code) -> Target:
    """An array has the methods of Object."""
    return on_receiver(body, site, body.file.object if of is not None and of[0] is ARRAY else of, target)


def _known_by_name(body: Body, of: Value, name: str, count: int, is_class: bool) -> Value:
    """Two results that no signature says: of an array's clone(), and of getClass()."""
    if count or is_class or of is None:
        return None
    if name == "clone" and of[0] is ARRAY:
        return of
    return (body.file.library("java.lang.Class"), (of,)) if name == "getClass" else None
