"""The door of the events: a flat table of rules, one a framework. Pure."""

from collections.abc import Callable, Iterable

from kg.ingest.resolve.events.go_clients import go_clients
from kg.ingest.resolve.events.kafka_clients import kafka_clients
from kg.ingest.resolve.events.listeners import listeners
from kg.ingest.resolve.events.messages import Message
from kg.ingest.resolve.events.node_clients import node_clients
from kg.ingest.resolve.events.python_clients import python_clients
from kg.ingest.resolve.events.queued import queued
from kg.ingest.resolve.events.rabbit import rabbit
from kg.ingest.resolve.events.signals import signals
from kg.ingest.resolve.events.spring_events import spring_events
from kg.ingest.resolve.events.stream import stream
from kg.ingest.resolve.events.tasks import tasks
from kg.ingest.resolve.events.templates import templates
from kg.ingest.resolve.events.topics import topics
from kg.ingest.resolve.world import Around, World

Rule = Callable[[World], Iterable[Message]]

_RULES: tuple[Rule, ...] = (
    listeners, templates, rabbit, stream, kafka_clients, spring_events, tasks, queued, signals,
    python_clients, node_clients, go_clients,
)  # fmt: skip
"""In no order that matters."""


def resolve_events(world: World) -> Around:
    """Every Topic of a repository, and who publishes to it and consumes from it."""
    return topics(world.repo, world.modules, (found for rule in _RULES for found in rule(world)))
