"""The whole way: the shop's git history ingested and published, asked over GraphQL in between."""

import re
from pathlib import Path
from typing import Any

from api.bounds import CODE
from api.options import Bounds
from kg.graph import Graph
from kg.publish.follow import follow
from kg.publish.lease import hold_lease, this_process
from kg.publish.rollback import previous, rollback
from kg.publish.snapshots import active
from tests.api.serving import Client, serving
from tests.shop import bring, history, shop

METHODS = """query q($after: String, $first: Int!) { artifacts(kind: METHOD, first: $first, after: $after) {
    nodes { uid location ... on Method { text } } pageInfo { hasNextPage endCursor } snapshot } }"""


DOCS = (Path(__file__).parent.parent.parent / "docs" / "graphql.md").read_text(encoding="utf-8")


async def page(client: Client, after: str | None, first: int) -> dict[str, Any]:
    listed: dict[str, Any] = (await client.data(METHODS, after=after, first=first))["artifacts"]
    return listed


async def test_a_publish_between_two_pages_changes_no_row(graph: Graph, tmp_path: Path) -> None:
    """A reader who began before a real ingest reads on as if it had not happened; then it is gone back."""
    orders = shop()["orders"]
    commits = history(orders)
    await bring(graph, orders, tmp_path, commits[len(commits) // 2])
    async with serving(graph) as client:
        whole = await page(client, None, 100)
        begun = await page(client, None, 3)
        await bring(graph, orders, tmp_path, commits[-1])
        rows, after = begun["nodes"], begun["pageInfo"]["endCursor"]
        while after:
            following = await page(client, after, 3)
            rows += following["nodes"]
            after = following["pageInfo"]["endCursor"] if following["pageInfo"]["hasNextPage"] else None
            assert following["snapshot"] == whole["snapshot"]
        assert rows == whole["nodes"]

        now = await page(client, None, 3)
        assert now["snapshot"] == await active(graph) > whole["snapshot"]
        async with hold_lease(graph, this_process("test")) as fence:
            await rollback(graph, fence, await previous(graph))
            await follow(graph, fence)
        kept = (await client.data("{ snapshots { nodes { seq active } } }"))["snapshots"]["nodes"]
        assert kept[0] == {"seq": whole["snapshot"], "active": True}
        assert await client.codes(METHODS, after=now["pageInfo"]["endCursor"], first=3) == ["SNAPSHOT_GONE"]
        again = await page(client, None, 100)
        assert (again["nodes"], again["snapshot"]) == (whole["nodes"], whole["snapshot"])


async def test_the_shop_answers_in_its_own_words(graph: Graph, tmp_path: Path) -> None:
    """After one ingest: repositories with their commits, methods with callers, a question with hits."""
    for name, path in shop().items():
        await bring(graph, path, tmp_path, name=name)
    async with serving(graph) as client:
        data = await client.data("""{
            repositories { nodes { name commit } }
            artifacts(kind: METHOD, first: 100) { nodes { name location ... on Method { callers { nodes { name } } } } }
            docs: artifacts(kind: DOC, first: 100) { nodes { name related(edges: [DOCUMENTS]) { nodes { name } } } }
            configs: artifacts(kind: CONFIG, first: 100) { nodes { name related(edges: [READS], way: IN) { nodes { name } } } }
            search(text: "how is a refund priced?") { ... on Hits { hits { artifact { name location } } } }
            problems { nodes { file { path } problems } }
        }""")
    assert {(r["name"], r["commit"]) for r in data["repositories"]["nodes"]} == {
        (name, history(path)[-1]) for name, path in shop().items()
    }
    for listed in ("artifacts", "docs", "configs"):
        assert data[listed]["nodes"]
    assert any(method["callers"]["nodes"] for method in data["artifacts"]["nodes"])
    assert any(doc["related"]["nodes"] for doc in data["docs"]["nodes"])
    assert any(config["related"]["nodes"] for config in data["configs"]["nodes"])
    assert any("refund" in hit["artifact"]["name"].lower() for hit in data["search"]["hits"][:5])


async def test_every_query_of_the_docs_runs(graph: Graph, tmp_path: Path) -> None:
    """docs/graphql.md shows queries that have answers, and the bounds that hold."""
    for name, path in shop().items():
        await bring(graph, path, tmp_path, name=name)
    queries = re.findall(r"```graphql\n(.*?)```", DOCS, re.DOTALL)
    assert len(queries) >= 3
    async with serving(graph) as client:
        ask, follow, edges, leads = [await client.data(query) for query in queries]
    assert ask["search"]["hits"]
    assert follow["method"]["callers"]["edges"] and len(follow["callFlow"]["nodes"]) > 1
    assert any(config["related"]["edges"] for config in edges["configs"]["nodes"])
    assert leads["search"]["trails"] and leads["incidents"]["incidents"]
    assert any(table["related"]["edges"] for table in leads["tables"]["nodes"])
    bounds = Bounds()
    for bound in (bounds.fields, bounds.cost, bounds.requests_per_minute):
        assert f"{bound:,}" in DOCS
    assert f"{CODE}" in DOCS and f"depth {bounds.depth}" in DOCS and f"{bounds.aliases} aliases" in DOCS
