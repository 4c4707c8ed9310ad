"""What is sent through a template of Spring: the type of what `send` is called on says which system it is.

A variable whose type another file declares (a field of a superclass) counts by its name, if that is the
type's own: `kafkaTemplate`. RabbitMQ's exchanges are in `rabbit`, bindings of Spring Cloud Stream in `stream`.
"""

from collections.abc import Iterator

from kg.ingest.resolve.events.handed import sends
from kg.ingest.resolve.events.messages import (
    GUESSED,
    HERE,
    JMS,
    KAFKA,
    PUBLISHES,
    PULSAR,
    REDIS,
    ROCKETMQ,
    SQS,
    Message,
    either,
    keys,
    positional,
)
from kg.ingest.resolve.world import World
from kg.schema.usages import CALLED
from kg.schema.vocabulary import How

_SYSTEMS = {
    "KafkaTemplate": KAFKA,
    "KafkaOperations": KAFKA,
    "ReplyingKafkaTemplate": KAFKA,
    "ReactiveKafkaProducerTemplate": KAFKA,
    "JmsTemplate": JMS,
    "JmsOperations": JMS,
    "JmsMessagingTemplate": JMS,
    "StringRedisTemplate": REDIS,
    "RedisTemplate": REDIS,
    "RedisOperations": REDIS,
    "ReactiveRedisTemplate": REDIS,
    "ReactiveStringRedisTemplate": REDIS,
    "RocketMQTemplate": ROCKETMQ,
    "SqsTemplate": SQS,
    "SqsOperations": SQS,
    "QueueMessagingTemplate": SQS,
    "PulsarTemplate": PULSAR,
}
_SENDS = ("send", "convertAndSend", "convertSendAndReceive", "asyncSend", "syncSend")
_OF_NAME = 0.9
"""The confidence of what only a variable's name tells."""


def templates(world: World) -> Iterator[Message]:
    for facts, usage, certain in sends(world, _SENDS, lambda usage: 1):
        known = template_of(usage.on, tuple(_SYSTEMS))
        given = positional(usage)
        if usage.form != CALLED or known is None or len(given) < 2:
            continue
        template, sure = known
        for key, how, confidence in keys(world, given[0], facts, usage):
            if either(given[0]):
                how, confidence = How.INFERRED, GUESSED
            if min(sure, certain) < confidence:
                how, confidence = How.INFERRED, min(sure, certain)
            system = _SYSTEMS[template]
            yield Message(PUBLISHES, system, key, usage.source, facts, usage.line, HERE, how, confidence)


def template_of(on: str, types: tuple[str, ...]) -> tuple[str, float] | None:
    """The type of a receiver, of some, and how sure that is."""
    last = on.rpartition(".")[2]
    if last in types:
        return last, 1.0
    named = last.removeprefix("get")
    named = named[:1].upper() + named[1:]
    return (named, _OF_NAME) if named in types else None
