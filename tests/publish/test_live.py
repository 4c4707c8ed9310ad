"""Live bounds: searches of the first minutes are counted by the API, and what breaks a bound is rolled back."""

from pathlib import Path

from api.options import LOCAL
from api.tally import Tally
from kg.graph import Graph
from kg.publish.gate_options import LiveOptions
from kg.publish.live import live_verdict, watch
from kg.publish.project import Stores
from kg.publish.snapshots import active
from kg.records import open_records
from kg.records.holds import list_holds
from kg.records.live import Searches, count_searches, searches_of
from tests.publish.world import Method, commit


async def test_a_snapshot_whose_searches_find_nothing_is_rolled_back(graph: Graph, tmp_path: Path) -> None:
    """Enough was asked, and most of it in vain: readers see the one before, and the commit is held."""
    await commit(graph, "shop", {"tax.py": {"rate": Method("0.2")}})
    await commit(graph, "shop", {"tax.py": {"rate": Method("0.3")}})
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        stores = Stores(graph, records)
        await count_searches(records, 2, Searches(asked=19, empty=19))
        assert await watch(stores, LiveOptions()) is None, "too few to judge by"
        await count_searches(records, 2, Searches(asked=1, empty=1))
        verdict = await watch(stores, LiveOptions())
        assert verdict is not None and [gate.name for gate in verdict.failed] == ["live empty hits"]
        assert await active(graph) == 1
        assert [hold.by for hold in await list_holds(records)] == ["live bounds"]


async def test_a_good_or_an_old_snapshot_stays(graph: Graph, tmp_path: Path) -> None:
    """What is within its bounds passes; later than the first minutes nobody looks."""
    await commit(graph, "shop", {"tax.py": {"rate": Method("0.2")}})
    await commit(graph, "shop", {"tax.py": {"rate": Method("0.3")}})
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        stores = Stores(graph, records)
        await count_searches(records, 2, Searches(asked=40, empty=3, failed=1, slow=2))
        verdict = await watch(stores, LiveOptions())
        assert verdict is not None and verdict.passed
        await count_searches(records, 2, Searches(asked=400, empty=400))
        assert await watch(stores, LiveOptions(watch_seconds=-1)) is None
    assert await active(graph) == 2


def test_errors_and_slow_searches_break_bounds_too() -> None:
    """Each share against its own bound; refusals and feedback say that they come with answers."""
    verdict = live_verdict(Searches(asked=100, empty=0, failed=6, slow=51), LiveOptions())
    assert [gate.name for gate in verdict.failed] == ["live errors", "live slow searches"]
    assert [gate.name for gate in verdict.gates if gate.state == "not measured"] == [
        "live refusals",
        "live feedback",
    ]


async def test_the_counts_of_the_api_add_up(tmp_path: Path) -> None:
    """By snapshot, over several processes; twice the budget is slow."""
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        for _ in range(2):
            tally = Tally()
            tally.searched(7, "ann", hits=0, seconds=0.1, budget=0.45)
            tally.searched(7, "ann", hits=3, seconds=0.9, budget=0.45)
            tally.failed(7, "ann")
            tally.searched(8, "ann", hits=1, seconds=0.1, budget=0.45)
            await tally.flush(records)
            assert not tally.waiting
        assert await searches_of(records, 7) == Searches(asked=6, empty=2, failed=2, slow=2)
        assert await searches_of(records, 8) == Searches(asked=2)
        assert await searches_of(records, 9) == Searches()


async def test_nobody_alone_takes_a_snapshot_back(tmp_path: Path) -> None:
    """Of one caller a few searches count; the owner of the installation has no such bound."""
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        tally = Tally()
        for _ in range(30):
            tally.searched(7, "mallory", hits=0, seconds=0.1, budget=0.45)
            tally.searched(8, LOCAL, hits=0, seconds=0.1, budget=0.45)
        await tally.flush(records)
        assert await searches_of(records, 7) == Searches(asked=5, empty=5)
        assert (await searches_of(records, 8)).asked == 30
