"""Signals of Django: events inside an application, known by the qualified name of the signal.

`paid.send(…)` publishes where `paid` is a Signal of the repository or one of Django's own that code sends, too
(`django.db.models.signals.post_save`); @receiver and `paid.connect(f)` consume both.
"""

from collections.abc import Iterator

from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.events.functions import Functions, variable_of
from kg.ingest.resolve.events.messages import CONSUMES, DJANGO, PUBLISHES, Message, listed, nth, positional
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.usages import ANNOTATION, LIST, NAME, Usage, Value

_OWN = ("django.", "celery.signals.")


def signals(world: World) -> Iterator[Message]:
    own = frozenset(name for _, usage in world.usages("Signal") if (name := variable_of(world, usage)))
    functions = Functions(world)
    for facts, usage in world.usages("send", "send_robust"):
        name = _full(usage.on, facts, usage, own)
        if name:
            yield Message(PUBLISHES, DJANGO, name, usage.source, facts, usage.line)
    for facts, usage in world.usages("receiver"):
        for name in _named(positional(usage)[:1], facts, usage, own):
            yield Message(CONSUMES, DJANGO, name, usage.source, facts, usage.line)
    for facts, usage in world.usages("connect"):
        name = _full(usage.on, facts, usage, own)
        if name and usage.form == ANNOTATION:
            yield Message(CONSUMES, DJANGO, name, usage.source, facts, usage.line)
        function = functions.said(nth(usage, 0), facts, usage)
        if name and function is not None:
            yield Message(CONSUMES, DJANGO, name, function.uid, facts, usage.line, usage.source)


def _named(values: list[Value], facts: Facts, usage: Usage, own: frozenset[str]) -> Iterator[str]:
    for value in values:
        several = listed(value)
        for each in several[1:] if isinstance(several, tuple) and several[0] == LIST else (several,):
            if isinstance(each, tuple) and each and each[0] == NAME:
                name = _full(str(each[1]), facts, usage, own)
                if name:
                    yield name


def _full(written: str, facts: Facts, usage: Usage, own: frozenset[str]) -> str:
    """The signal in full that a name means here; empty where it is none."""
    if not written:
        return ""
    for name in names_of(written, facts, scope_of(usage.source)):
        if name in own or (name.startswith(_OWN) and "signal" in name):
            return name
    return ""
