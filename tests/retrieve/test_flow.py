"""A flow goes where the program goes: through statements, tables, settings, contracts and topics."""

import pytest

from kg.graph import Graph
from kg.retrieve.flow import CROSSED, Direction, FlowOptions, call_flow, ends
from kg.schema.access import Scope
from kg.schema.facts import Artifact
from kg.schema.ids import (
    ScopeToken,
    Uid,
    config_uid,
    endpoint_uid,
    job_uid,
    statement_uid,
    table_uid,
    topic_uid,
)
from kg.schema.question import Flow
from kg.schema.vocabulary import EdgeType, Kind
from tests.retrieve.planted import Link, Planted, method, plant, publish

OPEN = Scope((ScopeToken("s00001"),))


def thing(kind: Kind, uid: Uid) -> Artifact:
    return Artifact(kind, uid, uid.rpartition(":")[2], uid, origin=uid)


CANCEL, FIND, ASK = method("cancel"), method("find"), method("ask", owner="Client")
HANDLE, REACT = method("handle", owner="Controller"), method("react", owner="Listener")
NIGHTLY = thing(Kind.JOB, job_uid("shop", "ci.yml", "nightly"))
KEY = thing(Kind.CONFIG, config_uid("shop", ".", "refund.fee"))
STATEMENT = thing(Kind.STATEMENT, statement_uid("shop", "OrderMapper.find"))
TABLE = thing(Kind.TABLE, table_uid("shop", "orders"))
ASKED = thing(Kind.ENDPOINT, endpoint_uid("shop", ".", "requests", "GET /prices/{}"))
SERVED = thing(Kind.ENDPOINT, endpoint_uid("other", ".", "serves", "GET /prices/{}"))
SENT = thing(Kind.TOPIC, topic_uid("shop", ".", "publishes", "order.cancelled"))
TAKEN = thing(Kind.TOPIC, topic_uid("other", ".", "consumes", "order.cancelled"))
ALL = (CANCEL, FIND, ASK, HANDLE, REACT, NIGHTLY, KEY, STATEMENT, TABLE, ASKED, SERVED, SENT, TAKEN)


@pytest.fixture
async def shop(graph: Graph) -> Graph:
    """nightly runs cancel, which reads a key, finds an order in a table, asks a price and tells a topic."""
    await plant(
        graph,
        [Planted(one, repo="other" if one in (HANDLE, REACT, SERVED, TAKEN) else "shop") for one in ALL],
        [
            Link(EdgeType.RUNS, NIGHTLY.uid, CANCEL.uid),
            Link(EdgeType.READS, CANCEL.uid, KEY.uid),
            Link(EdgeType.CALLS, CANCEL.uid, FIND.uid),
            Link(EdgeType.EXECUTES, FIND.uid, STATEMENT.uid),
            Link(EdgeType.QUERIES, STATEMENT.uid, TABLE.uid),
            Link(EdgeType.CALLS, CANCEL.uid, ASK.uid),
            Link(EdgeType.REQUESTS, ASK.uid, ASKED.uid),
            Link(EdgeType.MATCHES, ASKED.uid, SERVED.uid, how="inferred", confidence=0.9),
            Link(EdgeType.SERVES, HANDLE.uid, SERVED.uid),
            Link(EdgeType.PUBLISHES, CANCEL.uid, SENT.uid),
            Link(EdgeType.MATCHES, SENT.uid, TAKEN.uid),
            Link(EdgeType.CONSUMES, REACT.uid, TAKEN.uid),
        ],
    )
    await publish(graph, 1)
    return graph


async def flowing(
    graph: Graph, root: Artifact, direction: Direction, depth: int, edges: tuple[EdgeType, ...] = CROSSED
) -> Flow:
    return await call_flow(graph, root.uid, direction, depth, OPEN, 1, FlowOptions(edges=edges))


async def test_a_flow_reaches_the_code_of_another_repository(shop: Graph) -> None:
    """A contract is one step: what is asked, what serves it and the method behind it come together."""
    flow = await flowing(shop, ASK, Direction.CALLEES, 1)
    assert [place.uid for place in flow.nodes] == [ASK.uid, ASKED.uid, SERVED.uid, HANDLE.uid]
    assert [(step.edge, *ends(step)) for step in flow.edges] == [
        ("REQUESTS", ASK.uid, ASKED.uid),
        ("MATCHES", ASKED.uid, SERVED.uid),
        ("SERVES", SERVED.uid, HANDLE.uid),
    ]


async def test_a_flow_crosses_everything_and_says_by_which_edge(shop: Graph) -> None:
    """From the job down to the table, the other repository and the consumer."""
    flow = await flowing(shop, NIGHTLY, Direction.CALLEES, 4)
    assert {place.uid for place in flow.nodes} == {one.uid for one in ALL}
    assert {step.edge for step in flow.edges} == {
        *(
            "RUNS",
            "READS",
            "CALLS",
            "EXECUTES",
            "QUERIES",
            "REQUESTS",
            "MATCHES",
            "SERVES",
            "PUBLISHES",
            "CONSUMES",
        )
    }
    assert not flow.cut


@pytest.mark.parametrize(
    ("start", "reached"),
    [
        (HANDLE, {HANDLE.uid, SERVED.uid, ASKED.uid, ASK.uid}),
        (REACT, {REACT.uid, TAKEN.uid, SENT.uid, CANCEL.uid}),
        (TABLE, {TABLE.uid, STATEMENT.uid}),
        (KEY, {KEY.uid, CANCEL.uid}),
    ],
)
async def test_what_leads_to_it(shop: Graph, start: Artifact, reached: set[Uid]) -> None:
    """Backwards the same edges: who asks for a path, who sends what is consumed, who reads a table or key."""
    assert {place.uid for place in (await flowing(shop, start, Direction.CALLERS, 1)).nodes} == reached


async def test_only_the_edges_that_are_asked_for(shop: Graph) -> None:
    """With CALLS alone it is the call graph."""
    flow = await flowing(shop, CANCEL, Direction.CALLEES, 3, (EdgeType.CALLS,))
    assert {place.uid for place in flow.nodes} == {CANCEL.uid, FIND.uid, ASK.uid}


async def test_a_contract_ends_where_the_asker_may_not_see_on(graph: Graph) -> None:
    """Crossing needs both ends: a hidden repository's side is as if it were not there."""
    await plant(
        graph,
        [Planted(ASK), Planted(ASKED), Planted(SERVED, scope="s00002"), Planted(HANDLE, scope="s00001")],
        [
            Link(EdgeType.REQUESTS, ASK.uid, ASKED.uid),
            Link(EdgeType.MATCHES, ASKED.uid, SERVED.uid),
            Link(EdgeType.SERVES, HANDLE.uid, SERVED.uid),
        ],
    )
    await publish(graph, 1)
    flow = await flowing(graph, ASK, Direction.CALLEES, 3)
    assert [place.uid for place in flow.nodes] == [ASK.uid, ASKED.uid]
