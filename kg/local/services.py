"""Our own background processes beside Neo4j: the API and the worker.

In: a Service (what to run, and the port it will answer on). Starting twice is harmless. Knows
nothing of what the services do.
"""

import asyncio
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import kg
from kg.errors import LocalError
from kg.local import process
from kg.local.checks import require_port
from kg.local.options import LocalOptions

_READY_SECONDS = 60.0
_SETTLE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Service:
    """`python -m kg WORD`; `port` 0 means that it answers nobody."""

    name: str
    word: str
    env: Mapping[str, str]
    port: int = 0
    host: str = "127.0.0.1"
    port_setting: str = ""


async def start_service(options: LocalOptions, service: Service) -> bool:
    """Start it and wait until it answers; False when it was running already."""
    if process.running(options.run, service.name):
        return False
    if service.port:
        require_port(service.port, service.port_setting)
    log = options.logs / f"{service.name}.log"
    # The folder that holds the package `kg`: a checkout works without being installed.
    folder = Path(kg.__file__).parent.parent
    argv = [sys.executable, "-m", "kg", service.word]
    process.start(
        process.Command(service.name, argv, folder, {**os.environ, **service.env}, log), options.run
    )
    await _settle(options, service, log)
    return True


async def stop_service(options: LocalOptions, name: str) -> bool:
    """End it; False when it was not running."""
    return await process.stop(options.run, name)


async def _settle(options: LocalOptions, service: Service, log: Path) -> None:
    give_up = time.monotonic() + _READY_SECONDS
    await asyncio.sleep(_SETTLE_SECONDS)
    while time.monotonic() < give_up:
        if not process.running(options.run, service.name):
            raise LocalError(
                f"local: the {service.name} ended; the end of {log}:\n{process.last_lines(log, 5)}"
            )
        if not service.port or await answers(service.host, service.port):
            return
        await asyncio.sleep(0.2)
    raise LocalError(f"local: the {service.name} does not answer on port {service.port}; look at {log}")


async def answers(host: str, port: int) -> bool:
    """Something listens there."""
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), 1.0)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True
