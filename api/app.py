"""Composition root 2: the settings become the running API. `kg serve` calls `serve`.

The only module of `api` that reads settings; everything else is given its options.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn

from api.context import Service
from api.keys import local_key, read_keys
from api.options import LOOPBACK, ServeOptions, checked
from api.server import OpenService, make_app
from kg.config import Settings
from kg.graph import connect
from kg.llm.gateway import open_embedder
from kg.local.secrets import make_secret
from kg.retrieve.ask import AskOptions
from kg.retrieve.scope import Policy

GRACEFUL_SECONDS = 5


def serve(settings: Settings) -> None:
    """Serve until a signal comes."""
    options = serve_options(settings)
    uvicorn.run(
        make_app(options, service_opener(settings)),
        host=options.host,
        port=options.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
    )


def serve_options(settings: Settings) -> ServeOptions:
    """Where to listen and who may ask; SettingsError when it would serve strangers."""
    on_loopback = settings.api_host in LOOPBACK
    keys = read_keys(Path(settings.api_keys_file).expanduser()) if settings.api_keys_file else ()
    hosts = tuple(name.strip().lower() for name in settings.api_hosts.split(",") if name.strip())
    return checked(
        ServeOptions(
            host=settings.api_host,
            port=settings.api_port,
            local_key=local_key(settings.token_file) if on_loopback else None,
            keys=keys,
            hosts=hosts,
        )
    )


def service_opener(settings: Settings) -> OpenService:
    """How the service is opened when the application starts, and closed with it."""

    @asynccontextmanager
    async def open_service() -> AsyncIterator[Service]:
        secret = make_secret(settings.cursor_secret_file).encode()
        async with (
            connect(settings.graph_options()) as graph,
            open_embedder(settings.embedder_options()) as embedder,
        ):
            yield Service(graph, embedder, Policy(), AskOptions(), secret)

    return open_service
