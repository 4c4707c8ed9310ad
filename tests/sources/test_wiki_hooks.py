"""`POST /hooks/confluence`: who comes in, what is kept, and that a job is asked for."""

import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256

import httpx

from api.context import Service
from api.server import make_app
from kg.graph import Graph
from kg.publish.dispatch import dispatch
from kg.publish.hooks.table import WIKI_HANDLERS
from kg.records.deliveries import list_deliveries
from kg.records.jobs import list_jobs
from kg.records.projects import Project, Provider, connect
from tests.api.serving import HOST, options, service_of

SECRET = b"a secret of the wiki"
PAGE = {"timestamp": 1, "event": "page_updated", "page": {"id": 7, "spaceKey": "OPS", "title": "Salaries"}}


@asynccontextmanager
async def door(graph: Graph, secrets: tuple[bytes, ...]) -> AsyncIterator[tuple[httpx.AsyncClient, Service]]:
    async with service_of(graph) as service:

        @asynccontextmanager
        async def opened() -> AsyncIterator[Service]:
            yield service

        app = make_app(options(wiki_hooks=secrets), opened)
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with app.router.lifespan_context(app):
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http:
                yield http, service


async def post(http: httpx.AsyncClient, message: object, secret: bytes = SECRET) -> int:
    body = json.dumps(message).encode()
    signature = f"sha256={hmac.new(secret, body, sha256).hexdigest()}"
    headers = {"x-hub-signature": signature, "content-type": "application/json"}
    return (await http.post("/hooks/confluence", content=body, headers=headers)).status_code


async def test_a_signed_message_asks_for_its_space(graph: Graph) -> None:
    """Once, however often it comes; nothing of the page is kept; who cannot sign is refused."""
    async with door(graph, (b"older", SECRET)) as (http, service):
        records = service.records
        for repo, space in (("ops", "OPS"), ("dev", "DEV")):
            url = f"confluence+https://wiki.example/wiki/spaces/{space}"
            await connect(records, Project(repo, url, Provider.CONFLUENCE))
        assert await post(http, PAGE, b"guessed") == 401
        assert (await http.post("/hooks/confluence", json=PAGE)).status_code == 401
        assert await post(http, [1]) == 400
        assert await post(http, PAGE | {"more": "x" * 300_000}) == 413
        assert (await post(http, PAGE), await post(http, PAGE)) == (202, 202)
        assert await post(http, {"event": "user_created"}) == 202
        assert "Salaries" not in "".join(each.body for each in await list_deliveries(records, 10))
        assert await dispatch(records, WIKI_HANDLERS) == 2
        (job,) = await list_jobs(records, 10)
        assert (job.repo, job.asked_by) == ("ops", "confluence page_updated")
        reasons = {each.event: each.reason for each in await list_deliveries(records, 10)}
        assert reasons["user_created"] == "nothing is done on confluence:user_created"


async def test_without_a_secret_there_is_no_door(graph: Graph) -> None:
    """The address then wants a token, like any other."""
    async with door(graph, ()) as (http, _):
        assert await post(http, PAGE) == 401
