"""The loop of `kg work`: what a snapshot still needs after it was published. Jobs run beside it (`jobs`).

In: the graph, an embedder, the cache, the mirrors. Works until it is told to stop. It looks at the pointer
every second: labels that a killed publisher left behind follow it, and history and vectors are filled when
it has moved. An error is logged in one line and tried again later, since a model server or Neo4j may be
away for hours. Stopping loses at most one batch.
"""

import asyncio
import signal
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.errors import GraphTimeout, KgError
from kg.graph import Graph
from kg.llm import Embedder
from kg.observe import log
from kg.publish.follow import follow, read_pointer
from kg.publish.late import Late
from kg.publish.lease import LeaseOptions, hold_lease, this_process
from kg.publish.vacuum import VacuumOptions, vacuum_behind
from kg.publish.vectors import FillOptions
from kg.records import EmbeddingCache


@dataclass(frozen=True, slots=True)
class WorkOptions:
    """Where git mirrors are, how often it looks, and how it waits after an error."""

    mirrors: Path
    """The cache folder of the ingest."""
    fill: FillOptions = field(default_factory=FillOptions)
    vacuum: VacuumOptions = field(default_factory=VacuumOptions)
    vacuum_seconds: float = 20.0
    """How often it looks for what no kept snapshot needs any more."""
    poll_seconds: float = 1.0
    first_wait_seconds: float = 1.0
    longest_wait_seconds: float = 60.0


Beside = Coroutine[Any, Any, None]
"""Another loop of the same process: it is ended with this one, and its error ends both."""


async def work(
    graph: Graph, embedder: Embedder, cache: EmbeddingCache, options: WorkOptions, *beside: Beside
) -> None:
    """Until SIGTERM or SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        await work_until(stop, graph, embedder, cache, options, *beside)
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)


async def work_until(
    stop: asyncio.Event,
    graph: Graph,
    embedder: Embedder,
    cache: EmbeddingCache,
    options: WorkOptions,
    *beside: Beside,
) -> None:
    """Until `stop` is set; a batch in the middle is given up, and made again at the next start."""
    loops = {asyncio.create_task(loop) for loop in (_loop(graph, embedder, cache, options), *beside)}
    stopped = asyncio.create_task(stop.wait())
    working = {*loops, stopped}
    try:
        while not stopped.done() and not any(_failed(loop) for loop in loops):
            _, working = await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*loops, stopped):
            task.cancel()
        await asyncio.wait({*loops, stopped})
    for loop in loops:
        if not loop.cancelled() and (error := loop.exception()) is not None:
            raise error


def _failed(loop: "asyncio.Task[None]") -> bool:
    """A loop that has nothing to do here may end; one that fails takes the others with it."""
    return loop.done() and not loop.cancelled() and loop.exception() is not None


async def _loop(graph: Graph, embedder: Embedder, cache: EmbeddingCache, options: WorkOptions) -> None:
    late = Late(graph, embedder, cache, options.mirrors, options.fill)
    next_vacuum = 0.0
    failures = 0
    while True:
        try:
            pointer = await read_pointer(graph)
            if pointer["low"] != pointer["high"]:
                await _complete_follow(graph)
            await late.follow(pointer["seq"])
            if time.monotonic() >= next_vacuum:
                vacuumed = await vacuum_behind(graph, options.vacuum)
                next_vacuum = time.monotonic() + (options.vacuum_seconds if vacuumed.complete else 0)
            failures = 0
            await asyncio.sleep(options.poll_seconds)
        except KgError as error:
            wait = min(options.first_wait_seconds * 2**failures, options.longest_wait_seconds)
            failures = min(failures + 1, 10)
            log.warning("worker: %s; trying again in %g s", error, wait)
            await asyncio.sleep(wait)


async def _complete_follow(graph: Graph) -> None:
    """Labels follow the pointer, unless somebody holds the lease: a live publisher does it itself."""
    try:
        async with hold_lease(graph, this_process("kg work"), LeaseOptions(wait_seconds=0.0)) as fence:
            changed = await follow(graph, fence)
    except GraphTimeout:
        return
    log.info("worker: an interrupted publish is complete: %d labels and edges", changed)
