"""The door: every request passes here first (plain ASGI, before any framework code).

Checks, in order: the Host header (DNS rebinding), what is public, the bearer token, the rate, the right
to upload, and the size of the body (of an upload its route bounds it while it streams). A hook has a door
of its own: its route asks for the secret that the host was given. A CI job comes with an id token. Refusals are fixed JSON bodies; without a token every address gives the same one.
Adds the security headers to every answer. Knows nothing of GraphQL.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from api.auth import bearer, identify
from api.identity import Identities, looks_like_one
from api.limits import Rate
from api.options import ServeOptions
from api.streams import Streams
from kg.errors import KgError
from kg.schema.access import Principal

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    b" font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Scripts come from this server only and none is inline; GraphiQL sets styles at run time."""

HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

UPLOADS = "/scip"
INGEST = "/ingest"
PUBLIC = ("/", "/health/live", "/health/ready")
"""Besides `/assets/…`: the page and its scripts hold no data."""


def refusal(code: str, message: str) -> bytes:
    error = {"message": message, "extensions": {"code": code}}
    return json.dumps({"data": None, "errors": [error]}, separators=(",", ":")).encode()


WRONG_HOST = refusal("HOST", "This server does not answer to that host name.")
UNKNOWN = refusal("UNAUTHENTICATED", "A valid bearer token is needed.")
FORBIDDEN = refusal("FORBIDDEN", "This token may not upload.")
NO_KEYS = refusal("SOURCE_UNAVAILABLE", "GitLab does not give its keys; try again later.")
TOO_LARGE = refusal("BODY_TOO_LARGE", "The request is too large.")
TOO_SLOW = refusal("DEADLINE", "The request took too long to arrive.")
TOO_MANY = refusal("RATE_LIMITED", "Too many requests; try again later.")


class Guard:
    """Wraps the application; puts the Principal of an admitted request into `scope["state"]`."""

    def __init__(self, app: App, options: ServeOptions) -> None:
        self.app = app
        self.options = options
        self.rate = Rate(options.bounds.requests_per_minute)
        self.identities = Identities(options.ci) if options.ci is not None else None
        self.sockets = Streams()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, _with_headers(send))
        else:
            await self._websocket(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """For subscriptions, with the same token in the same header as for queries: no browser sends that by
        itself, so no page of another site can open one. Refused before it is accepted."""
        headers = dict(scope["headers"])
        principal = identify(bearer(headers.get(b"authorization")), self.options.accepted_keys)
        if (
            principal is None
            or scope["path"] != "/graphql"
            or not self._knows_host(headers.get(b"host", b""))
            or not self.sockets.has_room(principal.id)
            or await self.rate.wait_seconds(principal.id)
        ):
            await send({"type": "websocket.close", "code": 1008})
            return
        scope.setdefault("state", {})["principal"] = principal
        async with self.sockets.one_more(principal.id):
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        if not self._knows_host(headers.get(b"host", b"")):
            await _refuse(send, 421, WRONG_HOST)
            return
        if _is_public(scope, headers):
            await self.app(scope, receive, send)
            return
        if scope["path"] in self.options.open_doors and scope["method"] == "POST":
            await self.app(scope, receive, send)  # its route asks for the hook's own secret
            return
        if self.identities is not None and scope["path"] in (INGEST, UPLOADS):
            token = bearer(headers.get(b"authorization"))
            if looks_like_one(token) or scope["path"] == INGEST:
                await self._from_ci(scope, receive, send, token)
                return
        principal = identify(bearer(headers.get(b"authorization")), self.options.accepted_keys)
        if principal is None:
            await _refuse(send, 401, UNKNOWN, [(b"www-authenticate", b"Bearer")])
            return
        if wait_seconds := await self.rate.wait_seconds(principal.id):
            await _refuse(send, 429, TOO_MANY, [(b"retry-after", str(wait_seconds).encode())])
            return
        scope.setdefault("state", {})["principal"] = principal
        if scope["path"] == UPLOADS:
            await self._upload(scope, receive, send, principal)
            return
        try:
            async with asyncio.timeout(self.options.bounds.deadline_seconds):
                body = await _body(receive, headers, self.options.bounds.body_bytes)
        except TimeoutError:
            await _refuse(send, 408, TOO_SLOW, [(b"connection", b"close")])
            return
        if body is None:
            await _refuse(send, 413, TOO_LARGE, [(b"connection", b"close")])
            return
        await self.app(scope, _replay(body, receive), send)

    async def _from_ci(self, scope: Scope, receive: Receive, send: Send, token: str) -> None:
        """A job of GitLab's CI, by its id token: it may come to two addresses, and no other."""
        assert self.identities is not None
        try:
            job = await self.identities.of(token)
        except KgError:
            await _refuse(send, 503, NO_KEYS, [(b"connection", b"close")])
            return
        if job is None:
            await _refuse(send, 401, UNKNOWN, [(b"www-authenticate", b"Bearer")])
            return
        if wait_seconds := await self.rate.wait_seconds(f"ci {job.project_id}"):
            await _refuse(send, 429, TOO_MANY, [(b"retry-after", str(wait_seconds).encode())])
            return
        scope.setdefault("state", {})["ci"] = job
        await self.app(scope, receive, send)

    async def _upload(self, scope: Scope, receive: Receive, send: Send, principal: Principal) -> None:
        """A body that is not read here: the route writes it to disk as it comes."""
        if principal.id not in self.options.uploaders:
            await _refuse(send, 403, FORBIDDEN, [(b"connection", b"close")])
            return
        await self.app(scope, receive, send)

    def _knows_host(self, header: bytes) -> bool:
        return _host_name(header.decode("latin-1")) in self.options.allowed_hosts


def _host_name(header: str) -> str:
    """The name of a Host header without its port: `localhost:8420`, `[::1]:8420`."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower()


def _is_public(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    path = scope["path"]
    if scope["method"] not in ("GET", "HEAD"):
        return False
    wants_page = path == "/graphql" and b"text/html" in headers.get(b"accept", b"")
    return path in PUBLIC or path.startswith("/assets/") or wants_page


async def _body(receive: Receive, headers: dict[bytes, bytes], limit: int) -> bytes | None:
    """The whole body, or None when it is larger than `limit` (declared or sent)."""
    declared = headers.get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > limit:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """A receive that gives the body that was read, then whatever comes (a disconnect)."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return sending


async def _refuse(
    send: Send, status: int, body: bytes, extra: list[tuple[bytes, bytes]] | None = None
) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers + (extra or [])})
    await send({"type": "http.response.body", "body": body})
