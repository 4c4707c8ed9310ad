"""One real Neo4j for the whole run; every test that asks for `graph` gets it empty.

`KG_TEST_NEO4J_URI` (with `KG_TEST_NEO4J_PASSWORD`) names a server that is already up and may be
emptied; without it the run starts a managed one of its own and stops it at the end.
"""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

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


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL for the whole run; skips where none is installed."""
    from tests.postgres import throw_away_postgres

    with throw_away_postgres() as url:
        yield url


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """A database of its own, empty."""
    from tests.postgres import new_database

    return new_database(postgres)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/sql.db"


@pytest.fixture(params=["sqlite", "postgres"])
def sql_url(request: pytest.FixtureRequest) -> str:
    """Each kind of SQL database that kg can use, empty."""
    return str(request.getfixturevalue(f"{request.param}_url"))
