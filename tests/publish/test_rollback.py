"""Publishing can be taken back, and what was taken back never returns."""

from collections.abc import AsyncIterator

import pytest

from kg.errors import FenceLost, SnapshotGone
from kg.graph import Graph
from kg.publish import export as room
from kg.publish.export import export, export_hash, export_visible
from kg.publish.follow import follow
from kg.publish.lease import hold_lease, this_process
from kg.publish.remove import remove
from kg.publish.rollback import previous, rollback
from kg.publish.snapshots import abandon, active, list_snapshots, open_candidate, publish
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken
from kg.schema.snapshot import Report
from tests.publish.test_versions import PAY, changed
from tests.publish.world import (
    SCOPE,
    Doc,
    Method,
    active_hash,
    active_lines,
    commit,
    load,
    rebuilt_hash,
    stage_delta,
    watermark,
)
from tests.shell import run

NEW = changed("tax.py", rate=Method("0.25"))
LINKED = changed("pay.py", refund=Method("r", line=9, calls=("tax.rate",)))


async def back(graph: Graph) -> None:
    """Roll back to the previous snapshot, labels included."""
    async with hold_lease(graph, this_process("test")) as fence:
        await rollback(graph, fence, await previous(graph))
        await follow(graph, fence)


async def test_rollback_then_ingest_revives_no_dead_version(graph: Graph) -> None:
    """A version that was rolled back stays gone when another commit is published after it."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", NEW)
    await back(graph)
    other = changed("pay.py", refund=Method("other"))
    await commit(graph, "shop", other)
    texts = await run(graph, "MATCH (m:Method {name: 'rate'}) RETURN m.text AS text")
    assert texts == [{"text": "0.2"}]
    assert await active(graph) == 3  # 2 was rolled past and is not used again
    assert await active_hash(graph) == await rebuilt_hash(graph, {"shop": other})


async def test_rollback_then_ingest_of_another_repository(graph: Graph) -> None:
    """What was rolled back stays gone when the next commit is of another repository, calls across included."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", LINKED)
    await back(graph)
    await load(graph, "lib", {"a.py": {"f": Method()}})
    assert await active_hash(graph) == await rebuilt_hash(
        graph, {"shop": PAY, "lib": {"a.py": {"f": Method()}}}
    )


async def test_publish_rollback_publish_gives_the_same_hash(graph: Graph) -> None:
    """The same commit published again after a rollback is the same graph."""
    await load(graph, "shop", PAY)
    first = await active_hash(graph)
    await commit(graph, "shop", NEW)
    second = await active_hash(graph)
    await back(graph)
    assert await active_hash(graph) == first
    await commit(graph, "shop", NEW)
    assert await active_hash(graph) == second != first


async def test_rollback_leaves_the_other_commits_of_the_snapshot(graph: Graph) -> None:
    """Each snapshot knows the commit of each repository; after a rollback the older ones count."""
    await load(graph, "shop", PAY)
    await load(graph, "lib", {"a.py": {"f": Method()}})
    await commit(graph, "shop", NEW)
    now = {s.seq: {w.repo: w.commit for w in s.watermarks} for s in await list_snapshots(graph)}
    assert now[3] == {"shop": "c3", "lib": "c2"}
    await back(graph)
    current = next(s for s in await list_snapshots(graph) if s.active)
    assert {w.repo: w.commit for w in current.watermarks} == {"shop": "c1", "lib": "c2"}


async def test_a_second_repository_is_untouched_by_the_publish_of_the_first(graph: Graph) -> None:
    """Not one version or edge of another repository is written."""
    await load(graph, "lib", {"a.py": {"f": Method(calls=("a.g",)), "g": Method()}})
    await load(graph, "shop", PAY)
    look = """MATCH (a:Artifact {repo: 'lib'}) OPTIONAL MATCH (a)-[e]->()
              RETURN a.vid AS v, properties(a) AS p, labels(a) AS l, elementId(e) AS e, properties(e) AS q
              ORDER BY v, e"""
    before = await run(graph, look)
    await commit(graph, "shop", NEW)
    assert await run(graph, look) == before


async def test_an_abandoned_candidate_leaves_no_trace(graph: Graph) -> None:
    """Versions, edges, closings, labels: all as they were before the candidate."""
    await load(graph, "shop", PAY)
    look = """MATCH (a:Artifact) OPTIONAL MATCH (a)-[e]->(b)
              RETURN a.vid AS v, a.valid_to AS t, a.vt AS vt, labels(a) AS l, type(e) AS y, e.valid_to AS et,
                     b.vid AS b ORDER BY v, y, b"""
    before = await run(graph, look)
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        moved = {"docs/pay.md": {"Charges": Doc("How to charge", documents=("pay.refund",))}}
        await stage_delta(graph, candidate, "shop", {**LINKED, **moved})
        waiting = await run(graph, "MATCH ()-[e:NEXT]->() RETURN e.type AS type ORDER BY type")
        assert [row["type"] for row in waiting] == ["CALLS", "DOCUMENTS"]
        await abandon(graph, candidate)
    assert await run(graph, look) == before


async def test_a_batch_that_arrives_after_its_candidate_ended_is_refused(graph: Graph) -> None:
    """The fence alone is not enough: a candidate that was given up takes no more rows."""
    await load(graph, "shop", PAY)
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await abandon(graph, candidate)
        with pytest.raises(FenceLost):
            await stage_delta(graph, candidate, "shop", NEW)
        with pytest.raises(FenceLost):
            await publish(graph, candidate, watermark("shop", candidate), Report())


async def test_a_reader_that_pages_through_a_publish_sees_its_own_snapshot_complete(graph: Graph) -> None:
    """Pages read before, during and after stage, publish and follow add up to the old snapshot."""
    world = {f"f{n}.py": {f"m{n}": Method(f"b{n}", calls=("f0.m0",))} for n in range(9)}
    await load(graph, "shop", world)
    expected = await active_lines(graph)
    reader = export_in_pages(graph, 1, 4)
    read = [await anext(reader)]
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await stage_delta(graph, candidate, "shop", {**world, "f0.py": {"m0": Method("changed")}})
        read.append(await anext(reader))
        await publish(graph, candidate, watermark("shop", candidate), Report())
        read.append(await anext(reader))
        await follow(graph, fence)
    read += [page async for page in reader]
    assert len(read) > 4
    assert [line for page in read for line in page] == expected


async def export_in_pages(graph: Graph, seq: int, size: int) -> AsyncIterator[list[str]]:
    """Like `export`, page by page, so that a test can do something in between."""
    after = ""
    while True:
        params = {"seq": seq, "after": after, "limit": size}
        page = await graph.read("publish_export_page", params)
        if not page:
            return
        lines = []
        for row in page:
            lines.append(room._line({k: row["content"][k] for k in room._CONTENT if k in row["content"]}))
            lines += sorted(room._edge(row["uid"], *edge) for edge in row["edges"])
        yield lines
        after = page[-1]["uid"]


async def test_only_kept_snapshots_can_be_rolled_back_to(graph: Graph) -> None:
    """Unknown, abandoned and current numbers are refused with those that are kept."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", NEW)
    async with hold_lease(graph, this_process("test")) as fence:
        for seq in (0, 2, 7):
            with pytest.raises(SnapshotGone, match="kept are: 1"):
                await rollback(graph, fence, seq)
        await rollback(graph, fence, 1)
        with pytest.raises(SnapshotGone, match="no earlier"):
            await previous(graph)


async def test_a_removed_repository_is_gone_and_comes_back_by_rollback(graph: Graph) -> None:
    """Removal is a snapshot like any other."""
    await load(graph, "lib", {"a.py": {"f": Method()}})
    lib = await active_hash(graph)
    await load(graph, "shop", PAY)
    both = await active_hash(graph)
    async with hold_lease(graph, this_process("test")) as fence:
        assert await remove(graph, fence, "shop") == 3
    assert await active_hash(graph) == lib
    assert await run(graph, "MATCH (a:Method {repo: 'shop'}) RETURN a") == []
    await back(graph)
    assert await active_hash(graph) == both
    assert await export_hash(graph, 3) == lib
    assert len(await run(graph, "MATCH (a:Method {repo: 'shop'}) RETURN a")) == 3


async def test_the_export_of_a_scope_shows_only_what_it_sees(graph: Graph) -> None:
    """An edge shows when both its ends do; nothing of other scopes is in the lines."""
    await load(graph, "shop", PAY)
    await run(graph, "MATCH (a:Artifact {name: 'rate'}) SET a.scope = 's00002'")
    seen = [line async for line in export_visible(graph, 1, Scope((SCOPE,)))]
    everything = [line async for line in export(graph, 1)]
    assert seen == [line for line in everything if 'tax.rate"' not in line]
    assert [line async for line in export_visible(graph, 1, Scope((ScopeToken("s00003"),)))] == []
