"""Every statement against a real Neo4j: it parses, its mode is what it says, its words exist, and its
plan holds the operators that make it fast."""

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import fields
from typing import Any

import neo4j
import pytest

from kg.graph import Graph, GraphOptions, statements
from kg.schema.details import ARTIFACT_DETAILS, EDGE_DETAILS
from kg.schema.facts import Artifact, Edge
from kg.schema.vocabulary import EdgeType, Kind
from tests.shell import run

QUERY_TYPES = {"read": {"r"}, "write": {"w", "rw"}, "schema": {"s"}}
UNKNOWN = re.compile(r"01N5[012]|UnknownLabel|UnknownRelationshipType|UnknownPropertyKey")
STORED = (
    *(field.name for field in fields(Artifact)),
    *(field.name for field in fields(Edge) if field.name not in ("source", "target")),
    *["vid", "repo", "content_hash", "valid_from", "valid_to", "vf", "vt", "scope", "search_text", "touched"],
    *["embedding_a", "embedding_b", "embedding_key", "shape", "service", "owner_team"],
    *["history_key", "history_text", "changed_at", "changed_in", "changes"],
    *ARTIFACT_DETAILS,
    *EDGE_DETAILS,
)
CONTROL = {
    "Pointer": "name seq followed low high moved_back_at checked trial_seq trial_until trial_percent",
    "Counter": "name value",
    "Lease": "name fence checked candidate holder host pid started expires_at",
    "Snapshot": "seq state base created_at published_at repos refs commits committed_at brought_at pinned retired_at checked",
    "Watermark": "repo ref commit committed_at seq files lines nodes edges missed problems skipped settings",
    "Registration": "repo url ref scope scope_number created_at ownership closed_at",
    "VectorSlot": "slot model dimension similarity prefix_mode state",
    "TextIndex": "average_length filler",
    "Migration": "name checksum at",
    "Verdict": "seq tier names states values bounds notes seconds forced at approved_by",
}


@pytest.fixture
async def words(graph: Graph, graph_options: GraphOptions) -> AsyncIterator[neo4j.AsyncDriver]:
    """A graph in which every label, edge type and property that kg stores is known, and a driver
    that shows what Neo4j warns of."""
    for kind in Kind:
        await run(graph, "CREATE (a:Artifact) SET a:$($p.kind)", kind=kind.value)
    for edge in EdgeType:
        await run(graph, "CREATE (:Artifact)-[e:$($p.type)]->(:Artifact)", type=edge.value)
    await run(graph, "CREATE (a:Artifact) SET a = $p.row", row=dict.fromkeys(STORED, 1))
    for label, names in CONTROL.items():
        await run(
            graph, "CREATE (a:$($p.label)) SET a = $p.row", label=label, row=dict.fromkeys(names.split(), 1)
        )
    driver = neo4j.AsyncGraphDatabase.driver(
        graph_options.uri,
        auth=(graph_options.user, graph_options.password),
        notifications_min_severity="INFORMATION",
    )
    async with driver:
        yield driver


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].partition("@")[0]
    for child in plan.get("children", ()):
        yield from operators(child)


async def explain(driver: neo4j.AsyncDriver, name: str) -> neo4j.ResultSummary:
    statement = statements()[name]
    async with driver.session() as session:
        sample = dict.fromkeys(statement.params)
        result = await session.run(neo4j.Query("EXPLAIN " + statement.text), p=sample)  # type: ignore[arg-type]
        return await result.consume()


async def test_every_statement_is_what_its_head_says(words: neo4j.AsyncDriver) -> None:
    """Mode is Neo4j's own query type, every word is known, and nothing is deprecated."""
    wrong: list[str] = []
    for name, statement in statements().items():
        summary = await explain(words, name)
        if summary.query_type not in QUERY_TYPES[statement.mode]:
            wrong.append(f"{name}: mode {statement.mode}, query type {summary.query_type}")
        wrong += [
            f"{name}: {status.status_description}"
            for status in summary.gql_status_objects
            if UNKNOWN.search(status.gql_status) or status.gql_status.startswith("01N0")
        ]
    assert wrong == []


async def test_no_statement_scans_the_graph(words: neo4j.AsyncDriver) -> None:
    """What runs at every request or commit starts at an index; only lists of control nodes may scan, and a
    purge, which is there to look at everything."""
    scans: list[str] = []
    for name in statements():
        if name.startswith(("schema_", "browse_", "purge_")):
            continue
        plan = (await explain(words, name)).plan
        assert plan is not None
        if "AllNodesScan" in set(operators(plan)):
            scans.append(name)
    assert scans == []


UNFENCED = {
    "publish_acquire_lease": "it gives the fence",
    "publish_close_repository": "what was taken from us is hidden at once, whoever publishes",
    "publish_open_repository": "its opposite",
    "publish_pin_snapshot": "a name; it looks by itself whether the snapshot is kept",
    "publish_unpin_snapshot": "its opposite",
    "publish_store_vectors": "derived from one version alone, whoever writes it",
    "publish_refuse_vectors": "likewise",
    "publish_open_vector_slot": "slots of models, beside what is published",
    "publish_close_vector_slot": "likewise",
    "publish_empty_vector_slot": "likewise",
    "publish_forget_vector_slot": "likewise",
    "publish_switch_vector_slot": "likewise",
}
"""Writes of a publisher that do not ask whether it still has the lease, and why they need not."""


def test_every_write_of_a_publisher_checks_the_fence() -> None:
    """Before anything else, so that who lost the lease changes nothing."""
    checked = re.compile(
        r"^CYPHER 25\s+MATCH \(l:Lease \{name: 'graph'\}\)\s+(SET l\.checked = \$p\.fence[^\n]*\s+WITH l )?"
        r"WHERE l\.fence = \$p\.fence",
        re.M,
    )
    writes = {
        n: s for n, s in statements().items() if s.mode == "write" and n.startswith(("ingest_", "publish_"))
    }
    assert {name for name, one in writes.items() if not checked.search(one.text)} == set(UNFENCED)


LISTS = frozenset(
    [
        "rows",
        "seqs",
        "origins",
        "vids",
        "repos",
        "refs",
        "commits",
        "committed_at",
        "brought_at",
        "reports",
        "names",
        "states",
        "values",
        "bounds",
        "notes",
    ]
)
MAPS = frozenset({"services", "owners"})


async def test_who_lost_the_lease_changes_nothing(graph: Graph) -> None:
    """Run with a fence of before, every fenced statement gives no row and writes nothing: an aggregate at its top
    would give one."""
    await run(graph, "MERGE (l:Lease {name: 'graph'}) SET l.fence = 9, l.candidate = 1")
    before = await run(graph, "MATCH (n) RETURN properties(n) AS p ORDER BY toString(elementId(n))")
    wrote: list[str] = []
    for name, statement in statements().items():
        if "fence" not in statement.params or name in UNFENCED:
            continue
        given = {each: [] if each in LISTS else {} if each in MAPS else 1 for each in statement.params}
        done = await graph.write(name, {**given, "fence": 8})
        if done.rows:
            wrote.append(name)
    assert wrote == []
    after = await run(graph, "MATCH (n) RETURN properties(n) AS p ORDER BY toString(elementId(n))")
    for rows in (before, after):
        for row in rows:
            row["p"].pop("checked", None)
    assert after == before


PLANS = {
    "ingest_add_versions": {"Merge", "NodeUniqueIndexSeek"},
    "ingest_load_edges": {"NodeByElementIdSeek"},
    "ingest_add_edges": {"NodeIndexSeek"},
    "ingest_read_origins": {"NodeIndexSeek"},
    "ingest_read_digests": {"NodeIndexSeek"},
    "ingest_close_versions": {"NodeUniqueIndexSeek"},
    "ingest_close_edges": {"NodeUniqueIndexSeek"},
    "ingest_carry_edges_in": {"NodeUniqueIndexSeek"},
    "publish_follow_labels": {"NodeIndexSeekByRange"},
    "publish_follow_closings": {"NodeIndexSeekByRange"},
    "publish_follow_touched": {"NodeIndexSeekByRange"},
    "publish_truncate_versions": {"NodeIndexSeekByRange"},
    "publish_truncate_edges": {"NodeIndexSeekByRange"},
    "publish_truncate_closings": {"NodeIndexSeekByRange"},
    "publish_export_page": {"NodeIndexSeekByRange"},
}


@pytest.mark.parametrize("name", sorted(PLANS))
async def test_a_plan_starts_at_its_index(words: neo4j.AsyncDriver, name: str) -> None:
    """The cost of a statement follows what it looks for, not the size of the graph."""
    plan = (await explain(words, name)).plan
    assert plan is not None
    found = {operator.removesuffix("(Locking)") for operator in operators(plan)}
    assert found >= PLANS[name], sorted(found)
