"""Methods that a broker calls, by annotation: Kafka, JMS, SQS, Pulsar, RocketMQ (RabbitMQ: `rabbit`).

On a class the annotation holds for its handlers: the methods that say so, or `onMessage`.
"""

import re
from collections.abc import Iterator

from kg.ingest.resolve.events.messages import (
    CONSUMES,
    HERE,
    JMS,
    KAFKA,
    PUBLISHES,
    PULSAR,
    ROCKETMQ,
    SQS,
    Message,
    argument,
    keys,
)
from kg.ingest.resolve.world import Used, World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, CALL, Usage, Value, leaves
from kg.schema.vocabulary import How, Kind

_LISTENERS = {
    "KafkaListener": (KAFKA, ("topics",)),
    "JmsListener": (JMS, ("destination",)),
    "SqsListener": (SQS, ("value", "queueNames")),
    "PulsarListener": (PULSAR, ("topics", "value")),
    "RocketMQMessageListener": (ROCKETMQ, ("topic",)),
}
_HANDLERS = ("KafkaHandler", "RabbitHandler")
_ON_MESSAGE = "onMessage"
_SPLIT = re.compile(r"^#\{\s*'(.*)'\.split\('\s*,\s*'\)\s*\}$")
"""`#{'${topics}'.split(',')}`: the only use of SpEL that says a name."""
_WILD = re.compile(r"\.[*+]|\[[^\]]*\][*+]?|\\[dw][*+]?|\([^()]*\)")


def listeners(world: World) -> Iterator[Message]:
    for name, (system, arguments) in _LISTENERS.items():
        for facts, usage in world.usages(name):
            if usage.form == ANNOTATION:
                for key, how, confidence in _heard(world, facts, usage, arguments):
                    yield from consumed(world, (facts, usage), system, key, how, confidence)
    yield from _answers(world)


def consumed(
    world: World, used: Used, system: str, key: str, how: How, confidence: float
) -> Iterator[Message]:
    """The message for each method that an annotation makes a listener."""
    facts, usage = used
    for handler in handlers(world, facts, usage):
        at = usage.source if handler != usage.source else HERE
        yield Message(CONSUMES, system, key, handler, facts, usage.line, at, how, confidence)


def handlers(world: World, facts: Facts, usage: Usage) -> list[Uid]:
    """The annotated method itself; of a class its handlers."""
    found = world.artifacts.get(usage.source)
    if found is None or found.kind != Kind.CLASS:
        return [usage.source]
    marked = {each.source for name in _HANDLERS for _, each in world.usages(name)}
    return [
        each.uid
        for each in facts.artifacts
        if each.uid.startswith(f"{usage.source}#") and (each.uid in marked or each.name == _ON_MESSAGE)
    ]


def _heard(
    world: World, facts: Facts, usage: Usage, arguments: tuple[str, ...]
) -> Iterator[tuple[str, How, float]]:
    for key, how, confidence in keys(world, argument(usage, *arguments), facts, usage):
        split = _SPLIT.match(key)
        for each in split[1].split(",") if split else [key]:
            if not each.startswith("#{"):
                yield each.strip(), how, confidence
    for key, _, _ in keys(world, argument(usage, "topicPattern"), facts, usage):
        yield plain_pattern(key), How.EXACT, 1.0
    for value in _partitions(argument(usage, "topicPartitions")):
        yield from keys(world, value, facts, usage)


def plain_pattern(pattern: str) -> str:
    r"""A regular expression as a key with gaps: `audit\..*` is `audit.{}`."""
    return re.sub(r"\\(.)", r"\1", _WILD.sub("{}", pattern)).strip("^$")


def _partitions(value: Value) -> Iterator[Value]:
    """The topics of `@TopicPartition(topic = "a", …)`, one or several."""
    for made in leaves(value):
        if isinstance(made, tuple) and made[0] == CALL:
            yield next((each for name, each in made[2] if name == "topic"), None)


def _answers(world: World) -> Iterator[Message]:
    """@SendTo of a listener: what it returns is published."""
    systems = {
        usage.source: system for name, (system, _) in _LISTENERS.items() for _, usage in world.usages(name)
    }
    for facts, usage in world.usages("SendTo"):
        system = systems.get(usage.source)
        for key, how, confidence in keys(world, argument(usage, "value"), facts, usage) if system else ():
            if not key.startswith(("#{", "!{")):
                yield Message(
                    PUBLISHES, system or "", key, usage.source, facts, usage.line, HERE, how, confidence
                )
