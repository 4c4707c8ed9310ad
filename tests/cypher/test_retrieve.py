"""How the statements of kg.retrieve run: which indexes they use, what they never do, what they cost."""

from typing import Any

import pytest

from kg.graph import Graph
from kg.retrieve.explore import seen
from kg.retrieve.intent import intent_of
from kg.retrieve.recall import Asked, RecallOptions, hybrid_params, lexical_params
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken
from kg.schema.question import Filters
from kg.schema.vocabulary import EdgeType
from tests.cypher.plans import profiled
from tests.retrieve.planted import Link, Planted, a_class, method, plant, publish
from tests.retrieve.test_ask import EMBEDDER, use_slot, vectors

SCOPE = Scope((ScopeToken("s00001"),))
HUB = method("audit", "Log", text="void audit() { write(); }")
CALLERS = [method(f"caller{i}", f"C{i}", text="void x() { }") for i in range(3000)]
OWNER = a_class("Log")


@pytest.fixture
async def hub(graph: Graph) -> Graph:
    """One method with 3,000 callers that all share the same class name and method name."""
    near = await vectors([HUB])
    await plant(
        graph,
        [Planted(HUB, vector=near[HUB.uid]), Planted(OWNER), *map(Planted, CALLERS)],
        [
            Link(EdgeType.DEFINES, OWNER.uid, HUB.uid),
            *(Link(EdgeType.CALLS, caller.uid, HUB.uid) for caller in CALLERS),
        ],
    )
    await publish(graph, 1)
    await use_slot(graph)
    return graph


def lexical(text: str) -> dict[str, Any]:
    return lexical_params(intent_of(text), SCOPE, 1, Filters(), RecallOptions())


async def hybrid(text: str) -> dict[str, Any]:
    asked = Asked((await EMBEDDER.query(text)).tolist(), EMBEDDER.model, EMBEDDER.prefix_mode)
    return hybrid_params(intent_of(text), asked, SCOPE, 1, Filters(), RecallOptions())


async def test_plan_of_the_hybrid_statement(hub: Graph) -> None:
    """The plan holds both index searches, the symbol seeks and the pruning expansion, and scans nothing."""
    plan = await profiled(hub, "retrieve_hybrid", await hybrid("where is Log.audit called"))
    ran = {operator.name for operator in plan if operator.rows}
    assert {"NodeVectorIndexSearch", "NodeFulltextIndexSearch", "NodeIndexSeek"} <= ran
    assert "VarLengthExpand(Pruning,BFS,All)" in ran
    assert not [operator for operator in plan if "Scan" in operator.name]


async def test_a_hub_is_cheap(hub: Graph) -> None:
    """The best seed has 3,000 callers; each hop reads only as many of them as it keeps."""
    plan = await profiled(hub, "retrieve_hybrid", await hybrid("audit"))
    (grown,) = (o for o in plan if o.name.startswith("VarLengthExpand"))
    assert 0 < grown.rows <= 5 * RecallOptions().reach
    assert sum(operator.hits for operator in plan) < 6_000


async def test_plan_of_the_lexical_statement(hub: Graph) -> None:
    """The hedge uses the full text index and the same expansion, and no vector index."""
    plan = await profiled(hub, "retrieve_lexical", lexical("where is Log.audit called"))
    ran = {operator.name for operator in plan if operator.rows}
    assert {"NodeFulltextIndexSearch", "NodeIndexSeek", "VarLengthExpand(Pruning,BFS,All)"} <= ran
    assert not [o for o in plan if "Scan" in o.name or "Vector" in o.name]


EXPLORE = {
    "explore_artifacts": {"uids": [HUB.uid]},
    "explore_callers": {"uids": [HUB.uid], "after": "", "limit": 10},
    "explore_callees": {"uids": [CALLERS[0].uid], "after": "", "limit": 10},
    "explore_documents": {"uids": [HUB.uid], "after": "", "limit": 10},
    "explore_members": {"uids": [OWNER.uid], "after": "", "limit": 10},
    "explore_find": {"names": ["audit"], "kinds": [], "repos": [], "limit": 10},
    "explore_find_members": {"owners": ["Log"], "names": ["audit"], "kinds": [], "repos": [], "limit": 10},
    "explore_list": {"kind": "Method", "prefix": "shop:", "after": "", "limit": 10},
}


@pytest.mark.parametrize("name", EXPLORE)
async def test_look_ups_start_at_an_index(hub: Graph, name: str) -> None:
    """A look-up starts at an index and never scans a label."""
    plan = await profiled(hub, name, {**EXPLORE[name], **seen(SCOPE, 1)})
    assert any(operator.name.startswith("NodeIndexSeek") for operator in plan)
    assert not [o for o in plan if o.name in ("NodeByLabelScan", "AllNodesScan", "NodeIndexScan")]


async def test_a_page_stops_at_its_end(hub: Graph) -> None:
    """A page of a long list reads about as much as it shows."""
    plan = await profiled(hub, "explore_list", {**EXPLORE["explore_list"], **seen(SCOPE, 1)})
    assert sum(operator.hits for operator in plan) < 1_000
