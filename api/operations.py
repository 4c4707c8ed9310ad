"""What mutations ask for. `kg serve` brings the one that does it (kg.publish.operate): the API itself
imports nothing that writes the graph.
"""

from typing import Protocol

from kg.records.holds import Hold
from kg.records.jobs import Job
from kg.schema.snapshot import RolledBack


class Operations(Protocol):
    """Each is told who asks, for the audit record."""

    async def roll_back(self, who: str, to: int, reason: str) -> RolledBack: ...

    async def roll_back_repository(self, who: str, repo: str, to: str, reason: str) -> Job: ...

    async def hold(self, hold: Hold) -> bool: ...

    async def release(self, who: str, repo: str, commit: str) -> tuple[Hold, ...]: ...

    async def pin(self, who: str, name: str, seq: int, reason: str) -> int: ...

    async def unpin(self, who: str, name: str, reason: str) -> int: ...

    async def approve(self, who: str, seq: int) -> None: ...
