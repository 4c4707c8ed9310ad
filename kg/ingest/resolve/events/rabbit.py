"""RabbitMQ over Spring: listeners, templates, and the bindings between exchanges and queues.

A listener consumes its queue, and `exchange/key` of each binding of that queue, so that it meets a sender of
another repository, which knows no queue. A sender publishes to the queues that are bound here, else to
`exchange/key`; without an exchange the key is the queue. Through a dead-letter exchange it reaches more.
"""

from collections.abc import Iterator

from kg.ingest.resolve.events.exchanges import Binding, Exchanges
from kg.ingest.resolve.events.handed import SURE, Sent, sends
from kg.ingest.resolve.events.listeners import consumed
from kg.ingest.resolve.events.messages import (
    GUESSED,
    HERE,
    PUBLISHES,
    RABBITMQ,
    Message,
    argument,
    keys,
    positional,
)
from kg.ingest.resolve.events.templates import template_of
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.usages import CALL, Usage, Value, leaves
from kg.schema.vocabulary import How

_TEMPLATES = (
    "RabbitTemplate",
    "AmqpTemplate",
    "RabbitOperations",
    "AsyncRabbitTemplate",
    "RabbitMessagingTemplate",
)
_SENDS = ("convertAndSend", "convertSendAndReceive", "send", "sendAndReceive")
_NO_MESSAGE = ("new MessagePostProcessor", "new CorrelationData")
_THROUGH = 0.9
"""The confidence of what a binding or a dead-letter exchange passes on."""


def rabbit(world: World) -> Iterator[Message]:
    declared = [
        one for facts, usage in world.usages("RabbitListener") for one in _declared(world, facts, usage)
    ]
    exchanges = Exchanges(world, declared)
    yield from _heard(world, exchanges)
    for sent in sends(world, _SENDS, _named_by):
        if template_of(sent[1].on, _TEMPLATES):
            yield from _sent(world, exchanges, sent)


def _heard(world: World, exchanges: Exchanges) -> Iterator[Message]:
    for facts, usage in world.usages("RabbitListener"):
        used = facts, usage
        queues = [*keys(world, argument(usage, "queues"), facts, usage)]
        for made in _calls(argument(usage, "queuesToDeclare", "bindings")):
            queues += keys(world, _queue_name(made), facts, usage)
        passed: dict[str, None] = {}
        for queue, how, confidence in queues:
            yield from consumed(world, used, RABBITMQ, queue, how, confidence)
            passed |= dict.fromkeys(key_of(each) for each in exchanges.of_queue(queue))
        for binding in _declared(world, facts, usage):
            if not binding.queue:
                passed[key_of(binding)] = None
        for key in passed:
            yield from consumed(world, used, RABBITMQ, key, How.INFERRED, _THROUGH)


def _declared(world: World, facts: Facts, usage: Usage) -> Iterator[Binding]:
    """`bindings = @QueueBinding(value = @Queue("q"), exchange = @Exchange("e"), key = "k")`."""
    for made in _calls(argument(usage, "bindings")):
        given = dict(made[2])
        queue = world.text(_queue_name(made), facts, usage)
        exchange = world.text(_named(given.get("exchange")), facts, usage)
        patterns = world.texts(given.get("key"), facts, usage) or ("",)
        if exchange:
            yield from (Binding(queue, exchange, pattern) for pattern in patterns)


def _calls(value: Value) -> Iterator[tuple[str, str, tuple[tuple[str, Value], ...]]]:
    """Nested annotations, one or several."""
    for made in leaves(value):
        if isinstance(made, tuple) and made[0] == CALL:
            yield CALL, made[1], made[2]


def _queue_name(made: tuple[str, str, tuple[tuple[str, Value], ...]]) -> Value:
    """Of a @Queue, or of the @Queue in a @QueueBinding."""
    return _named(dict(made[2]).get("value")) if made[1] == "QueueBinding" else _named(made)


def _named(made: Value) -> Value:
    if not isinstance(made, tuple) or not made or made[0] != CALL:
        return made
    given = dict(made[2])
    return given.get("value") or given.get("name")


def _sent(world: World, exchanges: Exchanges, sent: Sent) -> Iterator[Message]:
    facts, usage, certain = sent
    for exchange, key in _addresses(world, facts, usage):
        whole = "{}" not in exchange + key
        how, confidence = (How.EXACT, certain) if whole else (How.INFERRED, GUESSED)
        if certain < SURE:
            how = How.INFERRED
        queues = [key] if not exchange else exchanges.queues(exchange, key) if whole else []
        for queue in queues or [address(exchange, key)]:
            yield _message(facts, usage, queue, how, confidence)
        for queue in dict.fromkeys(later for one in queues for later in exchanges.later(one)):
            yield _message(facts, usage, queue, How.INFERRED, _THROUGH)


def _message(facts: Facts, usage: Usage, key: str, how: How, confidence: float) -> Message:
    return Message(PUBLISHES, RABBITMQ, key, usage.source, facts, usage.line, HERE, how, confidence)


def _addresses(world: World, facts: Facts, usage: Usage) -> Iterator[tuple[str, str]]:
    """Exchange and routing key: `(key, message)` or `(exchange, key, message)`, and what comes after it."""
    given = _given(usage)
    if len(given) == 2:
        yield from (("", key) for key in world.texts(given[0], facts, usage))
    elif len(given) >= 3:
        for exchange in world.texts(given[0], facts, usage):
            yield from ((exchange, key) for key in world.texts(given[1], facts, usage) or _unknown(given[1]))


def _named_by(usage: Usage) -> int:
    """A queue, or exchange and key."""
    return 1 if len(_given(usage)) < 3 else 2


def _given(usage: Usage) -> list[Value]:
    return [value for value in positional(usage) if not _is_option(value)]


def _unknown(value: Value) -> tuple[str, ...]:
    return ("",) if value == "" else ("{}",)


def _is_option(value: Value) -> bool:
    return isinstance(value, tuple) and bool(value) and value[0] == CALL and value[1] in _NO_MESSAGE


def key_of(binding: Binding) -> str:
    return address(binding.exchange, binding.pattern.replace("*", "{}").replace("#", "{}"))


def address(exchange: str, key: str) -> str:
    """`exchange/key`; the exchange alone where the key does not count."""
    return "/".join(part for part in (exchange, key) if part)
