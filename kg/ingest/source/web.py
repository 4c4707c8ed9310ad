"""Asks a server over HTTP, as its protocol wants it: waits when it is told to, tries again when that may help.

In: a `Place` and what to ask. Out: JSON or text. The login goes to that server only: redirects are not followed,
whatever an answer links to. No login, and no query (tokens stand there), is ever part of an error.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from kg.errors import SourceError, SourceUnavailable
from kg.ingest.source.places import Place

TRIES = 5
ANSWER_SECONDS = 60.0
LONGEST_WAIT_SECONDS = 60.0
"""A server that asks for more is asked again by the next poll."""
MAX_BYTES = 50_000_000
_BUSY = frozenset((429, 502, 503, 504))
_NO_LOGIN = frozenset((401, 403))

Params = Mapping[str, str | int]


class Missing(SourceError):
    """The server answers that there is no such thing."""


@dataclass(frozen=True, slots=True)
class Web:
    """A server, open."""

    client: httpx.AsyncClient
    where: str
    """As it may be shown."""
    first_wait_seconds: float = 0.5

    async def json(self, path: str, params: Params | None = None, **more: Any) -> Any:
        """What a GET answers; half an answer is one that did not come."""
        for attempt in range(TRIES):
            answer = await self.ask("GET", path, params, **more)
            try:
                return json.loads(answer.content)
            except ValueError:
                if attempt == TRIES - 1:
                    break
                await asyncio.sleep(self._wait(attempt))
        raise SourceUnavailable(f"source: {self.where}{path} does not answer with JSON")

    async def text(self, path: str, params: Params | None = None) -> str:
        return (await self.ask("GET", path, params)).text

    async def ask(self, method: str, path: str, params: Params | None = None, **more: Any) -> httpx.Response:
        """One answer of 200 (or 304). SourceUnavailable where another try may help later."""
        for attempt in range(TRIES):
            try:
                answer = await self._whole(method, path, params, more)
            except (httpx.TransportError, httpx.StreamError, httpx.DecodingError) as error:
                told, wait = f"cannot be reached: {type(error).__name__}", self._wait(attempt)
            else:
                if answer.status_code in (200, 304):
                    return answer
                told, wait = self._refused(answer, path), self._told_wait(answer, attempt)
            if attempt < TRIES - 1 and wait <= LONGEST_WAIT_SECONDS:
                await asyncio.sleep(wait)
            elif wait > LONGEST_WAIT_SECONDS:
                break
        raise SourceUnavailable(f"source: {self.where}{path} {told}")

    async def _whole(
        self, method: str, path: str, params: Params | None, more: Mapping[str, Any]
    ) -> httpx.Response:
        """An answer with all of its body, up to the bound."""
        request = self.client.build_request(method, path, params=dict(params or {}), **more)
        answer = await self.client.send(request, stream=True)
        try:
            parts: list[bytes] = []
            size = 0
            async for part in answer.aiter_bytes():
                size += len(part)
                if size > MAX_BYTES:
                    raise SourceError(
                        f"source: {self.where}{path} answers with more than {MAX_BYTES:,} bytes"
                    )
                parts.append(part)
        finally:
            await answer.aclose()
        return httpx.Response(answer.status_code, headers=_plain(answer.headers), content=b"".join(parts))

    def _refused(self, answer: httpx.Response, path: str) -> str:
        """What an answer that is none means; raises where another try is of no use."""
        status = answer.status_code
        if status in _NO_LOGIN:
            raise SourceError(f"source: {self.where}{path} wants a login that may read it (HTTP {status})")
        if status == 404:
            raise Missing(f"source: {self.where}{path} is not there, or not for this login (HTTP 404)")
        if answer.is_redirect:
            raise SourceError(
                f"source: {self.where}{path} leads elsewhere (HTTP {status}); connect that address"
            )
        if status not in _BUSY and status < 500:
            raise SourceError(f"source: {self.where}{path} refuses what is asked (HTTP {status})")
        return f"is busy or broken (HTTP {status})"

    def _told_wait(self, answer: httpx.Response, attempt: int) -> float:
        """What the server says in Retry-After (seconds or a date), else our own, longer each time."""
        said = answer.headers.get("retry-after", "")
        if said.isascii() and said.isdigit():
            return float(said[:9])
        try:
            when = parsedate_to_datetime(said)
            return max(when.timestamp() - time.time(), 0.0)
        except (ValueError, TypeError):
            return self._wait(attempt)

    def _wait(self, attempt: int) -> float:
        return float(min(self.first_wait_seconds * 2**attempt, LONGEST_WAIT_SECONDS))


@asynccontextmanager
async def open_web(place: Place, headers: Mapping[str, str] | None = None) -> AsyncIterator[Web]:
    """The server of a place. Its login is sent as Basic (a user and a password) or Bearer (a token), unless
    `headers` has another way."""
    wanted = dict(_login(place) if headers is None else headers)
    timeout = httpx.Timeout(ANSWER_SECONDS, connect=10.0)
    async with httpx.AsyncClient(
        base_url=place.server, headers=wanted, timeout=timeout, follow_redirects=False
    ) as client:
        yield Web(client, place.server)


def _login(place: Place) -> dict[str, str]:
    if place.user:
        basic = httpx.BasicAuth(place.user, place.secret)
        request = next(basic.auth_flow(httpx.Request("GET", place.server)))
        return {"authorization": request.headers["authorization"]}
    return {"authorization": f"Bearer {place.secret}"} if place.secret else {}


def _plain(headers: httpx.Headers) -> dict[str, str]:
    """Without what says how the body was packed: it is unpacked."""
    packed = ("content-encoding", "content-length", "transfer-encoding")
    return {name: value for name, value in headers.items() if name.lower() not in packed}
