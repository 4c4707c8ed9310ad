"""A served graph for the tests: the real application, over ASGI, in front of the test Neo4j."""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import httpx

from api.auth import key
from api.context import Service
from api.options import Bounds, ServeOptions
from api.server import make_app
from kg.graph import Graph
from kg.llm.embedder import Embedder
from kg.publish.operate import Operate
from kg.records import open_records
from kg.retrieve.ask import AskOptions
from kg.retrieve.scope import Policy
from kg.schema.access import Principal

TOKEN = "a-token-for-tests"
OTHER_TOKEN = "a-token-of-somebody-without-rights"
SECRET = b"a secret of the tests"
HOST = "127.0.0.1:8420"


class Counting(Graph):
    """The graph, which remembers the names of the statements that were read."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph._driver, graph.options)
        self.names: list[str] = []

    async def read(self, name: str, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        self.names.append(name)
        return await super().read(name, *args, **kwargs)


def options(**more: Any) -> ServeOptions:
    given = {
        "host": "127.0.0.1",
        "port": 8420,
        "local_key": key(TOKEN, Principal("local")),
        "keys": (key(OTHER_TOKEN, Principal("somebody")),),
        "bounds": Bounds(),
    }
    return ServeOptions(**(given | more))


class Client:
    """Asks as the holder of a token."""

    def __init__(self, http: httpx.AsyncClient, token: str) -> None:
        self.http = http
        self.token = token

    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    async def post(self, query: str, **variables: Any) -> httpx.Response:
        body = {"query": query, "variables": variables}
        return await self.http.post("/graphql", content=json.dumps(body), headers=self.headers() | JSON)

    async def ask(self, query: str, **variables: Any) -> dict[str, Any]:
        """The whole answer; its HTTP status is 200."""
        response = await self.post(query, **variables)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    async def data(self, query: str, **variables: Any) -> Any:
        answer = await self.ask(query, **variables)
        assert not answer.get("errors"), answer["errors"]
        return answer["data"]

    async def codes(self, query: str, **variables: Any) -> list[str]:
        answer = await self.ask(query, **variables)
        return [error["extensions"]["code"] for error in answer["errors"]]

    async def until_ready(self) -> None:
        """Wait until the service has warmed up."""
        for _ in range(600):
            if (await self.http.get("/health/ready")).status_code == 200:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("not ready after 30 s")

    def as_other(self) -> "Client":
        return Client(self.http, OTHER_TOKEN)


PATIENT = AskOptions(budget_seconds=20.0, limit_seconds=20.0)
"""No hedge while the machine is busy: the tests are about what is found, not about how fast."""
JSON = {"content-type": "application/json"}


@asynccontextmanager
async def service_of(graph: Graph, embedder: Embedder | None = None) -> AsyncIterator[Service]:
    """What requests use, with records of its own that nobody else sees."""
    with tempfile.TemporaryDirectory(prefix="kg-records-") as folder:
        async with open_records(f"sqlite:///{folder}/records.db") as records:
            yield Service(
                graph,
                embedder,
                Policy(),
                PATIENT,
                SECRET,
                Path("no-mirrors"),
                records,
                Operate(graph, records),
            )


@asynccontextmanager
async def serving(graph: Graph, embedder: Embedder | None = None, **more: Any) -> AsyncIterator[Client]:
    """The application in front of a graph; `more` are serve options."""
    async with service_of(graph, embedder) as service, make_client(service, **more) as client:
        yield client


@asynccontextmanager
async def make_client(service: Service, **more: Any) -> AsyncIterator[Client]:
    """The application in front of an open service."""
    app = make_app(options(**more), lambda: nullcontext(service))
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with app.router.lifespan_context(app):
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http:
            yield Client(http, TOKEN)
