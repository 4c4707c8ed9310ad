"""Where a call goes: which class is asked, which of its methods is chosen, and what is said if none is."""

from collections.abc import Callable
from dataclasses import dataclass

from kg.ingest.resolve.java.body import Body, Value
from kg.ingest.resolve.java.caller import EXACT, INFERRED, LIKELY
from kg.ingest.resolve.java.overloads import Choice, choose
from kg.ingest.resolve.java.source import SourceKlass
from kg.ingest.resolve.java.types import (
    Bindings,
    Found,
    Klass,
    Sort,
    Type,
    bindings_of,
    find_methods,
    is_open,
    lineage,
    supers,
)
from kg.schema import java
from kg.schema.java import Code
from kg.schema.vocabulary import OpenReason

_MOST_CANDIDATES = 3


@dataclass(slots=True)
class Site:
    """One call: where it stands, what it names, what it is given."""

    row: int
    column: int
    name: str
    given: list[tuple[Value, Code]]
    closer: Callable[[], list[tuple[Value, Code]]] | None = None
    """A closer look at what is given, where there is more to see."""


Target = tuple[Choice | None, Bindings]
"""The method, and what the type variables of its receiver stand for."""


def unqualified(body: Body, site: Site) -> Target:
    """`m()`: the innermost class that has it, then static imports."""
    klass: SourceKlass | None = body.klass
    opened: Klass | None = None
    inside_static = False
    while klass is not None:
        found = find_methods(klass, site.name)
        if opened is not None and inside_static:
            found = tuple(each for each in found if each[0].static)
        if found:
            return _chosen(body, site, klass, found, {}, INFERRED if opened else EXACT), {}
        if opened is None and is_open(klass):
            opened = klass
        inside_static = inside_static or klass.is_static
        klass = klass.source_outer
    found = body.file.static_methods(site.name)
    if found:
        owner = found[0][0].owner
        return _chosen(body, site, owner, found, {}, INFERRED if opened else EXACT), {}
    external = body.file.static_owner(site.name) or (ghost_above(opened) if opened else "")
    if external:
        leave(body, site, OpenReason.EXTERNAL, external)
    else:
        body.caller.leave(site.row, site.column, OpenReason.DYNAMIC, site.name)
    return None, {}


def on_receiver(body: Body, site: Site, of: Type | None, written: Code) -> Target:
    """`receiver.m()`."""
    if of is None:
        body.caller.leave(site.row, site.column, OpenReason.DYNAMIC, site.name)
        return None, {}
    klass = of[0]
    if klass.sort is Sort.GHOST:
        leave(body, site, _reason_of_ghost(klass, written), klass.name)
        return None, {}
    bindings = bindings_of(of)
    return _chosen(body, site, klass, find_methods(klass, site.name), bindings, EXACT), bindings


def _reason_of_ghost(klass: Klass, written: Code) -> OpenReason:
    """A small word that is nothing known here is a variable from somewhere, not a class."""
    is_word = written[0] == java.NAME and written[1] == klass.name and klass.name[:1].islower()
    return OpenReason.DYNAMIC if is_word else OpenReason.EXTERNAL


def on_super(body: Body, site: Site, qualified: Type | None) -> Target:
    """`super.m()` looks above; `Iface.super.m()` and `Outer.super.m()` say where."""
    above = supers(body.klass)
    if qualified is not None:
        above = tuple(each for each in above if each[0] is qualified[0]) or supers(qualified[0])
    elif not body.klass.interface:
        above = tuple(each for each in above if not each[0].interface)
    of = above[0] if above else body.file.object
    bindings = bindings_of(of)
    return _chosen(body, site, of[0], find_methods(of[0], site.name), bindings, EXACT), bindings


def _chosen(
    body: Body, site: Site, klass: Klass, found: tuple[Found, ...], bindings: Bindings, confidence: float
) -> Choice | None:
    choice = choose_for(site, found, bindings, is_open(klass))
    if choice is not None:
        tie(body, choice, site.row, site.column, confidence)
    elif is_open(klass):
        leave(body, site, OpenReason.EXTERNAL, ghost_above(klass))
    elif found:
        leave(body, site, OpenReason.AMBIGUOUS, klass.name)
    else:
        reason = OpenReason.EXTERNAL if klass.sort is Sort.STUB else OpenReason.DYNAMIC
        leave(body, site, reason, klass.name)
    return choice


def choose_for(site: Site, found: tuple[Found, ...], bindings: Bindings, opened: bool) -> Choice | None:
    """The best method for what is given; a closer look where several would do."""
    choice = choose(found, site.given, bindings, opened) if found else None
    if choice is None or not choice.contested or site.closer is None:
        return choice
    given = site.closer()
    closer = choose(found, given, bindings, opened)
    if closer is None:
        return choice
    both = zip(site.given, given, strict=True)
    guessed = any(code[0] == java.FIELD and before is not of for (before, _), (of, code) in both)
    closer.certain = closer.certain and not guessed
    return closer


def tie(body: Body, choice: Choice, row: int, column: int, confidence: float = EXACT) -> None:
    """Equal rivals are candidates, a few at most; what the call gives is typed by the first.

    An overload that could call itself or another of its name calls the other: delegation, not an
    endless loop.
    """
    found = [choice.method, *choice.rivals]
    if len(found) > 1:
        found = [each for each in found if each.uid != body.caller.uid] or found
    if len(found) > _MOST_CANDIDATES:
        name = f"{choice.method.owner.name}#{choice.method.name}"
        body.caller.leave(row, column, OpenReason.AMBIGUOUS, name)
    elif len(found) > 1:
        for each in found:
            body.caller.call(each, row, column, 1 / len(found))
    else:
        if not choice.certain:
            confidence = LIKELY if choice.contested else INFERRED
        body.caller.call(found[0], row, column, confidence)


def leave(body: Body, site: Site, reason: OpenReason, owner: str) -> None:
    body.caller.leave(site.row, site.column, reason, f"{owner}#{site.name}")


def ghost_above(klass: Klass) -> str:
    """The nearest unknown class it inherits from."""
    return next((each[0].name for each in lineage(klass) if each[0].sort is Sort.GHOST), klass.name)
