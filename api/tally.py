"""Counts how searches went, by snapshot, and hands the counts to the records every few seconds.

In: one search after another. Out: rows of `kg.records.live`, from which the worker sees in the first minutes
whether a snapshot is good. Nothing of what was asked is kept; a process that dies loses a few seconds of counts.
"""

import asyncio
import logging
from collections import defaultdict
from dataclasses import dataclass, field

from kg.errors import RecordsError
from kg.records import Records
from kg.records.live import Searches, count_searches

FLUSH_SECONDS = 5.0

log = logging.getLogger("kg.api")


@dataclass(slots=True)
class Tally:
    """The counts of this process that are not in the records yet."""

    waiting: dict[int, Searches] = field(default_factory=lambda: defaultdict(Searches))

    def searched(self, seq: int, hits: int, seconds: float, budget: float) -> None:
        slow = int(seconds >= 2 * budget)
        self.waiting[seq] += Searches(asked=1, empty=int(hits == 0), slow=slow)

    def failed(self, seq: int) -> None:
        self.waiting[seq] += Searches(asked=1, failed=1)

    async def flush(self, records: Records) -> None:
        """Counts that cannot be kept now are kept later."""
        for seq in list(self.waiting):
            more = self.waiting.pop(seq)
            try:
                await count_searches(records, seq, more)
            except RecordsError:
                self.waiting[seq] += more
                raise

    async def flush_behind(self, records: Records) -> None:
        """For as long as the API runs."""
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            try:
                await self.flush(records)
            except RecordsError as error:
                log.warning("api: %s", error)
