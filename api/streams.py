"""How many streams and connections each caller holds open, so that nobody holds all of them."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from graphql import GraphQLError

MOST = 8


@dataclass(slots=True)
class Streams:
    """What is open in this process, by principal."""

    most: int = MOST
    _open: Counter[str] = field(default_factory=Counter)

    def has_room(self, who: str) -> bool:
        return self._open[who] < self.most

    @asynccontextmanager
    async def one_more(self, who: str) -> AsyncIterator[None]:
        """Hold one open for as long as the block runs; refused when the caller has too many."""
        if not self.has_room(who):
            raise GraphQLError(
                f"At most {self.most} streams may be open at once.", extensions={"code": "RATE_LIMITED"}
            )
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
