"""The application: the guard, the routes and the life of the service behind them.

In: `ServeOptions` and how to open the service. Out: an ASGI application. Reads no settings.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from api.ci import make_ci
from api.context import Service
from api.errors import MASKED
from api.graphql import make_route
from api.guard import Guard
from api.health import Readiness, make_health, warm_up
from api.hooks import make_hooks
from api.options import ServeOptions, checked
from api.portal import mount_portal
from api.uploads import make_uploads
from api.wiki_hooks import make_wiki_hooks
from kg.errors import KgError

RETRY_SECONDS = 2.0

OpenService = Callable[[], AbstractAsyncContextManager[Service]]


def make_app(options: ServeOptions, open_service: OpenService) -> FastAPI:
    """The application; its service opens when it starts and warms up behind `/health/ready`."""
    checked(options)
    readiness = Readiness()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with open_service() as service:
            app.state.service = service
            warming = asyncio.create_task(warm_up(service, readiness, RETRY_SECONDS))
            counting = asyncio.create_task(service.tally.flush_behind(service.records))
            try:
                yield
            finally:
                warming.cancel()
                counting.cancel()

    app = FastAPI(title="kg", lifespan=life, openapi_url=None, docs_url=None, redoc_url=None)
    app.add_exception_handler(Exception, _masked)
    app.include_router(make_health(readiness))
    mount_portal(app)  # first: its GET /graphql comes before Strawberry's
    app.include_router(make_route(options.bounds))
    if options.indexes is not None:
        app.include_router(make_uploads(options.indexes, options.bounds.upload_seconds))
    if options.hooks is not None:
        app.include_router(make_hooks(options.hooks, options.bounds.deadline_seconds))
    if options.wiki_hooks:
        app.include_router(make_wiki_hooks(options.wiki_hooks, options.bounds.deadline_seconds))
    if options.ci is not None:
        app.include_router(make_ci())
    app.add_middleware(Guard, options=options)
    return app


async def _masked(request: Request, error: Exception) -> JSONResponse:
    body = {"data": None, "errors": [{"message": MASKED, "extensions": {"code": KgError.code}}]}
    return JSONResponse(body, status_code=500)
