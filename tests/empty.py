"""Empties the test server between tests: data only, indexes and constraints stay."""

from kg.graph import Graph


async def empty(graph: Graph) -> None:
    """Delete every node and edge (tests only: this is the one place with Cypher in Python)."""
    async with graph._driver.session() as session:
        await (
            await session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS")
        ).consume()
