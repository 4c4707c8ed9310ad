"""A crash between any two writes: the next run gives the graph that an undisturbed one gives."""

import pytest

from kg.graph import Graph
from kg.ingest import batches, write
from tests.publish.dying import Dying, Killed
from tests.publish.test_follow import check
from tests.publish.test_lease import dead_process
from tests.publish.test_versions import PAY, changed
from tests.publish.world import Doc, Method, active_hash, commit, load

NEXT = {
    **changed("tax.py", rate=Method("0.25", calls=("pay.refund",))),
    "docs/new.md": {"Rates": Doc("Rates", documents=("tax.rate", "pay.charge"))},
}


async def test_a_crash_between_any_two_writes_costs_nothing(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after 1, 2, 3, … writes of ingest, publish and follow, in batches of two rows."""
    for name in ("NODE_ROWS", "EDGE_ROWS"):
        monkeypatch.setattr(batches, name, 2)
        monkeypatch.setattr(write, name, 2)
    await load(graph, "shop", PAY)
    hashes = {False: await active_hash(graph)}
    crashed, changing = dead_process(), False
    for writes in range(1, 200):
        changing = not changing
        world = NEXT if changing else PAY
        try:
            await commit(Dying(graph, writes), "shop", world, crashed)
        except Killed:
            await commit(graph, "shop", world)
        else:
            break
        await check(graph)
        now = await active_hash(graph)
        assert hashes.setdefault(changing, now) == now
    assert writes > 15
    assert hashes[True] != hashes[False]
