"""What two snapshots hold differently is what their exports say, and costs what differs."""

import json
from itertools import permutations

import pytest

from kg.errors import NotFound
from kg.graph import Graph
from kg.publish.export import export
from kg.retrieve.difference import (
    Between,
    Change,
    changed_artifacts,
    changed_edges,
    changed_flow,
)
from kg.retrieve.explore import FIRST
from kg.retrieve.flow import Direction, FlowOptions
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken
from tests.publish.snapshots import history
from tests.publish.test_versions import PAY, changed
from tests.publish.world import SCOPE, Method, commit, load, method_uid
from tests.shell import run

SEEN = Scope((SCOPE,))
Said = dict[str, str]


async def exported(graph: Graph, seq: int) -> tuple[Said, set[tuple[str, str, str]]]:
    """The content of each artifact, and the ends and type of each edge."""
    artifacts: Said = {}
    edges: set[tuple[str, str, str]] = set()
    async for line in export(graph, seq):
        row = json.loads(line)
        if "uid" in row:
            artifacts[row["uid"]] = line
        else:
            edges.add((row["source"], row["type"], row["target"]))
    return artifacts, edges


async def test_every_pair_of_snapshots_differs_as_its_exports_do(graph: Graph) -> None:
    """Artifacts and edges, in both directions; nothing more and nothing less, each page in order."""
    await history(graph)
    exports = {seq: await exported(graph, seq) for seq in range(1, 9)}
    for a, b in permutations(exports, 2):
        between = Between(a, b)
        (was, were), (now, are) = exports[a], exports[b]
        wanted = dict.fromkeys(now.keys() - was.keys(), Change.ADDED)
        wanted |= dict.fromkeys(was.keys() - now.keys(), Change.REMOVED)
        wanted |= {uid: Change.CHANGED for uid in was.keys() & now.keys() if was[uid] != now[uid]}
        found = await changed_artifacts(graph, between, SEEN, FIRST, 1_000)
        assert {one.place.uid: one.change for one in found} == wanted, (a, b)
        assert [one.place.uid for one in found] == sorted(wanted)
        edges = await changed_edges(graph, between, SEEN, (), "", 1_000)
        said = {((e.step.source, e.step.edge, e.step.target), e.change) for e in edges}
        assert said == {(e, Change.ADDED) for e in are - were} | {(e, Change.REMOVED) for e in were - are}, (
            a,
            b,
        )


async def test_pages_join_to_the_whole(graph: Graph) -> None:
    """A page goes on after the last row of the one before."""
    await history(graph)
    between = Between(1, 8)
    whole = await changed_artifacts(graph, between, SEEN, FIRST, 1_000)
    after, joined = FIRST, []
    while page := await changed_artifacts(graph, between, SEEN, after, 2):
        joined += page
        after = page[-1].place.uid
    assert tuple(joined) == whole
    edges = await changed_edges(graph, between, SEEN, (), "", 1_000)
    key, walked = "", []
    while rows := await changed_edges(graph, between, SEEN, (), key, 3):
        walked += rows
        key = rows[-1].key
    assert tuple(walked) == edges


async def test_of_what_is_not_visible_nothing_is_told(graph: Graph) -> None:
    """Neither a changed artifact of another scope nor an edge with an end there."""
    await history(graph)
    assert await changed_artifacts(graph, Between(1, 8), Scope((ScopeToken("s00009"),)), FIRST, 100) == ()
    await run(graph, "MATCH (a:Artifact {name: 'rate'}) SET a.scope = 's00009'")
    artifacts = await changed_artifacts(graph, Between(1, 8), SEEN, FIRST, 100)
    edges = await changed_edges(graph, Between(1, 8), SEEN, (), "", 100)
    assert artifacts and edges
    hidden = method_uid("shop", "tax.rate")
    assert hidden not in {one.place.uid for one in artifacts}
    assert hidden not in {end for one in edges for end in (one.step.source, one.step.target)}


async def test_what_differs_in_one_flow(graph: Graph) -> None:
    """New steps, steps that are gone, and a method on the way whose body changed; what differs elsewhere is not
    in it; an artifact of one snapshot only has a flow there."""
    await load(graph, "shop", {**PAY, "log.py": {"write": Method()}})
    later = {
        "pay.py": {
            "charge": Method("c", line=1, calls=("log.write",)),
            "refund": Method("r", line=5),
        },
        "tax.py": PAY["tax.py"],
        "log.py": {"write": Method("other")},
        "far.py": {"away": Method()},
    }
    await commit(graph, "shop", later)
    charge, write, rate, away = (
        method_uid("shop", name) for name in ("pay.charge", "log.write", "tax.rate", "far.away")
    )

    async def flow(root: str, a: int, b: int) -> tuple[dict[str, Change], dict[tuple[str, str], Change]]:
        found = await changed_flow(
            graph,
            root,
            Direction.CALLEES,
            3,
            Between(a, b),
            SEEN,
            FlowOptions(),  # type: ignore[arg-type]
        )
        assert not found.cut
        return (
            {one.place.uid: one.change for one in found.artifacts},
            {(one.step.source, one.step.target): one.change for one in found.edges},
        )

    before = {
        row["t"]
        for row in await run(
            graph, "MATCH (a {uid: $p.uid})-[e:WAS {type: 'CALLS'}]->(b) RETURN b.uid AS t", uid=charge
        )
    }
    artifacts, edges = await flow(charge, 1, 2)
    assert rate in before
    assert artifacts[write] is Change.ADDED and artifacts[rate] is Change.REMOVED
    assert edges[charge, write] is Change.ADDED and edges[charge, rate] is Change.REMOVED
    assert away not in artifacts
    turned, _ = await flow(charge, 2, 1)
    assert (turned[write], turned[rate]) == (Change.REMOVED, Change.ADDED)
    alone, _ = await flow(away, 1, 2)
    assert alone == {away: Change.ADDED}
    body, none = await flow(write, 1, 2)
    assert (body, none) == ({write: Change.CHANGED}, {})
    with pytest.raises(NotFound):
        await flow("shop:python:nope", 1, 2)


async def test_the_cost_follows_the_difference(graph: Graph) -> None:
    """In a graph of twenty times the size the same change reads the same number of records, give or take what
    one page of an index holds."""

    async def hits(files: int, first: int) -> list[int]:
        world = {f"f{n}.py": {f"m{n}": Method(f"b{n}", calls=(f"f{n}.m{n}",))} for n in range(files)}
        await load(graph, f"many{files}", world)
        await load(graph, f"shop{files}", PAY)
        await commit(graph, f"shop{files}", changed("tax.py", rate=Method("0.9")))
        params = {"before": first + 1, "seq": first + 2, "scopes": [SCOPE], "limit": 100, "after": ""}
        summaries = [
            await graph.explain("explore_diff_artifacts", params, profile=True),
            await graph.explain("explore_diff_edges", {**params, "types": []}, profile=True),
        ]
        return [_hits(summary.profile) for summary in summaries]

    small = await hits(10, 1)
    large = await hits(400, 4)
    for few, many in zip(small, large, strict=True):
        assert many < 2 * few + 200, (small, large)


def _hits(operator: object) -> int:
    plan = dict(operator)  # type: ignore[call-overload]
    return int(plan.get("dbHits", 0)) + sum(_hits(child) for child in plan.get("children", ()))
