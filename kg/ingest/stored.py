"""Reads back what a snapshot holds of a repository, by origin: what a delta compares with.

Only names, hashes and edges come back, never texts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from kg.graph import Graph
from kg.ingest.batches import batches
from kg.ingest.delta import StoredEdge, StoredNode, StoredRows
from kg.schema.details import ARTIFACT_DETAILS, EDGE_DETAILS, details_in
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid, Vid, repository_uid
from kg.schema.vocabulary import EdgeType, How, Kind

ORIGIN_BATCH = 500


async def stored_digests(graph: Graph, repo: str, base: int) -> dict[str, str]:
    """The digest of each origin of a repository at a snapshot; empty for a repository not in it."""
    rows = await graph.read("ingest_read_digests", {"repository": repository_uid(repo), "seq": base})
    return dict(rows[0]["digests"])


async def holds(graph: Graph, repo: str) -> bool:
    """Whether a fresh candidate holds a repository: it may have no origin at all, all its files left out."""
    return bool(await graph.read("ingest_find_open_uids", {"rows": [repository_uid(repo)]}))


async def stored_rows(graph: Graph, repo: str, base: int, origins: Sequence[str]) -> StoredRows:
    """What a snapshot holds of some origins."""
    nodes: list[StoredNode] = []
    edges: list[StoredEdge] = []
    for batch in batches(origins, ORIGIN_BATCH):
        params = {"origins": batch, "repo": repo, "seq": base}
        for row in await graph.read("ingest_read_origins", params):
            nodes.append(StoredNode(row["uid"], row["vid"], row["origin"], row["content_hash"]))
            edges += [_stored_edge(row["uid"], row["vid"], *edge) for edge in row["edges"]]
        params["repository"] = repository_uid(repo)
        for row in await graph.read("ingest_read_roots", params):
            root = Edge(EdgeType.DEFINES, row["source"], row["target"], digest=row["digest"])
            edges.append(StoredEdge(root, row["source_vid"], row["target_vid"]))
    return StoredRows(tuple(origins), tuple(nodes), tuple(edges))


def _stored_edge(
    source: Uid, source_vid: Vid, type: str, target: Uid, target_vid: Vid, row: Mapping[str, Any]
) -> StoredEdge:
    return StoredEdge(stored_edge(source, type, target, row), source_vid, target_vid)


def stored_edge(source: Uid, type: str, target: Uid, row: Mapping[str, Any]) -> Edge:
    """An edge as its properties in the graph have it."""
    return Edge(
        EdgeType(type),
        source,
        target,
        How(row["how"]),
        row["confidence"],
        tuple(row.get("sites", ())),
        row.get("start_line", 0),
        row.get("end_line", 0),
        tuple(row.get("open_sites", ())),
        row.get("digest", ""),
        details=details_in(row, EDGE_DETAILS),
    )


def stored_artifact(row: Mapping[str, Any]) -> Artifact:
    """An artifact as its properties in the graph have it; what is empty is not stored."""
    given: dict[str, Any] = {
        f.name: row[f.name] for f in fields(Artifact) if f.name in row and f.name != "kind"
    }
    content: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
    return Artifact(kind=Kind(row["kind"]), details=details_in(row, ARTIFACT_DETAILS), **content)
