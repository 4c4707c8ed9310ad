"""Signatures of dependencies through the whole ingest: what they type is in the published graph."""

from pathlib import Path

from kg.graph import Graph
from kg.ingest.stubs import store
from kg.publish.export import export, export_hash
from kg.publish.snapshots import active
from tests.empty import empty
from tests.ingest.repository import commit, make_repository
from tests.ingest.stubs.classes import class_file, jar
from tests.shop import bring

HOLDER = "<T:Ljava/lang/Object;>Ljava/lang/Object;"
BOX = jar(
    (
        "lib/Box",
        class_file(
            "lib/Box", signature=HOLDER, methods=[("public", "open", "()Ljava/lang/Object;", "()TT;")]
        ),
    )
)
SHOP = {
    "src/Order.java": "class Order { void pay() { } }",
    "src/Shop.java": "import lib.Box;\nclass Shop { void sell(Box<Order> box) { box.open().pay(); } }",
}


async def text(graph: Graph) -> str:
    return "\n".join([line async for line in export(graph, await active(graph))])


async def test_a_stub_that_appears_ties_the_calls_of_an_unchanged_commit(
    graph: Graph, tmp_path: Path
) -> None:
    """As a rebuild with it does; taken away again, the graph is as it was."""
    repository = make_repository(tmp_path / "shop", SHOP)
    cache = tmp_path / "cache"
    await bring(graph, repository, cache)
    without = await export_hash(graph, await active(graph))
    (tmp_path / "box.jar").write_bytes(BOX)
    store.add(cache / "stubs", store.read_jar(tmp_path / "box.jar", "lib:box:1", cache / "stub-cache"))
    assert not (await bring(graph, repository, cache)).unchanged
    told = await text(graph)
    assert "external lib.Box#open from lib:box" in told
    assert '"CALLS"' in told
    stepwise = await export_hash(graph, await active(graph))
    assert (await bring(graph, repository, cache)).unchanged
    store.remove(cache / "stubs", "lib:box")
    await bring(graph, repository, cache)
    assert await export_hash(graph, await active(graph)) == without
    await empty(graph)
    store.add(
        tmp_path / "other" / "stubs", store.read_jar(tmp_path / "box.jar", "lib:box:1", cache / "stub-cache")
    )
    await bring(graph, repository, tmp_path / "other")
    assert await export_hash(graph, await active(graph)) == stepwise


async def test_what_is_missing_is_said(graph: Graph, tmp_path: Path) -> None:
    """A jar of the repository is read; a dependency without a jar is named in the notes."""
    repository = make_repository(tmp_path / "shop", SHOP)
    commit(repository, {"lib/box.jar": BOX, "build.gradle": "implementation 'lib:none:1'"})
    outcome = await bring(graph, repository, tmp_path / "cache")
    assert outcome.report.stubs
    assert [note for note in outcome.notes if "lib:none:1" in note and "kg stubs add" in note]
    assert "external lib.Box#open from box.jar" in await text(graph)
