"""How long GitLab waits for an answer: `POST /hooks/gitlab` at `kg serve`, which keeps the message and says 202."""

import asyncio
import os
import signal
import statistics
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx

from kg.config import load
from kg.local.secrets import make_secret
from tests.gitlab.messages import TOKEN, data, push, with_token
from tests.server import free_ports

HOOKS = 500
AT_ONCE = 4
_UNCOUNTED = 50


async def webhook_figures(environment: Mapping[str, str]) -> dict[str, float]:
    """Half a thousand pushes, four at a time."""
    (port,) = free_ports(1)
    make_secret(load({}, environment).token_file)
    secret = Path(environment["KG_HOME"]) / "hook-token"
    secret.write_text(TOKEN + "\n")
    own = {"KG_API_PORT": str(port), "KG_GITLAB_HOOK_TOKEN_FILE": str(secret)}
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kg", "serve", env={**os.environ, **environment, **own}
    )
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            await _answers(client)
            took = await _post_all(client)
    finally:
        if child.returncode is None:
            child.send_signal(signal.SIGTERM)
        await child.wait()
    ordered = sorted(took[_UNCOUNTED:])
    return {
        "p50_ms": round(statistics.median(ordered), 1),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)], 1),
    }


async def _answers(client: httpx.AsyncClient) -> None:
    async with asyncio.timeout(120):
        while True:
            try:
                if (await client.get("/health/ready")).is_success:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.2)


async def _post_all(client: httpx.AsyncClient) -> list[float]:
    took: list[float] = []
    turn = iter(range(HOOKS + _UNCOUNTED))

    async def post() -> None:
        for number in turn:
            body, headers = data(push()), with_token(TOKEN, f"bench-{number}")
            began = time.perf_counter()
            answer = await client.post("/hooks/gitlab", content=body, headers=headers)
            took.append((time.perf_counter() - began) * 1000)
            answer.raise_for_status()

    await asyncio.gather(*(post() for _ in range(AT_ONCE)))
    return took
