"""Brokers from Python: kafka-python, aiokafka, confluent, pika and aio-pika, FastStream, boto3, Redis.

One table a shape: what a method is called on, and which argument is the name.
"""

from collections.abc import Iterator

from kg.ingest.resolve.events.messages import (
    CONSUMES,
    GUESSED,
    KAFKA,
    PUBLISHES,
    RABBITMQ,
    REDIS,
    Message,
    argument,
    nth,
    positional,
    said,
    to_queue,
)
from kg.ingest.resolve.events.rabbit import address
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.usages import CALLED, Usage
from kg.schema.vocabulary import How

_PRODUCERS = {
    "KafkaProducer": ("send",),
    "AIOKafkaProducer": ("send", "send_and_wait"),
    "Producer": ("produce",),
}
_CONSUMERS = ("KafkaConsumer", "AIOKafkaConsumer")
_SUBSCRIBERS = (*_CONSUMERS, "Consumer", "DeserializingConsumer", "AvroConsumer")
_KAFKA = ("kafka", "aiokafka", "confluent_kafka")
_STREAMS = {"faststream.kafka": KAFKA, "faststream.confluent": KAFKA, "faststream.rabbit": RABBITMQ,
            "faststream.redis": REDIS}  # fmt: skip


def python_clients(world: World) -> Iterator[Message]:
    yield from _kafka(world)
    yield from _pika(world)
    yield from _fast_stream(world)
    yield from _sqs(world)
    yield from _redis(world)


def _imports(facts: Facts, *roots: str) -> bool:
    return any(each.partition(".")[0] in roots for each in facts.file.imports)


def _of(usage: Usage) -> str:
    """The class that a call is on: `KafkaProducer` of `kafka.KafkaProducer()`."""
    return usage.on.removesuffix("()").rpartition(".")[2]


def _kafka(world: World) -> Iterator[Message]:
    for facts, usage in world.usages("send", "send_and_wait", "produce"):
        if usage.name in _PRODUCERS.get(_of(usage), ()) and _imports(facts, *_KAFKA):
            value = nth(usage, 0) or argument(usage, "topic")
            yield from said(world, PUBLISHES, KAFKA, value, facts, usage)
    for facts, usage in world.usages(*_CONSUMERS):
        if usage.form == CALLED and _imports(facts, *_KAFKA):
            for value in positional(usage):
                yield from said(world, CONSUMES, KAFKA, value, facts, usage)
    for facts, usage in world.usages("subscribe"):
        if _of(usage) in _SUBSCRIBERS and _imports(facts, *_KAFKA):
            value = nth(usage, 0) or argument(usage, "topics")
            yield from said(world, CONSUMES, KAFKA, value, facts, usage)


def _pika(world: World) -> Iterator[Message]:
    """A channel publishes to an exchange and key, or to a queue by the default exchange."""
    for facts, usage in world.usages("basic_publish"):
        given = positional(usage)
        exchange = argument(usage, "exchange") if not given else given[0]
        key = argument(usage, "routing_key") if len(given) < 2 else given[1]
        for name in world.texts(key, facts, usage) or ("{}",):
            place = world.text(exchange, facts, usage)
            if name != "{}" or place:
                known = name != "{}" and "{}" not in place
                how, confidence = (How.EXACT, 1.0) if known else (How.INFERRED, GUESSED)
                yield Message(
                    PUBLISHES, RABBITMQ, address(place, name), usage.source, facts, usage.line,
                    how=how, confidence=confidence,
                )  # fmt: skip
    for facts, usage in world.usages("basic_consume"):
        value = argument(usage, "queue") or next(
            (value for value in positional(usage) if isinstance(value, str)), None
        )
        yield from said(world, CONSUMES, RABBITMQ, value, facts, usage)


def _fast_stream(world: World) -> Iterator[Message]:
    for name, side in (("subscriber", CONSUMES), ("publisher", PUBLISHES)):
        for facts, usage in world.usages(name):
            system = next(
                (
                    found
                    for each in facts.file.imports
                    for root, found in _STREAMS.items()
                    if each.startswith(root)
                ),
                "",
            )
            for value in positional(usage) if system else ():
                yield from said(world, side, system, value, facts, usage)


def _sqs(world: World) -> Iterator[Message]:
    for name, side in (("send_message", PUBLISHES), ("receive_message", CONSUMES)):
        for facts, usage in world.usages(name):
            yield from to_queue(world, side, argument(usage, "QueueUrl"), facts, usage)


def _redis(world: World) -> Iterator[Message]:
    for name, side in (("publish", PUBLISHES), ("subscribe", CONSUMES)):
        for facts, usage in world.usages(name):
            on = usage.on.lower()
            if _imports(facts, "redis", "aioredis") and ("redis" in on or "pubsub" in on):
                for value in positional(usage)[: 1 if side == PUBLISHES else None]:
                    yield from said(world, side, REDIS, value, facts, usage)
