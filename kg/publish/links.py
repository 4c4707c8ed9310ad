"""Joins the sides of contracts, in and across repositories: MATCHES edges of a candidate.

In: a candidate whose rows are staged, and the uids that it brought or closed. Only contracts of the shapes
that these have are read and matched anew, those of other repositories too; what follows from them is compared
with what stands, and the difference is written. No repository owns a match, so no delta touches one.
"""

from collections.abc import Iterable

from kg.graph import Graph, Row
from kg.ingest.delta import StoredEdge
from kg.ingest.resolve.matching import Contract, Match, match
from kg.ingest.write import Counts, stage_links
from kg.schema.contracts import shapes_of
from kg.schema.facts import Edge
from kg.schema.ids import Uid, Vid, line_base
from kg.schema.snapshot import Candidate
from kg.schema.vocabulary import EdgeType, How


async def link(graph: Graph, candidate: Candidate, touched: Iterable[Uid]) -> Counts:
    """Match anew what the touched artifacts may concern."""
    return await _link(graph, candidate, shapes_of(touched))


async def link_without(graph: Graph, candidate: Candidate, repo: str) -> Counts:
    """Match anew what a repository had a side of that the candidate no longer holds."""
    rows = await graph.read("publish_list_shapes", {"repo": repo, "seq": candidate.base})
    return await _link(graph, candidate, [row["shape"] for row in rows])


async def _link(graph: Graph, candidate: Candidate, shapes: list[str]) -> Counts:
    if not shapes:
        return Counts()
    found = await graph.read("publish_read_contracts", {"shapes": shapes})
    rows = [row for row in found if not line_base(row["repo"])]  # only one ref of a repository is matched
    wanted = {(one.source, one.target): _edge(one) for one in match([_contract(row) for row in rows])}
    standing = {(old.edge.source, old.edge.target): old for row in rows for old in _standing(row)}
    added = [e for pair, e in wanted.items() if pair not in standing or standing[pair].edge != e]
    ended = [old for pair, old in standing.items() if wanted.get(pair) != old.edge]
    return await stage_links(graph, candidate, added, ended)


def _contract(row: Row) -> Contract:
    return Contract(Uid(row["uid"]), row["repo"], row["side"], row["key"], row["system"], row["host"])


def _standing(row: Row) -> list[StoredEdge]:
    return [
        StoredEdge(
            Edge(EdgeType.MATCHES, Uid(row["uid"]), Uid(uid), How(how), confidence), Vid(row["vid"]), Vid(vid)
        )
        for uid, vid, how, confidence in row["matches"]
    ]


def _edge(one: Match) -> Edge:
    return Edge(EdgeType.MATCHES, one.source, one.target, one.how, one.confidence)
