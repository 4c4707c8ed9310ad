"""Any kept snapshot can be read, by number or by the name of a pin; a request reads one."""

from collections.abc import AsyncIterator

import pytest

from api.graphql import make_schema
from api.options import Bounds
from api.travel import OUTSIDE
from kg.graph import Graph
from tests.api.serving import Client, serving
from tests.api.town import publish_without_tills, settle
from tests.retrieve.planted import run

METHOD = 'query q($s: Int, $p: String) { method(name: "late", snapshot: $s, pinned: $p) { __typename } }'


@pytest.fixture
async def client(graph: Graph) -> AsyncIterator[Client]:
    """Two snapshots: `late` is in the second one only; the first is pinned as release-1."""
    await settle(graph)
    await publish_without_tills(graph)
    await run(graph, "MATCH (s:Snapshot {seq: 1}) SET s.pinned = 'release-1'", {})
    async with serving(graph) as opened:
        yield opened


async def test_an_earlier_snapshot_is_read_by_number_or_pin(client: Client) -> None:
    """What came later is not there; the answer says which snapshot it is of."""
    for variables, expected, seq in (
        ({}, "Method", 2),
        ({"s": 2}, "Method", 2),
        ({"s": 1}, "NotFound", 1),
        ({"p": "release-1"}, "NotFound", 1),
        ({"p": "release-1", "s": 1}, "NotFound", 1),
    ):
        answer = await client.ask(METHOD, **variables)
        assert answer["data"]["method"]["__typename"] == expected, variables
        assert answer["extensions"]["snapshot"] == seq


async def test_a_search_is_of_its_snapshot(client: Client) -> None:
    """Words and names are looked for in the versions that it holds."""
    query = """query q($s: Int) { search(text: "late", snapshot: $s) { ... on Hits { snapshot { seq }
        hits { artifact { name } } } } }"""
    for seq, there in ((2, True), (1, False)):
        found = (await client.data(query, s=seq))["search"]
        names = [hit["artifact"]["name"] for hit in found["hits"]]
        assert (found["snapshot"]["seq"], "late" in names) == (seq, there)


async def test_written_and_by_default_of_a_variable(client: Client) -> None:
    """However the number is given; beside fields that name none, the whole request reads it."""
    for query in (
        "{ snapshot(snapshot: 1) { seq } coverage { embeddable } }",
        "query q($s: Int = 1) { snapshot(snapshot: $s) { seq } coverage { embeddable } }",
        '{ coverage(pinned: "release-1") { embeddable } snapshot { seq } }',
        "{ ...f } fragment f on Query { snapshot(snapshot: 1) { seq } }",
    ):
        assert (await client.data(query))["snapshot"] == {"seq": 1}, query


async def test_two_snapshots_in_one_request_are_refused(client: Client) -> None:
    """By numbers, by pins, by a number and a cursor; a pin and a number that do not agree."""
    for query in (
        "{ snapshot(snapshot: 1) { seq } coverage(snapshot: 2) { embeddable } }",
        '{ snapshot(pinned: "a") { seq } coverage(pinned: "b") { embeddable } }',
        "{ snapshot(snapshot: 0) { seq } }",
    ):
        assert await client.codes(query) == ["ARGUMENT"], query
    page = 'callers(of: "Pay#charge", first: 2%s) { ... on CallConnection { pageInfo { endCursor } } }'
    first = await client.data("{ " + page % ", snapshot: 1" + " }")
    cursor = first["callers"]["pageInfo"]["endCursor"]
    again = page % f', after: "{cursor}"'
    assert await client.codes("{ snapshot(snapshot: 2) { seq } " + again + " }") == ["ARGUMENT"]
    assert (await client.data("{ snapshot(snapshot: 1) { seq } " + again + " }"))["snapshot"] == {"seq": 1}
    assert (await client.data('{ snapshot(pinned: "release-1") { seq } ' + again + " }"))["snapshot"] == {
        "seq": 1
    }
    assert await client.codes('{ snapshot(pinned: "release-1", snapshot: 2) { seq } }') == ["SNAPSHOT_GONE"]


async def test_what_is_not_kept_is_gone(client: Client, graph: Graph) -> None:
    """A number that never was, one that is retired, and a name that nothing is pinned by."""
    assert await client.codes(METHOD, s=99) == ["SNAPSHOT_GONE"]
    assert await client.codes(METHOD, p="release-9") == ["SNAPSHOT_GONE"]
    await run(graph, "MATCH (s:Snapshot {seq: 1}) SET s.state = 'retired'", {})
    assert await client.codes(METHOD, s=1) == ["SNAPSHOT_GONE"]


def test_every_root_field_that_reads_takes_a_snapshot() -> None:
    """Nobody has to remember it for a new field."""
    query = make_schema(Bounds())._schema.query_type
    assert query is not None
    for name, field in query.fields.items():
        assert ({"snapshot", "pinned"} <= set(field.args)) == (_written(name) not in OUTSIDE), name


def _written(name: str) -> str:
    """As Python has it: `pin_offers` of `pinOffers`."""
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name)
