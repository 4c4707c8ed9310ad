"""The vacuum takes away what no kept snapshot needs, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kg.errors import SnapshotGone, SnapshotPinned
from kg.graph import Graph
from kg.publish.export import export_hash
from kg.publish.lease import hold_lease, this_process
from kg.publish.operate import Operate
from kg.publish.pins import list_pins, offer_pin
from kg.publish.rollback import rollback
from kg.publish.snapshots import list_snapshots
from kg.publish.vacuum import Vacuumed, VacuumOptions, has_work, seconds_until_due, vacuum, vacuum_behind
from kg.publish.window import KeepOptions
from kg.records import Records, open_records
from kg.records.audit import list_audit
from kg.records.offers import list_offers
from kg.retrieve.ask import AskOptions, search
from kg.retrieve.scope import LOCAL, Policy, scope_of
from kg.retrieve.session import Wanted, open_session
from kg.schema.access import Principal
from kg.schema.question import Question
from tests.publish.snapshots import history
from tests.publish.test_versions import PAY
from tests.publish.world import active_hash, commit
from tests.shell import run
from tests.shop import bring, shop
from tests.shop import history as history_of

LAST = VacuumOptions(KeepOptions(at_least=1, seconds=0, lease_seconds=0), grace_seconds=0, round_seconds=60)
"""Keeps the active snapshot and pins, and waits for nobody."""


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[Records]:
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as opened:
        yield opened


async def clean(graph: Graph, options: VacuumOptions = LAST) -> Vacuumed:
    done = Vacuumed()
    while await has_work(graph, options):
        async with hold_lease(graph, this_process("test")) as fence:
            done += await vacuum(graph, fence, options)
    return done


async def count(graph: Graph) -> dict[str, int]:
    rows = await run(
        graph,
        "OPTIONAL MATCH (a:Artifact) WITH count(a) AS versions OPTIONAL MATCH (:Artifact)-[e]->(:Artifact)"
        " RETURN versions, count(e) AS edges",
    )
    return dict(rows[0])


async def kept_hashes(graph: Graph) -> dict[int, str]:
    return {
        one.seq: await export_hash(graph, one.seq)
        for one in await list_snapshots(graph)
        if one.state == "published"
    }


async def test_with_nothing_kept_but_the_last_only_it_is_left(graph: Graph) -> None:
    """Versions and edges are as many as in a graph that never had another snapshot; so are the nodes of
    snapshots, reports and verdicts."""
    hashes = await history(graph)
    await run(graph, "UNWIND range(1, 8) AS seq CREATE (:Verdict {seq: seq, tier: 1})")
    await clean(graph)
    assert await kept_hashes(graph) == {8: hashes[8]}
    assert await run(graph, "MATCH (v:Verdict) RETURN v.seq AS seq") == [{"seq": 8}]
    closed = await run(graph, "MATCH (a:Artifact) WHERE a.valid_to < 999999999 RETURN a.vid AS vid")
    assert closed == []
    assert await run(graph, "MATCH ()-[e:WAS]->() RETURN e.type AS type") == []
    assert await run(graph, "MATCH (s:Snapshot) RETURN s.seq AS seq") == [{"seq": 8}]
    reports = await run(graph, "MATCH (w:Watermark) RETURN w.repo AS repo, w.seq AS seq ORDER BY repo")
    assert reports == [{"repo": "lib", "seq": 8}, {"repo": "shop", "seq": 6}]
    assert await clean(graph) == Vacuumed()


@pytest.mark.parametrize("kept", [(1,), (2, 4), (3, 5, 7), (1, 6), (2, 3, 7)])
async def test_kept_snapshots_are_as_they_were(graph: Graph, records: Records, kept: tuple[int, ...]) -> None:
    """Whatever is pinned, each kept snapshot has the same export before and after; something went."""
    hashes = await history(graph)
    operate = Operate(graph, records)
    for seq in kept:
        await operate.pin("ann", f"release-{seq}", seq, "")
    before = await count(graph)
    done = await clean(graph)
    assert done.retired == 7 - len(kept)
    assert await kept_hashes(graph) == {seq: hashes[seq] for seq in (*kept, 8)}
    after = await count(graph)
    assert done.removed > 0
    assert after["versions"] < before["versions"] and after["edges"] < before["edges"]
    for seq in kept:
        await operate.unpin("ann", f"release-{seq}", "")
    await clean(graph)
    assert await kept_hashes(graph) == {8: hashes[8]}
    assert await run(graph, "MATCH ()-[e:WAS]->() RETURN e.type AS type") == []


async def test_a_vacuum_that_was_stopped_goes_on(graph: Graph) -> None:
    """Batch by batch, each followed by a new process with a new fence: the end is the same, and a commit in
    between is whole."""
    hashes = await history(graph)
    tiny = VacuumOptions(LAST.keep, grace_seconds=0, batch_size=1, round_seconds=0)
    rounds = 0
    while await has_work(graph, tiny):
        done = await vacuum_behind(graph, tiny)
        assert done.removed <= 1
        rounds += 1
        assert await export_hash(graph, 8) == hashes[8]
    assert rounds > 10
    await commit(graph, "shop", PAY)
    await clean(graph)
    closed = await run(graph, "MATCH (a:Artifact) WHERE a.valid_to < 999999999 RETURN a.vid AS vid")
    assert closed == []


async def test_a_reader_of_a_snapshot_has_its_grace(graph: Graph) -> None:
    """Retired at once, so that nobody begins; deleted only after the grace, so that who reads ends."""
    hashes = await history(graph)
    patient = VacuumOptions(LAST.keep, grace_seconds=3600)
    assert (await vacuum_behind(graph, patient)).retired == 7
    with pytest.raises(SnapshotGone):
        await open_session(graph, Principal(LOCAL), Policy(), Wanted(3))
    assert await export_hash(graph, 3) == hashes[3]
    assert not await has_work(graph, patient)
    assert 3500 < await seconds_until_due(graph, patient) <= 3600
    await clean(graph)
    assert await export_hash(graph, 3) != hashes[3]


async def test_the_worker_leaves_a_publisher_alone(graph: Graph) -> None:
    """While somebody holds the lease nothing is done; what is in the window is never looked at."""
    await history(graph)
    async with hold_lease(graph, this_process("test")):
        assert await vacuum_behind(graph, LAST) == Vacuumed()
    assert not await has_work(graph, VacuumOptions())


async def test_a_rollback_to_a_kept_snapshot_and_a_publish_after_a_vacuum(
    graph: Graph, records: Records
) -> None:
    """What is left can be rolled back to, and built upon."""
    hashes = await history(graph)
    operate = Operate(graph, records)
    await operate.pin("ann", "release", 6, "")
    await clean(graph)
    await operate.roll_back("ann", 6, "")
    assert await active_hash(graph) == hashes[6]
    await commit(graph, "shop", PAY)
    await clean(graph)
    assert await kept_hashes(graph) == {6: hashes[6], 9: hashes[1]}


async def test_nothing_is_truncated_past_a_pin(graph: Graph, records: Records) -> None:
    """A rollback past a pinned snapshot is refused, by the statement itself too, until it is unpinned."""
    hashes = await history(graph)
    operate = Operate(graph, records)
    await operate.pin("ann", "release", 6, "")
    with pytest.raises(SnapshotPinned, match="kg unpin release"):
        await operate.roll_back("ann", 5, "")
    async with hold_lease(graph, this_process("test")) as fence:
        written = await graph.write("publish_roll_back", {"fence": fence, "seq": 5})
        assert written.rows == []
        await rollback(graph, fence, 7)
    await commit(graph, "shop", PAY)
    assert await export_hash(graph, 6) == hashes[6]
    await operate.unpin("ann", "release", "")
    assert (await operate.roll_back("ann", 5, "")).seq == 5


async def test_a_name_is_one_snapshots_and_a_snapshot_has_one_name(graph: Graph, records: Records) -> None:
    """Twice the same is no harm; another name, another snapshot, a number as a name and what is gone are
    refused; each pin is written down."""
    await history(graph)
    operate = Operate(graph, records)
    assert await operate.pin("ann", "release", 0, "v1") == 8
    assert await operate.pin("ann", "release", 8, "v1") == 8
    for name, seq in (("release", 7), ("other", 8)):
        with pytest.raises(SnapshotPinned):
            await operate.pin("ann", name, seq, "")
    with pytest.raises(SnapshotGone):
        await operate.pin("ann", "other", 99, "")
    with pytest.raises(Exception, match="no name"):
        await operate.pin("ann", "12", 7, "")
    assert [(one.seq, one.pinned) for one in await list_pins(graph)] == [(8, "release")]
    with pytest.raises(SnapshotGone):
        await operate.unpin("ann", "other", "")
    assert [line.what for line in await list_audit(records, 10)] == ["pin", "pin"]


async def test_a_tag_offers_and_somebody_accepts(graph: Graph, records: Records) -> None:
    """The pin is on the newest kept snapshot that holds the tag's commit; before that is ingested there is
    nothing to pin, and a tag that moved offers its new commit."""
    await history(graph)
    await offer_pin(records, "shop", "v1", "c99")
    operate = Operate(graph, records)
    with pytest.raises(SnapshotGone, match="ingest it first"):
        await operate.pin("ann", "shop@v1", 0, "")
    await offer_pin(records, "shop", "v1", "c4")
    assert [offer.commit for offer in await list_offers(records)] == ["c4"]
    assert await operate.pin("ann", "shop@v1", 0, "") == 4
    assert await list_offers(records) == ()


async def test_a_pin_and_a_retirement_at_once(graph: Graph, records: Records) -> None:
    """Whichever comes first, a pinned snapshot is whole."""
    hashes = await history(graph)
    operate = Operate(graph, records)
    pinned = await asyncio.gather(
        *(operate.pin("ann", f"release-{seq}", seq, "") for seq in range(1, 8)),
        clean(graph),
        return_exceptions=True,
    )
    kept = [seq for seq in pinned[:-1] if isinstance(seq, int)]
    await clean(graph)
    assert await kept_hashes(graph) == {seq: hashes[seq] for seq in (*kept, 8)}


async def test_what_is_kept_is_found_as_before(graph: Graph, records: Records, tmp_path: Path) -> None:
    """Searches by words and by name give the same in a pinned and in the active snapshot, after everything in
    between has left the indexes too."""
    orders = shop()["orders"]
    commits = history_of(orders)
    for number in (1, len(commits) // 2, len(commits) - 1):
        await bring(graph, orders, tmp_path, commits[number])
    await Operate(graph, records).pin("ann", "release", 1, "")
    before = {seq: await found(graph, seq) for seq in (1, 3)}
    assert before[1] and before[3] and before[1] != before[3]
    await clean(graph)
    assert {seq: await found(graph, seq) for seq in (1, 3)} == before


async def found(graph: Graph, seq: int) -> list[list[str]]:
    """What some questions find, version by version."""
    options = AskOptions(budget_seconds=20.0, limit_seconds=20.0)
    scope = await scope_of(graph, Principal(LOCAL), Policy())
    hits = [
        await search(graph, Question(text), scope, seq, None, options)
        for text in ("how is a refund charged?", "lease", "OrderController")
    ]
    return [sorted(str(hit.place.vid) for hit in one.hits) for one in hits]
