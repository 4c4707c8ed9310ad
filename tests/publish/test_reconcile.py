"""The whole way on real repositories: a git history in, snapshots out, incremental equal to a rebuild."""

from pathlib import Path

import pytest

from kg.errors import NotFound, SourceError
from kg.graph import Graph
from kg.publish.export import export, export_hash
from kg.publish.reconcile import remove
from kg.publish.snapshots import active
from tests.empty import empty
from tests.shop import bring, history, shop


async def lines(graph: Graph) -> list[str]:
    return [line async for line in export(graph, await active(graph))]


async def test_every_commit_of_the_shop_equals_a_rebuild(graph: Graph, tmp_path: Path) -> None:
    """Commit by commit, the graph is what a rebuild from nothing gives."""
    orders = shop()["orders"]
    stepwise = []
    for commit in history(orders):
        await bring(graph, orders, tmp_path, commit)
        stepwise.append(await export_hash(graph, await active(graph)))
    assert len(set(stepwise)) == len(stepwise)
    for number in (1, 3, len(stepwise) - 1):
        await empty(graph)
        await bring(graph, orders, tmp_path / "other", history(orders)[number])
        assert await export_hash(graph, await active(graph)) == stepwise[number]


async def test_the_same_commit_again_changes_nothing(graph: Graph, tmp_path: Path) -> None:
    """An ingest of what is there already publishes no snapshot."""
    first = await bring(graph, shop()["pricing"], tmp_path)
    again = await bring(graph, shop()["pricing"], tmp_path)
    assert (first.unchanged, again.unchanged) == (False, True)
    assert again.snapshot == first.snapshot == await active(graph)


async def test_two_repositories_live_side_by_side(graph: Graph, tmp_path: Path) -> None:
    """A second repository leaves the first as it is, and can be removed again."""
    await bring(graph, shop()["orders"], tmp_path)
    alone = await export_hash(graph, await active(graph))
    await bring(graph, shop()["pricing"], tmp_path)
    assert await export_hash(graph, await active(graph)) != alone
    await remove(graph, "pricing")
    assert await export_hash(graph, await active(graph)) == alone
    with pytest.raises(NotFound):
        await remove(graph, "pricing")


async def test_a_key_belongs_to_one_place(graph: Graph, tmp_path: Path) -> None:
    """Another repository under a known key is refused with what to do."""
    await bring(graph, shop()["orders"], tmp_path, name="shop")
    with pytest.raises(SourceError, match="--name"):
        await bring(graph, shop()["pricing"], tmp_path, name="shop")


async def test_calls_configs_and_docs_are_tied(graph: Graph, tmp_path: Path) -> None:
    """Calls, keys and documents of the shop lead to each other; secrets are not in the graph."""
    await bring(graph, shop()["orders"], tmp_path)
    found = "\n".join(await lines(graph))
    for edge in (
        '"source":"orders:java:src/main/java:shop.orders.web.OrderController#refund(String)",'
        '"target":"orders:java:src/main/java:shop.orders.refund.RefundService#refund(String)","type":"CALLS"',
        '"target":"orders:config:.:payment.lease-seconds","type":"READS"',
        '"target":"orders:java:src/main/java:shop.orders.payment.PaymentLease#holding(String,Supplier)",'
        '"type":"DOCUMENTS"',
        '"type":"OVERRIDES"',
        '"type":"IMPLEMENTS"',
    ):
        assert edge in found, edge
    assert "not-a-real-password" not in found
