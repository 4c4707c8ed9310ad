"""Bounds of what is asked of git for one reader: time, count, and how many ask at once."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

AT_ONCE = 2
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Bounds:
    """A longer past is cut, and says so."""

    seconds: float = 8.0
    changes: int = 200


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a reader stops waiting."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        return cls(time.monotonic() + seconds)

    @property
    def passed(self) -> bool:
        return time.monotonic() > self.at

    @property
    def left(self) -> float:
        """Seconds until then."""
        return max(self.at - time.monotonic(), 0.0)


async def in_turn(work: Callable[[Deadline], T], bounds: Bounds) -> T:
    """Blocking work in a thread; it looks at its deadline itself. A few at a time: git uses a core each."""
    loop = asyncio.get_running_loop()
    async with _turns.setdefault(loop, asyncio.Semaphore(AT_ONCE)):
        return await asyncio.to_thread(work, Deadline.after(bounds.seconds))
