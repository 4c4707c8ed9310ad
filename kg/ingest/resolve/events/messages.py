"""One side of a topic as a rule of some framework found it, before it has a place in the graph."""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import CALL, LIST, Usage, Value
from kg.schema.vocabulary import How

PUBLISHES, CONSUMES = "publishes", "consumes"
KAFKA, RABBITMQ, JMS, SQS, REDIS = "kafka", "rabbitmq", "jms", "sqs", "redis"
ROCKETMQ, PULSAR, STREAM, NATS = "rocketmq", "pulsar", "stream", "nats"
"""`stream`: Spring Cloud Stream where the build does not say which broker is bound."""
CELERY, RQ, DRAMATIQ = "celery", "rq", "dramatiq"
NEST = "nest"
"""Patterns of Nest's microservices: the code does not say what carries them."""
SPRING, DJANGO, NEST_EVENTS = "spring", "django", "nest-events"
"""Events inside an application."""

HERE = Uid("")
"""The source itself."""

GUESSED = 0.8
"""The confidence of a key with a gap, or one of several that a value may be."""

_LISTS = frozenset(
    f"{owner}.{name}"
    for owner, name in (
        ("List", "of"), ("Set", "of"), ("Arrays", "asList"), ("Collections", "singletonList"),
        ("Collections", "singleton"), ("Stream", "of"), ("Pattern", "compile"),
    )
)  # fmt: skip
_BARE_LISTS = frozenset({"listOf", "setOf", "arrayOf"})


@dataclass(frozen=True, slots=True)
class Message:
    """A topic that code publishes to or consumes from."""

    side: str
    system: str
    key: str
    """The name as the broker sees it, `{}` for a gap; of RabbitMQ a queue, or `exchange/routing key`."""
    source: Uid
    facts: Facts
    """The file in which it is said."""
    line: int
    """Relative to the first line of `at`."""
    at: Uid = HERE
    """What the line is relative to, where that is not the source: the class that the listener stands on."""
    how: How = How.EXACT
    confidence: float = 1.0

    @property
    def place(self) -> Uid:
        return self.at or self.source


def argument(usage: Usage, *names: str) -> Value:
    """The first argument of one of these names."""
    return next((value for wanted in names for name, value in usage.arguments if name == wanted), None)


def positional(usage: Usage) -> list[Value]:
    """What is given without a name, in order."""
    return [value for name, value in usage.arguments if not name]


def nth(usage: Usage, at: int) -> Value:
    """What is given without a name, by its place."""
    given = positional(usage)
    return given[at] if 0 <= at < len(given) else None


def listed(value: Value) -> Value:
    """`List.of("a", "b")` and its like as the list that they make."""
    if isinstance(value, tuple) and value and value[0] == CALL:
        name = str(value[1])
        if ".".join(name.split(".")[-2:]) in _LISTS or name in _BARE_LISTS:
            return (LIST, *(listed(each) for _, each in value[2]))
    return value


def keys(world: World, value: Value, facts: Facts, usage: Usage) -> Iterator[tuple[str, How, float]]:
    """Every key that a value may be, and how sure that is: each item of a list is one for certain."""
    for text in world.texts(listed(value), facts, usage):
        whole = "{}" not in text and "${" not in text
        yield text, How.EXACT if whole else How.INFERRED, 1.0 if whole else GUESSED


def said(world: World, side: str, system: str, value: Value, facts: Facts, usage: Usage) -> Iterator[Message]:
    """A message for every key that a value of a call may be."""
    for key, how, confidence in keys(world, value, facts, usage):
        yield Message(side, system, key, usage.source, facts, usage.line, how=how, confidence=confidence)


def to_queue(world: World, side: str, url: Value, facts: Facts, usage: Usage) -> Iterator[Message]:
    """SQS, by the URL of a queue that is written out: its last part is the name."""
    for text in world.texts(url, facts, usage):
        queue = text.rstrip("/").rpartition("/")[2]
        if queue and "{}" not in queue and "$" not in queue:
            yield Message(side, SQS, queue, usage.source, facts, usage.line)


def either(value: Value) -> bool:
    """Whether a value is one of several: a ternary is a list where only one text can be sent."""
    return isinstance(value, tuple) and bool(value) and value[0] == LIST
