"""What a request knows before it reads: who asks, what they may see, and the one snapshot it is about.

One statement. Every read of the request takes `scope` and `seq` from here.
"""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from kg.errors import NotFound, SnapshotGone
from kg.graph import Graph
from kg.retrieve.scope import LOCAL, Policy
from kg.schema.access import Principal, Scope
from kg.schema.ids import ScopeToken, line_base
from kg.schema.snapshot import Snapshot, SnapshotState, Watermark

FIRST_BUCKET = 0
"""Always among those that see a new snapshot first."""
ACTIVE = 0
"""Asks for the snapshot that is published now."""


@dataclass(frozen=True, slots=True)
class Session:
    """A principal in front of one snapshot; `snapshot.seq` is 0 while nothing is published."""

    principal: Principal
    scope: Scope
    snapshot: Snapshot
    """Only the watermarks of repositories that the principal may see."""
    visible: frozenset[str] = frozenset()
    """Keys of the registered repositories that the principal may see, in this snapshot or not."""
    registered: frozenset[str] = frozenset()
    """Keys of all of them: never shown, only to know what is in no scope yet."""

    @property
    def seq(self) -> int:
        return self.snapshot.seq


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which snapshot is asked for: by number, by the name of a pin, or by both, which then must agree."""

    seq: int = ACTIVE
    pin: str = ""
    line: str = ""
    """`orders@release/2`: read this line of a repository instead of the repository."""


NOW = Wanted()


async def open_session(graph: Graph, principal: Principal, policy: Policy, wanted: Wanted = NOW) -> Session:
    """The active snapshot or the wanted one; SnapshotGone when it is no longer kept."""
    row = await _read(graph, wanted, bucket_of(principal))
    scope = _scope(principal, policy, _read_as(row["registrations"], wanted.line))
    visible = frozenset(entry["repo"] for entry in row["registrations"] if entry["scope"] in scope.tokens)
    registered = frozenset(entry["repo"] for entry in row["registrations"])
    if wanted.pin.partition("@")[0] in registered - visible:  # `REPO@TAG` of a repository that is hidden
        raise _no_pin(wanted.pin)
    return Session(principal, scope, _snapshot(row, visible), visible, registered)


def wanted(text: str, line: str = "") -> Wanted:
    """As a person names one: its number, or the name of its pin; empty: the active one."""
    return (
        Wanted(seq=int(text), line=line)
        if text.isdecimal() and len(text) < 16
        else Wanted(pin=text, line=line)
    )


async def kept_seq(graph: Graph, wanted: Wanted) -> int:
    """The number of a snapshot that is kept; SnapshotGone for any other."""
    return int((await _read(graph, wanted, FIRST_BUCKET))["seq"])


async def _read(graph: Graph, wanted: Wanted, bucket: int) -> dict[str, Any]:
    params = {"wanted": wanted.seq, "pin": wanted.pin, "bucket": bucket}
    row = (await graph.read("retrieve_session", params))[0]
    if wanted.pin and row["seq"] is None:
        raise _no_pin(wanted.pin)
    if wanted.pin and wanted.seq not in (ACTIVE, row["seq"]):
        raise SnapshotGone(f"snapshot {wanted.seq} is not the one that is pinned as {wanted.pin[:200]!r}")
    # What was rolled past is truncated after a grace: a page of it could come back incomplete.
    if (wanted.seq or wanted.pin) and (row["state"] != SnapshotState.PUBLISHED or row["seq"] > row["active"]):
        raise SnapshotGone(f"snapshot {row['seq']} is no longer kept; ask again without a cursor or number")
    return row


def _no_pin(name: str) -> SnapshotGone:
    return SnapshotGone(f"no snapshot is pinned as {name[:200]!r}")


def bucket_of(principal: Principal) -> int:
    """0 to 99, the same at every request: a share of principals sees a new snapshot first. The owner of the
    installation is always among them."""
    if principal.id == LOCAL:
        return FIRST_BUCKET
    return int.from_bytes(blake2b(principal.id.encode(), digest_size=4).digest(), "big") % 100


def _read_as(registrations: list[dict[str, Any]], line: str) -> list[dict[str, Any]]:
    """Repositories, each by its own ref, but the one that is read by a line. NotFound for a line that is not
    there (or not to be seen: the scope decides, and both read the same)."""
    if not line:
        return [entry for entry in registrations if not line_base(entry["repo"])]
    if not line_base(line) or all(entry["repo"] != line for entry in registrations):
        raise NotFound(f"there is no line {line[:200]!r} that you may see")
    base = line_base(line)
    return [
        entry
        for entry in registrations
        if entry["repo"] == line or (not line_base(entry["repo"]) and entry["repo"] != base)
    ]


def _scope(principal: Principal, policy: Policy, registrations: list[dict[str, Any]]) -> Scope:
    """As `scope_of`, from registrations that are read already."""
    if principal.id not in policy.owners:
        return Scope(())
    return Scope(tuple(sorted({ScopeToken(entry["scope"]) for entry in registrations if entry["scope"]})))


def _snapshot(row: dict[str, Any], visible: frozenset[str]) -> Snapshot:
    marks = zip(
        row["repos"], row["refs"], row["commits"], row["committed_at"], row["brought_at"], strict=False
    )
    return Snapshot(
        seq=row["seq"],
        state=SnapshotState.PUBLISHED,
        active=row["seq"] == row["active"],
        created_at=str(row["created_at"] or ""),
        published_at=str(row["published_at"] or ""),
        watermarks=tuple(Watermark(*mark) for mark in marks if mark[0] in visible),
    )
