"""Graphs for the API's tests: most only read, so their graph is made once a module, not once a test."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from kg.graph import Graph, GraphOptions, connect
from kg.graph.migrate import migrate
from tests.api.town import settle
from tests.empty import empty


@pytest.fixture
async def server(graph_options: GraphOptions) -> AsyncIterator[Graph]:
    """The graph as the tests before left it: for what does not look at data."""
    async with connect(graph_options) as opened:
        yield opened


@pytest.fixture(scope="module")
def settled(graph_options: GraphOptions) -> None:
    """The town, planted once for a module whose tests only read."""

    async def prepare() -> None:
        async with connect(graph_options) as opened:
            await empty(opened)
            await migrate(opened)
            await settle(opened)

    asyncio.run(prepare())


@pytest.fixture
async def town(settled: None, server: Graph) -> Graph:
    """The planted town, to be read."""
    return server
