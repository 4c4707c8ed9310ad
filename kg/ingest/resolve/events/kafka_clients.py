"""Kafka's own Java clients: records that are produced, subscriptions, and the topics of Kafka Streams."""

from collections.abc import Iterator

from kg.ingest.resolve.events.listeners import plain_pattern
from kg.ingest.resolve.events.messages import (
    CONSUMES,
    GUESSED,
    HERE,
    KAFKA,
    PUBLISHES,
    Message,
    either,
    keys,
    nth,
    said,
)
from kg.ingest.resolve.world import World
from kg.schema.usages import CALL, Value
from kg.schema.vocabulary import How

_CONSUMERS = ("KafkaConsumer", "Consumer", "MockConsumer", "ReactiveKafkaConsumerTemplate")
_BUILDERS = ("StreamsBuilder", "KStreamBuilder")
_STREAMS = (*_BUILDERS, "KStream", "KTable")


def kafka_clients(world: World) -> Iterator[Message]:
    for facts, usage in world.usages("new ProducerRecord"):
        value = nth(usage, 0)
        for key, how, confidence in keys(world, value, facts, usage):
            if either(value):
                how, confidence = How.INFERRED, GUESSED
            yield Message(PUBLISHES, KAFKA, key, usage.source, facts, usage.line, HERE, how, confidence)
    for facts, usage in world.usages("subscribe"):
        if usage.on.rpartition(".")[2] in _CONSUMERS:
            value = nth(usage, 0)
            for key, how, confidence in keys(world, value, facts, usage):
                key = plain_pattern(key) if _is_pattern(value) else key
                yield Message(CONSUMES, KAFKA, key, usage.source, facts, usage.line, HERE, how, confidence)
    yield from _streams(world)


def _is_pattern(value: Value) -> bool:
    return isinstance(value, tuple) and value[0] == CALL and str(value[1]).endswith("Pattern.compile")


def _streams(world: World) -> Iterator[Message]:
    """`builder.stream("a")` reads, `.to("b")` at the end of a chain writes."""
    for facts, usage in world.usages("stream", "table", "globalTable", "to"):
        root = usage.on.partition(".")[0]
        side = PUBLISHES if usage.name == "to" else CONSUMES
        if root not in (_STREAMS if side == PUBLISHES else _BUILDERS):
            continue
        yield from said(world, side, KAFKA, nth(usage, 0), facts, usage)
