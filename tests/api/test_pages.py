"""Pages: stable while the graph moves on, few statements, cursors that only fit where they came from."""

import time
from dataclasses import replace
from typing import Any

import pytest

from api.cursors import read_cursor, write_cursor
from kg.graph import Graph
from kg.schema.snapshot import LEASE_SECONDS
from tests.api.serving import SECRET, Client, Counting, serving
from tests.api.town import DOC, publish_without_tills, settle
from tests.retrieve.planted import publish, run

pytestmark = pytest.mark.usefixtures("town")


@pytest.fixture
async def town(graph: Graph) -> None:
    await settle(graph)


PAGE = """query q($after: String, $first: Int = 7) { callers(of: "Pay#charge", first: $first, after: $after) {
    ... on CallConnection { edges { cursor node { name } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } snapshot } } }"""


async def walk(client: Client, first: int, after: str | None = None) -> tuple[list[str], set[int]]:
    """Every name from a cursor on, and the snapshots that the pages were of."""
    names: list[str] = []
    snapshots: set[int] = set()
    while True:
        page = (await client.data(PAGE, after=after, first=first))["callers"]
        names += [edge["node"]["name"] for edge in page["edges"]]
        snapshots.add(page["snapshot"])
        if not page["pageInfo"]["hasNextPage"]:
            return names, snapshots
        after = page["pageInfo"]["endCursor"]


async def first_page(client: Client, query: str = PAGE) -> dict[str, Any]:
    page: dict[str, Any] = (await client.data(query))["callers"]
    return page


async def test_pages_join_to_the_whole(graph: Graph) -> None:
    """Any page length gives every row once, in the same order."""
    async with serving(graph) as client:
        whole, _ = await walk(client, 100)
        assert len(whole) == len(set(whole)) == 51
        for first in (1, 7, 50, 51):
            assert (await walk(client, first))[0] == whole


async def test_a_reader_stays_on_the_snapshot_that_they_began_with(graph: Graph) -> None:
    """A publish between two pages changes neither the rows that follow nor their number."""
    async with serving(graph) as client:
        whole, _ = await walk(client, 100)
        page = await first_page(client)
        await publish_without_tills(graph)
        rest, snapshots = await walk(client, 7, page["pageInfo"]["endCursor"])
        assert [edge["node"]["name"] for edge in page["edges"]] + rest == whole
        assert snapshots == {1}
        now, snapshots = await walk(client, 100)
        assert len(now) == 27 and "late" in now and snapshots == {2}


async def test_a_cursor_decides_for_the_whole_request(graph: Graph) -> None:
    """Fields beside the page read the cursor's snapshot too: one request, one snapshot."""
    async with serving(graph) as client:
        cursor = (await first_page(client))["pageInfo"]["endCursor"]
        await publish_without_tills(graph)
        query = """query q($after: String) { snapshot { seq active } method(name: "late") { __typename }
            callers(of: "Pay#charge", after: $after) { ... on CallConnection { snapshot } } }"""
        answer = await client.ask(query, after=cursor)
        assert answer["data"]["snapshot"] == {"seq": 1, "active": False}
        assert answer["data"]["method"] == {"__typename": "NotFound"}
        assert answer["extensions"]["snapshot"] == 1
        newer = (await first_page(client))["pageInfo"]["endCursor"]
        two = """query q($a: String, $b: String) { x: callers(of: "Pay#charge", after: $a) { __typename }
            y: callers(of: "Pay#charge", after: $b) { __typename } }"""
        assert await client.codes(two, a=cursor, b=newer) == ["CURSOR"]


async def test_a_snapshot_that_is_gone_says_so(graph: Graph) -> None:
    """A cursor outlives its snapshot only as a clear answer."""
    async with serving(graph) as client:
        cursor = (await first_page(client))["pageInfo"]["endCursor"]
        await publish(graph, 2)
        await run(graph, "MATCH (s:Snapshot {seq: 1}) SET s.state = 'abandoned'", {})
        assert await client.codes(PAGE, after=cursor) == ["SNAPSHOT_GONE"]
        await run(graph, "MATCH (s:Snapshot {seq: 1}) DELETE s", {})
        assert await client.codes(PAGE, after=cursor) == ["SNAPSHOT_GONE"]


async def test_a_cursor_fits_only_where_it_came_from(graph: Graph) -> None:
    """Made up, changed, of another list, or of other rights: refused, all in the same words."""
    other = PAGE.replace("Pay#charge", "Pay#take")
    async with serving(graph) as client:
        cursor = (await first_page(client))["pageInfo"]["endCursor"]
        answers = [await client.ask(PAGE, after=text) for text in ("x", "AAAA", cursor[:-4], cursor + "AAAA")]
        answers.append(await client.ask(other, after=cursor))
        await run(graph, "MERGE (r:Registration {repo: 'vault'}) SET r.scope = 's00002'", {})
        answers.append(await client.ask(PAGE, after=cursor))
        assert {error["extensions"]["code"] for a in answers for error in a["errors"]} == {"CURSOR"}
        assert len({error["message"] for a in answers for error in a["errors"]}) == 1


async def test_a_page_length_out_of_range_is_refused(graph: Graph) -> None:
    """A page has 1 to 100 rows."""
    async with serving(graph) as client:
        for first in (0, -1, 101, 2**31 - 1):
            assert await client.codes(PAGE, first=first) == ["ARGUMENT"]


FIFTY = """query q($after: String) { artifacts(kind: METHOD, first: 50, after: $after) { nodes {
    id name location ... on Method { signature
        callers(first: 5) { edges { lines node { name location } } }
        documents(first: 5) { edges { how node { name location } } } } } } }"""


@pytest.mark.parametrize(
    ("fields", "listing"), [("signature", "explore_list"), ("signature text lines", "explore_list_details")]
)
async def test_fifty_methods_with_callers_and_documents_are_four_statements(
    graph: Graph, fields: str, listing: str
) -> None:
    """Statements follow the fields of a query, not its rows; content costs no further one."""
    counting = Counting(graph)
    async with serving(counting) as client:
        await client.until_ready()
        counting.names.clear()
        nodes = (await client.data(FIFTY.replace("signature", fields)))["artifacts"]["nodes"]
    assert len(nodes) == 50
    assert counting.names == ["retrieve_session", listing, "explore_callers", "explore_documents"]
    assert {edge["node"]["name"] for node in nodes for edge in node["documents"]["edges"]} == {DOC.name}


async def test_a_cursor_ends_fifteen_minutes_after_its_first_page(graph: Graph) -> None:
    """A page later carries the time of the first one on; when it is over, the answer says so."""
    async with serving(graph) as client:
        page = await first_page(client)
        later = (await client.data(PAGE, after=page["pageInfo"]["endCursor"]))["callers"]["pageInfo"][
            "endCursor"
        ]
        first, second = (read_cursor(text, SECRET) for text in (page["pageInfo"]["endCursor"], later))
        assert first.begun_at == second.begun_at
        for age, code in ((LEASE_SECONDS - 60, []), (LEASE_SECONDS + 60, ["SNAPSHOT_GONE"])):
            aged = write_cursor(replace(second, begun_at=int(time.time() - age)), SECRET)
            answer = await client.ask(PAGE, after=aged)
            assert [error["extensions"]["code"] for error in answer.get("errors", ())] == code
