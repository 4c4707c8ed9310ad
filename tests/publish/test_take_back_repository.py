"""One repository is taken back to an earlier commit; everything else stays as it is."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.errors import GateFailed, NotFound, SnapshotGone, SourceError
from kg.graph import Graph
from kg.publish.export import export_hash
from kg.publish.gate_options import GateOptions
from kg.publish.operate import ROLLBACK, Operate
from kg.publish.project import Stores, reconcile
from kg.publish.snapshots import active, list_snapshots
from kg.publish.take_back_repository import run_rollback, take_back_repository
from kg.records import open_records
from kg.records.audit import list_audit
from kg.records.holds import held, list_holds
from kg.records.jobs import JobState, get_job
from kg.records.projects import Project, connect
from tests.publish.remote import Remote
from tests.shell import run
from tests.shop import ingest_options

ONE = {
    "pay.py": "from tax import rate\n\n\ndef charge():\n    return rate()\n",
    "tax.py": "def rate():\n    return 1\n",
    "app.properties": "pay.url=http://a\n",
}
TWO = {"tax.py": "def rate():\n    return 2\n\n\ndef levy():\n    return rate()\n", "app.properties": ""}
THREE = {"pay.py": "def charge():\n    return 3\n"}
LIB = {"lib.py": "def help():\n    return help()\n"}


def silent(what: str, done: int, total: int) -> None:
    """Shows no progress."""


class World:
    """Two projects: `shop` with three commits, `lib` published between the second and the third."""

    def __init__(self, stores: Stores, folder: Path) -> None:
        self.stores, self.folder = stores, folder
        self.shop = Remote(folder / "remote" / "shop.git")
        self.lib = Remote(folder / "remote" / "lib.git")
        self.commits: list[str] = []

    async def prepare(self) -> None:
        for name, remote in (("shop", self.shop), ("lib", self.lib)):
            await connect(self.stores.records, Project(name, remote.url))
        for files in (ONE, TWO):
            self.commits.append(self.shop.push(files))
            await self.bring("shop")
        self.lib.push(LIB)
        await self.bring("lib")
        self.commits.append(self.shop.push(THREE))
        await self.bring("shop")

    async def bring(self, repo: str) -> str:
        done = await reconcile(self.stores, repo, "", ingest_options(self.folder), silent)
        return done.reason

    async def take_back(self, to: str = "", repo: str = "shop") -> int:
        options = ingest_options(self.folder)
        done = await take_back_repository(self.stores, repo, to, "ann", "bad answers", options, silent)
        return done.snapshot

    async def hash(self) -> str:
        return await export_hash(self.stores.graph, await active(self.stores.graph))

    async def lib_rows(self) -> object:
        look = """MATCH (a:Artifact {repo: 'lib'}) OPTIONAL MATCH (a)-[e]->()
                  RETURN a.vid AS v, properties(a) AS p, elementId(e) AS e, properties(e) AS q ORDER BY v, e"""
        return await run(self.stores.graph, look)


@pytest.fixture
async def world(graph: Graph, tmp_path: Path) -> AsyncIterator[World]:
    async with open_records(f"sqlite:///{tmp_path}/records.db") as records:
        made = World(Stores(graph, records), tmp_path)
        await made.prepare()
        yield made


async def test_the_commit_before_is_published_and_nobody_else_is_touched(world: World) -> None:
    """The graph is as it was when the third commit had not come; not one row of `lib` is written; the hash is
    that of the snapshot before; the poll does not bring the commit back, a newer head comes."""
    graph, records = world.stores.graph, world.stores.records
    before, lib = await export_hash(graph, 3), await world.lib_rows()
    assert await world.take_back() == 5
    assert await world.hash() == before
    assert await world.lib_rows() == lib
    now = next(one for one in await list_snapshots(graph) if one.active)
    assert {mark.repo: (mark.commit, mark.ref) for mark in now.watermarks} == {
        "shop": (world.commits[1], "main"),
        "lib": (world.lib.head(), "main"),
    }
    assert await held(records, "shop", "main", world.commits[2]) is not None
    assert "is held: bad answers" in await world.bring("shop")
    assert await active(graph) == 5
    assert (await list_audit(records, 1))[0].about == f"shop to {world.commits[1]}"
    world.shop.push({"pay.py": "def charge():\n    return 4\n"})
    await world.bring("shop")
    assert await active(graph) == 6


async def test_an_operator_asks_and_the_worker_brings_it(world: World) -> None:
    """What came after is held as soon as it is asked for; the job ends at the earlier commit, and once more it
    has nothing to do."""
    graph, records = world.stores.graph, world.stores.records
    before = await export_hash(graph, 3)
    job = await Operate(graph, records).roll_back_repository("ann", "shop", "", "bad answers")
    assert (job.kind, job.repo, job.ref, job.after) == (ROLLBACK, "shop", "main", world.commits[1])
    assert await held(records, "shop", "main", world.commits[2]) is not None
    assert await active(graph) == 4
    done = await run_rollback(world.stores, job, ingest_options(world.folder), silent)
    assert (done.before, done.after, done.snapshot) == (world.commits[2], world.commits[1], 5)
    assert await world.hash() == before
    assert "is held: bad answers" in await world.bring("shop")
    again = await run_rollback(world.stores, job, ingest_options(world.folder), silent)
    assert (again.snapshot, again.reason) == (0, "it stands there already")


async def test_the_second_time_goes_further_back(world: World) -> None:
    """What was taken back once is no place to go back to."""
    await world.take_back()
    await world.take_back()
    now = next(one for one in await list_snapshots(world.stores.graph) if one.active)
    assert {mark.repo: mark.commit for mark in now.watermarks}["shop"] == world.commits[0]


async def test_a_job_that_takes_nothing_back_holds_nothing_that_is_seen(world: World) -> None:
    """The commit it was asked for is nowhere: readers go on with theirs, and it may come again."""
    operate = Operate(world.stores.graph, world.stores.records)
    job = await operate.roll_back_repository("ann", "shop", "e" * 40, "a wrong digit")
    assert await held(world.stores.records, "shop", "main", world.commits[2]) is not None
    with pytest.raises(SourceError):
        await run_rollback(world.stores, job, ingest_options(world.folder), silent)
    assert await active(world.stores.graph) == 4
    assert await held(world.stores.records, "shop", "main", world.commits[2]) is None


async def test_the_later_word_counts(world: World) -> None:
    """Somebody asks for another commit while the first is not brought yet: the first job is no more."""
    operate = Operate(world.stores.graph, world.stores.records)
    first = await operate.roll_back_repository("ann", "shop", world.commits[1], "r")
    second = await operate.roll_back_repository("bob", "shop", world.commits[0], "r")
    assert (second.after, second.asked_by, second.id == first.id) == (world.commits[0], "bob", False)
    assert (await get_job(world.stores.records, first.id)).state == JobState.CANCELLED


async def test_no_gate_keeps_the_earlier_commit_from_readers(world: World) -> None:
    """A bound that it breaks is on its verdict; the same commit by a job would not be published."""
    world.stores = replace(world.stores, gates=GateOptions(least_share=10.0, small=0))
    assert await world.take_back("1") == 5
    world.shop.push({"pay.py": "def charge():\n    return 4\n"})
    with pytest.raises(GateFailed):
        await world.bring("shop")


@pytest.mark.parametrize("by", ["number", "digits", "commit"])
async def test_to_a_snapshot_or_a_commit(world: World, by: str) -> None:
    """By the number of a snapshot, by the first digits of a commit, or by the whole of it; every commit since
    is held."""
    first = world.commits[0]
    await world.take_back({"number": "1", "digits": first[:9], "commit": first}[by])
    rows = await run(world.stores.graph, "MATCH (m:Method {repo: 'shop'}) RETURN m.text AS t ORDER BY t")
    assert [row["t"].split()[-1] for row in rows] == ["rate()", "1"]
    assert {one.commit for one in await list_holds(world.stores.records)} == set(world.commits[1:])


async def test_what_cannot_be_taken_back_changes_nothing(world: World) -> None:
    """A repository that is not there, one that had no other commit, a snapshot that is not kept, and a commit
    that git does not have: nothing is held and nothing is published."""
    for repo, to, error in (
        ("nope", "", NotFound),
        ("lib", "", SnapshotGone),
        ("shop", "77", SnapshotGone),
        ("shop", "d" * 40, SourceError),
    ):
        with pytest.raises(error):
            await world.take_back(to, repo)
    assert await list_holds(world.stores.records) == ()
    assert await active(world.stores.graph) == 4
