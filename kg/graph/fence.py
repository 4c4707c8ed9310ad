"""Writes that only the holder of the lease can make.

Every statement that ingest and publish write with begins by locking the lease and comparing its
number with `$p.fence`; when another took over it returns no row, and nothing was written.
"""

from collections.abc import Mapping
from typing import Any

from kg.errors import FenceLost
from kg.graph.client import Graph, Written


async def write_fenced(graph: Graph, name: str, fence: int, params: Mapping[str, Any]) -> Written:
    """What a fenced statement did, in one row; FenceLost when the fence is no longer the lease's."""
    written = await graph.write(name, {**params, "fence": fence})
    if not written.rows:
        raise FenceLost(
            f"publish: {name} was refused: another process took over the lease (fence {fence});"
            " nothing was written, run it again"
        )
    return written
