"""Everything around the code over GraphQL, on the shop as it is ingested: two repositories, one question each."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kg.graph import Graph
from tests.api.serving import Client, serving
from tests.shop import bring, shop


@pytest.fixture
async def client(graph: Graph, tmp_path: Path) -> AsyncIterator[Client]:
    for path in shop().values():
        await bring(graph, path, tmp_path)
    async with serving(graph) as opened:
        yield opened


async def of_kind(client: Client, kind: str, fields: str) -> list[dict[str, Any]]:
    found = await client.data(
        f"{{ artifacts(kind: {kind}, first: 100) {{ nodes {{ uid name {fields} }} }} }}"
    )
    nodes: list[dict[str, Any]] = found["artifacts"]["nodes"]
    return nodes


RELATED = "{ edges { edge node { uid } details { name values } } }"


async def test_a_table_with_its_columns_and_who_uses_it(client: Client) -> None:
    """Migrations give the columns and the key, code gives who reads and who writes."""
    fields = f"... on Table {{ columns primaryKey }} related(edges: [QUERIES], way: IN) {RELATED}"
    tables = {table["name"]: table for table in await of_kind(client, "TABLE", fields)}
    refunds = tables["refunds"]
    assert refunds["primaryKey"] == ["refund_key"] and "cents bigint" in refunds["columns"]
    access = {
        edge["node"]["uid"].rpartition("#")[2].partition("(")[0]: {
            one["name"]: one["values"] for one in edge["details"]
        }["access"]
        for edge in refunds["related"]["edges"]
        if "#" in edge["node"]["uid"] and ":java:" in edge["node"]["uid"]
    }
    assert access == {"recordRefund": ["write"], "refundExists": ["read"]}


async def test_a_request_meets_what_serves_it_in_another_repository(client: Client) -> None:
    """Both sides have one key; the match is an edge between them."""
    fields = f"repository ... on Endpoint {{ key side protocol }} related(edges: [MATCHES]) {RELATED}"
    ends = await of_kind(client, "ENDPOINT", fields)
    asked = next(one for one in ends if one["key"] == "GET /refund-fees/{}" and one["side"] == "requests")
    assert (asked["repository"], asked["protocol"]) == ("orders", "http")
    (met,) = asked["related"]["edges"]
    assert met["node"]["uid"].startswith("pricing:endpoint:")


async def test_a_flow_goes_on_in_another_repository(client: Client) -> None:
    """From the refund in orders to who hears of it in pricing, and to the tables on both sides."""
    flow = """{ callFlow(from: "RefundService.refund", depth: 4) { ... on CallFlow {
        nodes { repository kind name } edges { edge } } } }"""
    found = (await client.data(flow))["callFlow"]
    reached = {(node["repository"], node["kind"], node["name"]) for node in found["nodes"]}
    assert ("orders", "TABLE", "refunds") in reached
    assert ("pricing", "TOPIC", "orders.refunded") in reached and ("pricing", "METHOD", "run") in reached
    assert {"CALLS", "QUERIES", "PUBLISHES", "MATCHES", "CONSUMES"} <= {
        edge["edge"] for edge in found["edges"]
    }


async def test_did_this_break_before(client: Client) -> None:
    """The report of March names the refund; for a method that leads to it, it is told with the way."""
    asked = """query q($for: String!) { incidents(for: $for) { ... on Incidents { incidents {
        report { path } about { name } way { edge } } } } }"""
    of_refund = (await client.data(asked, **{"for": "RefundService.refund"}))["incidents"]["incidents"]
    assert ("postmortems/2026-03-14-double-refund.md", "refund", []) in [
        (one["report"]["path"], one["about"]["name"], one["way"]) for one in of_refund
    ]
    of_route = (await client.data(asked, **{"for": "OrderController.refund"}))["incidents"]["incidents"]
    assert "CALLS" in [step["edge"] for one in of_route for step in one["way"]]


async def test_a_search_tells_what_its_hits_lead_to(client: Client) -> None:
    """A setting, a table, a topic, a document and an incident, each with the edges to it."""
    asked = """{ search(text: "what happens when an order is refunded, and did that break before?") {
        ... on Hits { trails { artifact { kind repository } steps { edge } } } } }"""
    trails = (await client.data(asked))["search"]["trails"]
    kinds = {one["artifact"]["kind"] for one in trails}
    assert {"CONFIG", "TABLE", "TOPIC", "DOC", "POSTMORTEM"} <= kinds
    assert all(one["steps"] for one in trails)
    assert "pricing" in {one["artifact"]["repository"] for one in trails}


async def test_a_library_and_who_depends_on_it(client: Client) -> None:
    """By name, with the version as the build file has it."""
    fields = f"... on Library {{ ecosystem }} related(edges: [DEPENDS_ON], way: IN) {RELATED}"
    libraries = {one["name"]: one for one in await of_kind(client, "LIBRARY", fields)}
    assert libraries["fastapi"]["ecosystem"] == "pypi"
    (named,) = libraries["fastapi"]["related"]["edges"]
    assert named["node"]["uid"] == "pricing:file:requirements.txt"
