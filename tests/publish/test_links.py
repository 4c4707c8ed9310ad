"""Matches between repositories follow every commit on either side, and undo with it."""

import json

from kg.graph import Graph
from kg.ingest.delta import seal_all
from kg.ingest.resolve.services.owners import UNOWNED
from kg.ingest.write import Counts, stored_digests
from kg.publish.export import export, export_hash
from kg.publish.follow import follow
from kg.publish.lease import hold_lease, this_process
from kg.publish.remove import remove
from kg.publish.rollback import rollback
from kg.publish.snapshots import active, open_candidate, publish
from kg.publish.stage import update
from kg.schema.details import details
from kg.schema.facts import Artifact, Edge, Rows
from kg.schema.ids import endpoint_uid, repository_uid
from kg.schema.snapshot import Report
from kg.schema.vocabulary import Kind
from tests.publish.world import SCOPE, watermark

Ends = dict[str, str]
"""Key -> side."""


def rows(repo: str, ends: Ends, text: str) -> tuple[Rows, ...]:
    own = repository_uid(repo)
    root = Artifact(Kind.REPOSITORY, own, repo, repo, "/")
    return (Rows("/", own, (root,), ()), *(_end(repo, key, side, text) for key, side in ends.items()))


def _end(repo: str, key: str, side: str, text: str) -> Rows:
    uid = endpoint_uid(repo, ".", side, key)
    about = details(key=key, side=side, protocol="http")
    edges: tuple[Edge, ...] = ()
    return Rows(uid, uid, (Artifact(Kind.ENDPOINT, uid, key, key, uid, text=text, details=about),), edges)


async def commit(graph: Graph, repo: str, ends: Ends, text: str = "") -> Counts:
    """One commit of a repository that has these sides."""
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        digests = await stored_digests(graph, repo, candidate.base)
        wanted = seal_all(rows(repo, ends, text), {})
        counts = await update(
            graph, candidate, SCOPE, repo, wanted, digests, UNOWNED, lambda what, done, total: None
        )
        await publish(graph, candidate, watermark(repo, candidate), Report())
        await follow(graph, fence)
    return counts


async def matches(graph: Graph) -> list[tuple[str, str, str]]:
    """(from, to, how) of the active snapshot."""
    lines = [json.loads(line) async for line in export(graph, await active(graph))]
    return [_short(line) for line in lines if line.get("type") == "MATCHES"]


def _short(line: dict[str, str]) -> tuple[str, str, str]:
    return line["source"].partition(":")[0], line["target"].partition(":")[0], line["how"]


async def test_either_side_may_come_first(graph: Graph) -> None:
    """The match is made by whichever commit completes it."""
    await commit(graph, "web", {"GET /orders/{}": "requests"})
    assert await matches(graph) == []
    await commit(graph, "orders", {"GET /orders/{}": "serves"})
    assert await matches(graph) == [("web", "orders", "inferred")]


async def test_a_match_goes_with_its_end(graph: Graph) -> None:
    """When the served path goes, or its repository, nothing matches; a rollback brings it back."""
    await commit(graph, "web", {"GET /orders/{}": "requests"})
    await commit(graph, "orders", {"GET /orders/{}": "serves"})
    before = await export_hash(graph, await active(graph))
    await commit(graph, "orders", {"GET /orders/{}/lines": "serves"})
    assert await matches(graph) == []
    async with hold_lease(graph, this_process("test")) as fence:
        await rollback(graph, fence, await active(graph) - 1)
        await follow(graph, fence)
    assert await export_hash(graph, await active(graph)) == before
    async with hold_lease(graph, this_process("test")) as fence:
        await remove(graph, fence, "orders")
    assert await matches(graph) == []


async def test_a_second_server_makes_both_candidates(graph: Graph) -> None:
    """And when it goes, the first one is sure again."""
    await commit(graph, "web", {"GET /orders/{}": "requests"})
    await commit(graph, "a", {"GET /orders/{}": "serves"})
    await commit(graph, "b", {"GET /orders/{}": "serves"})
    assert await matches(graph) == [("web", "a", "candidate"), ("web", "b", "candidate")]
    async with hold_lease(graph, this_process("test")) as fence:
        await remove(graph, fence, "b")
    assert await matches(graph) == [("web", "a", "inferred")]


async def test_a_new_version_of_an_end_keeps_its_match(graph: Graph) -> None:
    """Another text of the served path, or of the request, changes nothing about who meets whom."""
    await commit(graph, "web", {"GET /orders/{}": "requests"}, "one")
    await commit(graph, "orders", {"GET /orders/{}": "serves"}, "one")
    await commit(graph, "orders", {"GET /orders/{}": "serves"}, "two")
    assert await matches(graph) == [("web", "orders", "inferred")]
    await commit(graph, "web", {"GET /orders/{}": "requests"}, "two")
    assert await matches(graph) == [("web", "orders", "inferred")]


async def test_a_commit_without_contracts_matches_nothing_anew(graph: Graph) -> None:
    """Cost follows what is touched: no edge is written, and what stands stays."""
    await commit(graph, "web", {"GET /orders/{}": "requests"})
    await commit(graph, "orders", {"GET /orders/{}": "serves"})
    counts = await commit(graph, "other", {})
    assert counts.edges == 0 and len(await matches(graph)) == 1
