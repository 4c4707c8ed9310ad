"""What the last ingest of a repository left in memory, so that the next one makes only what changed.

Whatever is in it is known by what it was made of: the facts of a file by its key, a resolution by what is kept
of it, the hashes of an origin by its rows. So it can make a result come sooner and never another one, and what
is missing is made. A worker keeps one `WarmStore`, bounded in bytes: the repository that was asked for longest
ago goes first. Nothing of it outlives a change of what is denied.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kg.ingest.assemble import OpenEdges
from kg.ingest.delta import Sealed
from kg.ingest.parse.denied import in_force
from kg.ingest.resolve.kept import Kept, Known
from kg.ingest.resolve.kept_mentions import KeptMentions
from kg.ingest.source.discover import Entry
from kg.schema.facts import Facts, Resolution

WEIGHT = 8
"""Bytes in memory for each byte of a file that is read (alibaba/nacos: 6.4, netbox: 7.5)."""


@dataclass(frozen=True, slots=True)
class Warm:
    """One repository as it was left."""

    facts: Mapping[bytes, Facts] = field(default_factory=dict)
    known: Mapping[str, Known] = field(default_factory=dict)
    opened: Mapping[Kept, Resolution] = field(default_factory=dict)
    """What is kept of each file's resolution, unpacked."""
    sealed: Mapping[str, Sealed] = field(default_factory=dict)
    """By origin."""
    mentions: KeptMentions = field(default_factory=KeptMentions)
    open_edges: OpenEdges = field(default_factory=dict)
    size: int = 0
    """Bytes, about."""


COLD = Warm()


class WarmStore:
    """Repositories by key, as long as there is room; without room none."""

    def __init__(self, limit_bytes: int = 0) -> None:
        self._limit = limit_bytes
        self._left: OrderedDict[str, Warm] = OrderedDict()
        self._denied = ""

    def of(self, repo: str) -> Warm:
        """What there is of a repository, or nothing."""
        if in_force().digest != self._denied:
            self._left.clear()
        if repo in self._left:
            self._left.move_to_end(repo)
        return self._left.get(repo, COLD)

    def keep(self, repo: str, warm: Warm) -> None:
        """Instead of what was left before, if there is room for it."""
        self.of(repo)
        self._denied = in_force().digest
        self._left.pop(repo, None)
        if warm.size <= self._limit:
            self._left[repo] = warm
        while self.size > self._limit:
            self._left.popitem(last=False)

    @property
    def size(self) -> int:
        """Bytes of all, about."""
        return sum(warm.size for warm in self._left.values())


def size_of(entries: Iterable[Entry]) -> int:
    """About how many bytes of memory what is made of these files takes."""
    return WEIGHT * sum(entry.size for entry in entries if not entry.file_only)
