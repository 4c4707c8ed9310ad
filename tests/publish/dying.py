"""A connection that dies: after a number of writes every other one fails, as after a kill -9."""

from collections.abc import Mapping
from typing import Any

from kg.graph import Graph, Written


class Killed(BaseException):
    """Not an Exception: nothing in kg may catch it and go on."""


class Dying(Graph):
    """Writes `writes` times, then never again."""

    def __init__(self, graph: Graph, writes: int) -> None:
        super().__init__(graph._driver, graph.options)
        self.left = writes

    async def write(
        self, name: str, params: Mapping[str, Any] | None = None, timeout_seconds: float | None = None
    ) -> Written:
        if self.left <= 0:
            raise Killed(name)
        self.left -= 1
        return await super().write(name, params, timeout_seconds)
