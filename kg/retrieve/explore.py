"""Plain look-ups around artifacts: by uid, by name, callers, callees, documents, lists.

Every function takes the scope and the snapshot, and one call is one statement; those over uids take
many, for data loaders. Lists are ordered by uid and paged by it (`after`, exclusive). What is absent
and what is not visible give the same answer: nothing. `flow` holds the call graph, `find` the names.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kg.graph import Graph, Row
from kg.retrieve.places import (
    callee_of,
    caller_of,
    detail_of,
    document_of,
    place_of,
    related_from,
    related_to,
)
from kg.schema.access import Scope
from kg.schema.details import ARTIFACT_DETAILS, EDGE_DETAILS
from kg.schema.ids import Uid
from kg.schema.question import Detail, FileProblems, Linked, Place, RepositoryState
from kg.schema.snapshot import Snapshot, SnapshotState, Watermark
from kg.schema.vocabulary import EdgeType

FIRST = Uid("")
"""`after` of the first page."""
NEWEST = 999_999_999
"""`before` of the first page of snapshots."""


def seen(scope: Scope, seq: int) -> dict[str, Any]:
    """The two parameters of every read."""
    return {"scopes": list(scope.tokens), "seq": seq}


async def artifacts(graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int) -> dict[Uid, Detail]:
    """Those of the artifacts that are visible; the others are absent from the dict."""
    params = {"uids": list(uids), "details": list(ARTIFACT_DETAILS), **seen(scope, seq)}
    rows = await graph.read("explore_artifacts", params)
    found = [detail_of(row) for row in rows]
    return {detail.place.uid: detail for detail in found}


async def callers(
    graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int, after: Uid = FIRST, limit: int = 100
) -> dict[Uid, tuple[Linked, ...]]:
    """Who calls each of them, at most `limit` each; calls through an overridden or implemented
    method are in, with `through` naming it."""
    rows = await graph.read("explore_callers", _page(uids, scope, seq, after, limit))
    return _by_asked(uids, [caller_of(row) for row in rows])


async def callees(
    graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int, after: Uid = FIRST, limit: int = 100
) -> dict[Uid, tuple[Linked, ...]]:
    """What each of them calls, and what overrides or implements that (`through` names it then)."""
    rows = await graph.read("explore_callees", _page(uids, scope, seq, after, limit))
    return _by_asked(uids, [callee_of(row) for row in rows])


async def documents(
    graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int, after: Uid = FIRST, limit: int = 100
) -> dict[Uid, tuple[Linked, ...]]:
    """The document sections that describe each of them."""
    rows = await graph.read("explore_documents", _page(uids, scope, seq, after, limit))
    return _by_asked(uids, [document_of(row) for row in rows])


async def members(
    graph: Graph, uids: Sequence[Uid], scope: Scope, seq: int, after: Uid = FIRST, limit: int = 100
) -> dict[Uid, tuple[Place, ...]]:
    """What each of them defines: methods of a class, classes of a file, keys of a config set."""
    rows = await graph.read("explore_members", _page(uids, scope, seq, after, limit))
    found: dict[Uid, list[Place]] = {uid: [] for uid in uids}
    for row in rows:
        found[Uid(row["uid"])].append(place_of(row["place"]))
    return {uid: tuple(places) for uid, places in found.items()}


async def list_kind(
    graph: Graph, kind: str, repo: str, scope: Scope, seq: int, after: Uid = FIRST, limit: int = 100
) -> tuple[Place, ...]:
    """Artifacts of one kind, of one repository or (an empty `repo`) of all, a page at a time."""
    rows = await graph.read("explore_list", _listing(kind, repo, scope, seq, after, limit))
    return _places(rows)


async def list_details(
    graph: Graph, kind: str, repo: str, scope: Scope, seq: int, after: Uid = FIRST, limit: int = 100
) -> tuple[Detail, ...]:
    """As `list_kind`, with content."""
    params = {"details": list(ARTIFACT_DETAILS), **_listing(kind, repo, scope, seq, after, limit)}
    rows = await graph.read("explore_list_details", params)
    return tuple(detail_of(row) for row in rows)


async def related_out(
    graph: Graph,
    uids: Sequence[Uid],
    edge_types: Sequence[EdgeType],
    scope: Scope,
    seq: int,
    after: str = "",
    limit: int = 100,
) -> dict[Uid, tuple[Linked, ...]]:
    """What each of them leads to by edges of these types; `after` is `related_key` of a row."""
    params = _edges(edge_types, _page(uids, scope, seq, Uid(after), limit))
    rows = await graph.read("explore_related_out", params)
    return _by_asked(uids, [related_to(row) for row in rows])


async def related_in(
    graph: Graph,
    uids: Sequence[Uid],
    edge_types: Sequence[EdgeType],
    scope: Scope,
    seq: int,
    after: str = "",
    limit: int = 100,
) -> dict[Uid, tuple[Linked, ...]]:
    """What leads to each of them by edges of these types; `after` is `related_key` of a row."""
    params = _edges(edge_types, _page(uids, scope, seq, Uid(after), limit))
    rows = await graph.read("explore_related_in", params)
    return _by_asked(uids, [related_from(row) for row in rows])


def related_key(link: Linked) -> str:
    """Where a row of `related_in` or `related_out` stands: two artifacts may share several edges."""
    return f"{link.place.uid} {link.step.edge}"


async def repositories(graph: Graph, scope: Scope, seq: int) -> tuple[RepositoryState, ...]:
    """The visible repositories of a snapshot, by name."""
    rows = await graph.read("explore_repositories", seen(scope, seq))
    return tuple(RepositoryState(**row) for row in rows)


async def snapshots(
    graph: Graph, scope: Scope, before: int = NEWEST, limit: int = 50
) -> tuple[Snapshot, ...]:
    """Published snapshots, newest first. That one exists is no secret; its commits are shown for
    visible repositories only."""
    params = {"scopes": list(scope.tokens), "before": before, "limit": limit}
    return tuple(_snapshot(row) for row in await graph.read("explore_snapshots", params))


async def problems(
    graph: Graph, repos: Sequence[str], scope: Scope, seq: int, after: Uid = FIRST, limit: int = 100
) -> tuple[FileProblems, ...]:
    """Files that could not be read wholly, of these repositories or (none given) of all visible."""
    params = {"repos": list(repos), "after": after, "limit": limit, **seen(scope, seq)}
    rows = await graph.read("explore_problems", params)
    return tuple(FileProblems(place_of(row["place"]), tuple(row["problems"])) for row in rows)


async def skipped(graph: Graph, repos: Sequence[str], scope: Scope, seq: int) -> dict[str, tuple[str, ...]]:
    """Paths that were left out, `path: reason`, by repository: of these or (none given) of all visible."""
    rows = await graph.read("explore_skipped", {"repos": list(repos), **seen(scope, seq)})
    return {row["repo"]: tuple(row["skipped"]) for row in rows}


def _listing(kind: str, repo: str, scope: Scope, seq: int, after: Uid, limit: int) -> dict[str, Any]:
    prefix = f"{repo}:" if repo else ""
    return {"kind": kind, "prefix": prefix, "after": after, "limit": limit, **seen(scope, seq)}


def _edges(edge_types: Sequence[EdgeType], page: Mapping[str, Any]) -> dict[str, Any]:
    return {"edge_types": list(edge_types), "details": list(EDGE_DETAILS), **page}


def _page(uids: Sequence[Uid], scope: Scope, seq: int, after: Uid, limit: int) -> dict[str, Any]:
    return {"uids": list(uids), "after": after, "limit": limit, **seen(scope, seq)}


def _by_asked(uids: Sequence[Uid], linked: Sequence[Linked]) -> dict[Uid, tuple[Linked, ...]]:
    found: dict[Uid, list[Linked]] = {uid: [] for uid in uids}
    for one in linked:
        found[one.asked].append(one)
    return {uid: tuple(links) for uid, links in found.items()}


def _places(rows: Sequence[Row]) -> tuple[Place, ...]:
    return tuple(place_of(row["place"]) for row in rows)


def _snapshot(row: Mapping[str, Any]) -> Snapshot:
    marks = tuple(
        Watermark(m["repo"], m["ref"] or "", m["commit"] or "", m["committed_at"] or "", m["published_at"])
        for m in row["watermarks"]
    )
    return Snapshot(
        row["seq"],
        SnapshotState(row["state"]),
        row["active"],
        str(row["created_at"]),
        str(row["published_at"]),
        marks,
        row["pinned"],
    )
