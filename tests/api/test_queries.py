"""What the fields answer, on a small graph."""

from typing import Any

from api.ids import global_id
from kg.graph import Graph
from kg.schema.facts import Artifact
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, Form, Kind
from tests.api.serving import serving
from tests.api.town import BUY, CHARGE, DOC, PAY, SECRET, TAKE
from tests.retrieve.planted import Link, Planted, method, plant


async def test_a_method_is_found_by_name_and_by_id(town: Graph) -> None:
    """The id of a method leads back to it, with everything its bytes say."""
    query = """query q($name: String!) { method(name: $name) { __typename ... on Method {
        id uid kind name qualifiedName path location startLine endLine language form signature text
        complexity lines docComment modifiers annotations definedBy { name } repository } } }"""
    async with serving(town) as client:
        by_name = (await client.data(query, name="Pay#charge"))["method"]
        assert by_name["location"] == "src/main/java/acme/Pay.java:10"
        assert by_name["text"] == CHARGE.text and by_name["definedBy"] == {"name": "Pay"}
        assert by_name["docComment"] is None and by_name["modifiers"] == []
        for name in (by_name["id"], by_name["uid"], by_name["qualifiedName"], "charge"):
            assert (await client.data(query, name=name))["method"] == by_name


async def test_an_ambiguous_name_gives_the_candidates(town: Graph) -> None:
    """A name that means several methods is answered by what it may mean, never by a guess."""
    query = """{ class(name: "Pay") { ... on Class { members { nodes { name } } } }
        documents(of: "charge") { __typename } callers(of: "m") { __typename }
        method(name: "acme.Till") { __typename } }"""
    async with serving(town) as client:
        data = await client.data(query)
        assert data["class"] == {"members": {"nodes": [{"name": "charge"}, {"name": "take"}]}}
        assert data["documents"] == {"__typename": "DocumentConnection"}
        assert data["callers"] == data["method"] == {"__typename": "NotFound"}


async def test_callers_have_the_lines_of_their_calls(town: Graph) -> None:
    """A call is shown with how it is known and the lines in the caller's file."""
    query = """{ callees(of: "Pay#charge") { ... on CallConnection { edges {
        how confidence lines through node { name } } snapshot } } }"""
    async with serving(town) as client:
        found = (await client.data(query))["callees"]
    assert found == {
        "edges": [
            {"how": "EXACT", "confidence": 1.0, "lines": [12], "through": None, "node": {"name": "take"}}
        ],
        "snapshot": 1,
    }


async def test_a_call_flow_is_a_graph(town: Graph) -> None:
    """Nodes by distance, the calls between them, and whether a bound left something out."""
    query = """query q($from: String!, $way: Direction!, $depth: Int!) {
        callFlow(from: $from, direction: $way, depth: $depth) { ... on CallFlow {
            root { name } nodes { id name } edges { source target how } cut } } }"""
    async with serving(town) as client:
        down = (await client.data(query, **{"from": "buy", "way": "CALLEES", "depth": 3}))["callFlow"]
        assert [node["name"] for node in down["nodes"]] == ["buy", "charge", "take"]
        assert down["edges"][0]["source"] == global_id(BUY.uid)
        assert down["edges"][0]["target"] == global_id(CHARGE.uid)
        assert down["cut"] is False
        short = (await client.data(query, **{"from": "buy", "way": "CALLEES", "depth": 1}))["callFlow"]
        assert short["cut"] is True
        up = (await client.data(query, **{"from": TAKE.uid, "way": "CALLERS", "depth": 1}))["callFlow"]
        assert [node["name"] for node in up["nodes"]] == ["take", "charge"]
        assert await client.codes(query, **{"from": "buy", "way": "CALLEES", "depth": 7}) == ["ARGUMENT"]


async def test_documents_problems_repositories_and_snapshots_are_listed(town: Graph) -> None:
    """What describes a method, what could not be read, and how fresh it all is."""
    query = """{
        documents(of: "Pay#charge") { ... on DocumentConnection { edges { how confidence node { id ... on Doc { text } } } } }
        problems { nodes { file { path } problems } }
        staleMentions { nodes { document { name } line text removedIn { sha } } }
        repositories { nodes { name url ref commit committedAt } }
        snapshot { seq active freshness { repository commit } }
        snapshots { nodes { seq active } }
        artifacts(kind: DOC) { nodes { uid } }
    }"""
    async with serving(town) as client:
        answer = await client.ask(query)
    assert "errors" not in answer, answer
    data = answer["data"]
    assert data["documents"]["edges"] == [
        {"how": "INFERRED", "confidence": 0.8, "node": {"id": global_id(DOC.uid), "text": DOC.text}}
    ]
    assert data["problems"]["nodes"] == [
        {"file": {"path": "src/main/java/acme/Pay.java"}, "problems": ["3: missing )"]}
    ]
    assert data["staleMentions"]["nodes"] == [
        {"document": {"name": DOC.name}, "line": 5, "text": "Pay#refund", "removedIn": None},
        {"document": {"name": DOC.name}, "line": 7, "text": "src/Old.java", "removedIn": None},
    ]
    assert [(r["name"], r["commit"]) for r in data["repositories"]["nodes"]] == [("shop", "c1")]
    assert data["snapshot"] == {
        "seq": 1,
        "active": True,
        "freshness": [{"repository": "shop", "commit": "c1"}],
    }
    assert data["snapshots"]["nodes"] == [{"seq": 1, "active": True}]
    assert data["artifacts"]["nodes"] == [{"uid": DOC.uid}]
    assert answer["extensions"]["snapshot"] == 1


ONE = """query q($id: ID!, $name: String!) {
    node(id: $id) { id } artifact(id: $id) { id name callersOf: documents { nodes { id } } }
    method(name: $name) { ... on Method { name } ... on NotFound { message } }
    callers(of: $name) { ... on NotFound { message } } callees(of: $name) { ... on NotFound { message } }
    documents(of: $name) { ... on NotFound { message } } callFlow(from: $name) { ... on NotFound { message } }
}"""


async def test_forbidden_and_missing_are_the_same_to_the_byte(town: Graph) -> None:
    """Nobody learns from an answer that something is there which they may not see."""
    async with serving(town) as client:
        answers = set()
        for uid in (SECRET.uid, "vault:java:src:acme.Safe#shut()", "no:such:thing"):
            for name in (uid, global_id(uid), "Safe#open", "no.such#thing"):
                answers.add((await client.post(ONE, id=global_id(uid), name=name)).content)
        answers.add((await client.post(ONE, id="not an id", name="")).content)
        assert len(answers) == 1
        stranger = client.as_other()
        lists = """{ artifacts(kind: METHOD) { nodes { id } } problems { nodes { problems } }
            staleMentions { nodes { text } } repositories { nodes { id } } snapshot { freshness { commit } } }"""
        assert (await stranger.data(lists)) == {
            "artifacts": {"nodes": []},
            "problems": {"nodes": []},
            "staleMentions": {"nodes": []},
            "repositories": {"nodes": []},
            "snapshot": {"freshness": []},
        }
        seen = await stranger.post(ONE, id=global_id(CHARGE.uid), name="charge")
        assert seen.content in answers


async def test_a_hidden_caller_is_not_in_any_page(town: Graph) -> None:
    """Callers out of scope are absent from pages, flows and counts alike."""
    query = """{ callers(of: "Pay#charge", first: 100) { ... on CallConnection { nodes { name } pageInfo { hasNextPage } } }
        callFlow(from: "Pay#charge", direction: CALLERS) { ... on CallFlow { nodes { name } } } }"""
    async with serving(town) as client:
        data = await client.data(query)
    assert len(data["callers"]["nodes"]) == 51
    names = [node["name"] for node in data["callers"]["nodes"] + data["callFlow"]["nodes"]]
    assert "open" not in names and "buy" in names


async def test_an_interface_answers_with_each_kind(town: Graph) -> None:
    """`node` and `artifact` give the type of the kind."""
    async with serving(town) as client:
        for artifact, kind in ((CHARGE, "Method"), (PAY, "Class"), (DOC, "Doc")):
            data = await client.data(
                "query q($id: ID!) { node(id: $id) { __typename id } }", id=global_id(artifact.uid)
            )
            assert data["node"] == {"__typename": kind, "id": global_id(artifact.uid)}


async def test_edges_of_any_type_can_be_followed(town: Graph) -> None:
    """What a document describes, what a method calls and is defined by: one field, both ways, in pages."""
    query = """query q($id: ID!, $edges: [EdgeType!]!, $way: Way!, $after: String) { artifact(id: $id) {
        related(edges: $edges, way: $way, first: 2, after: $after) {
            edges { edge how lines node { name } } pageInfo { hasNextPage endCursor } } } }"""
    async with serving(town) as client:

        async def follow(way: str, edges: list[str], after: str | None = None) -> dict[str, Any]:
            data = await client.data(query, id=global_id(CHARGE.uid), edges=edges, way=way, after=after)
            related: dict[str, Any] = data["artifact"]["related"]
            return related

        out = await follow("OUT", ["CALLS", "READS"])
        assert out["edges"] == [{"edge": "CALLS", "how": "EXACT", "lines": [12], "node": {"name": "take"}}]
        first = await follow("IN", ["DEFINES", "DOCUMENTS"])
        rest = await follow("IN", ["DEFINES", "DOCUMENTS"], first["pageInfo"]["endCursor"])
        found = [(edge["edge"], edge["node"]["name"]) for edge in first["edges"] + rest["edges"]]
        assert found == [("DOCUMENTS", "Charging"), ("DEFINES", "Pay.java"), ("DEFINES", "Pay")]
        assert not rest["pageInfo"]["hasNextPage"]
        assert (await follow("IN", ["EXTENDS"]))["edges"] == []


async def test_what_may_run_for_a_called_method_says_so(town: Graph) -> None:
    """It is no fact: how sure it is, and what leads from the declared method to it; in a flow too."""
    strike, ring, clock = method("strike", "Tower"), method("ring", "Bell"), method("ring", "ClockBell")
    links = [Link(EdgeType.CALLS, strike.uid, ring.uid), Link(EdgeType.OVERRIDES, clock.uid, ring.uid)]
    await plant(town, [Planted(one) for one in (strike, ring, clock)], links)
    query = """{ callees(of: "Tower#strike") { ... on CallConnection { edges { how confidence via through } } }
        callFlow(from: "Tower#strike") { ... on CallFlow { edges { target how via } } } }"""
    async with serving(town) as client:
        data = await client.data(query)
    assert data["callees"]["edges"] == [
        {"how": "EXACT", "confidence": 1.0, "via": None, "through": None},
        {"how": "CANDIDATE", "confidence": 0.5, "via": "OVERRIDES", "through": global_id(ring.uid)},
    ]
    assert {"target": global_id(clock.uid), "how": "CANDIDATE", "via": "OVERRIDES"} in data["callFlow"][
        "edges"
    ]


async def test_odd_configuration_keys_are_listed(town: Graph) -> None:
    """A page at a time, with their values; a key that nothing reads."""
    keys = [
        Artifact(
            Kind.CONFIG, Uid(f"shop:config:pay:{n}"), n, n, "config:pay", form=Form.KEY, values=("default=1",)
        )
        for n in ("pay.a", "pay.b")
    ]
    await plant(town, [Planted(key) for key in keys], [])
    query = """query q($after: String) { configs(state: UNREAD, first: 1, after: $after) {
        nodes { name values } pageInfo { hasNextPage endCursor } } }"""
    async with serving(town) as client:
        first = (await client.data(query))["configs"]
        rest = (await client.data(query, after=first["pageInfo"]["endCursor"]))["configs"]
    assert first["nodes"] == [{"name": "pay.a", "values": ["default=1"]}] and first["pageInfo"]["hasNextPage"]
    assert (
        rest["nodes"] == [{"name": "pay.b", "values": ["default=1"]}] and not rest["pageInfo"]["hasNextPage"]
    )
