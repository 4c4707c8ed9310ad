"""A rollback holds what it took back, says so, and is written down."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kg.errors import FenceLost, SnapshotGone
from kg.graph import Graph
from kg.publish.lease import hold_lease, this_process
from kg.publish.operate import Operate
from kg.publish.snapshots import active
from kg.publish.take_back import take_back
from kg.records import Records, open_records
from kg.records.audit import list_audit
from kg.records.holds import held, list_holds
from tests.publish.test_rollback import NEW
from tests.publish.test_versions import PAY
from tests.publish.world import active_hash, commit, load


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[Records]:
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as opened:
        yield opened


async def test_a_rollback_holds_every_commit_that_it_took_back(graph: Graph, records: Records) -> None:
    """Also those of snapshots in between; what the earlier snapshot holds itself, and newer heads, are free."""
    await load(graph, "shop", PAY)
    before = await active_hash(graph)
    await commit(graph, "shop", NEW)
    await load(graph, "lib", {"a.py": {}})
    await commit(graph, "shop", PAY)
    done = await Operate(graph, records).roll_back("ann", 1, "empty answers")
    assert (done.seq, await active(graph), await active_hash(graph)) == (1, 1, before)
    assert [(mark.repo, mark.commit) for mark in done.held] == [("lib", "c3"), ("shop", "c2"), ("shop", "c4")]
    found = await held(records, "shop", "main", "c4")
    assert found is not None and (found.by, found.reason) == ("ann", "empty answers")
    assert await held(records, "shop", "main", "c1") is None
    assert await held(records, "shop", "main", "c5") is None
    (line,) = await list_audit(records, 10)
    assert (line.who, line.what, line.about, line.reason) == (
        "ann",
        "rollback",
        "snapshot 1",
        "empty answers",
    )


async def test_a_rollback_that_is_refused_holds_nothing(graph: Graph, records: Records) -> None:
    """Neither for a snapshot that is not kept nor after the lease was lost."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", NEW)
    with pytest.raises(SnapshotGone):
        await Operate(graph, records).roll_back("ann", 7, "")
    async with hold_lease(graph, this_process("test")) as fence:
        with pytest.raises(FenceLost):
            await take_back(graph, records, fence - 1, 1, "ann", "")
    assert await list_holds(records) == ()
    assert await list_audit(records, 10) == ()
    assert await active(graph) == 2


async def test_a_release_is_written_down(graph: Graph, records: Records) -> None:
    """Who released what, and why it had been held."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", NEW)
    operate = Operate(graph, records)
    await operate.roll_back("ann", 0, "empty answers")
    assert [one.commit for one in await operate.release("bob", "shop", "")] == ["c2"]
    assert await held(records, "shop", "main", "c2") is None
    line = (await list_audit(records, 1))[0]
    assert (line.who, line.what, line.about) == ("bob", "release", "shop main c2")
    assert "empty answers" in line.reason
