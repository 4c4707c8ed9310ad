"""Spring Cloud Stream: bindings lead from a name in the code to a destination in the settings.

`StreamBridge.send("paid-out-0", …)` publishes to the destination of that binding; a bean `paid` of
`Consumer`, `Function` or `Supplier` is bound as `paid-in-0` and `paid-out-0`. Which broker is behind it, the
build says: with only one binder, a destination is a topic of Kafka or an exchange of RabbitMQ.
"""

import re
from collections.abc import Iterator

from kg.ingest.resolve.events.handed import SURE, sends
from kg.ingest.resolve.events.messages import (
    CONSUMES,
    GUESSED,
    HERE,
    KAFKA,
    PUBLISHES,
    RABBITMQ,
    STREAM,
    Message,
    argument,
    keys,
    positional,
)
from kg.ingest.resolve.events.templates import template_of
from kg.ingest.resolve.gradle_libraries import gradle_declared
from kg.ingest.resolve.maven_libraries import maven_declared
from kg.ingest.resolve.world import World
from kg.schema.facts import Artifact, Facts
from kg.schema.usages import Usage
from kg.schema.vocabulary import How

_RETURNS = re.compile(r"\b(Reactive)?(Consumer|Function|Supplier|BiFunction|BiConsumer)<")
_SIDES = {
    "Consumer": (CONSUMES,),
    "BiConsumer": (CONSUMES,),
    "Function": (CONSUMES, PUBLISHES),
    "BiFunction": (CONSUMES, PUBLISHES),
    "Supplier": (PUBLISHES,),
}
_SUFFIX = {CONSUMES: "in", PUBLISHES: "out"}
_BINDERS = (("stream-binder-kafka", KAFKA), ("starter-stream-kafka", KAFKA), ("stream-rabbit", RABBITMQ),
            ("stream-binder-rabbit", RABBITMQ))  # fmt: skip


def stream(world: World) -> Iterator[Message]:
    uses = [*_bridged(world), *_beans(world), *_annotated(world)]
    system = _binder(world) if uses else STREAM
    for side, binding, facts, usage, certain in uses:
        found = _destination(world, binding, facts.file.path)
        if found:
            how = How.EXACT if certain == SURE else How.INFERRED
            yield Message(side, system, found, usage.source, facts, usage.line, HERE, how, certain)
        elif usage.name == "send" and "-out-" not in binding:
            how = How.INFERRED
            yield Message(side, system, binding, usage.source, facts, usage.line, HERE, how, GUESSED)


_Use = tuple[str, str, Facts, Usage, float]
"""Side, binding, where it stands, and how sure it is."""


def _bridged(world: World) -> Iterator[_Use]:
    for facts, usage, certain in sends(world, ("send",), lambda usage: 1):
        given = positional(usage)
        if len(given) >= 2 and template_of(usage.on, ("StreamBridge",)):
            for key, _, _ in keys(world, given[0], facts, usage):
                yield PUBLISHES, key, facts, usage, certain


def _beans(world: World) -> Iterator[_Use]:
    for facts, usage in world.usages("Bean"):
        bean = world.artifacts.get(usage.source)
        returns = _RETURNS.search(_before_name(bean)) if bean is not None else None
        if bean is None or returns is None:
            continue
        name = world.text(argument(usage, "value", "name"), facts, usage) or bean.name
        for side in _SIDES[returns[2]]:
            yield side, f"{name}-{_SUFFIX[side]}-0", facts, usage, SURE


def _before_name(bean: Artifact) -> str:
    """What a method returns, as its signature says it, in Java and in Kotlin."""
    before, _, after = bean.signature.partition(f"{bean.name}(")
    return before if "<" in before else after.partition(")")[2]


def _annotated(world: World) -> Iterator[_Use]:
    """The channels of annotations: @StreamListener of old, SmallRye's @Incoming and @Outgoing."""
    for name, side in (("StreamListener", CONSUMES), ("Incoming", CONSUMES), ("Outgoing", PUBLISHES)):
        for facts, usage in world.usages(name):
            for key, _, _ in keys(world, argument(usage, "value", "target"), facts, usage):
                yield side, key, facts, usage, SURE


def _destination(world: World, binding: str, path: str) -> str:
    places = (
        f"spring.cloud.stream.bindings.{binding}.destination",
        f"mp.messaging.incoming.{binding}.topic",
        f"mp.messaging.outgoing.{binding}.topic",
    )
    found = next((value for key in places if (value := world.settings.value(key, path))), "")
    return world.settings.expanded(found, path)


def _binder(world: World) -> str:
    """The only broker that the build binds."""
    names = {declared.name for _, declared in (*maven_declared(world), *gradle_declared(world))}
    found = {system for name in names for word, system in _BINDERS if word in name}
    return found.pop() if len(found) == 1 else STREAM
