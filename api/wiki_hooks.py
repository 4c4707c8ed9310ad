"""`POST /hooks/confluence`: that a page changed is kept, and answered at once.

In: a webhook of Confluence, signed (`X-Hub-Signature: sha256=…`). Out: one kept delivery and 202, also where the
space is not connected. Of the message the event and the key of its space are kept, nothing of the page. A message
that is sent again does no more than the first: a job looks at the space as it is.
"""

import asyncio
import hmac
import json
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.requests import ClientDisconnect

from api.context import Service
from api.guard import refusal
from api.options import WIKI_HOOKS
from kg.records.deliveries import Delivery, keep
from kg.records.moment import now

LARGEST_BYTES = 256 * 1024
SOURCE = "confluence"
_EVENT = re.compile(r"[a-z_]{1,64}", re.ASCII)
_SPACE = re.compile(r"[\w~.@-]{1,255}")


def make_wiki_hooks(secrets: Sequence[bytes], seconds: float) -> APIRouter:
    router = APIRouter()

    @router.post(WIKI_HOOKS)
    async def take(request: Request) -> JSONResponse:
        try:
            async with asyncio.timeout(seconds):
                body = await _body(request)
        except TimeoutError:
            return _refused(408, "DEADLINE", "the message took too long to arrive")
        except ClientDisconnect:
            return _refused(400, "HOOK", "the message did not arrive whole")
        if body is None:
            return _refused(413, "BODY_TOO_LARGE", "a message of Confluence has at most 256 KiB")
        if not _is_genuine(secrets, request.headers.get("x-hub-signature", ""), body):
            return _refused(401, "UNAUTHENTICATED", "the signature of the hook is missing or wrong")
        return await _keep(request, body)

    return router


async def _body(request: Request) -> bytes | None:
    parts: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > LARGEST_BYTES:
            return None
        parts.append(chunk)
    return b"".join(parts)


def _is_genuine(secrets: Sequence[bytes], header: str, body: bytes) -> bool:
    """Compared with every secret, in constant time: several are good while one is being replaced."""
    given = header.removeprefix("sha256=").encode("utf-8", "surrogateescape")
    fits = [hmac.compare_digest(hmac.new(one, body, sha256).hexdigest().encode(), given) for one in secrets]
    return header.startswith("sha256=") and any(fits)


async def _keep(request: Request, body: bytes) -> JSONResponse:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        return _refused(400, "HOOK", "the body is no message of Confluence in JSON")
    event = request.headers.get("x-event-key", "") or str(message.get("event", ""))
    if not _EVENT.fullmatch(event):
        return _refused(400, "HOOK", "the message names no event")
    space = _space(message)
    kept = json.dumps({"space": space})
    service: Service = request.app.state.service
    new = await keep(service.records, Delivery(sha256(body).hexdigest(), SOURCE, event, space, kept, now()))
    return JSONResponse({"status": "kept" if new else "known"}, status_code=202)


def _space(message: dict[str, Any]) -> str:
    """The key of the space, wherever this kind of message has it; empty where it has none."""
    for part in (message.get(name) for name in ("page", "blog", "blogpost", "content", "space")):
        if isinstance(part, dict):
            inner = part.get("space")
            found = part.get("spaceKey") or (inner.get("key") if isinstance(inner, dict) else part.get("key"))
            if isinstance(found, str) and _SPACE.fullmatch(found):
                return found
    return ""


def _refused(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse(
        json.loads(refusal(code, message)), status_code=status, headers={"connection": "close"}
    )
