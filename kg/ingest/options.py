"""What an ingest is told once. Apart from the pipeline, since the settings of every command hold it."""

from dataclasses import dataclass, field
from pathlib import Path

from kg.ingest.parse.pool import ParseOptions
from kg.ingest.source.discover import DiscoverOptions
from kg.ingest.stubs.find import StubOptions
from kg.ingest.warm import WarmStore
from kg.records.indexes import IndexFolder


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """Where caches and mirrors are, and the caps."""

    cache_dir: Path
    parse: ParseOptions
    stubs: StubOptions
    indexes: IndexFolder
    discover: DiscoverOptions = field(default_factory=DiscoverOptions)
    warm: WarmStore = field(default_factory=WarmStore)
    """What this process keeps from one ingest to the next; a command keeps nothing."""
    settle_seconds: float = 0.3
    """After a publish that ended something, how long who reads the snapshot before is given until types of edges
    follow; the next writer waits for it too. Longer than a request takes by far."""
