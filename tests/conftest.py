"""One real Neo4j for the whole run; every test that asks for `graph` gets it empty.

`KG_TEST_NEO4J_URI` (with `KG_TEST_NEO4J_PASSWORD`) names a server that is already up and may be
emptied; without it the run starts a managed one of its own and stops it at the end.
"""

import os
from collections.abc import AsyncIterator, Iterator

import pytest

from kg.graph import Graph, GraphOptions, connect


@pytest.fixture(scope="session")
def graph_options() -> Iterator[GraphOptions]:
    uri = os.environ.get("KG_TEST_NEO4J_URI")
    if uri:
        yield GraphOptions(uri, password=os.environ.get("KG_TEST_NEO4J_PASSWORD", ""))
        return
    from tests.server import managed_server

    with managed_server() as options:
        yield options


@pytest.fixture
async def graph(graph_options: GraphOptions) -> AsyncIterator[Graph]:
    """The graph, empty and migrated."""
    from kg.graph.migrate import migrate
    from tests.empty import empty

    async with connect(graph_options) as opened:
        await empty(opened)
        await migrate(opened)
        yield opened
