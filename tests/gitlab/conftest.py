"""The server for tests that look at no data: emptying it for each of them would take most of the time."""

from collections.abc import AsyncIterator

import pytest

from kg.graph import Graph, GraphOptions, connect


@pytest.fixture
async def server(graph_options: GraphOptions) -> AsyncIterator[Graph]:
    async with connect(graph_options) as opened:
        yield opened
