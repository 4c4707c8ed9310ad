"""What two snapshots hold differently: artifacts, edges, and one call flow.

In: two kept snapshots, in either order, and the scope. Out: pages of what was added, removed or changed from the
first to the second. Read from what began or ended between them, so the cost follows the difference. A version
that came back with the same content, and an edge that was led on to a new version, are no difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.explore import artifacts
from kg.retrieve.flow import Direction, FlowOptions, call_flow
from kg.retrieve.places import place_of, step_of
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.question import Detail, Flow, Place, Step
from kg.schema.vocabulary import EdgeType


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


_TURNED = {Change.ADDED: Change.REMOVED, Change.REMOVED: Change.ADDED, Change.CHANGED: Change.CHANGED}


@dataclass(frozen=True, slots=True)
class Between:
    """From one snapshot to another."""

    a: int
    b: int

    @property
    def before(self) -> int:
        return min(self.a, self.b)

    @property
    def seq(self) -> int:
        return max(self.a, self.b)

    def turned(self, change: Change) -> Change:
        """As it is from `a` to `b`, where it was read from the earlier to the later one."""
        return change if self.a <= self.b else _TURNED[change]


@dataclass(frozen=True, slots=True)
class ChangedArtifact:
    change: Change
    place: Place
    """As the later of the two snapshots has it, where it has it; without lines."""


@dataclass(frozen=True, slots=True)
class ChangedEdge:
    key: str
    """Where a page ends."""
    change: Change
    step: Step


@dataclass(frozen=True, slots=True)
class ChangedFlow:
    """What differs in the flow from one artifact."""

    artifacts: tuple[ChangedArtifact, ...]
    edges: tuple[ChangedEdge, ...]
    cut: bool
    """Whether a bound left something out of one of the flows: then something may only seem to differ."""


async def changed_artifacts(
    graph: Graph, between: Between, scope: Scope, after: Uid, limit: int
) -> tuple[ChangedArtifact, ...]:
    """A page, by uid."""
    rows = await graph.read("explore_diff_artifacts", {**_page(between, scope, limit), "after": after})
    return tuple(
        ChangedArtifact(between.turned(Change(row["change"])), place_of(row["place"])) for row in rows
    )


async def changed_edges(
    graph: Graph, between: Between, scope: Scope, types: Sequence[EdgeType], after: str, limit: int
) -> tuple[ChangedEdge, ...]:
    """A page, by source, type and target; of some types or (none given) all."""
    params = {**_page(between, scope, limit), "after": after, "types": list(types)}
    return tuple(
        ChangedEdge(
            row["key"],
            between.turned(Change.ADDED if row["added"] else Change.REMOVED),
            step_of(row["edge"], row["source"], row["target"], row),
        )
        for row in await graph.read("explore_diff_edges", params)
    )


async def changed_flow(
    graph: Graph,
    root: Uid,
    direction: Direction,
    depth: int,
    between: Between,
    scope: Scope,
    options: FlowOptions,
) -> ChangedFlow:
    """The flow from an artifact in both; NotFound when neither holds it."""
    old, new = [
        await _flow(graph, root, direction, depth, scope, seq, options) for seq in (between.a, between.b)
    ]
    if old is None and new is None:
        raise NotFound(f"there is no {root} in either snapshot that you may see")
    was, now = _nodes(old), _nodes(new)
    other = await _other_content(
        graph, [uid for uid in was if uid in now and was[uid].vid != now[uid].vid], between, scope
    )
    found = [ChangedArtifact(Change.REMOVED, place) for uid, place in was.items() if uid not in now]
    found += [ChangedArtifact(Change.ADDED, place) for uid, place in now.items() if uid not in was]
    found += [ChangedArtifact(Change.CHANGED, now[uid]) for uid in other]
    return ChangedFlow(
        tuple(sorted(found, key=lambda one: one.place.uid)),
        tuple(_changed_steps(old, new)),
        any(flow is not None and flow.cut for flow in (old, new)),
    )


async def _flow(
    graph: Graph,
    root: Uid,
    direction: Direction,
    depth: int,
    scope: Scope,
    seq: int,
    options: FlowOptions,
) -> Flow | None:
    """None where the snapshot does not hold the artifact."""
    try:
        return await call_flow(graph, root, direction, depth, scope, seq, options)
    except NotFound:
        return None


def _nodes(flow: Flow | None) -> dict[Uid, Place]:
    return {} if flow is None else {place.uid: place for place in flow.nodes}


def _changed_steps(old: Flow | None, new: Flow | None) -> list[ChangedEdge]:
    was = {_key(step): step for step in (old.edges if old else ())}
    now = {_key(step): step for step in (new.edges if new else ())}
    gone = [ChangedEdge(key, Change.REMOVED, was[key]) for key in was.keys() - now.keys()]
    come = [ChangedEdge(key, Change.ADDED, now[key]) for key in now.keys() - was.keys()]
    return sorted([*gone, *come], key=lambda one: one.key)


def _key(step: Step) -> str:
    return "\n".join((step.source, step.edge, step.target))


async def _other_content(graph: Graph, uids: Sequence[Uid], between: Between, scope: Scope) -> list[Uid]:
    """Those whose content differs: a version can be another one and say the same."""
    if not uids:
        return []
    was, now = [await artifacts(graph, uids, scope, seq) for seq in (between.a, between.b)]
    return [uid for uid in uids if _content(was.get(uid)) != _content(now.get(uid))]


def _content(detail: Detail | None) -> Detail | None:
    """What is versioned of an artifact: neither where it stands nor what is known of it today."""
    if detail is None:
        return None
    place = replace(detail.place, vid=detail.place.uid, start_line=0, end_line=0)  # type: ignore[arg-type]  # no version
    return replace(
        detail, place=place, open_sites=(), service="", owner_team="", changed_at="", changed_in="", changes=0
    )


def _page(between: Between, scope: Scope, limit: int) -> dict[str, object]:
    return {"before": between.before, "seq": between.seq, "scopes": list(scope.tokens), "limit": limit}
