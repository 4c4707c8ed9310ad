"""The past over GraphQL: history, blame, co-change, what past commits said, and documents that are older."""

from pathlib import Path
from typing import Any

from kg.graph import Graph
from kg.history.fill import remember
from kg.publish.snapshots import active
from tests.api.serving import serving
from tests.shop import bring, shop

LEASE = """{ named: artifacts(kind: CONFIG, first: 100) { nodes { name
    history(first: 5) { complete changes { commit { author at subject } values { environment old new } } } } } }"""
REFUND = """{ method(name: "RefundService.refund") { ... on Method { changedAt changedIn changes
    history(first: 2) { complete wholeFile changes { path commit { sha author subject } } }
    blame { startLine endLine commit { author } }
    coChanged(first: 3) { path together share }
    documents { edges { targetChangedSince node { path } } } } } }"""
SAID = """{ history(text: "pay refund once unique key", first: 5) { name path } historyCoverage { covered wanted share } }"""


async def fill(graph: Graph, tmp_path: Path) -> None:
    await remember(graph, tmp_path, await active(graph), lambda done, of: None)


async def test_who_decided_that_the_lease_is_shorter(graph: Graph, tmp_path: Path) -> None:
    """A setting's history says when it got which value, by whom, and why."""
    await bring(graph, shop()["orders"], tmp_path)
    async with serving(graph) as client:
        listed = (await client.data(LEASE))["named"]["nodes"]
    (lease,) = (one for one in listed if one["name"] == "payment.lease-seconds")
    newest: dict[str, Any] = lease["history"]["changes"][0]
    assert newest["values"] == [{"environment": "default", "old": "15", "new": "8"}]
    assert newest["commit"]["author"] == "Jonas Weber"
    assert newest["commit"]["at"] == "2026-05-11T11:05:00Z"
    assert newest["commit"]["subject"].startswith("Lease 8 seconds instead of 15")


async def test_the_past_of_a_method_is_asked_for_at_once(graph: Graph, tmp_path: Path) -> None:
    """What is filled in is null before, what is read from git is there; both say the same commit."""
    await bring(graph, shop()["orders"], tmp_path)
    async with serving(graph) as client:
        before = (await client.data(REFUND))["method"]
        await fill(graph, tmp_path)
        after = (await client.data(REFUND))["method"]
    assert (before["changedAt"], before["changes"]) == (None, 0)
    assert {edge["targetChangedSince"] for edge in before["documents"]["edges"]} <= {None}
    newest = after["history"]["changes"][0]["commit"]
    assert after["changedIn"] == newest["sha"] and not after["history"]["wholeFile"]
    assert before["history"] == after["history"] and after["changes"] >= 2
    assert {"Mina Park", "Jonas Weber"} >= {one["commit"]["author"] for one in after["blame"]} > set()
    assert all(one["together"] >= 2 for one in after["coChanged"]) and after["coChanged"]
    assert {edge["targetChangedSince"] for edge in after["documents"]["edges"]} <= {True, False}


async def test_a_document_older_than_what_it_describes_says_so(graph: Graph, tmp_path: Path) -> None:
    """The decision for a lease of 15 seconds was not touched when it became 8."""
    asked = """{ artifacts(kind: METHOD, first: 100) { nodes { qualifiedName
        documents { edges { targetChangedSince node { path } } } } } }"""
    await bring(graph, shop()["orders"], tmp_path)
    await fill(graph, tmp_path)
    async with serving(graph) as client:
        nodes = (await client.data(asked))["artifacts"]["nodes"]
    told = {
        (edge["node"]["path"], edge["targetChangedSince"])
        for node in nodes
        for edge in node["documents"]["edges"]
    }
    assert {since for _, since in told} == {True, False}


async def test_past_subjects_are_searched(graph: Graph, tmp_path: Path) -> None:
    """What a commit said finds what it touched, and coverage says how much is filled in."""
    await bring(graph, shop()["orders"], tmp_path)
    async with serving(graph) as client:
        assert (await client.data(SAID))["history"] == []
        await fill(graph, tmp_path)
        found = await client.data(SAID)
        hidden = await client.as_other().data(SAID)
    assert found["history"] and found["historyCoverage"]["share"] == 1.0
    assert hidden["history"] == [] and hidden["historyCoverage"]["wanted"] == 0
