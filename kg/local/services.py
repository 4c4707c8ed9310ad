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


@dataclass(frozen=True, slots=True)
class Service:
    """`python -m kg WORD`; with `port` 0 it answers nobody, and calls `say_ready` instead."""

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
    _ready_file(options, service.name).unlink(missing_ok=True)
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
    while time.monotonic() < give_up:
        if not process.running(options.run, service.name):
            raise LocalError(
                f"local: the {service.name} ended; the end of {log}:\n{process.last_lines(log, 5)}"
            )
        if await _is_ready(options, service):
            return
        await asyncio.sleep(0.2)
    raise LocalError(f"local: the {service.name} was not ready within {_READY_SECONDS:g} s; look at {log}")


def say_ready(options: LocalOptions, name: str) -> None:
    """Called by a service that listens on no port, once it works."""
    options.run.mkdir(parents=True, exist_ok=True)
    _ready_file(options, name).touch()


async def _is_ready(options: LocalOptions, service: Service) -> bool:
    if service.port:
        return await _answers(service.host, service.port)
    return _ready_file(options, service.name).exists()


def _ready_file(options: LocalOptions, name: str) -> Path:
    return options.run / f"{name}.ready"


async def _answers(host: str, port: int) -> bool:
    """Something listens there."""
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), 1.0)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True
