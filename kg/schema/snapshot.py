"""What a snapshot is to the rest of the program. Knows nothing of how it is stored."""

from dataclasses import dataclass
from enum import StrEnum


class SnapshotState(StrEnum):
    """`candidate` is being written; `published` was active once, and is kept; `abandoned` failed or was rolled
    past; `retired` is out of the window: nobody reads it any more, and what only it held is being removed."""

    CANDIDATE = "candidate"
    PUBLISHED = "published"
    ABANDONED = "abandoned"
    RETIRED = "retired"


LEASE_SECONDS = 900.0
"""How long what was begun on a snapshot can go on: a cursor since its first page, a stream since its start.
So a snapshot is kept that long after another one took its place, without anybody writing down who reads it."""


@dataclass(frozen=True, slots=True)
class Watermark:
    """The commit of one repository that a snapshot holds."""

    repo: str
    ref: str
    commit: str
    committed_at: str
    """ISO 8601, from git."""
    published_at: str = ""
    """When readers first saw it, ISO 8601; empty where that was not kept."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """How old what a snapshot holds of a repository is."""

    mark: Watermark
    head: str = ""
    """The commit that its ref was last seen at; empty where nobody looked."""
    head_seen_at: str = ""
    """ISO 8601."""
    lag_seconds: int | None = None
    """How long the head is known to be another commit; 0: up to date; None where nobody looked."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the ingest of that commit read and wrote: kept beside the watermark, shown by `kg status`."""

    files: int = 0
    lines: int = 0
    nodes: int = 0
    edges: int = 0
    missed: int = 0
    """Edges that found an end missing."""
    problems: int = 0
    skipped: tuple[str, ...] = ()
    """Files left out, `path: reason`."""
    stubs: str = ""
    """Digest of the stubs of dependencies that typed the code (`kg stubs list`); empty for none."""
    settings: str = ""
    """Digest of what the ingest was told besides the commit."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An immutable state of the whole graph; `seq` grows by publishing and is never used twice."""

    seq: int
    state: SnapshotState
    active: bool
    created_at: str
    published_at: str
    watermarks: tuple[Watermark, ...]
    pinned: str = ""
    """The name by which it is kept for good."""


@dataclass(frozen=True, slots=True)
class RolledBack:
    """What a rollback did."""

    seq: int
    """The snapshot that readers see now."""
    held: tuple[Watermark, ...]
    """The commits that were taken back: they do not come back by themselves."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An open snapshot that only its writer sees: written with `valid_from = seq`.

    `fence` is the lease's number; every write transaction checks it, so a late writer cannot write.
    """

    seq: int
    base: int
    """The active snapshot that it starts from; 0 in an empty graph."""
    fence: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what could carry a vector does, in the visible part of a snapshot."""

    embedded: int
    embeddable: int

    @property
    def share(self) -> float:
        return 1.0 if self.embeddable == 0 else self.embedded / self.embeddable
