"""Every answer says how fresh what it shows is, for the repositories that it involves and nobody else's."""

from pathlib import Path

from kg.graph import Graph
from kg.publish.snapshots import list_snapshots
from kg.records.heads import saw_head
from tests.api.serving import Client, make_client, service_of
from tests.shop import bring, shop

REFUNDS = '{ method(name: "RefundService.refund") { ... on Method { name } } }'


async def freshness(client: Client, query: str) -> dict[str, dict[str, object]]:
    extensions = (await client.ask(query))["extensions"]
    return {line["repository"]: line for line in extensions.get("freshness", ())}


async def test_an_answer_says_how_fresh_it_is(graph: Graph, tmp_path: Path) -> None:
    """Commit, when it was made and first seen by readers, where its ref was last seen, and how far behind."""
    for path in shop().values():
        await bring(graph, path, tmp_path)
    (now,) = [one for one in await list_snapshots(graph) if one.active]
    marks = {mark.repo: mark for mark in now.watermarks}
    async with service_of(graph) as service, make_client(service) as client:
        told = await freshness(client, REFUNDS)
        assert set(told) == {"orders"}
        line = told["orders"]
        mark = marks["orders"]
        assert (line["commit"], line["ref"]) == (mark.commit, mark.ref)
        assert (line["committedAt"], line["publishedAt"]) == (mark.committed_at, mark.published_at)
        assert (line["head"], line["lagSeconds"]) == (None, None)
        await saw_head(service.records, "orders", mark.ref, mark.commit)
        assert (await freshness(client, REFUNDS))["orders"]["lagSeconds"] == 0
        await saw_head(service.records, "orders", mark.ref, "b" * 40)
        behind = (await freshness(client, REFUNDS))["orders"]
        assert behind["head"] == "b" * 40 and behind["lagSeconds"] in range(60)
        both = await freshness(
            client, '{ search(text: "refund fee") { ... on Hits { hits { artifact { name } } } } }'
        )
        assert {"orders", "pricing"} >= set(both) and both
        assert await freshness(client.as_other(), REFUNDS) == {}
        assert await freshness(client, "{ coverage { share } }") == {}


async def test_a_commit_keeps_the_time_of_its_first_publish(graph: Graph, tmp_path: Path) -> None:
    """A publish of another repository does not make it younger; a rollback gives the older time back."""
    orders, pricing = shop()["orders"], shop()["pricing"]
    await bring(graph, orders, tmp_path)
    first = (await list_snapshots(graph))[0].watermarks[0]
    assert first.published_at
    await bring(graph, pricing, tmp_path)
    newest = max(await list_snapshots(graph), key=lambda one: one.seq)
    times = {mark.repo: mark.published_at for mark in newest.watermarks}
    assert times["orders"] == first.published_at < times["pricing"]
