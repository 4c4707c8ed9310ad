"""Neo4j Browser sees the active snapshot: labels and types follow the pointer."""

import json
from contextlib import suppress

import pytest

from kg.graph import Graph
from kg.ingest.delta import Delta
from kg.ingest.write import stage, stage_edges
from kg.publish import follow as room
from kg.publish.follow import follow, ready
from kg.publish.lease import hold_lease, this_process
from kg.publish.rollback import rollback
from kg.publish.snapshots import active, open_candidate, publish
from kg.schema.facts import Edge
from kg.schema.snapshot import Candidate, Report
from kg.schema.vocabulary import EdgeType
from tests.publish.dying import Dying, Killed
from tests.publish.test_versions import PAY, changed
from tests.publish.world import (
    SCOPE,
    Method,
    World,
    active_lines,
    commit,
    load,
    method_uid,
    stage_delta,
    watermark,
)
from tests.shell import run

HISTORY: list[World] = [
    changed("tax.py", rate=Method("0.25")),
    changed("pay.py", refund=Method("r", line=9, calls=("tax.rate",))),
    {**changed("pay.py", charge=Method("new")), "extra.py": {"more": Method(calls=("tax.rate",))}},
]


async def browser_edges(graph: Graph) -> list[tuple[str, str, str]]:
    """What plain patterns show: edges by type between nodes with a kind label."""
    rows = await run(
        graph,
        """MATCH (a:Repository|File|Method|Doc)-[e:DEFINES|CALLS|DOCUMENTS]->(b:Repository|File|Method|Doc)
           RETURN a.uid AS a, type(e) AS t, b.uid AS b""",
    )
    return sorted((row["a"], row["t"], row["b"]) for row in rows)


async def exported_edges(graph: Graph) -> list[tuple[str, str, str]]:
    edges = [json.loads(line) for line in await active_lines(graph)]
    return sorted((e["source"], e["type"], e["target"]) for e in edges if "source" in e)


async def check(graph: Graph) -> None:
    """Browser's view is the export of the active snapshot, and nothing else hangs off its nodes."""
    exported = await exported_edges(graph)
    assert await browser_edges(graph) == exported
    stray = await run(
        graph,
        """MATCH (a:Method)-[e]-(b) WHERE NOT type(e) IN ['WAS', 'NEXT'] AND size(labels(b)) = 1
           RETURN a.vid AS a, type(e) AS t, b.vid AS b, b.valid_from AS f""",
    )
    assert [row for row in stray if row["f"] <= await active(graph)] == []


async def test_plain_patterns_equal_the_export_beside_a_candidate_and_two_old_snapshots(
    graph: Graph,
) -> None:
    """A candidate with new calls between published methods does not show, nor do old versions."""
    await load(graph, "shop", PAY)
    assert len(await exported_edges(graph)) == 9
    await check(graph)
    for world in HISTORY[:2]:
        await commit(graph, "shop", world)
        await check(graph)
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        linked = {**HISTORY[1], "tax.py": {"rate": Method("0.2", calls=("pay.refund",))}}
        await stage_delta(graph, candidate, "shop", linked)
        waiting = await run(graph, "MATCH ()-[e:NEXT|WAS]->() RETURN type(e) AS t, e.type AS type")
        assert {row["t"] for row in waiting} == {"NEXT", "WAS"}
        await check(graph)


async def test_an_edge_between_versions_that_stay_waits_as_next(graph: Graph) -> None:
    """It shows in Browser from its publish on, not before, and not after a rollback."""
    await load(graph, "shop", PAY)
    call = "MATCH (:Method {name: 'refund'})-[e:CALLS]->(:Method {name: 'rate'}) RETURN e"
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await link(graph, candidate.seq, fence)
        assert await run(graph, call) == []
        await publish(graph, candidate, watermark("shop", candidate), Report())
        await follow(graph, fence)
        assert len(await run(graph, call)) == 1
        await rollback(graph, fence, 1)
        await follow(graph, fence)
        assert await run(graph, call) == []
        assert len(await run(graph, "MATCH ()-[e:NEXT {type: 'CALLS'}]->() RETURN e")) == 1
        await open_candidate(graph, fence, grace_seconds=0)
        assert await run(graph, "MATCH ()-[e:NEXT]->() RETURN e") == []
    await check(graph)


async def link(graph: Graph, seq: int, fence: int) -> None:
    """An edge between two published methods, as a resolution that changed alone would give."""
    edge = Edge(EdgeType.CALLS, method_uid("shop", "pay.refund"), method_uid("shop", "tax.rate"))
    delta = Delta(("pay.py",), (), (), (), (edge,), (), ())
    counts = await stage(graph, Candidate(seq, 1, fence), "shop", SCOPE, delta, {})
    assert (counts.edges, counts.missed) == (1, 0)


async def test_an_edge_without_an_end_is_counted(graph: Graph) -> None:
    """An edge row that finds no end is not dropped in silence."""
    await load(graph, "shop", PAY)
    nowhere = Edge(EdgeType.CALLS, method_uid("shop", "pay.refund"), method_uid("shop", "no.where"))
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        assert (await stage_edges(graph, candidate, [nowhere], {})).missed == 1


@pytest.mark.parametrize("stop_after", [1, 2, 3, 5, 8])
async def test_a_follow_that_was_cut_is_completed(
    graph: Graph, monkeypatch: pytest.MonkeyPatch, stop_after: int
) -> None:
    """Cut at any batch, and even with a rollback in between, the next run puts everything right."""
    monkeypatch.setattr(room, "BATCH", 2)
    await load(graph, "shop", PAY)
    for world in HISTORY:
        async with hold_lease(graph, this_process("test")) as fence:
            candidate = await open_candidate(graph, fence, grace_seconds=0)
            await stage_delta(graph, candidate, "shop", world)
            await publish(graph, candidate, watermark("shop", candidate), Report())
            await cut_follow(graph, fence, stop_after)
    async with hold_lease(graph, this_process("test")) as fence:
        await rollback(graph, fence, 3)
        await cut_follow(graph, fence, stop_after)
        await rollback(graph, fence, 2)
        await follow(graph, fence)
        assert await follow(graph, fence) == 0
    await check(graph)


async def cut_follow(graph: Graph, fence: int, batches: int) -> None:
    """Follow for a few batches, then stop as a crash would."""
    with suppress(Killed):
        await follow(Dying(graph, batches), fence)


async def holding(graph: Graph, seq: int) -> set[str]:
    """The edges of a snapshot, by what Neo4j calls them: one that is made anew is another one."""
    rows = await run(
        graph,
        """MATCH (a:Artifact)-[e]->(b:Artifact)
           WHERE e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
             AND a.valid_from <= $p.seq AND a.valid_to > $p.seq AND b.valid_from <= $p.seq AND b.valid_to > $p.seq
           RETURN elementId(e) AS id""",
        seq=seq,
    )
    return {row["id"] for row in rows}


async def test_no_edge_of_the_active_snapshot_is_made_anew_while_it_is_active(graph: Graph) -> None:
    """A reader that walks along an edge just as it is made anew can meet neither: so those that hold in the next
    snapshot change before the pointer moves, the others after it. Back and forth."""
    await load(graph, "shop", PAY)
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await stage_delta(graph, candidate, "shop", {**HISTORY[1], **HISTORY[2]})
        await link(graph, candidate.seq, fence)
        first = await holding(graph, 1)
        await publish(graph, candidate, watermark("shop", candidate), Report())
        assert await holding(graph, 1) == first
        second = await holding(graph, 2)
        assert await follow(graph, fence) > 0
        assert await holding(graph, 2) == second
        await rollback(graph, fence, 1)
        assert await holding(graph, 2) == second
        first = await holding(graph, 1)
        assert await follow(graph, fence) > 0
        assert await holding(graph, 1) == first
    await check(graph)


async def test_what_was_made_ready_for_a_publish_that_did_not_come_waits_again(graph: Graph) -> None:
    """Killed between the two: the next run, or the worker, hides it from Browser."""
    await load(graph, "shop", PAY)
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await link(graph, candidate.seq, fence)
        await ready(graph, fence, candidate.base, candidate.seq)
        assert await run(graph, "MATCH ()-[e:NEXT]->() RETURN e") == []
        assert await follow(graph, fence) == 1
        assert len(await run(graph, "MATCH ()-[e:NEXT {type: 'CALLS'}]->() RETURN e")) == 1
        await open_candidate(graph, fence, grace_seconds=0)
    await check(graph)
