"""What is filled in behind publishing: the last change of each version, and what past commits said."""

import asyncio
from pathlib import Path

import pytest

from kg.errors import QuestionError
from kg.graph import Graph
from kg.history.fill import Filled, history_coverage, remember
from kg.history.mirror import Mirror
from kg.history.past import Wanted, pasts
from kg.history.search import search_history
from kg.llm.hashing import HashingEmbedder
from kg.publish.export import export, export_hash
from kg.publish.follow import follow
from kg.publish.lease import hold_lease, this_process
from kg.publish.rollback import rollback
from kg.publish.snapshots import active
from kg.publish.worker import WorkOptions, work_until
from kg.records import EmbeddingCache, open_records
from kg.retrieve.scope import LOCAL, Policy, scope_of
from kg.schema.access import Principal, Scope
from kg.schema.ids import ScopeToken
from tests.history.repository import Past
from tests.shell import run
from tests.shop import bring

PAY = "def charge():\n    take()\n\n\ndef refund():\n    give()\n"
FILES = {
    "pay.py": PAY,
    "docs/pay.md": "# Pay\n\n`pay.charge` takes.\n",
    "app.properties": "lease.seconds=15\n",
}


def shop(tmp_path: Path) -> Past:
    past = Past(tmp_path / "shop", FILES, "shop begins")
    past.commit("double refunds are refused", {"pay.py": PAY.replace("give()", "give(1)")})
    return past.commit("leases are shorter (#7)", {"app.properties": "lease.seconds=8\n"})


async def fill(graph: Graph, tmp_path: Path) -> Filled:
    return await remember(graph, tmp_path / "cache", await active(graph), lambda done, of: None)


async def local(graph: Graph) -> Scope:
    return await scope_of(graph, Principal(LOCAL), Policy())


async def changed(graph: Graph) -> dict[str, tuple[str, int]]:
    """Subject of the last commit and number of changes, by name, of what is published."""
    rows = await graph.read("publish_export_page", {"after": "", "limit": 100, "seq": await active(graph)})
    contents = [row["content"] for row in rows]
    return {c["name"]: (c.get("changed_at", ""), c.get("changes", 0)) for c in contents}


async def test_each_version_knows_its_last_change(graph: Graph, tmp_path: Path) -> None:
    """Methods by their own lines, files by all of theirs, keys by the line that sets them."""
    past = shop(tmp_path)
    await bring(graph, past.folder, tmp_path / "cache", name="shop")
    filled = await fill(graph, tmp_path)
    known = await changed(graph)
    assert {name: known[name] for name in ("charge", "refund", "pay.py", "lease.seconds", "Pay")} == {
        "charge": ("2026-02-01T00:00:01Z", 1),
        "refund": ("2026-02-01T00:00:02Z", 2),
        "pay.py": ("2026-02-01T00:00:02Z", 2),
        "lease.seconds": ("2026-02-01T00:00:03Z", 2),
        "Pay": ("2026-02-01T00:00:01Z", 1),
    }
    assert filled.versions > 5 and filled.absent == ()


async def test_a_second_fill_has_nothing_to_do_and_a_commit_little(graph: Graph, tmp_path: Path) -> None:
    """Only versions that are new wait; what they had before is in their past."""
    past = shop(tmp_path)
    await bring(graph, past.folder, tmp_path / "cache", name="shop")
    await fill(graph, tmp_path)
    assert (await fill(graph, tmp_path)).versions == 0
    past.commit(
        "charges are logged", {"pay.py": PAY.replace("give()", "give(1)").replace("take()", "log(take())")}
    )
    await bring(graph, past.folder, tmp_path / "cache", name="shop")
    assert (await fill(graph, tmp_path)).versions == 2  # the file and the method
    assert (await changed(graph))["charge"] == ("2026-02-01T00:00:04Z", 2)


async def test_what_is_filled_is_no_content(graph: Graph, tmp_path: Path) -> None:
    """The export stays as it was, and so does the next ingest."""
    past = shop(tmp_path)
    await bring(graph, past.folder, tmp_path / "cache", name="shop")
    before = await export_hash(graph, await active(graph))
    await fill(graph, tmp_path)
    assert await export_hash(graph, await active(graph)) == before
    assert (await bring(graph, past.folder, tmp_path / "cache", name="shop")).unchanged
    past.commit("no docs", {"docs/pay.md": None, "pay.py": PAY})
    await bring(graph, past.folder, tmp_path / "cache", name="shop")
    assert "CHANGED_IN" not in "".join([line async for line in export(graph, await active(graph))])


async def test_past_subjects_find_what_they_touched(graph: Graph, tmp_path: Path) -> None:
    """Though the code itself says none of these words; only for those who may see it."""
    await bring(graph, shop(tmp_path).folder, tmp_path / "cache", name="shop")
    await fill(graph, tmp_path)
    seq = await active(graph)
    found = await search_history(graph, "refused double refund", await local(graph), seq)
    assert {hit.place.name for hit in found} == {"refund", "pay", "pay.py"}  # `pay` is the module
    assert found[0].changes == 2
    assert await search_history(graph, "refused", Scope((ScopeToken("s00009"),)), seq) == ()
    with pytest.raises(QuestionError):
        await search_history(graph, "?!", await local(graph), seq)


async def test_coverage_says_how_much_is_filled(graph: Graph, tmp_path: Path) -> None:
    """Nothing before, all after."""
    await bring(graph, shop(tmp_path).folder, tmp_path / "cache", name="shop")
    tokens = (await local(graph)).tokens
    assert (await history_coverage(graph, await active(graph), tokens)).share == 0
    await fill(graph, tmp_path)
    assert (await history_coverage(graph, await active(graph), tokens)).share == 1


async def test_a_repository_without_its_objects_is_passed_over(graph: Graph, tmp_path: Path) -> None:
    """The folder may be gone, or on another machine: others are filled, and this one is named."""
    past = shop(tmp_path)
    await bring(graph, past.folder, tmp_path / "cache", name="shop")
    past.folder.rename(tmp_path / "moved")
    assert await fill(graph, tmp_path) == Filled(await active(graph), 0, ("shop",))


async def test_a_secret_in_a_subject_is_nowhere_in_the_graph(graph: Graph, tmp_path: Path) -> None:
    """Neither as words of the index nor on the commit."""
    token = "glpat-" + "a1B2c3D4e5F6g7H8i9J0"
    past = Past(tmp_path / "shop", FILES, f"shop begins with {token}")
    await bring(graph, past.folder, tmp_path / "cache", name="shop")
    await fill(graph, tmp_path)
    found = await search_history(graph, "glpat a1B2c3D4e5F6g7H8i9J0", await local(graph), await active(graph))
    assert found == ()


async def test_the_worker_fills_it_and_stops_when_told(graph: Graph, tmp_path: Path) -> None:
    """Behind publishing, without being asked."""
    await bring(graph, shop(tmp_path).folder, tmp_path / "cache", name="shop")
    stop = asyncio.Event()
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        options = WorkOptions(tmp_path / "cache", poll_seconds=0.05)
        cache = EmbeddingCache(records)
        worker = asyncio.create_task(work_until(stop, graph, HashingEmbedder("", 8), cache, options))
        tokens = (await local(graph)).tokens
        async with asyncio.timeout(30):
            while (await history_coverage(graph, await active(graph), tokens)).share < 1:  # noqa: ASYNC110 (it is in Neo4j)
                await asyncio.sleep(0.05)
        stop.set()
        await asyncio.wait_for(worker, 5)


def test_a_fill_that_is_stopped_reads_no_further(tmp_path: Path) -> None:
    """Between two commits, not at the end of the log."""
    past = shop(tmp_path)
    mirror = Mirror("shop", past.git_dir, past.git("rev-parse", "HEAD"), False)
    wanted = [Wanted("refund", "pay.py", (("pay.py", 5, 6),))]
    assert list(pasts(mirror, wanted, lambda: True)) == []
    assert [one.changes for one in pasts(mirror, wanted, lambda: False)] == [2]


async def test_a_version_leads_to_its_commit_while_it_is_published(graph: Graph, tmp_path: Path) -> None:
    """A plain pattern in Browser shows the commit of what is published; a rollback has its own back."""
    past = shop(tmp_path)
    first = await bring(graph, past.folder, tmp_path / "cache", name="shop")
    await fill(graph, tmp_path)
    past.commit("no refunds", {"pay.py": "def charge():\n    take()\n"})
    await bring(graph, past.folder, tmp_path / "cache", name="shop")
    await fill(graph, tmp_path)
    assert await commits_of(graph, "pay.py") == ["no refunds"]
    async with hold_lease(graph, this_process("test")) as fence:
        await rollback(graph, fence, first.snapshot)
        await follow(graph, fence)
    assert await commits_of(graph, "pay.py") == ["double refunds are refused"]
    assert await commits_of(graph, "refund") == ["double refunds are refused"]


async def commits_of(graph: Graph, name: str) -> list[str]:
    """What a person's pattern gives: the commits of what is published under a name."""
    pattern = "MATCH (a:File|Method {name: $p.name})-[:CHANGED_IN]->(c:Commit) RETURN c.subject AS subject"
    return [row["subject"] for row in await run(graph, pattern, name=name)]
