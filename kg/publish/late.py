"""What comes behind a published snapshot: vectors and histories, the newest commit's vectors first.

In: the graph, an embedder, the cache, the mirrors. A commit's own vectors are there seconds after it, whatever
else still waits: a few are made first, then histories, which take seconds where vectors take minutes, then the
rest. What was complete once is not looked at again for each commit, only from time to time: then the cost
follows the commit.
"""

import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.errors import KgError
from kg.graph import Graph
from kg.history.fill import remember
from kg.llm import Embedder
from kg.observe import log
from kg.publish.vectors import FillOptions, fill
from kg.records import EmbeddingCache

NEWEST = 64
"""Vectors that are made before anything else."""
WHOLE_SECONDS = 600.0
"""After so long every version is looked at, not only those that came since the last complete snapshot."""


@dataclass(slots=True)
class Late:
    """How far this process has come behind the pointer."""

    graph: Graph
    embedder: Embedder
    cache: EmbeddingCache
    mirrors: Path
    options: FillOptions
    seq: int = 0
    """The last snapshot that was complete. In an empty graph (0) nothing is filled: a vector index made now
    would be in a first load's way."""
    whole_at: float = field(default_factory=time.monotonic)

    async def follow(self, seq: int) -> None:
        """Complete the snapshot that is active now, or as much of it as nobody interrupts."""
        now = time.monotonic()
        is_due = now - self.whole_at >= WHOLE_SECONDS
        if seq == self.seq and not (seq and is_due):
            return
        since = self.seq if self.seq < seq and not is_due else 0
        if since:
            await self._fill(replace(self.options, at_most=NEWEST), since)
        await self._remember(seq)
        complete = await self._fill(self.options, since)
        if complete and not since:
            self.whole_at = now
        self.seq = complete

    async def _remember(self, seq: int) -> None:
        """Histories never stand in the way of vectors."""

        def silent(done: int, of: int) -> None:
            log.debug("worker: %d of %d histories done", done, of)

        try:
            remembered = await remember(self.graph, self.mirrors, seq, silent)
        except KgError:
            raise
        except Exception as error:  # whatever a repository's past holds
            log.warning("worker: histories of snapshot %d not filled: %s", seq, type(error).__name__)
            return
        if remembered.versions:
            log.info("worker: snapshot %d: %d histories", seq, remembered.versions)

    async def _fill(self, options: FillOptions, since: int) -> int:
        """The snapshot whose vectors are complete, or 0 when another call is needed."""

        def silent(done: int, waiting: int) -> None:
            log.debug("worker: %d vectors done, %d waiting in this round", done, waiting)

        filled = await fill(self.graph, self.embedder, self.cache, options, silent, since)
        if filled.embedded or filled.cached or filled.refused:
            log.info(
                "worker: snapshot %d: %d embedded, %d from the cache, %d without a usable vector",
                filled.seq,
                filled.embedded,
                filled.cached,
                filled.refused,
            )
        return filled.seq if filled.complete else 0
