"""A real embeddings endpoint on a free port, whose next answers a test can spoil."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response


@dataclass
class Endpoint:
    """What it was asked, and what it says next."""

    base_url: str = ""
    dimension: int = 8
    requests: list[dict[str, Any]] = field(default_factory=list)
    failures: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    """Status and headers of the next answers, before it works again."""
    delay_seconds: float = 0.0
    value: float = 1.0


def _app(endpoint: Endpoint) -> FastAPI:
    app = FastAPI()

    @app.post("/v1/embeddings")
    def embeddings(body: dict[str, Any], request: Request) -> Response:
        endpoint.requests.append(body | {"authorization": request.headers.get("authorization")})
        time.sleep(endpoint.delay_seconds)
        if endpoint.failures:
            status, headers = endpoint.failures.pop(0)
            return JSONResponse({"error": {"message": "no: " + str(body)}}, status, headers)
        data = [
            {"object": "embedding", "index": i, "embedding": [endpoint.value + i] * endpoint.dimension}
            for i in range(len(body["input"]))
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        # Out of order on purpose: the index says which text a vector belongs to.
        return JSONResponse({"object": "list", "data": data[::-1], "model": body["model"], "usage": usage})

    return app


@contextmanager
def served() -> Iterator[Endpoint]:
    """The endpoint, up until the end of the block."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        endpoint = Endpoint(base_url=f"http://127.0.0.1:{port}/v1")
        server = uvicorn.Server(uvicorn.Config(_app(endpoint), log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield endpoint
        finally:
            server.should_exit = True
            thread.join(5)
