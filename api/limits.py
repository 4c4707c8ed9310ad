"""The rate of one caller. The bounds of one query are in `api.bounds`."""

import math
import time

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter


class Rate:
    """At most so many requests a minute for each principal, counted in this process."""

    def __init__(self, requests_per_minute: int) -> None:
        self._item = RateLimitItemPerMinute(requests_per_minute)
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def wait_seconds(self, who: str) -> int:
        """0 when the request may pass, else how long to wait."""
        if await self._limiter.hit(self._item, who):
            return 0
        window = await self._limiter.get_window_stats(self._item, who)
        return max(1, math.ceil(window.reset_time - time.time()))
