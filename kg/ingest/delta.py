"""What must change in the graph for some origins: wanted rows against stored rows. Pure.

A version is replaced when its content hash differs; an edge is replaced when any of its properties
does, and neither makes the other. Edges from origins that did not change are not seen here: the
writer leads them to the new version of their target. Knows nothing of Neo4j or of snapshots.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.schema.facts import Artifact, Edge, Rows, content_hash, rows_digest
from kg.schema.ids import Uid, Vid
from kg.schema.vocabulary import EdgeType, Kind


@dataclass(frozen=True, slots=True)
class StoredNode:
    uid: Uid
    vid: Vid
    origin: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class StoredEdge:
    edge: Edge
    source_vid: Vid
    target_vid: Vid


@dataclass(frozen=True, slots=True)
class StoredRows:
    """What a snapshot holds of some origins, and the edges with digests that lead to their roots."""

    origins: tuple[str, ...]
    nodes: tuple[StoredNode, ...]
    edges: tuple[StoredEdge, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """The origins that have to be compared: their wanted rows, and all their names (with those that
    are gone from the repository)."""

    rows: tuple[Rows, ...]
    origins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """A version to write."""

    artifact: Artifact
    content_hash: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """A version that makes room for a new one of the same uid."""

    old: Vid
    uid: Uid
    kind: Kind


@dataclass(frozen=True, slots=True)
class Delta:
    """What to write, end and lead on. `closed` holds the replaced versions too."""

    origins: tuple[str, ...]
    created: tuple[Version, ...]
    replaced: tuple[Replaced, ...]
    closed: tuple[Vid, ...]
    added: tuple[Edge, ...]
    ended: tuple[StoredEdge, ...]
    doubled: tuple[Uid, ...]
    """Uids that were wanted twice: the first stands."""


EdgeKey = tuple[EdgeType, Uid, Uid]


def differing(wanted: Sequence[Rows], digests: Mapping[str, str], repository: Uid) -> Differing:
    """The origins whose digest is not the stored one; the repository's own is always compared."""
    rows = tuple(
        row for row in wanted if row.root == repository or digests.get(row.origin) != rows_digest(row)
    )
    gone = digests.keys() - {row.origin for row in wanted}
    return Differing(rows, tuple(sorted({row.origin for row in rows} | gone)))


def delta(wanted: Sequence[Rows], stored: StoredRows, repository: Uid) -> Delta:
    """The changes that turn `stored` into `wanted`; both are of the same origins."""
    versions, doubled = _versions(wanted)
    old = {node.uid: node for node in stored.nodes}
    created = [v for uid, v in versions.items() if uid not in old or old[uid].content_hash != v.content_hash]
    replaced = [
        Replaced(old[v.artifact.uid].vid, v.artifact.uid, v.artifact.kind)
        for v in created
        if v.artifact.uid in old
    ]
    closed = [node.vid for node in stored.nodes if node.uid not in versions]
    closed += [change.old for change in replaced]
    added, ended = _edges(wanted, stored, repository, {change.uid for change in replaced}, set(closed))
    return Delta(stored.origins, tuple(created), tuple(replaced), tuple(closed), added, ended, tuple(doubled))


def root_edges(wanted: Iterable[Rows], repository: Uid) -> list[Edge]:
    """One edge from the repository to the root of each origin, with the digest of its rows."""
    return [
        Edge(EdgeType.DEFINES, repository, rows.root, digest=rows_digest(rows))
        for rows in wanted
        if rows.root != repository
    ]


def distinct_edges(edges: Iterable[Edge]) -> dict[EdgeKey, Edge]:
    """At most one edge of a type joins two artifacts: the first stands."""
    found: dict[EdgeKey, Edge] = {}
    for edge in edges:
        found.setdefault(_key(edge), edge)
    return found


def _key(edge: Edge) -> EdgeKey:
    return edge.type, edge.source, edge.target


def _versions(wanted: Sequence[Rows]) -> tuple[dict[Uid, Version], list[Uid]]:
    versions: dict[Uid, Version] = {}
    doubled: list[Uid] = []
    for rows in wanted:
        for artifact in rows.artifacts:
            if artifact.uid in versions:
                doubled.append(artifact.uid)
            else:
                versions[artifact.uid] = Version(artifact, content_hash(artifact))
    return versions, doubled


def _edges(
    wanted: Sequence[Rows], stored: StoredRows, repository: Uid, replaced: set[Uid], closed: set[Vid]
) -> tuple[tuple[Edge, ...], tuple[StoredEdge, ...]]:
    """Edges to write, and those to end. One at a closed version ends with it, so it is not listed."""
    edges = distinct_edges([edge for rows in wanted for edge in rows.edges] + root_edges(wanted, repository))
    staying = {
        _key(old.edge): old
        for old in stored.edges
        if old.source_vid not in closed and old.target_vid not in closed
    }
    ended = tuple(old for key, old in staying.items() if edges.get(key) != old.edge)
    added = tuple(
        edge
        for key, edge in edges.items()
        if key not in staying
        or staying[key].edge != edge
        or edge.source in replaced
        or edge.target in replaced
    )
    return added, ended
