"""What a hit leads to, the nearest of each kind, with the edges between."""

from dataclasses import replace

import pytest

from kg.graph import Graph
from kg.retrieve.trails import trails
from kg.schema.access import Scope
from kg.schema.facts import Artifact
from kg.schema.ids import ScopeToken, Uid, Vid, config_uid, doc_uid, postmortem_uid, table_uid, topic_uid
from kg.schema.question import Place, Trail
from kg.schema.vocabulary import EdgeType, Kind
from tests.retrieve.planted import Link, Planted, a_class, method, plant, publish

OPEN = Scope((ScopeToken("s00001"),))


def thing(kind: Kind, uid: Uid, path: str = "") -> Artifact:
    return Artifact(kind, uid, uid.rpartition(":")[2], uid, origin=uid, path=path)


REFUND, PAY, HEAR = (
    method("refund", owner="Service"),
    method("pay", owner="Lease"),
    method("hear", owner="Other"),
)
LEASE = a_class("Lease")
MADE = method("<init>", owner="Lease", form="constructor")
SECONDS = thing(Kind.CONFIG, config_uid("shop", ".", "lease.seconds"))
FAR, NEAR = thing(Kind.TABLE, table_uid("shop", "far")), thing(Kind.TABLE, table_uid("shop", "near"))
SENT = thing(Kind.TOPIC, topic_uid("shop", ".", "publishes", "refunded"))
TAKEN = thing(Kind.TOPIC, topic_uid("other", ".", "consumes", "refunded"))
GUIDE = thing(Kind.DOC, doc_uid("shop", "guide.md", ("Refunds",)), "guide.md")
REPORT = thing(Kind.POSTMORTEM, postmortem_uid("shop", "pm.md"), "pm.md")
SECTION = thing(Kind.DOC, doc_uid("shop", "pm.md", ("Cause",)), "pm.md")
ALL = (REFUND, PAY, HEAR, LEASE, MADE, SECONDS, FAR, NEAR, SENT, TAKEN, GUIDE, REPORT, SECTION)


@pytest.fixture
async def shop(graph: Graph) -> Graph:
    await plant(
        graph,
        [Planted(one) for one in ALL],
        [
            Link(EdgeType.CALLS, REFUND.uid, PAY.uid),
            Link(EdgeType.QUERIES, REFUND.uid, NEAR.uid),
            Link(EdgeType.QUERIES, PAY.uid, FAR.uid),
            Link(EdgeType.DEFINES, LEASE.uid, PAY.uid),
            Link(EdgeType.DEFINES, LEASE.uid, MADE.uid),
            Link(EdgeType.READS, MADE.uid, SECONDS.uid),
            Link(EdgeType.PUBLISHES, REFUND.uid, SENT.uid),
            Link(EdgeType.MATCHES, SENT.uid, TAKEN.uid),
            Link(EdgeType.CONSUMES, HEAR.uid, TAKEN.uid),
            Link(EdgeType.DOCUMENTS, GUIDE.uid, REFUND.uid),
            Link(EdgeType.DEFINES, REPORT.uid, SECTION.uid),
            Link(EdgeType.DOCUMENTS, SECTION.uid, PAY.uid),
            Link(EdgeType.DOCUMENTS, REPORT.uid, PAY.uid),
        ],
    )
    await publish(graph, 1)
    return graph


def as_hit(artifact: Artifact) -> Place:
    names = (artifact.name, artifact.qualified_name)
    return Place(artifact.uid, Vid(f"{artifact.uid}@1"), artifact.kind, *names, "shop", artifact.path, 1, 3)


async def led_to(graph: Graph, *seeds: Artifact) -> dict[Uid, list[str]]:
    """What is led to, and by which edges; all start at one of the seeds."""
    found: tuple[Trail, ...] = await trails(graph, [as_hit(seed) for seed in seeds], OPEN, 1)
    assert {way.start for way in found} <= {seed.uid for seed in seeds}
    return {way.place.uid: [step.edge for step in way.steps] for way in found}


async def test_each_kind_with_the_way_to_it(shop: Graph) -> None:
    """A table, the setting an object was made with, both sides of a topic with who hears it, a document, a report."""
    assert await led_to(shop, REFUND) == {
        SECONDS.uid: ["CALLS", "READS"],
        NEAR.uid: ["QUERIES"],
        FAR.uid: ["CALLS", "QUERIES"],
        SENT.uid: ["PUBLISHES"],
        TAKEN.uid: ["PUBLISHES", "MATCHES", "CONSUMES"],
        GUIDE.uid: ["DOCUMENTS"],
        REPORT.uid: ["CALLS", "DOCUMENTS"],
    }


async def test_the_shortest_way_counts(shop: Graph) -> None:
    """From two hits each thing is told once, from the nearer one; few of a kind are enough."""
    assert (await led_to(shop, REFUND, PAY))[FAR.uid] == ["QUERIES"]
    few = await trails(shop, [as_hit(REFUND)], OPEN, 1, per_kind=1)
    assert [way.place.uid for way in few if way.place.kind == Kind.TABLE] == [NEAR.uid]


async def test_hits_of_one_file_are_followed_once(shop: Graph) -> None:
    """Methods of one class fill no list alone: the first of each file is followed."""
    crowd = [replace(as_hit(PAY), uid=Uid(f"shop:java:x:acme.Pay#m{n}()")) for n in range(8)]
    found = await trails(shop, [*crowd, as_hit(REFUND)], OPEN, 1)
    assert NEAR.uid in {trail.place.uid for trail in found}


async def test_what_may_not_be_seen_leads_nowhere(shop: Graph) -> None:
    """A hit that is gone, or a scope that sees nothing, has no ways."""
    assert await trails(shop, [as_hit(REFUND)], Scope(()), 1) == ()
    assert await trails(shop, [], OPEN, 1) == ()
