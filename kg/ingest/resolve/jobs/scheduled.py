"""Methods that a scheduler calls: @Scheduled of Spring, Micronaut and Quarkus, XXL-JOB, APScheduler, Nest.

One rule a framework; each gives the job with its schedule as written and the method that it runs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.world import Used, World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, NAME, Usage, Value
from kg.schema.vocabulary import EdgeType, How, Kind

_SCHEDULES = (
    "cron", "fixedRate", "fixedDelay", "fixedRateString", "fixedDelayString", "every", "initialDelay",
)  # fmt: skip
_NAMED_BY_VALUE = {"XxlJob": "xxl-job"}
_NEST = {"Cron": "cron", "Interval": "interval", "Timeout": "timeout"}
_TRIGGERS = ("interval", "cron", "date")


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A job that code declares."""

    facts: Facts
    name: str
    system: str
    schedule: str
    line: int
    """Of the file, from 1."""
    target: Uid | None
    how: How = How.EXACT
    confidence: float = 1.0


def scheduled(world: World) -> Iterator[Scheduled]:
    yield from _annotated(world)
    yield from _named_by_value(world)
    yield from _nest(world)
    yield from _ap_scheduler(world)


def _annotated(world: World) -> Iterator[Scheduled]:
    for facts, usage in world.usages("Scheduled"):
        said = dict(usage.arguments)
        schedule = ", ".join(
            f"{name.removesuffix('String')} {world.text(said[name], facts, usage)}".strip()
            for name in _SCHEDULES
            if name in said
        )
        yield from _of(world, (facts, usage), "spring", schedule)


def _named_by_value(world: World) -> Iterator[Scheduled]:
    for name, system in _NAMED_BY_VALUE.items():
        for facts, usage in world.usages(name):
            told = world.text(dict(usage.arguments).get("value"), facts, usage)
            yield from _of(world, (facts, usage), system, "", told)


def _nest(world: World) -> Iterator[Scheduled]:
    for name, word in _NEST.items():
        for facts, usage in world.usages(name):
            if usage.form == ANNOTATION and any("@nestjs/schedule" in each for each in facts.file.imports):
                first = next((value for _, value in usage.arguments), None)
                yield from _of(
                    world, (facts, usage), "nest", f"{word} {world.text(first, facts, usage)}".strip()
                )


def _ap_scheduler(world: World) -> Iterator[Scheduled]:
    """`@scheduler.scheduled_job("cron", hour=3)`, `scheduler.add_job(tick, "interval", seconds=5)`."""
    for facts, usage in world.usages("scheduled_job"):
        yield from _of(world, (facts, usage), "apscheduler", _trigger(world, facts, usage))
    for facts, usage in world.usages("add_job"):
        values = [value for name, value in usage.arguments if name in ("", "func")]
        method = _method(world, values[0], facts, usage) if values else None
        if method is not None:
            yield from _of(world, (facts, usage), "apscheduler", _trigger(world, facts, usage), target=method)


def _trigger(world: World, facts: Facts, usage: Usage) -> str:
    """The trigger and what is said of it: `cron hour=3`."""
    words = [
        text
        for name, value in usage.arguments
        if name in ("", "trigger") and (text := world.text(value, facts, usage)) in _TRIGGERS
    ]
    more = [
        f"{name}={text}"
        for name, value in usage.arguments
        if name
        and name not in ("trigger", "func", "args", "id")
        and (text := world.text(value, facts, usage))
    ]
    return " ".join((*words, *more))


def _method(world: World, value: Value, facts: Facts, usage: Usage) -> Uid | None:
    """The function that a name means where it is used."""
    if not isinstance(value, tuple) or not value or value[0] != NAME:
        return None
    for name in names_of(str(value[1]), facts, scope_of(usage.source)):
        found = [each for each in world.named.get(name, ()) if each.kind == Kind.METHOD]
        if found:
            return found[0].uid
    return None


def _of(
    world: World, used: Used, system: str, schedule: str, name: str = "", target: Uid | None = None
) -> Iterator[Scheduled]:
    """The job of a method, called after it unless it has a name of its own."""
    facts, usage = used
    method = world.artifacts.get(target or usage.source)
    if method is not None and method.kind == Kind.METHOD:
        yield Scheduled(
            facts, name or method.qualified_name, system, schedule, line_of(facts, usage), method.uid
        )


def line_of(facts: Facts, usage: Usage) -> int:
    """Where a usage stands in its file, from 1."""
    starts = (e.start_line for e in facts.edges if e.type is EdgeType.DEFINES and e.target == usage.source)
    return next(starts, 1) + usage.line
