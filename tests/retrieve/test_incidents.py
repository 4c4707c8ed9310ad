"""Did this break before: reports about an artifact and about what happens from it on."""

import pytest

from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.flow import FlowOptions
from kg.retrieve.incidents import incidents
from kg.schema.access import Scope
from kg.schema.details import details
from kg.schema.facts import Artifact
from kg.schema.ids import ScopeToken, Uid, doc_uid, postmortem_uid
from kg.schema.question import Incident
from kg.schema.vocabulary import EdgeType, Kind
from tests.retrieve.planted import Link, Planted, method, plant, publish

OPEN = Scope((ScopeToken("s00001"),))
REFUND, PRICE, ROUND = method("refund"), method("price"), method("round")
DOUBLE = Artifact(
    Kind.POSTMORTEM,
    postmortem_uid("shop", "pm/double.md"),
    "PM-1",
    "pm/double.md",
    origin="pm/double.md",
    details=details(severity="SEV-1", started_at="2024-05-03T09:12+00:00"),
)
CENTS = Artifact(
    Kind.POSTMORTEM, postmortem_uid("shop", "pm/cents.md"), "PM-2", "pm/cents.md", origin="pm/cents.md"
)
SECTION = Artifact(
    Kind.DOC,
    doc_uid("shop", "pm/cents.md", ("Cause",)),
    "Cause",
    "pm/cents.md#Cause",
    origin="pm/cents.md",
    doc_type="postmortem",
)
GUIDE = Artifact(
    Kind.DOC, doc_uid("shop", "guide.md", ()), "guide", "guide.md", origin="guide.md", doc_type="other"
)
HIDDEN = Artifact(
    Kind.POSTMORTEM, postmortem_uid("shop", "pm/hidden.md"), "PM-3", "pm/hidden.md", origin="pm/hidden.md"
)


@pytest.fixture
async def shop(graph: Graph) -> Graph:
    """refund -> price -> round; one report on refund, one section of a report on round, a guide on refund."""
    visible = (REFUND, PRICE, ROUND, DOUBLE, CENTS, SECTION, GUIDE)
    await plant(
        graph,
        [*(Planted(one) for one in visible), Planted(HIDDEN, scope="s00002")],
        [
            Link(EdgeType.CALLS, REFUND.uid, PRICE.uid),
            Link(EdgeType.CALLS, PRICE.uid, ROUND.uid),
            Link(EdgeType.DEFINES, CENTS.uid, SECTION.uid),
            Link(EdgeType.DOCUMENTS, DOUBLE.uid, REFUND.uid),
            Link(EdgeType.DOCUMENTS, SECTION.uid, ROUND.uid, how="inferred", confidence=0.8),
            Link(EdgeType.DOCUMENTS, GUIDE.uid, REFUND.uid),
            Link(EdgeType.DOCUMENTS, HIDDEN.uid, REFUND.uid),
        ],
    )
    await publish(graph, 1)
    return graph


async def found(graph: Graph, of: Artifact, depth: int) -> tuple[Incident, ...]:
    return await incidents(graph, of.uid, depth, OPEN, 1, FlowOptions())


async def test_a_report_on_what_it_leads_to_counts_and_says_the_way(shop: Graph) -> None:
    """The nearest first; a section speaks for its report; a guide is no incident; what is hidden is not there."""
    near, far = await found(shop, REFUND, 2)
    assert (near.report.uid, near.about.uid, near.way) == (DOUBLE.uid, REFUND.uid, ())
    assert (near.severity, near.started_at) == ("SEV-1", "2024-05-03T09:12+00:00")
    assert (far.severity, far.started_at) == ("", "")
    assert (far.report.uid, far.about.uid) == (CENTS.uid, ROUND.uid)
    assert [(step.source, step.target) for step in far.way] == [
        (REFUND.uid, PRICE.uid),
        (PRICE.uid, ROUND.uid),
    ]
    assert (far.step.how, far.step.confidence) == ("inferred", 0.8)


async def test_the_depth_bounds_it(shop: Graph) -> None:
    """With 0 only the artifact itself counts."""
    assert [one.report.uid for one in await found(shop, REFUND, 0)] == [DOUBLE.uid]
    assert await found(shop, PRICE, 0) == ()


async def test_what_is_not_there_is_an_error(shop: Graph) -> None:
    """Absent and hidden alike."""
    with pytest.raises(NotFound):
        await found(shop, HIDDEN, 1)
    with pytest.raises(NotFound):
        await incidents(shop, Uid("shop:java:x:No#no()"), 1, OPEN, 1, FlowOptions())
