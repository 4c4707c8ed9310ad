"""Counts how searches went, by snapshot, and hands the counts to the records every few seconds.

In: one search after another. Out: rows of `kg.records.live`, from which the worker sees in the first minutes
whether a snapshot is good. Nothing of what was asked is kept; a process that dies loses a few seconds of counts.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from api.options import LOCAL
from kg.errors import RecordsError
from kg.records import Records
from kg.records.live import Searches, count_searches

FLUSH_SECONDS = 5.0
OF_ONE = 5
"""Searches of one principal that count for a snapshot; the owner of the installation has no such bound."""
_REMEMBERED = 100_000

log = logging.getLogger("kg.api")


@dataclass(slots=True)
class Tally:
    """The counts of this process that are not in the records yet."""

    waiting: dict[int, Searches] = field(default_factory=lambda: defaultdict(Searches))
    _asked: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Searches that were counted, by snapshot and principal."""

    def searched(self, seq: int, who: str, hits: int, seconds: float, budget: float) -> None:
        slow = int(seconds >= 2 * budget)
        self._count(seq, who, Searches(asked=1, empty=int(hits == 0), slow=slow))

    def failed(self, seq: int, who: str) -> None:
        self._count(seq, who, Searches(asked=1, failed=1))

    def _count(self, seq: int, who: str, one: Searches) -> None:
        """Of one principal a few: nobody takes a snapshot back by asking nonsense."""
        if len(self._asked) > _REMEMBERED:
            self._asked.clear()
        self._asked[seq, who] += 1
        if who == LOCAL or self._asked[seq, who] <= OF_ONE:
            self.waiting[seq] += one

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
