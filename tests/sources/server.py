"""A small HTTP server for tests that speaks a protocol by a function, and misbehaves when it is told to."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Asked:
    """One request."""

    method: str
    path: str
    query: dict[str, str]
    form: dict[str, str]
    headers: dict[str, str]


@dataclass
class Fault:
    """What the next answer is instead: a status with headers, or the right one cut off."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False


Answer = tuple[int, Any]
"""A status, and JSON (or a text)."""


class Server:
    """`answer` is the protocol; `faults` are used up by the next requests."""

    def __init__(self, answer: Callable[[Asked], Answer]) -> None:
        self.answer = answer
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
        self.url = ""

    def paths(self) -> list[str]:
        return [each.path for each in self.asked]


@contextmanager
def serving(answer: Callable[[Asked], Answer]) -> Iterator[Server]:
    server = Server(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._do("GET")

        def do_POST(self) -> None:
            self._do("POST")

        def _do(self, method: str) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
            parts = urlsplit(self.path)
            form = {k: v[0] for k, v in parse_qs(body, keep_blank_values=True).items()}
            query = {k: v[0] for k, v in parse_qs(parts.query, keep_blank_values=True).items()}
            asked = Asked(method, parts.path, query, form, {k.lower(): v for k, v in self.headers.items()})
            server.asked.append(asked)
            fault = server.faults.pop(0) if server.faults else Fault()
            if fault.status != 200:
                self._send(fault.status, b"{}", fault.headers, False)
                return
            status, found = server.answer(asked)
            data = found.encode() if isinstance(found, str) else json.dumps(found).encode()
            self._send(status, data, fault.headers, fault.cut)

        def _send(self, status: int, data: bytes, headers: dict[str, str], cut: bool) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if cut else data)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is shown."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{http.server_port}"
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
