"""Writes one repository's changes into a candidate, in batches, under its fence.

In: a delta (or, for a first load, the versions and edges themselves) and the index texts. Out:
counts. Nothing here is seen by readers before the snapshot is published; a batch that fails leaves
a candidate that the next one truncates.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from kg.graph import Graph, Written
from kg.ingest.batches import EDGE_ROWS, NODE_ROWS, batches, edge_batches, node_batches, send
from kg.ingest.delta import Delta, StoredEdge, Version
from kg.ingest.resolve.services.owners import UNOWNED, Ownership
from kg.ingest.stored import holds, stored_digests, stored_rows
from kg.schema.contracts import shape_of
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import OPEN, ScopeToken, Uid, padded, vid
from kg.schema.snapshot import Candidate
from kg.schema.vocabulary import Kind

__all__ = [
    "Counts",
    "Progress",
    "holds",
    "stage",
    "stage_edges",
    "stage_links",
    "stage_nodes",
    "stored_digests",
    "stored_rows",
]

Progress = Callable[[int, int], None]
"""Called with (rows written, rows in all)."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What staging wrote."""

    created: int = 0
    closed: int = 0
    edges: int = 0
    carried: int = 0
    """Edges of unchanged origins that were led to a new version of their target."""
    ended: int = 0
    missed: int = 0
    """Edges that found an end missing: counted and shown, never dropped in silence."""
    doubled: int = 0
    """Artifacts whose uid was there already: the first stands."""

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True)
class Current:
    """Facts about today that a new version begins with; they are no content and change in place."""

    scope: ScopeToken
    ownership: Ownership


def no_progress(done: int, total: int) -> None:
    """For callers that show none."""


async def stage(
    graph: Graph,
    candidate: Candidate,
    repo: str,
    scope: ScopeToken,
    delta: Delta,
    texts: Mapping[Uid, str],
    progress: Progress = no_progress,
    ownership: Ownership = UNOWNED,
) -> Counts:
    """Write a delta: new versions, then edges led on (they still show what held), closings, new edges."""
    total = len(delta.created) + len(delta.closed) + len(delta.ended) + len(delta.added)
    writer = _Writer(graph, candidate, progress, total)
    versions = await _without_doubles(graph, delta)
    current = Current(scope, ownership)
    await writer.add_versions(properties(v, repo, current, candidate.seq, texts) for v in versions)
    await writer.carry_edges(delta, repo)
    await writer.close(delta)
    await writer.write_edges("ingest_add_edges", delta.added, lambda uid: uid)
    doubled = len(delta.created) - len(versions) + len(delta.doubled)
    return writer.counts + Counts(doubled=doubled, missed=len(delta.added) - writer.counts.edges)


async def stage_nodes(
    graph: Graph,
    candidate: Candidate,
    repo: str,
    scope: ScopeToken,
    versions: Sequence[Version],
    texts: Mapping[Uid, str],
    progress: Progress = no_progress,
    ownership: Ownership = UNOWNED,
) -> tuple[Counts, dict[Uid, str]]:
    """Versions of a repository that the candidate's base does not hold; gives the element id of each,
    by which its edges find it until the snapshot is published."""
    writer = _Writer(graph, candidate, progress, len(versions))
    current = Current(scope, ownership)
    ids = await writer.load_versions(properties(v, repo, current, candidate.seq, texts) for v in versions)
    return writer.counts, dict(zip((version.artifact.uid for version in versions), ids, strict=True))


async def stage_edges(
    graph: Graph,
    candidate: Candidate,
    edges: Sequence[Edge],
    ids: Mapping[Uid, str],
    progress: Progress = no_progress,
) -> Counts:
    """Edges between versions that this candidate brought, once all of them are staged."""
    writer = _Writer(graph, candidate, progress, len(edges))
    known = [edge for edge in edges if edge.source in ids and edge.target in ids]
    await writer.write_edges("ingest_load_edges", known, ids.__getitem__)
    return writer.counts + Counts(missed=len(edges) - writer.counts.edges)


async def stage_links(
    graph: Graph, candidate: Candidate, added: Sequence[Edge], ended: Sequence[StoredEdge]
) -> Counts:
    """Edges that no repository owns, between versions that the candidate holds."""
    writer = _Writer(graph, candidate, no_progress, len(added) + len(ended))
    await writer.end_edges(ended)
    await writer.write_edges("ingest_add_edges", added, lambda uid: uid)
    return writer.counts


def properties(
    version: Version, repo: str, current: Current, seq: int, texts: Mapping[Uid, str]
) -> dict[str, Any]:
    """A version as Neo4j keeps it; what is empty is not stored."""
    artifact = version.artifact
    row = {name: value for name, value in zip(_CONTENT, _content(artifact), strict=True) if value}
    row.update(artifact.details)
    row["kind"] = artifact.kind.value
    row["vid"] = vid(artifact.uid, seq)
    row["repo"] = repo
    row["content_hash"] = version.content_hash
    row["valid_from"], row["valid_to"] = seq, OPEN
    row["vf"], row["vt"] = padded(seq), padded(OPEN)
    row["scope"] = current.scope
    owned = current.ownership.of(artifact.path)
    if owned.service:
        row["service"] = owned.service
    if owned.owner_team:
        row["owner_team"] = owned.owner_team
    if artifact.kind in _SIDED:
        row["shape"] = shape_of(artifact.uid)
    if text := texts.get(artifact.uid):
        row["search_text"] = text
    return row


def edge_properties(edge: Edge, seq: int) -> dict[str, Any]:
    """An edge as Neo4j keeps it, open from `seq` on; what is empty is not stored."""
    row: dict[str, Any] = {"valid_from": seq, "how": edge.how.value, "confidence": edge.confidence}
    for name in _EDGE_EXTRAS:
        if value := getattr(edge, name):
            row[name] = value
    row.update(edge.details)
    return row


_CONTENT = tuple(f.name for f in fields(Artifact) if f.name not in ("kind", "details"))
_content = attrgetter(*_CONTENT)
_EDGE_EXTRAS = ("sites", "start_line", "end_line", "open_sites", "digest")


_SIDED = (Kind.ENDPOINT, Kind.TOPIC)


class _Writer:
    """One staging: sends batches and adds up what they wrote."""

    def __init__(self, graph: Graph, candidate: Candidate, progress: Progress, total: int) -> None:
        self._graph, self._candidate = graph, candidate
        self._progress, self._total, self._done = progress, total, 0
        self.counts = Counts()

    async def add_versions(self, rows: Iterable[Mapping[str, Any]]) -> None:
        await self._send(
            "ingest_add_versions", {}, node_batches(rows), lambda part: Counts(created=part.nodes_created)
        )

    async def load_versions(self, rows: Iterable[Mapping[str, Any]]) -> list[str]:
        """Like `add_versions`, where none can be there: a quarter cheaper without the look-up. Should
        the answer to a batch be lost, its repetition is refused and the next ingest starts anew.
        Gives their element ids, in order."""
        parts = await self._send(
            "ingest_load_versions", {}, node_batches(rows), lambda part: Counts(created=part.nodes_created)
        )
        return [element for part in parts for element in part.rows[0]["ids"]]

    async def carry_edges(self, delta: Delta, repo: str) -> None:
        """Edges of unchanged origins go on to the new version of their target; those from a
        repository to origins that did not change start at its new version."""
        seq = self._candidate.seq
        origins = {"origins": list(delta.origins)}
        rows = [{"old": change.old, "new": vid(change.uid, seq)} for change in delta.replaced]
        own = [row for row, c in zip(rows, delta.replaced, strict=True) if c.kind is Kind.REPOSITORY]
        for name, params, moved in (
            ("ingest_carry_edges_in", {**origins, "repo": repo}, rows),
            ("ingest_carry_edges_out", origins, own),
        ):
            await self._send(name, params, batches(moved, NODE_ROWS), lambda p: Counts(carried=_row(p)))

    async def close(self, delta: Delta) -> None:
        """Close versions with their edges, then edges between versions that stay."""
        await self._send(
            "ingest_close_versions",
            {"vt": padded(self._candidate.seq)},
            batches(delta.closed, NODE_ROWS),
            lambda part: Counts(closed=part.rows[0]["nodes"], ended=part.rows[0]["edges"]),
        )
        await self.end_edges(delta.ended)

    async def end_edges(self, ended: Iterable[StoredEdge]) -> None:
        """End edges between versions that stay."""
        ends = [
            {"source": old.source_vid, "target": old.target_vid, "type": old.edge.type.value} for old in ended
        ]
        await self._send(
            "ingest_close_edges", {}, batches(ends, EDGE_ROWS), lambda part: Counts(ended=_row(part))
        )

    async def write_edges(self, name: str, edges: Iterable[Edge], called: Callable[[Uid], str]) -> None:
        """Edges as `[target, type, properties]` under their source, ends called as the statement wants."""
        seq = self._candidate.seq
        rows: dict[str, list[Any]] = defaultdict(list)
        for edge in edges:
            row = [called(edge.target), edge.type.value, edge_properties(edge, seq)]
            rows[called(edge.source)].append(row)
        await self._send(name, {}, edge_batches(rows), lambda part: Counts(edges=_row(part)))

    async def _send(
        self,
        name: str,
        params: Mapping[str, Any],
        parts: Iterable[Sequence[Any]],
        count: Callable[[Written], Counts],
    ) -> list[Written]:
        def written(part: Written) -> None:
            counts = count(part)
            self.counts += counts
            self._done += counts.created + counts.closed + counts.edges
            self._progress(min(self._done, self._total), self._total)

        params = {**params, "seq": self._candidate.seq}
        return await send(self._graph, name, self._candidate.fence, params, parts, written)


def _row(part: Written) -> int:
    """What a statement with one figure wrote."""
    return int(part.rows[0]["changed"])


async def _without_doubles(graph: Graph, delta: Delta) -> list[Version]:
    """Leave out artifacts that an origin outside the delta defines already."""
    replaced = {change.uid for change in delta.replaced}
    uids = [v.artifact.uid for v in delta.created if v.artifact.uid not in replaced]
    doubled: set[str] = set()
    for batch in batches(uids, EDGE_ROWS):
        doubled |= {row["uid"] for row in await graph.read("ingest_find_open_uids", {"rows": batch})}
    return [v for v in delta.created if v.artifact.uid not in doubled]
