"""`POST /hooks/gitlab`: what GitLab tells is kept, and answered at once.

In: a webhook or a system hook. Out: one kept delivery and 202, also when nobody knows the project: GitLab
stops a hook that fails four times in a row. What it means is the worker's business; here nothing is asked of
the graph. Its own door: no bearer token, but the secret that the hook was given (`api.signature`).
"""

import asyncio
import json
import re
from hashlib import sha256

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from api.context import Service
from api.options import HOOKS
from api.signature import Check, HookSecrets
from kg.records.deliveries import Delivery, keep
from kg.records.moment import now
from kg.schema.gitlab import HookEvent, read_hook, written

LARGEST_BYTES = 25 * 1024 * 1024
"""GitLab's own bound for a message."""
SMALL_BYTES = 256 * 1024
LARGE_AT_ONCE = 4
"""Messages beyond `SMALL_BYTES` that are in memory at once; others wait."""
SOURCE = "gitlab"
_ID = re.compile(r"[\w.:\-]{1,128}", re.ASCII)


class _TooLarge(Exception):
    """The body is beyond the bound; the rest of it is not read."""


def make_hooks(secrets: HookSecrets, seconds: float) -> APIRouter:
    router = APIRouter()
    room = asyncio.Semaphore(LARGE_AT_ONCE)

    @router.post(HOOKS)
    async def take(request: Request) -> JSONResponse:
        check = Check(secrets, request.headers)
        if not check.may_pass:
            return _answer(401, "UNAUTHENTICATED", "the secret of the hook is missing or wrong")
        try:
            async with asyncio.timeout(seconds):
                return await _take(request, check, room)
        except _TooLarge:
            return _answer(413, "BODY_TOO_LARGE", "a message of GitLab has at most 25 MB")
        except TimeoutError:
            return _answer(408, "DEADLINE", "the message took too long to arrive")
        except ClientDisconnect:
            return _answer(400, "HOOK", "the message did not arrive whole")

    return router


async def _take(request: Request, check: Check, room: asyncio.Semaphore) -> JSONResponse:
    size = _declared(request.headers.get("content-length", ""))
    if size > LARGEST_BYTES:
        raise _TooLarge
    if size <= SMALL_BYTES:
        return await _keep(request, await _body(request, check), check)
    async with room:
        return await _keep(request, await _body(request, check), check)


def _declared(header: str) -> int:
    """The size that the sender says; one that says none may send the most."""
    return int(header[:20]) if header.isascii() and header.isdigit() else LARGEST_BYTES


async def _body(request: Request, check: Check) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > LARGEST_BYTES:
            raise _TooLarge
        check.feed(chunk)
        parts.append(chunk)
    return b"".join(parts)


async def _keep(request: Request, body: bytes, check: Check) -> JSONResponse:
    if not check.passes():
        return _answer(401, "UNAUTHENTICATED", "the secret of the hook is missing or wrong")
    instance = request.headers.get("x-gitlab-instance", "")
    if len(body) <= SMALL_BYTES:
        event = _event(body, instance)
    else:  # JSON of 25 MB takes long enough to hold everybody up
        event = await asyncio.to_thread(_event, body, instance)
    if event is None:
        return _answer(400, "HOOK", "the body is no message of GitLab in JSON")
    service: Service = request.app.state.service
    new = await keep(service.records, _delivery(request, body, event))
    return JSONResponse({"status": "kept" if new else "known"}, status_code=202)


def _event(body: bytes, instance: str) -> HookEvent | None:
    try:
        return read_hook(json.loads(body), instance)
    except (ValueError, RecursionError):
        return None


def _delivery(request: Request, body: bytes, event: HookEvent) -> Delivery:
    return Delivery(
        uid=_uid(request, body),
        source=SOURCE,
        event=event.name,
        project=event.path or str(event.project_id or ""),
        body=written(event),
        received_at=now(),
    )


def _uid(request: Request, body: bytes) -> str:
    """The same for a message that is sent again, and no other. Its content is part of it: GitLab gives what a
    hook's receiver causes the id of that hook."""
    named = request.headers.get("webhook-id", "") or request.headers.get("x-gitlab-event-uuid", "")
    digest = sha256(body).hexdigest()
    return f"{named}:{digest[:16]}" if _ID.fullmatch(named) else digest


def _answer(status: int, code: str, message: str) -> JSONResponse:
    body = {"data": None, "errors": [{"message": message, "extensions": {"code": code}}]}
    return JSONResponse(body, status_code=status, headers={"connection": "close"})
