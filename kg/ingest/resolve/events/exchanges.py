"""RabbitMQ's queues, exchanges and bindings as the beans of a repository declare them.

What is sent to an exchange reaches the queues that are bound to it, and what expires or is rejected in a
queue with a dead-letter exchange goes on from there. A bean is known by its method's name. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.ingest.resolve.events.messages import nth
from kg.ingest.resolve.world import Used, World
from kg.schema.ids import Uid
from kg.schema.usages import NAME

_QUEUES = ("new Queue", "durable", "nonDurable")
_BUILDERS = ("", "QueueBuilder", "ExchangeBuilder")
"""What these are called on: nothing, or a builder itself, whose later calls say no name."""
_EXCHANGES = (
    "new DirectExchange", "new TopicExchange", "new FanoutExchange", "new CustomExchange",
    "directExchange", "topicExchange", "fanoutExchange",
)  # fmt: skip
_DEAD_EXCHANGE, _DEAD_KEY = "x-dead-letter-exchange", "x-dead-letter-routing-key"
_MOST_HOPS = 4


@dataclass(frozen=True, slots=True)
class Binding:
    """A queue gets what is sent to an exchange with a key that fits; any key where `pattern` is empty."""

    queue: str
    exchange: str
    pattern: str


class Exchanges:
    """The bindings of a repository."""

    def __init__(self, world: World, declared: Iterable[Binding]) -> None:
        self._world = world
        self._queues = _named(world, _QUEUES)
        self._exchanges = _named(world, _EXCHANGES)
        self.bindings = tuple(dict.fromkeys((*declared, *self._bound(), *self._made())))
        self._dead = dict(self._dead_letters())

    def queues(self, exchange: str, key: str) -> list[str]:
        """The queues that something sent to an exchange with a key reaches at once."""
        found = (
            each.queue for each in self.bindings if each.exchange == exchange and _fits(each.pattern, key)
        )
        return sorted(set(found))

    def later(self, queue: str) -> list[str]:
        """The queues that what lies in a queue goes on to when it expires or is rejected."""
        found: list[str] = []
        waiting = [queue]
        for _ in range(_MOST_HOPS):
            reached = {each for one in waiting if one in self._dead for each in self.queues(*self._dead[one])}
            waiting = sorted(reached - {queue, *found})
            found += waiting
        return found

    def of_queue(self, queue: str) -> Iterator[Binding]:
        return (each for each in self.bindings if each.queue == queue)

    def _bound(self) -> Iterator[Binding]:
        """`BindingBuilder.bind(queue).to(exchange).with(key)`, one a method."""
        chains: dict[Uid, dict[str, Used]] = defaultdict(dict)
        for name in ("bind", "to", "with"):
            for facts, usage in self._world.usages(name):
                if usage.on.startswith("BindingBuilder"):
                    chains[usage.source].setdefault(name, (facts, usage))
        for chain in chains.values():
            if "bind" in chain and "to" in chain:
                keys = self._texts(chain["with"], 0) if "with" in chain else [""]
                for queue in self._meant(chain["bind"], self._queues):
                    for exchange in self._meant(chain["to"], self._exchanges):
                        yield from (Binding(queue, exchange, key) for key in keys)

    def _made(self) -> Iterator[Binding]:
        """`new Binding("queue", QUEUE, "exchange", "key", null)`."""
        for used in self._world.usages("new Binding"):
            for queue in self._texts(used, 0):
                for exchange in self._texts(used, 2):
                    yield from (Binding(queue, exchange, key) for key in self._texts(used, 3) or [""])

    def _meant(self, used: Used, beans: dict[str, list[tuple[Uid, str]]]) -> list[str]:
        """The names of the bean that is given to a call of the chain: one of the same class before others."""
        _, usage = used
        value = nth(usage, 0)
        if not isinstance(value, tuple) or value[0] != NAME:
            return []
        found = beans.get(str(value[1]).removesuffix("()").rpartition(".")[2], [])
        around = usage.source.partition("#")[0]
        near = [name for source, name in found if source.partition("#")[0] == around]
        return near or [name for _, name in found]

    def _dead_letters(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """By queue: the exchange and key of its dead letters."""
        said: dict[Uid, dict[str, str]] = defaultdict(dict)
        for name, key in (("deadLetterExchange", _DEAD_EXCHANGE), ("deadLetterRoutingKey", _DEAD_KEY)):
            for used in self._world.usages(name):
                said[used[1].source].update((key, text) for text in self._texts(used, 0))
        for used in self._world.usages("withArgument"):
            for key in self._texts(used, 0):
                said[used[1].source].update((key, text) for text in self._texts(used, 1))
        for queues in self._queues.values():
            for source, queue in queues:
                if _DEAD_EXCHANGE in said[source]:
                    yield queue, (said[source][_DEAD_EXCHANGE], said[source].get(_DEAD_KEY, ""))

    def _texts(self, used: Used, at: int) -> list[str]:
        return _texts(self._world, used, at)


def _named(world: World, makers: tuple[str, ...]) -> dict[str, list[tuple[Uid, str]]]:
    """What beans make, by the name of the bean's method: where, and the name that the broker sees."""
    found: dict[str, list[tuple[Uid, str]]] = defaultdict(list)
    for used in world.usages(*makers):
        bean = world.artifacts.get(used[1].source)
        if bean is not None and used[1].on in _BUILDERS:
            found[bean.name] += [(bean.uid, text) for text in _texts(world, used, 0)]
    return found


def _texts(world: World, used: Used, at: int) -> list[str]:
    facts, usage = used
    return list(world.texts(nth(usage, at), facts, usage))


def _fits(pattern: str, key: str) -> bool:
    """Whether a key of a message fits that of a binding: `*` is one word, `#` any number of them."""
    if not pattern or pattern in (key, "#"):
        return True
    if "*" not in pattern and "#" not in pattern:
        return False
    words = re.escape(pattern).replace(r"\*", "[^.]+").replace(r"\.\#", r"(?:\..*)?").replace(r"\#", ".*")
    return bool(re.fullmatch(words, key))
