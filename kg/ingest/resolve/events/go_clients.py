"""Brokers from Go: Sarama, kafka-go, confluent, NATS, amqp091 and go-redis. Tests do not count.

What a file imports says which; a field of a struct says nothing of its type, so what is not called on the
library itself or on a variable of its types is inferred. A writer's own topic is not read.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.resolve.events.messages import (
    CONSUMES,
    KAFKA,
    NATS,
    PUBLISHES,
    RABBITMQ,
    REDIS,
    Message,
    keys,
    positional,
)
from kg.ingest.resolve.events.rabbit import address
from kg.ingest.resolve.go_names import is_go_code
from kg.ingest.resolve.world import Used, World
from kg.schema.facts import Facts
from kg.schema.usages import MAP, Usage, Value
from kg.schema.vocabulary import How

_BY_IMPORT = 0.9
"""The confidence of a call on something whose type only another place says."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A method of a library: its system, side, how much it is given at least, and where the name stands."""

    library: str
    system: str
    side: str
    least: int
    at: int


_CALLS: dict[str, tuple[_Call, ...]] = {
    "Publish": (
        _Call("github.com/nats-io/nats.go", NATS, PUBLISHES, 2, 0),
        _Call("go-redis", REDIS, PUBLISHES, 3, 1),
        _Call("rabbitmq/amqp091-go", RABBITMQ, PUBLISHES, 5, 0),
        _Call("streadway/amqp", RABBITMQ, PUBLISHES, 5, 0),
    ),
    "PublishWithContext": (_Call("rabbitmq/amqp091-go", RABBITMQ, PUBLISHES, 6, 1),),
    "Subscribe": (
        _Call("github.com/nats-io/nats.go", NATS, CONSUMES, 2, 0),
        _Call("go-redis", REDIS, CONSUMES, 2, 1),
    ),
    "QueueSubscribe": (_Call("github.com/nats-io/nats.go", NATS, CONSUMES, 3, 0),),
    "Consume": (
        _Call("rabbitmq/amqp091-go", RABBITMQ, CONSUMES, 7, 0),
        _Call("streadway/amqp", RABBITMQ, CONSUMES, 7, 0),
    ),
    "ConsumePartition": (_Call("sarama", KAFKA, CONSUMES, 3, 0),),
    "SubscribeTopics": (_Call("confluent-kafka-go", KAFKA, CONSUMES, 2, 0),),
}
_MESSAGES = {"SendMessage": "sarama", "WriteMessages": "segmentio/kafka-go", "Produce": "confluent-kafka-go"}
"""Calls that are given messages which say their topic."""


def go_clients(world: World) -> Iterator[Message]:
    for used in world.usages(*_CALLS):
        call = next((each for each in _CALLS[used[1].name] if _is_of(used, each)), None)
        if call is not None:
            yield from _named(world, used, call)
    for used in world.usages(*_MESSAGES):
        if _imports(used[0], _MESSAGES[used[1].name]):
            for value in positional(used[1]):
                yield from _messages(world, used, KAFKA, PUBLISHES, _topic(value))


def _is_of(used: Used, call: _Call) -> bool:
    return _imports(used[0], call.library) and len(positional(used[1])) >= call.least


def _imports(facts: Facts, library: str) -> bool:
    return is_go_code(facts) and any(library in each for each in facts.file.imports)


def _named(world: World, used: Used, call: _Call) -> Iterator[Message]:
    given = positional(used[1])
    if call.system != RABBITMQ or call.side == CONSUMES:
        yield from _messages(world, used, call.system, call.side, given[call.at])
        return
    for exchange in world.texts(given[call.at], *used) or ("",):
        for key in world.texts(given[call.at + 1], *used) or ("{}",):
            if exchange or key != "{}":
                yield _message(used, RABBITMQ, PUBLISHES, address(exchange, key), _how(key))


def _messages(world: World, used: Used, system: str, side: str, value: Value) -> Iterator[Message]:
    for key, how, _ in keys(world, value, *used):
        yield _message(used, system, side, key.replace("*", "{}"), how)


def _how(key: str) -> How:
    return How.INFERRED if "{}" in key else How.EXACT


def _message(used: Used, system: str, side: str, key: str, how: How) -> Message:
    """Inferred too where the type of what is called is not known here."""
    facts, usage = used
    how = how if _says_type(usage) else How.INFERRED
    confidence = 1.0 if how == How.EXACT else _BY_IMPORT
    return Message(side, system, key, usage.source, facts, usage.line, how=how, confidence=confidence)


def _says_type(usage: Usage) -> bool:
    """A variable of a type of the library, or what a function of it gives: `nats.Conn`, `nats.Connect()`."""
    return usage.on.partition(".")[0] in ("nats", "amqp", "amqp091", "sarama", "kafka", "redis")


def _topic(value: Value) -> Value:
    """Of a message that is written out: `Topic`, or that of its `TopicPartition`."""
    if not isinstance(value, tuple) or value[0] != MAP:
        return None
    fields = dict(value[1:])
    return fields.get("Topic") or _topic(fields.get("TopicPartition"))
