"""Is the service alive, and is it ready? Ready means warm: a first statement takes seconds (FACTS)."""

import asyncio
import logging
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.context import Service
from kg.errors import KgError
from kg.retrieve import explore
from kg.retrieve.ask import search
from kg.retrieve.find import find
from kg.retrieve.scope import active_seq
from kg.retrieve.session import open_session
from kg.schema.access import Principal, Scope
from kg.schema.ids import scope_token
from kg.schema.question import Question
from kg.schema.vocabulary import Kind

log = logging.getLogger("kg.api")

_PING_SECONDS = 2.0
NOWHERE = Scope((scope_token(0),))
"""A scope that nothing is in: every plan is made, nothing is read."""


@dataclass(slots=True)
class Readiness:
    """The service once it has warmed up; the only thing here that changes."""

    service: Service | None = None

    @property
    def ready(self) -> bool:
        return self.service is not None


def make_health(readiness: Readiness) -> APIRouter:
    router = APIRouter(prefix="/health")

    @router.get("/live")
    async def live() -> JSONResponse:
        return JSONResponse({"status": "live"})

    @router.get("/ready")
    async def ready() -> JSONResponse:
        if readiness.service is None:
            return JSONResponse({"status": "warming up"}, status_code=503)
        if not await _graph_answers(readiness.service):
            return JSONResponse({"status": "the graph does not answer"}, status_code=503)
        return JSONResponse({"status": "ready"})

    return router


async def _graph_answers(service: Service) -> bool:
    try:
        async with asyncio.timeout(_PING_SECONDS):
            await active_seq(service.graph)
    except (KgError, TimeoutError):
        return False
    return True


async def warm_up(service: Service, readiness: Readiness, retry_seconds: float) -> None:
    """Run the statements of usual requests once, so that no caller waits for their plans; tries
    again while the graph is not there."""
    while not readiness.ready:
        try:
            await _run_once(service)
            readiness.service = service
        except KgError as error:
            log.warning("api: not ready: %s", error)
            await asyncio.sleep(retry_seconds)


async def _run_once(service: Service) -> None:
    session = await open_session(service.graph, Principal("warm-up"), service.policy)
    graph, scope, seq = service.graph, NOWHERE, session.seq
    await explore.artifacts(graph, [], scope, seq)
    await explore.callers(graph, [], scope, seq)
    await explore.callees(graph, [], scope, seq)
    await explore.documents(graph, [], scope, seq)
    await explore.members(graph, [], scope, seq)
    await explore.list_kind(graph, Kind.METHOD, "", scope, seq)
    await explore.list_details(graph, Kind.METHOD, "", scope, seq)
    await find(graph, "warm.up", [], scope, seq)
    await search(graph, Question("warm up"), scope, seq, None, service.ask)
    if service.embedder is not None:
        await service.embedder.query("warm up")
        await search(graph, Question("warm up"), scope, seq, service.embedder, service.ask)
