"""Brokers from TypeScript and JavaScript: KafkaJS, amqplib, Nest's patterns and events, SQS, Redis."""

from collections.abc import Iterator

from kg.ingest.resolve.events.messages import (
    CONSUMES,
    KAFKA,
    NEST,
    NEST_EVENTS,
    PUBLISHES,
    RABBITMQ,
    REDIS,
    Message,
    keys,
    nth,
    positional,
    said,
    to_queue,
)
from kg.ingest.resolve.events.rabbit import address
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.usages import ANNOTATION, MAP, Usage, Value

_AMQP = ("amqplib", "amqp-connection-manager")
_CHANNELS = ("Channel", "ConfirmChannel", "ChannelWrapper")
_CLIENTS = ("ClientProxy", "ClientKafka", "ClientRMQ")
_EMITTERS = ("EventEmitter2", "eventEmitter")
_NEST = "@nestjs/microservices"


def node_clients(world: World) -> Iterator[Message]:
    yield from _kafka(world)
    yield from _amqp(world)
    yield from _nest(world)
    yield from _sqs(world)
    yield from _redis(world)


def _imports(facts: Facts, *names: str) -> bool:
    return any(
        each in names or each.startswith(tuple(f"{name}/" for name in names)) for each in facts.file.imports
    )


def _field(usage: Usage, *names: str) -> Value:
    """What the object that is given first says for one of these names."""
    first = nth(usage, 0)
    if not isinstance(first, tuple) or not first or first[0] != MAP:
        return None
    given = dict(first[1:])
    return next((given[name] for name in names if name in given), None)


def _is_on(usage: Usage, *names: str) -> bool:
    """Whether a call is on one of some types, by its last part."""
    return usage.on.removesuffix("()").rpartition(".")[2] in names


def _kafka(world: World) -> Iterator[Message]:
    """`kafka.producer()` gives what sends, `kafka.consumer()` what subscribes; their types say the same."""
    for name, side, made in (("send", PUBLISHES, "producer"), ("subscribe", CONSUMES, "consumer")):
        for facts, usage in world.usages(name):
            if _is_on(usage, made, made.capitalize()) and (_imports(facts, "kafkajs") or "()" in usage.on):
                value = _field(usage, "topic", "topics")
                yield from said(world, side, KAFKA, value, facts, usage)


def _amqp(world: World) -> Iterator[Message]:
    for name, side in (("sendToQueue", PUBLISHES), ("consume", CONSUMES)):
        for facts, usage in world.usages(name):
            if _is_channel(usage, facts):
                yield from said(world, side, RABBITMQ, nth(usage, 0), facts, usage)
    for facts, usage in world.usages("publish"):
        given = positional(usage)
        if _is_channel(usage, facts) and len(given) >= 3:
            for key, how, confidence in keys(world, given[1], facts, usage):
                place = address(world.text(given[0], facts, usage), key)
                yield Message(
                    PUBLISHES,
                    RABBITMQ,
                    place,
                    usage.source,
                    facts,
                    usage.line,
                    how=how,
                    confidence=confidence,
                )


def _is_channel(usage: Usage, facts: Facts) -> bool:
    return _is_on(usage, *_CHANNELS) or _imports(facts, *_AMQP)


def _nest(world: World) -> Iterator[Message]:
    """Patterns of a microservice, whatever carries them; events inside an application."""
    for facts, usage in world.usages("EventPattern", "MessagePattern"):
        if usage.form == ANNOTATION and _imports(facts, _NEST):
            yield from said(world, CONSUMES, NEST, nth(usage, 0), facts, usage)
    for facts, usage in world.usages("emit", "send"):
        system = NEST if _is_on(usage, *_CLIENTS) else NEST_EVENTS if _is_on(usage, *_EMITTERS) else ""
        if system == NEST or (system and usage.name == "emit"):
            yield from said(world, PUBLISHES, system, nth(usage, 0), facts, usage)
    for facts, usage in world.usages("OnEvent"):
        if usage.form == ANNOTATION:
            yield from said(world, CONSUMES, NEST_EVENTS, nth(usage, 0), facts, usage)


def _sqs(world: World) -> Iterator[Message]:
    for name, side in (("SendMessageCommand", PUBLISHES), ("ReceiveMessageCommand", CONSUMES)):
        for facts, usage in world.usages(name):
            yield from to_queue(world, side, _field(usage, "QueueUrl"), facts, usage)


def _redis(world: World) -> Iterator[Message]:
    for name, side in (("publish", PUBLISHES), ("subscribe", CONSUMES)):
        for facts, usage in world.usages(name):
            of_redis = usage.on.lower().startswith(("redis", "ioredis", "this.redis"))
            if of_redis and _imports(facts, "redis", "ioredis"):
                yield from said(world, side, REDIS, nth(usage, 0), facts, usage)
