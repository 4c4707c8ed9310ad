"""What a request knows before it reads: who asks, what they may see, and the one snapshot it is about.

One statement. Every read of the request takes `scope` and `seq` from here.
"""

from dataclasses import dataclass
from typing import Any

from kg.errors import SnapshotGone
from kg.graph import Graph
from kg.retrieve.scope import Policy
from kg.schema.access import Principal, Scope
from kg.schema.ids import ScopeToken
from kg.schema.snapshot import Snapshot, SnapshotState, Watermark

ACTIVE = 0
"""Asks for the snapshot that is published now."""


@dataclass(frozen=True, slots=True)
class Session:
    """A principal in front of one snapshot; `snapshot.seq` is 0 while nothing is published."""

    principal: Principal
    scope: Scope
    snapshot: Snapshot
    """Only the watermarks of repositories that the principal may see."""

    @property
    def seq(self) -> int:
        return self.snapshot.seq


async def open_session(graph: Graph, principal: Principal, policy: Policy, wanted: int) -> Session:
    """The active snapshot (`ACTIVE`) or the wanted one; SnapshotGone when it is no longer kept."""
    row = (await graph.read("retrieve_session", {"wanted": wanted}))[0]
    scope = _scope(principal, policy, row["registrations"])
    visible = {entry["repo"] for entry in row["registrations"] if entry["scope"] in scope.tokens}
    # What was rolled past is truncated after a grace: a page of it could come back incomplete.
    if wanted != ACTIVE and (row["state"] != SnapshotState.PUBLISHED or wanted > row["active"]):
        raise SnapshotGone(f"snapshot {wanted} is no longer kept; ask again without a cursor")
    return Session(principal, scope, _snapshot(row, visible))


def _scope(principal: Principal, policy: Policy, registrations: list[dict[str, Any]]) -> Scope:
    """As `scope_of`, from registrations that are read already."""
    if principal.id not in policy.owners:
        return Scope(())
    return Scope(tuple(sorted({ScopeToken(entry["scope"]) for entry in registrations if entry["scope"]})))


def _snapshot(row: dict[str, Any], visible: set[str]) -> Snapshot:
    marks = zip(row["repos"], row["refs"], row["commits"], row["committed_at"], strict=False)
    return Snapshot(
        seq=row["seq"],
        state=SnapshotState.PUBLISHED,
        active=row["seq"] == row["active"],
        created_at=str(row["created_at"] or ""),
        published_at=str(row["published_at"] or ""),
        watermarks=tuple(Watermark(*mark) for mark in marks if mark[0] in visible),
    )
