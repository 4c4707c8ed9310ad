"""What the resolvers of one request share: who asks, the one snapshot they read, and the loaders.

The session is opened once, by the first resolver that needs it, and everything else waits for it.
"""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import strawberry
from strawberry.fastapi import BaseContext

from api.loaders import Loaders
from api.operations import Operations
from api.options import LOCAL
from api.streams import Streams
from api.tally import Tally
from kg.graph import Graph
from kg.llm.embedder import Embedder
from kg.records import Records
from kg.retrieve.ask import AskOptions
from kg.retrieve.scope import Policy
from kg.retrieve.session import NOW, Session, open_session
from kg.schema.access import Principal


@dataclass(frozen=True, slots=True)
class Service:
    """What every request uses."""

    graph: Graph
    embedder: Embedder | None
    """None where no model is configured: search then goes by words and names."""
    policy: Policy
    ask: AskOptions
    cursor_secret: bytes = field(repr=False)
    mirrors: Path
    """The cache folder of the ingest: histories are read from the git mirrors there."""
    records: Records
    operations: Operations
    """What the mutations ask for."""
    operators: frozenset[str] = frozenset({LOCAL})
    """Principals that may use them."""
    streams: Streams = field(default_factory=Streams)
    tally: Tally = field(default_factory=Tally)
    """How searches go; handed to the records every few seconds."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A request that has its snapshot: what resolvers read with."""

    service: Service
    session: Session
    loaders: Loaders

    @property
    def graph(self) -> Graph:
        return self.service.graph


class Context(BaseContext):
    """The context of one request."""

    def __init__(self, service: Service, principal: Principal) -> None:
        super().__init__()
        self.service = service
        self.principal = principal
        self.wanted = NOW
        """The snapshot that the request or its cursors name; set before any resolver runs."""
        self._reading: asyncio.Future[Reading] | None = None

    async def reading(self) -> Reading:
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._open())
        return await self._reading

    @property
    def snapshot(self) -> int | None:
        """The snapshot that was read, if anything was."""
        opened = self._reading
        if opened is None or not opened.done() or opened.cancelled() or opened.exception():
            return None
        return opened.result().session.seq

    async def _open(self) -> Reading:
        service = self.service
        session = await open_session(service.graph, self.principal, service.policy, self.wanted)
        return Reading(service, session, Loaders(service.graph, session, service.records))


Info: TypeAlias = strawberry.Info[Context, None]
