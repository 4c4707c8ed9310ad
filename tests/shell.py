"""Cypher for tests: to look at what is stored, and to plant what kg itself would never write."""

from typing import Any

from kg.graph import Graph


async def run(graph: Graph, cypher: str, **values: Any) -> list[dict[str, Any]]:
    """The rows of any statement; the values are its `$p`."""
    async with graph._driver.session() as session:
        result = await session.run("CYPHER 25 " + cypher, p=values)  # type: ignore[arg-type]
        return [dict(record) async for record in result]
