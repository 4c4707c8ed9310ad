"""What somebody changed in the graph behind kg's back is found, named, and put right."""

from pathlib import Path

import pytest

from kg.errors import Overtaken
from kg.graph import Graph
from kg.publish.snapshots import active, list_snapshots
from kg.publish.verify import Checked, repair, verify
from tests.history.repository import Past
from tests.publish.world import active_hash
from tests.shell import run
from tests.shop import bring, ingest_options, shop


async def checked(graph: Graph, tmp_path: Path) -> Checked:
    (mark,) = next(one.watermarks for one in await list_snapshots(graph) if one.active)
    return await verify(graph, mark, await active(graph), ingest_options(tmp_path), _silent)


async def test_what_was_ingested_is_right(graph: Graph, tmp_path: Path) -> None:
    """Every artifact and edge of the shop, and nothing else."""
    await bring(graph, shop()["orders"], tmp_path)
    found = await checked(graph, tmp_path)
    assert found.right and found.artifacts > 100, found.said()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("MATCH (m:Method {name: 'refund'}) SET m.text = 'changed by hand'", "not as read"),
        ("MATCH (m:Method {name: 'quote'}) DETACH DELETE m", "missing"),
        ("MATCH (:Method {name: 'pay'})-[e:CALLS]->() WITH e LIMIT 1 DELETE e", "edges differ"),
        (
            "MATCH (a:Method {name: 'pay'}), (b:Method {name: 'holding'})"
            " CREATE (a)-[e:CALLS]->(b) SET e.valid_from = 1, e.how = 'exact', e.confidence = 1.0",
            "edges differ",
        ),
        ("MATCH (m:Method {name: 'refund'}) REMOVE m:Method", "without their label"),
        (
            "MATCH (m:Method {name: 'refund'}) WITH m LIMIT 1 CREATE (n:Artifact:Method) SET n = properties(m {.*,"
            " vid: m.uid + 'x@1', uid: m.uid + 'x'})",
            "too many",
        ),
    ],
)
async def test_damage_is_found_and_put_right(graph: Graph, tmp_path: Path, damage: str, said: str) -> None:
    """The kind of damage is said; after the repair the graph is what it was."""
    await bring(graph, shop()["orders"], tmp_path)
    whole = await active_hash(graph)
    await run(graph, damage)
    found = await checked(graph, tmp_path)
    assert not found.right and said in found.said()
    await repair(graph, found, await active(graph), ingest_options(tmp_path), _silent)
    again = await checked(graph, tmp_path)
    assert again.right, again.said()
    assert await active_hash(graph) == whole


async def test_a_repair_takes_nothing_newer_away(graph: Graph, tmp_path: Path) -> None:
    """Somebody published since it was looked at: it is said, and nothing is written."""
    past = Past(tmp_path / "shop", {"a.py": "def f():\n    return 1\n"})
    await bring(graph, past.folder, tmp_path, name="shop")
    await run(graph, "MATCH (m:Method {name: 'f'}) SET m.text = 'changed by hand'")
    found = await checked(graph, tmp_path)
    past.commit("second", {"b.py": "def g():\n    return 1\n"})
    await bring(graph, past.folder, tmp_path, name="shop")
    with pytest.raises(Overtaken):
        await repair(graph, found, 1, ingest_options(tmp_path), _silent)
    assert await active(graph) == 2
    assert (await list_snapshots(graph))[0].watermarks[0].commit == past.sha("second")


def _silent(what: str, done: int, total: int) -> None:
    """Nobody watches."""
