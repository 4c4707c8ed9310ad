"""A real Neo4j for the test run: free ports, a throw-away data folder, stopped at the end.

The jars come from the data folder that `kg up` uses, so they are fetched once a machine.
"""

import asyncio
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psutil

from kg.config import load
from kg.graph import GraphOptions
from kg.local import LocalOptions
from kg.local.server import start_server, stop_server

_HEAP_MB = 768


@contextmanager
def managed_server() -> Iterator[GraphOptions]:
    # A run that is told to end (a CI's time limit) ends like with Ctrl-C, and stops its server.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="kg-tests-", ignore_cleanup_errors=True) as folder:
        options = throw_away(Path(folder))
        try:
            yield asyncio.run(start_server(options, _tell)).graph
        finally:
            asyncio.run(stop_server(options))


def throw_away(home: Path, heap_mb: int = _HEAP_MB) -> LocalOptions:
    """A server of its own in `home`, small, on two free ports."""
    bolt, http = free_ports(2)
    return replace(
        load({}).local_options(),
        home=home,
        bolt_port=bolt,
        http_port=http,
        heap_mb=heap_mb,
        page_cache_mb=256,
        transaction_max_mb=heap_mb // 2,
    )


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on now."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


def listener(port: int) -> int:
    """The process that listens on a port; LookupError when nobody does."""
    for found in psutil.net_connections("tcp"):
        if found.laddr and found.laddr.port == port and found.status == psutil.CONN_LISTEN and found.pid:
            return int(found.pid)
    raise LookupError(f"nobody listens on {port}")


def _tell(what: str, done: int, total: int) -> None:
    if done % 40 == 0 or done == total:
        sys.__stderr__.write(f"{what} {done}/{total}\n")
