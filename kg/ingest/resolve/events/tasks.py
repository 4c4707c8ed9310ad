"""Task queues of Python: Celery, Dramatiq and jobs of RQ. A task is consumed by its function; whoever sends it
publishes. What a queue of RQ is given is in `queued`.

The key is the task's name where it has one, else its function's qualified name. `task` is a word of many
libraries: a decorator is Celery's when it is imported from there, or made by an app of Celery.
"""

import re
from collections.abc import Iterator

from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.events.functions import Functions, variable_of
from kg.ingest.resolve.events.messages import (
    CELERY,
    CONSUMES,
    DRAMATIQ,
    PUBLISHES,
    RQ,
    Message,
    argument,
    positional,
    said,
)
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, Usage
from kg.schema.vocabulary import Kind

_DECORATORS = ("task", "shared_task", "actor", "job")
_SENT_BY = {
    CELERY: ("delay", "apply_async", "s", "si", "signature", "subtask"),
    DRAMATIQ: ("send", "send_with_options", "message"),
    RQ: ("delay",),
}
_SIGNATURES = (".s()", ".si()", ".signature()", ".subtask()", ".set()")
_HIDDEN = re.compile(r"(?:^|/)\.[^/]+/")
"""Below a folder that begins with a dot is nothing that a worker can import."""
_CELERY_APPS = (".celery.app", ".celery.celery", "celery_app", "celery.current_app")


def tasks(world: World) -> Iterator[Message]:
    functions = Functions(world)
    declared = dict(_declared(world))
    for source, (system, key, facts, usage) in declared.items():
        yield Message(CONSUMES, system, key, source, facts, usage.line)
    if declared:
        yield from _sent(world, functions, declared)
    yield from _by_name(world)


def task_names(world: World) -> dict[str, Uid]:
    """The function of each task of Celery, by the task's name."""
    return {key: source for source, (system, key, _, _) in _declared(world) if system == CELERY}


_Declared = tuple[str, str, Facts, Usage]
"""System and key of a task, and where it is declared."""


def _declared(world: World) -> Iterator[tuple[Uid, _Declared]]:
    apps = _apps(world)
    for facts, usage in world.usages(*_DECORATORS):
        function = world.artifacts.get(usage.source)
        loaded = usage.form == ANNOTATION and not _HIDDEN.search(facts.file.path)
        system = _system(usage, facts, apps) if loaded else ""
        if system and function is not None and function.kind == Kind.METHOD:
            told = world.text(argument(usage, "name", "actor_name"), facts, usage)
            yield usage.source, (system, told or function.qualified_name, facts, usage)


def _apps(world: World) -> frozenset[str]:
    """The variables that hold an app of Celery, in full: `shop.celeryconf.app`."""
    found = (variable_of(world, usage) for _, usage in world.usages("Celery"))
    return frozenset(each for each in found if each)


def _system(usage: Usage, facts: Facts, apps: frozenset[str]) -> str:
    first = usage.on.partition(".")[0]
    if first in (DRAMATIQ, RQ, "django_rq"):
        return DRAMATIQ if first == DRAMATIQ else RQ
    if usage.name not in ("task", "shared_task"):
        return ""
    names = names_of(usage.on, facts, scope_of(usage.source))
    known = first == "celery" or any(name in apps or name.endswith(_CELERY_APPS) for name in names)
    return CELERY if known else ""


def _sent(world: World, functions: Functions, declared: dict[Uid, _Declared]) -> Iterator[Message]:
    """`task.delay(…)`, `task.s(…)`: the function before it is a task."""
    for facts, usage in world.usages(*dict.fromkeys(name for names in _SENT_BY.values() for name in names)):
        on = usage.on
        while on.endswith(_SIGNATURES):
            on = on.rpartition(".")[0]
        function = functions.named(on) if "." in on else None
        found = declared.get(function.uid) if function is not None else None
        if found and usage.name in _SENT_BY[found[0]]:
            yield Message(PUBLISHES, found[0], found[1], usage.source, facts, usage.line)


def _by_name(world: World) -> Iterator[Message]:
    """`app.send_task("orders.close")`."""
    for facts, usage in world.usages("send_task"):
        for value in positional(usage)[:1] or [argument(usage, "name")]:
            yield from said(world, PUBLISHES, CELERY, value, facts, usage)
