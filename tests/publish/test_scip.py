"""A compiler's index in the graph: edges change, nodes do not."""

from pathlib import Path

import pytest

from kg.errors import NotFound
from kg.graph import Graph
from kg.publish.export import export, export_hash
from kg.publish.reconcile import Outcome, ingest_again
from kg.publish.snapshots import active, list_snapshots
from kg.retrieve import explore
from kg.retrieve.scope import Policy, scope_of
from kg.schema.access import Principal
from kg.schema.ids import Uid
from kg.schema.snapshot import Watermark
from tests.empty import empty
from tests.ingest.repository import make_repository, run_git
from tests.ingest.scip.encoding import At, defined, index
from tests.ingest.scip.test_read import chunks
from tests.shop import bring, ingest_options

SHOP = "t cargo shop 1 "
FILES = {
    "a.rs": "fn run(x: X) {\n    x.go(1);\n}\n",
    "b.rs": "struct B;\nimpl B { fn go(&self, n: i32) {} }\nstruct C;\nimpl C { fn go(&self, n: i32) {} }\n",
}
SAID = index(
    {
        "a.rs": [defined(0, 3, f"{SHOP}run()."), At(1, 6, f"{SHOP}C#go().")],
        "b.rs": [defined(1, 12, f"{SHOP}B#go()."), defined(3, 12, f"{SHOP}C#go().")],
    }
)
C_GO = Uid("shop:rust:b.rs:C::go")


async def lines(graph: Graph) -> list[str]:
    return [line async for line in export(graph, await active(graph))]


async def callers(graph: Graph) -> list[tuple[str, str, float]]:
    scope = await scope_of(graph, Principal("local"), Policy())
    found = await explore.callers(graph, [C_GO], scope, await active(graph))
    return [(one.place.uid, one.step.how, one.step.confidence) for one in found.get(C_GO, ())]


async def again(graph: Graph, cache: Path) -> Outcome:
    marks = next(one.watermarks for one in await list_snapshots(graph) if one.active)
    return await ingest_again(graph, marks[0], ingest_options(cache), lambda what, done, total: None)


async def test_an_upgrade_changes_edges_and_no_node(graph: Graph, tmp_path: Path) -> None:
    """Ingest, index, ingest: no new version, the call is exact, callers see it; a rebuild gives the same,
    and without the index everything is as it was."""
    shop = make_repository(tmp_path / "shop", FILES)
    commit = run_git(shop, "rev-parse", "HEAD")
    folder = ingest_options(tmp_path / "cache").indexes
    await bring(graph, shop, tmp_path / "cache")
    before = await lines(graph)
    assert [row[1:] for row in await callers(graph)] == [("candidate", 0.17)]

    await folder.keep("shop", commit, chunks(SAID))
    outcome = await again(graph, tmp_path / "cache")
    assert (outcome.unchanged, outcome.counts.created, outcome.counts.closed) == (False, 0, 0)
    assert await callers(graph) == [("shop:rust:a.rs:run", "exact", 1.0)]
    upgraded = await export_hash(graph, await active(graph))
    changed = set(before) ^ set(await lines(graph))
    assert changed and all('"source"' in line for line in changed)
    assert (await again(graph, tmp_path / "cache")).unchanged

    await empty(graph)
    await bring(graph, shop, tmp_path / "cache")
    assert await export_hash(graph, await active(graph)) == upgraded

    await folder.remove("shop", commit)
    await again(graph, tmp_path / "cache")
    assert await lines(graph) == before


async def test_what_was_never_ingested_is_not_ingested_again(graph: Graph, tmp_path: Path) -> None:
    """There is no place to take it from."""
    mark = Watermark("nowhere", "main", "a" * 40, "2026-01-01T00:00:00+00:00")
    with pytest.raises(NotFound, match="nowhere"):
        await ingest_again(graph, mark, ingest_options(tmp_path), lambda what, done, total: None)
