"""A real connection that also counts what the driver is sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import neo4j


@contextmanager
def sent_queries() -> Iterator[list[str]]:
    """Every query text that any transaction or session sends while the block runs."""
    queries: list[str] = []
    transaction, session = neo4j.AsyncTransaction.run, neo4j.AsyncSession.run
    managed = neo4j.AsyncManagedTransaction.run

    def watched(run: Any) -> Any:
        async def send(self: Any, query: Any, *args: Any, **more: Any) -> Any:
            queries.append(str(query))
            return await run(self, query, *args, **more)

        return send

    neo4j.AsyncTransaction.run = watched(transaction)  # type: ignore[method-assign]
    neo4j.AsyncManagedTransaction.run = watched(managed)  # type: ignore[method-assign]
    neo4j.AsyncSession.run = watched(session)  # type: ignore[method-assign]
    try:
        yield queries
    finally:
        neo4j.AsyncTransaction.run = transaction  # type: ignore[method-assign]
        neo4j.AsyncManagedTransaction.run = managed  # type: ignore[method-assign]
        neo4j.AsyncSession.run = session  # type: ignore[method-assign]
