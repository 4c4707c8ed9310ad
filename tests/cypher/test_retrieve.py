"""How the statements of kg.retrieve run: which indexes they use, what they never do, what they cost."""

from itertools import pairwise
from typing import Any

import pytest

from kg.graph import Graph
from kg.retrieve.explore import seen
from kg.retrieve.intent import intent_of
from kg.retrieve.recall import Asked, RecallOptions, hybrid_params, lexical_params
from kg.schema.access import Scope
from kg.schema.facts import Artifact
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
    "explore_artifacts": {"uids": [HUB.uid], "details": ["key"]},
    "explore_callers": {"uids": [HUB.uid], "after": "", "limit": 10},
    "explore_callees": {"uids": [CALLERS[0].uid], "after": "", "limit": 10},
    "explore_documents": {"uids": [HUB.uid], "after": "", "limit": 10},
    "explore_members": {"uids": [OWNER.uid], "after": "", "limit": 10},
    "explore_find": {"names": ["audit"], "kinds": [], "repos": [], "limit": 10},
    "explore_find_members": {"owners": ["Log"], "names": ["audit"], "kinds": [], "repos": [], "limit": 10},
    "explore_list": {"kind": "Method", "prefix": "shop:", "after": "", "limit": 10},
    "explore_keys_unset": {"prefix": "shop:config:", "after": "", "limit": 10},
    "explore_keys_unread": {"prefix": "shop:config:", "after": "", "limit": 10, "frameworks": ["spring."]},
    "explore_keys_differing": {"prefix": "shop:config:", "after": "", "limit": 10},
}


@pytest.mark.parametrize("name", EXPLORE)
async def test_look_ups_start_at_an_index(hub: Graph, name: str) -> None:
    """A look-up starts at an index and never scans a label."""
    plan = await profiled(hub, name, {**EXPLORE[name], **seen(SCOPE, 1)})
    assert any(operator.name.startswith("NodeIndexSeek") for operator in plan)
    assert not [o for o in plan if o.name in ("NodeByLabelScan", "AllNodesScan", "NodeIndexScan")]


LAYERS = [[method("run", f"L{layer}x{i}", text="void run();") for i in range(25)] for layer in range(5)]


@pytest.fixture
async def lattice(graph: Graph) -> Graph:
    """Five layers of interfaces, each method overriding all of the layer above: 390,625 ways from top to bottom."""
    await plant(
        graph,
        [Planted(one) for layer in (*LAYERS, [HUB]) for one in layer],
        [
            *(Link(EdgeType.CALLS, HUB.uid, one.uid) for one in LAYERS[0]),
            *(
                Link(EdgeType.OVERRIDES, below.uid, above.uid)
                for upper, lower in pairwise(LAYERS)
                for above in upper
                for below in lower
            ),
        ],
    )
    await publish(graph, 1)
    return graph


@pytest.mark.parametrize(
    ("name", "asked"),
    [("explore_callees", HUB), ("explore_callers", LAYERS[4][0])],
    ids=("callees", "callers"),
)
async def test_overrides_are_crossed_without_walking_every_way(
    lattice: Graph, name: str, asked: Artifact
) -> None:
    """A pruning expansion visits each method once from each start, however many ways lead there."""
    params = {"uids": [asked.uid], "after": "", "limit": 10, **seen(SCOPE, 1)}
    plan = await profiled(lattice, name, params)
    grown = [operator for operator in plan if operator.name.startswith("VarLengthExpand")]
    assert grown and {operator.name for operator in grown} == {"VarLengthExpand(Pruning,BFS,All)"}
    assert sum(operator.hits for operator in plan) < 1_500_000


async def test_a_page_stops_at_its_end(hub: Graph) -> None:
    """A page of a long list reads about as much as it shows."""
    plan = await profiled(hub, "explore_list", {**EXPLORE["explore_list"], **seen(SCOPE, 1)})
    assert sum(operator.hits for operator in plan) < 1_000
