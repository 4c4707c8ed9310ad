"""Jobs over the API: who sees which, what operators do about them, and how their changes are told."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from itertools import count
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from api import graphql, jobs
from api.context import Service
from api.server import make_app
from kg.graph import Graph
from kg.records.jobs import Ask, ask
from kg.records.projects import Project
from kg.records.projects import connect as connect_project
from kg.records.running import Retry, Run, beat, begin, fail
from kg.retrieve.scope import Policy
from kg.schema.access import Principal
from tests.api.serving import HOST, JSON, OTHER_TOKEN, TOKEN, Client, options, service_of
from tests.publish.test_versions import PAY
from tests.publish.world import load
from tests.server import free_ports
from tests.shell import run

LISTED = "{ jobs { nodes { number repository state reason } pageInfo { hasNextPage endCursor } } }"
CHANGED = "subscription { jobChanged { number state } }"
WS = Subprotocol("graphql-transport-ws")


@asynccontextmanager
async def asking(graph: Graph) -> AsyncIterator[tuple[Client, Service]]:
    """The application, and what is behind it."""
    async with service_of(graph) as service:
        app = make_app(options(), lambda: nullcontext(service))
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with app.router.lifespan_context(app):
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http:
                yield Client(http, TOKEN), service


@asynccontextmanager
async def listening(graph: Graph) -> AsyncIterator[tuple[str, Service]]:
    """The application on a port, as `kg serve` has it; streams need one."""
    (port,) = free_ports(1)
    async with service_of(graph) as service:
        config = uvicorn.Config(
            make_app(options(), lambda: nullcontext(service)),
            port=port,
            ws="websockets-sansio",
            log_config=None,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        await until_true(lambda: server.started)
        try:
            yield f"127.0.0.1:{port}", service
        finally:
            server.should_exit = True
            await serving


async def planted(graph: Graph, service: Service) -> None:
    """`shop` is in the graph, `vault` too but in a scope that nobody has; `new` is connected only."""
    await load(graph, "shop", PAY)
    await run(graph, "MERGE (:Registration {repo: 'shop', scope: 's00001', scope_number: 1})")
    await run(graph, "MERGE (:Registration {repo: 'vault', scope: '', scope_number: 2})")
    await connect_project(service.records, Project("new", "https://git.example/new.git"))
    for repo in ("shop", "vault", "new"):
        await ask(service.records, Ask(repo))


async def until_true(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 - the server has no event to wait for
            await asyncio.sleep(0.05)


def nobody_is_gone(worker: str) -> bool:
    return False


async def test_a_caller_sees_the_jobs_of_what_it_may_see(graph: Graph) -> None:
    """Not those of another scope, and, without being an operator, not those of what is in no scope yet; who
    sees nothing gets an empty list."""
    async with asking(graph) as (client, service):
        await planted(graph, service)
        found = (await client.data(LISTED))["jobs"]["nodes"]
        assert [job["repository"] for job in found] == ["new", "shop"]
        assert (await client.as_other().data(LISTED))["jobs"]["nodes"] == []
        one = '{ jobs(repository: "vault") { nodes { number } } }'
        assert (await client.data(one))["jobs"]["nodes"] == []
        page = (await client.data("{ jobs(first: 1) { nodes { number } pageInfo { endCursor } } }"))["jobs"]
        assert page["nodes"] == [{"number": 3}]
        rest = "query($after: String) { jobs(first: 1, after: $after) { nodes { number } } }"
        after = page["pageInfo"]["endCursor"]
        assert (await client.data(rest, after=after))["jobs"]["nodes"] == [{"number": 1}]


async def test_jobs_of_a_line_are_seen_with_its_repository(graph: Graph) -> None:
    """Before its first ingest and after it; not those of a line of what is hidden."""
    async with asking(graph) as (client, service):
        await planted(graph, service)
        for repo in ("shop@release", "vault@release"):
            await run(graph, f"MERGE (:Registration {{repo: '{repo}', scope: 's00009', scope_number: 9}})")
            await ask(service.records, Ask(repo, "release"))
        found = (await client.data(LISTED))["jobs"]["nodes"]
        assert [job["repository"] for job in found] == ["shop@release", "new", "shop"]


async def test_jobs_are_listed_by_state_with_their_reasons(graph: Graph) -> None:
    """The dead letters are one question."""
    async with asking(graph) as (client, service):
        await planted(graph, service)
        attempt = Run(1, 1, "w")
        await begin(service.records, attempt, nobody_is_gone)
        await fail(service.records, attempt, "source: there is no branch x", Retry.NO)
        found = await client.data("{ jobs(states: [DEAD]) { nodes { number state reason } } }")
    dead = {"number": 1, "state": "DEAD", "reason": "source: there is no branch x"}
    assert found["jobs"]["nodes"] == [dead]


async def test_an_operator_cancels_retries_and_orders(graph: Graph) -> None:
    """Others are refused; what may not be seen is not there, also for an operator; a state that does not
    allow it is said."""
    async with asking(graph) as (client, service):
        await planted(graph, service)
        cancel = "mutation { cancelJob(number: 1) { state reason } }"
        assert await client.as_other().codes(cancel) == ["FORBIDDEN"]
        done = (await client.data(cancel))["cancelJob"]
        assert done == {"state": "CANCELLED", "reason": "cancelled by local"}
        assert await client.codes(cancel) == ["JOB"]
        assert await client.codes("mutation { cancelJob(number: 2) { state } }") == ["NOT_FOUND"]
        assert await client.codes("mutation { cancelJob(number: 9) { state } }") == ["NOT_FOUND"]
        again = await client.data("mutation { retryJob(number: 1) { number state attempt askedBy } }")
        assert again["retryJob"] == {"number": 1, "state": "WAITING", "attempt": 2, "askedBy": "local"}
        first = await client.data("mutation { setJobPriority(number: 1, priority: 2) { priority } }")
        assert first["setJobPriority"] == {"priority": 2}


async def test_changes_come_as_server_sent_events(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an ordinary Authorization header; only of what the caller may see, and only what changes."""
    monkeypatch.setattr(jobs, "LOOK_SECONDS", 0.1)
    async with listening(graph) as (place, service):
        await planted(graph, service)
        headers = {"authorization": f"Bearer {TOKEN}", "accept": "text/event-stream", **JSON}
        async with httpx.AsyncClient(base_url=f"http://{place}", timeout=30) as http:
            body = json.dumps({"query": CHANGED})
            async with http.stream("POST", "/graphql", content=body, headers=headers) as stream:
                assert stream.headers["content-type"] == "text/event-stream"
                async with changing(service):
                    told = [event async for event in events(stream, 3)]
    assert told == [{"data": {"jobChanged": {"number": 1, "state": "RUNNING"}}}] * 3


async def test_changes_come_over_a_socket(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """graphql-transport-ws, with the same header at its beginning."""
    monkeypatch.setattr(jobs, "LOOK_SECONDS", 0.1)
    async with listening(graph) as (place, service):
        await planted(graph, service)
        async with socket(place) as opened:
            await say(opened, {"type": "connection_init"})
            assert (await heard(opened))["type"] == "connection_ack"
            await say(opened, {"id": "1", "type": "subscribe", "payload": {"query": CHANGED}})
            async with changing(service):
                told = await heard(opened)
            assert told == {
                "id": "1",
                "type": "next",
                "payload": {"data": {"jobChanged": {"number": 1, "state": "RUNNING"}}},
            }
            await say(opened, {"id": "2", "type": "subscribe", "payload": {"query": "{ snapshot { seq } }"}})
            refused = await heard(opened, "2")
    assert refused["type"] == "error", "a query goes by POST, with its deadline"


async def test_a_stranger_opens_no_socket(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a token, under another name, at another path: refused before it opens. One that does not begin
    is closed; of subscriptions on one, and of sockets of one caller, there are few."""
    monkeypatch.setattr(jobs, "LOOK_SECONDS", 0.1)
    async with listening(graph) as (place, service):
        await planted(graph, service)
        for more in ({"token": "wrong"}, {"host": "evil.example"}, {"path": "/health/live"}):
            with pytest.raises(InvalidStatus) as closed:
                async with socket(place, **more):
                    pass
            assert closed.value.response.status_code == 403
        with pytest.raises(InvalidStatus):
            async with socket(place, origin="https://evil.example"):
                pass
        async with socket(place) as opened:
            await say(opened, {"type": "connection_init"})
            await heard(opened)
            for number in range(graphql.SUBSCRIPTIONS + 1):
                payload = {"query": CHANGED}
                await say(opened, {"id": str(number), "type": "subscribe", "payload": payload})
            assert (await heard(opened, str(graphql.SUBSCRIPTIONS)))["type"] == "error"
            more_sockets = [await socket(place, OTHER_TOKEN) for _ in range(8)]
            with pytest.raises(InvalidStatus):
                await socket(place, OTHER_TOKEN)
            for one in more_sockets:
                await one.close()


async def test_a_socket_that_does_not_begin_is_closed(graph: Graph) -> None:
    """After five seconds."""
    async with listening(graph) as (place, _):
        async with socket(place) as opened:
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(opened.recv(), 30)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4408


async def test_a_right_that_is_taken_away_ends_the_telling(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a caller may see is asked again at each look, not once for the stream."""
    monkeypatch.setattr(jobs, "LOOK_SECONDS", 0.05)
    async with service_of(graph) as service:
        await planted(graph, service)
        reader = Context("reader", service)
        told = jobs.changes(reader, None, 1.5)  # type: ignore[arg-type]
        first = asyncio.create_task(anext(told, None))
        await asyncio.sleep(0.5)
        await run(graph, "MATCH (r:Registration {repo: 'shop'}) SET r.scope = ''")
        await asyncio.sleep(0.3)
        await begin(service.records, Run(1, 1, "w"), nobody_is_gone)
        assert await first is None


class Context:
    """A caller who may see all that is registered, and is no operator."""

    def __init__(self, who: str, service: Service) -> None:
        self.principal = Principal(who)
        self.service = replace(service, policy=Policy(frozenset({who})))


@asynccontextmanager
async def changing(service: Service) -> AsyncIterator[None]:
    """The job of the vault, which nobody may see, and that of the shop are at work, and tell of it."""

    async def work() -> None:
        for number in (2, 1):
            await begin(service.records, Run(number, 1, "w"), nobody_is_gone)
        for done in count():
            for number in (2, 1):
                await beat(service.records, Run(number, 1, "w"), "writing", done, 9_999)
            await asyncio.sleep(0.1)

    working = asyncio.create_task(work())
    try:
        yield
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def events(stream: httpx.Response, wanted: int) -> AsyncIterator[dict[str, Any]]:
    async for line in stream.aiter_lines():
        if line.startswith("data: {"):
            yield json.loads(line.removeprefix("data: "))
            wanted -= 1
            if not wanted:
                return


def socket(place: str, token: str = TOKEN, host: str = "", path: str = "/graphql", **more: Any) -> connect:
    """A socket; `host` is the name that the server is called by, instead of its own."""
    address, _, port = place.partition(":")
    return connect(
        f"ws://{host or place}{path}",
        subprotocols=[WS],
        additional_headers={"Authorization": f"Bearer {token}"},
        open_timeout=30,
        host=address,
        port=int(port),
        **more,
    )


async def say(opened: ClientConnection, message: dict[str, Any]) -> None:
    await opened.send(json.dumps(message))


async def heard(opened: ClientConnection, about: str = "") -> dict[str, Any]:
    """The next message; about one subscription, when one is named."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(opened.recv(), 30))
        if not about or message.get("id") == about:
            return message
