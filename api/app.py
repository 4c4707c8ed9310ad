"""Composition root 2: the settings become the running API. `kg serve` calls `serve`.

The only module of `api` that reads settings; everything else is given its options.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path

import uvicorn

from api.context import Service
from api.identity import IdentityOptions
from api.keys import local_key, read_keys
from api.operations import Operations
from api.options import LOCAL, LOOPBACK, ServeOptions, checked
from api.server import make_app
from api.signature import HookSecrets, read_secrets
from kg.config import Settings
from kg.errors import ModelError
from kg.graph import Graph, connect
from kg.llm.embedder import Embedder
from kg.llm.gateway import open_embedder
from kg.local.secrets import make_secret, read_secret
from kg.purge.honour import honour_denials
from kg.records import Records, open_records
from kg.retrieve.ask import AskOptions
from kg.retrieve.scope import Policy

GRACEFUL_SECONDS = 5
Operate = Callable[[Graph, Records], Operations]

log = logging.getLogger("kg.api")


def serve(settings: Settings, operate: Operate) -> None:
    """Serve until a signal comes. What is wrong with the settings is raised before the port opens.
    `operate` brings what the mutations ask for."""
    asyncio.run(_serve(settings, operate))


async def _serve(settings: Settings, operate: Operate) -> None:
    options = serve_options(settings)
    async with open_service(settings, operate) as service:
        config = uvicorn.Config(
            make_app(options, lambda: nullcontext(service)),
            host=options.host,
            port=options.port,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="websockets-sansio",
            ws_max_size=options.bounds.body_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GRACEFUL_SECONDS,
        )
        await uvicorn.Server(config).serve()


def serve_options(settings: Settings) -> ServeOptions:
    """Where to listen and who may ask; SettingsError when it would serve strangers."""
    on_loopback = settings.api_host in LOOPBACK
    keys = read_keys(Path(settings.api_keys_file).expanduser()) if settings.api_keys_file else ()
    hosts = tuple(name.lower() for name in _listed(settings.api_hosts))
    return checked(
        ServeOptions(
            host=settings.api_host,
            port=settings.api_port,
            local_key=local_key(settings.token_file) if on_loopback else None,
            keys=keys,
            hosts=hosts,
            indexes=settings.index_folder(),
            uploaders=frozenset({LOCAL, *_listed(settings.api_uploaders)}),
            hooks=_hook_secrets(settings),
            wiki_hooks=_wiki_secrets(settings),
            ci=_identities(settings),
        )
    )


def _identities(settings: Settings) -> IdentityOptions | None:
    """None where no GitLab is set up: then no CI job may ask."""
    site = settings.gitlab_site()
    return IdentityOptions(site.url, settings.gitlab_audience, site.host) if site.url else None


def _hook_secrets(settings: Settings) -> HookSecrets | None:
    """None where neither file is set: then no hook is taken."""
    signing, tokens = (
        read_secret(Path(named).expanduser(), what) if named else ""
        for named, what in (
            (settings.gitlab_hook_secret_file, "KG_GITLAB_HOOK_SECRET_FILE"),
            (settings.gitlab_hook_token_file, "KG_GITLAB_HOOK_TOKEN_FILE"),
        )
    )
    return read_secrets(signing, tokens) if signing or tokens else None


def _wiki_secrets(settings: Settings) -> tuple[bytes, ...]:
    """None where no file is set: then no hook of a wiki is taken."""
    named = settings.confluence_hook_secret_file
    text = read_secret(Path(named).expanduser(), "KG_CONFLUENCE_HOOK_SECRET_FILE") if named else ""
    return tuple(line.strip().encode() for line in text.splitlines() if line.strip())


def _listed(names: str) -> list[str]:
    """The names of a list with commas."""
    return [name.strip() for name in names.split(",") if name.strip()]


@asynccontextmanager
async def open_service(settings: Settings, operate: Operate) -> AsyncIterator[Service]:
    """The graph and the model behind the API. Without a model search goes by words and names, and every
    answer says so."""
    await honour_denials(settings.records_url, settings.denial_key_file)
    secret = make_secret(settings.cursor_secret_file).encode()
    async with AsyncExitStack() as opened:
        graph = await opened.enter_async_context(connect(settings.graph_options()))
        embedder: Embedder | None = None
        try:
            embedder = await opened.enter_async_context(open_embedder(settings.embedder_options()))
        except ModelError as error:
            log.warning("api: search goes without vectors: %s", error)
        records = await opened.enter_async_context(open_records(settings.records_url))
        yield Service(
            graph,
            embedder,
            Policy(),
            AskOptions(budget_seconds=settings.ask_options().budget_seconds),
            secret,
            settings.home / "cache",
            records,
            operate(graph, records),
            frozenset({LOCAL, *_listed(settings.api_operators)}),
        )
