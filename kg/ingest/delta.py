"""What must change in the graph for some origins: wanted rows against stored rows. Pure.

A version is replaced when its content hash differs; an edge is replaced when any of its properties
does, and neither makes the other. Edges from origins that did not change are not seen here: the
writer leads them to the new version of their target. Knows nothing of Neo4j or of snapshots.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.schema.facts import Artifact, Edge, Rows, content_hash, digest_of
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
class Version:
    """A version to write."""

    artifact: Artifact
    content_hash: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """The rows of an origin with their hashes: made once, since every byte of a repository is in them."""

    rows: Rows
    versions: tuple[Version, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Differing:
    """The origins that have to be compared: their wanted rows, and all their names (with those that
    are gone from the repository)."""

    sealed: tuple[Sealed, ...]
    origins: tuple[str, ...]

    @property
    def rows(self) -> tuple[Rows, ...]:
        return tuple(one.rows for one in self.sealed)


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


def seal(rows: Rows) -> Sealed:
    """Rows with the content hash of each artifact and the digest of the whole."""
    return seal_known(
        rows, {artifact.uid: Version(artifact, content_hash(artifact)) for artifact in rows.artifacts}
    )


def seal_known(rows: Rows, known: Mapping[Uid, Version]) -> Sealed:
    """Like `seal`, where the versions are known already: hashing a large repository takes a second."""
    versions = tuple(known[artifact.uid] for artifact in rows.artifacts)
    return Sealed(rows, versions, digest_of(rows, [(v.artifact.uid, v.content_hash) for v in versions]))


def seal_all(wanted: Iterable[Rows], before: Mapping[str, Sealed]) -> tuple[Sealed, ...]:
    """Every origin sealed; one whose rows are as before keeps its hashes."""
    return tuple(
        before[rows.origin] if rows.origin in before and before[rows.origin].rows == rows else seal(rows)
        for rows in wanted
    )


def differing(sealed: Sequence[Sealed], digests: Mapping[str, str], repository: Uid) -> Differing:
    """The origins whose digest is not the stored one; the repository's own is always compared."""
    changed = tuple(
        one for one in sealed if one.rows.root == repository or digests.get(one.rows.origin) != one.digest
    )
    gone = digests.keys() - {one.rows.origin for one in sealed}
    return Differing(changed, tuple(sorted({one.rows.origin for one in changed} | gone)))


def delta(wanted: Differing, stored: StoredRows, repository: Uid) -> Delta:
    """The changes that turn `stored` into `wanted`; both are of the same origins."""
    versions, doubled = _versions(wanted.sealed)
    old = {node.uid: node for node in stored.nodes}
    created = [v for uid, v in versions.items() if uid not in old or old[uid].content_hash != v.content_hash]
    replaced = [
        Replaced(old[v.artifact.uid].vid, v.artifact.uid, v.artifact.kind)
        for v in created
        if v.artifact.uid in old
    ]
    closed = [node.vid for node in stored.nodes if node.uid not in versions]
    closed += [change.old for change in replaced]
    edges = [edge for one in wanted.sealed for edge in one.rows.edges]
    edges += root_edges(wanted.sealed, repository)
    added, ended = _edges(edges, stored, {change.uid for change in replaced}, set(closed))
    return Delta(stored.origins, tuple(created), tuple(replaced), tuple(closed), added, ended, tuple(doubled))


def root_edges(wanted: Iterable[Sealed], repository: Uid) -> list[Edge]:
    """One edge from the repository to the root of each origin, with the digest of its rows."""
    return [
        Edge(EdgeType.DEFINES, repository, one.rows.root, digest=one.digest)
        for one in wanted
        if one.rows.root != repository
    ]


def distinct_edges(edges: Iterable[Edge]) -> dict[EdgeKey, Edge]:
    """At most one edge of a type joins two artifacts: the first stands."""
    found: dict[EdgeKey, Edge] = {}
    for edge in edges:
        found.setdefault(_key(edge), edge)
    return found


def _key(edge: Edge) -> EdgeKey:
    return edge.type, edge.source, edge.target


def _versions(wanted: Sequence[Sealed]) -> tuple[dict[Uid, Version], list[Uid]]:
    versions: dict[Uid, Version] = {}
    doubled: list[Uid] = []
    for version in [version for one in wanted for version in one.versions]:
        if version.artifact.uid in versions:
            doubled.append(version.artifact.uid)
        else:
            versions[version.artifact.uid] = version
    return versions, doubled


def _edges(
    wanted: Iterable[Edge], stored: StoredRows, replaced: set[Uid], closed: set[Vid]
) -> tuple[tuple[Edge, ...], tuple[StoredEdge, ...]]:
    """Edges to write, and those to end. One at a closed version ends with it, so it is not listed."""
    edges = distinct_edges(wanted)
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
