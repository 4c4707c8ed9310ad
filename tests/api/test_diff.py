"""`diff` over GraphQL: two snapshots by number or pin, pages, one flow, and who may see what."""

from collections.abc import AsyncIterator

import pytest

from kg.graph import Graph
from tests.api.serving import Client, serving
from tests.publish.snapshots import history
from tests.shell import run

DIFF = """query q($a: ID!, $b: ID, $first: Int = 20, $after: String) { diff(a: $a, b: $b) { a b
    artifacts(first: $first, after: $after) { nodes { change uid kind name repository path }
        pageInfo { hasNextPage endCursor } }
    edges(types: [CALLS]) { nodes { change edge { edge source target how } } } } }"""


@pytest.fixture
async def client(graph: Graph) -> AsyncIterator[Client]:
    await history(graph)
    await run(graph, "MERGE (r:Registration {repo: 'shop'}) SET r.scope = 's00001'")
    await run(graph, "MATCH (s:Snapshot {seq: 4}) SET s.pinned = 'release-4'")
    async with serving(graph) as opened:
        yield opened


async def test_two_snapshots_are_compared(client: Client) -> None:
    """By number, by pin, or with the one that is read; turned around, added is removed."""
    found = (await client.data(DIFF, a=1, b=2))["diff"]
    assert [edge["change"] for edge in found["edges"]["nodes"]] == ["ADDED"]
    assert (await client.data(DIFF, a=2, b=1))["diff"]["edges"]["nodes"][0]["change"] == "REMOVED"
    by_pin = (await client.data(DIFF, a="release-4"))["diff"]
    assert (by_pin["a"], by_pin["b"]) == (4, 8)
    assert by_pin == (await client.data(DIFF, a=4, b=8))["diff"] | {"artifacts": by_pin["artifacts"]}
    names = {(one["change"], one["name"]) for one in by_pin["artifacts"]["nodes"]}
    assert ("CHANGED", "rate") in names and ("ADDED", "f") in names
    same = (await client.data(DIFF, a=8))["diff"]
    assert same["artifacts"]["nodes"] == same["edges"]["nodes"] == []


async def test_pages_stay_on_their_two_snapshots(client: Client) -> None:
    """A cursor is good for its pair only."""
    whole = (await client.data(DIFF, a=1))["diff"]["artifacts"]["nodes"]
    nodes, after = [], None
    while True:
        page = (await client.data(DIFF, a=1, first=2, after=after))["diff"]["artifacts"]
        nodes += page["nodes"]
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    assert nodes == whole and len(whole) > 4
    assert await client.codes(DIFF, a=2, after=after) == ["CURSOR"]


async def test_one_flow_is_compared(client: Client) -> None:
    """By name in the later snapshot, or in the earlier one where it is gone."""
    flow = """query q($name: String!, $a: ID!, $b: ID) { diff(a: $a, b: $b) { callFlow(from: $name) { __typename
        ... on ChangedFlow { cut artifacts { change name } edges { change edge { target } } } } } }"""
    found = (await client.data(flow, name="charge", a=4, b=6))["diff"]["callFlow"]
    assert {"change": "CHANGED", "name": "rate"} in found["artifacts"]
    gone = (await client.data(flow, name="rate", a=4, b=5))["diff"]["callFlow"]
    assert gone["artifacts"] == [{"change": "REMOVED", "name": "rate"}]
    for name in ("nope", "x" * 3000):
        answer = await client.data(flow, name=name, a=4, b=5)
        assert answer["diff"]["callFlow"]["__typename"] == "NotFound"


async def test_only_kept_snapshots_and_visible_things(client: Client) -> None:
    """What is gone says so; a caller without rights sees no difference at all."""
    for variables in ({"a": 99}, {"a": "nope"}, {"a": 1, "b": 99}):
        assert await client.codes(DIFF, **variables) == ["SNAPSHOT_GONE"]
    other = (await client.as_other().data(DIFF, a=1))["diff"]
    assert other["artifacts"]["nodes"] == other["edges"]["nodes"] == []
