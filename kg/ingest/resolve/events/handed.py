"""Names that a method takes from its callers: who calls it with one publishes under that name.

`void publish(String topic, Object event) { bus.send(topic, event); }` says nothing of its own; `publish("paid",
order)` does. In: the calls that send, with what the parser says of their arguments. Out: the same calls, and
one more for each caller of such a method, as if the caller had sent itself. One step: no further up. Pure.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kg.ingest.resolve.constants import scope_of
from kg.ingest.resolve.events.messages import positional
from kg.ingest.resolve.jvm_types import Method, Type
from kg.ingest.resolve.world import Used, World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import CALL, CALLED, HANDED, LIST, Usage, Value

SURE = 1.0
THROUGH = 0.9
"""The confidence of what a method between says."""
_OWN = ("", "this")

Sent = tuple[Facts, Usage, float]
"""A call that sends, in its file, and how sure it is."""


def sends(world: World, names: Iterable[str], named_by: Callable[[Usage], int]) -> Iterator[Sent]:
    """The calls of some names, and those that callers make through a method of theirs. So many of the first
    arguments of a call are the name of what it sends to."""
    between: dict[Uid, list[Used]] = defaultdict(list)
    for facts, written in world.usages(*names):
        usage = _typed(world, facts, written)
        yield facts, usage, SURE
        if any(at < named_by(usage) for at, _ in _handed(usage)):
            between[usage.source].append((facts, usage))
    for method, inner in between.items():
        for caller in _callers(world, method):
            for used in inner:
                filled = _filled(world, used, caller, named_by(used[1]))
                if filled is not None:
                    yield caller[0], filled, THROUGH


def _typed(world: World, facts: Facts, usage: Usage) -> Usage:
    """On the declared type: of Kotlin a property may stand behind the function that uses it."""
    if facts.file.language != "kotlin" or not usage.on:
        return usage
    of = world.jvm.of(_class_of(usage.source))
    declared = of.declared_type(usage.source, usage.on) if of is not None else ""
    return replace(usage, on=declared, receiver=usage.on) if declared else usage


def _callers(world: World, uid: Uid) -> Iterator[Used]:
    of = world.jvm.of(_class_of(uid))
    method = next((each for each in of.methods if each.uid == uid), None) if of is not None else None
    if of is None or method is None:
        return
    alike = [each for each in of.methods if each.may_override(method)]
    for facts, written in world.usages(method.name) if len(alike) == 1 else ():
        usage = _typed(world, facts, written)
        if usage.form == CALLED and usage.source != uid and _is_called(world, facts, usage, of, method):
            yield facts, usage


def _is_called(world: World, facts: Facts, usage: Usage, of: Type, method: Method) -> bool:
    """By a class that has it: itself, one below it, or the interface that it alone implements."""
    if len(positional(usage)) != len(method.parameters):
        return False
    if usage.on in _OWN:
        on = world.jvm.of(_class_of(usage.source))
    else:
        on = world.jvm.named(usage.on, facts, scope_of(usage.source))
    if on is None:
        return False
    concrete = [each for each in world.jvm.descendants(on) if each.concrete]
    return of in world.jvm.ancestors(on) or concrete == [of]


def _class_of(uid: Uid) -> Uid:
    return Uid(uid.partition("#")[0])


def _handed(usage: Usage) -> Iterator[tuple[int, int]]:
    """The places of arguments that are parameters, and which."""
    for name, value in usage.arguments:
        if name == HANDED and isinstance(value, tuple):
            yield int(value[1]), int(value[2])


def _filled(world: World, inner: Used, caller: Used, named_by: int) -> Usage | None:
    """The call inside with what the caller gives it; None where that says no part of the name."""
    given = positional(caller[1])
    told = {
        at: _said(world.texts(given[parameter], *caller))
        for at, parameter in _handed(inner[1])
        if parameter < len(given) and at < named_by
    }
    if not any(value is not None for value in told.values()):
        return None
    values = (
        told[at] if at in told else _kept(world, value, inner)
        for at, value in enumerate(positional(inner[1]))
    )
    return Usage(
        caller[1].source,
        CALLED,
        inner[1].name,
        inner[1].on,
        tuple(("", value) for value in values),
        caller[1].line,
    )


def _kept(world: World, value: Value, inner: Used) -> Value:
    """What the method itself gives: its names mean nothing where it is called from."""
    if isinstance(value, str):
        return value
    said = _said(world.texts(value, *inner))
    made = isinstance(value, tuple) and value[0] == CALL and str(value[1]).startswith("new ")
    return value if said is None and made else said


def _said(texts: tuple[str, ...]) -> Value:
    return texts[0] if len(texts) == 1 else (LIST, *texts) if texts else None
