"""The one place that turns messages into the graph: a Topic a side, module, system and key, and edges.

The two sides of one repository are two nodes, joined by MATCHES as those of two repositories are. Pure;
knows no framework.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kg.ingest.resolve.events.messages import DJANGO, PUBLISHES, SPRING, Message
from kg.ingest.resolve.modules import Modules
from kg.ingest.resolve.starts import Starts
from kg.ingest.resolve.world import Around
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid, topic_uid
from kg.schema.vocabulary import EdgeType, How, Kind


def topics(repo: str, modules: Modules, messages: Iterable[Message]) -> Around:
    """Topic artifacts, the DEFINES that say where they stand, PUBLISHES and CONSUMES, in a fixed order."""
    found: dict[Uid, list[Message]] = defaultdict(list)
    for message in messages:
        found[_uid(repo, modules, message)].append(message)
    artifacts: list[Artifact] = []
    edges: list[Edge] = []
    starts = Starts()
    for uid in sorted(found):
        group = found[uid]
        artifacts.append(_artifact(uid, group[0]))
        first = group[0]
        edges.append(starts.defines(uid, first.facts, first.place, first.line))
        edges += _edges(uid, group)
    return Around(tuple(artifacts), tuple(edges))


def _uid(repo: str, modules: Modules, message: Message) -> Uid:
    module = modules.of(message.facts.file.path)
    return topic_uid(repo, module, message.side, f"{message.system}:{message.key}")


def _artifact(uid: Uid, message: Message) -> Artifact:
    """An event inside an application is named by the last part of its key, a class or a signal."""
    return Artifact(
        kind=Kind.TOPIC,
        uid=uid,
        name=message.key.rpartition(".")[2] if message.system in (SPRING, DJANGO) else message.key,
        qualified_name=message.key,
        origin=f"topic:{uid.split(':', 2)[2]}",
        path=message.facts.file.path,
        details=details(key=message.key, side=message.side, system=message.system),
    )


def _edges(uid: Uid, group: Iterable[Message]) -> Iterator[Edge]:
    """One edge a source, known in the best way that one of its sites is."""
    by_source: dict[Uid, list[Message]] = defaultdict(list)
    for message in group:
        by_source[message.source].append(message)
    for source in sorted(by_source):
        messages = by_source[source]
        best = max(messages, key=lambda message: (message.confidence, message.how is How.EXACT))
        sites = tuple(sorted({message.line for message in messages if message.place == source}))
        of = EdgeType.PUBLISHES if best.side == PUBLISHES else EdgeType.CONSUMES
        yield Edge(of, source, uid, best.how, best.confidence, sites)
