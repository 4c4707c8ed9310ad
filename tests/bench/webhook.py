"""How long GitLab waits for the answer to a hook: 50 a second over HTTP, against a server process of its own.

`python -m tests.bench.webhook` prints it; `make bench-commit` calls `webhook_p99_ms` for its figures. Each
message is signed, of its own, and about 10 kB, as a push of 20 commits is. Needs no Neo4j: the door asks
nothing of the graph, and a graph that is away is no reason to lose a hook.
"""

import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from kg.local.secrets import make_secret
from tests.gitlab.messages import SECRET, data, push, signed

PER_SECOND = 50
SECONDS = 20
UNCOUNTED = 100
_UP_SECONDS = 60.0


def webhook_p99_ms(seconds: int = SECONDS) -> float:
    """The 99th percentile of the answers."""
    return round(statistics.quantiles(asyncio.run(_measure(seconds)), n=100)[98], 1)


async def _measure(seconds: int) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="kg-bench-", ignore_cleanup_errors=True) as folder:
        with _served(Path(folder)) as address:
            async with httpx.AsyncClient(base_url=address, timeout=30) as http:
                await _until_up(http)
                took = await _send(http, UNCOUNTED + PER_SECOND * seconds)
    return took[UNCOUNTED:]


@contextmanager
def _served(home: Path) -> Iterator[str]:
    """`kg serve` on a free port; its address."""
    make_secret(home / "secrets" / "api-token")
    (home / "signing").write_text(SECRET)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "KG_HOME": str(home),
        "KG_API_PORT": str(port),
        "KG_GITLAB_HOOK_SECRET_FILE": str(home / "signing"),
        "KG_EMBEDDER": "hashing",
        "NEO4J_URI": "bolt://127.0.0.1:9",
    }
    child = subprocess.Popen([sys.executable, "-m", "kg", "serve"], env=environment)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        child.terminate()
        child.wait(timeout=30)


async def _until_up(http: httpx.AsyncClient) -> None:
    deadline = time.monotonic() + _UP_SECONDS
    while time.monotonic() < deadline:
        try:
            if (await http.get("/health/live")).status_code == 200:
                return
        except httpx.TransportError:
            await asyncio.sleep(0.1)
    raise AssertionError(f"the server was not up after {_UP_SECONDS:g} s")


async def _send(http: httpx.AsyncClient, count: int) -> list[float]:
    """Milliseconds of each, sent at its time whether the ones before were answered or not."""
    started = time.monotonic()

    async def one(number: int) -> float:
        await asyncio.sleep(max(0.0, started + number / PER_SECOND - time.monotonic()))
        body = data(push(after=f"{number:040x}", listed=20))
        headers = signed(body, number=f"bench-{number}")
        sent = time.monotonic()
        answer = await http.post("/hooks/gitlab", content=body, headers=headers)
        assert answer.status_code == 202, answer.text
        return (time.monotonic() - sent) * 1000

    return list(await asyncio.gather(*(one(number) for number in range(count))))


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"webhook": {"p99_ms": webhook_p99_ms()}}) + "\n")
