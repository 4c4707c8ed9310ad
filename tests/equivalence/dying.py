"""kill -9, of a process that ingests or of Neo4j under it, at any write: before it is sent, or on its way.

The process is a real one: a fork of a server that has everything imported, so that a death costs no start. It
counts its writes and sends itself SIGKILL; nothing of it runs after that, no `finally` and no farewell to Neo4j.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kg.graph import Graph, GraphOptions, Written, connect
from kg.ingest.options import IngestOptions
from kg.publish.reconcile import ingest, remove

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.equivalence.dying", "tests.equivalence.reading"])
"""Processes of it begin with everything imported."""
_DIES_WITHIN = 120.0


@dataclass(frozen=True, slots=True)
class Death:
    """After so many writes; `flight_seconds`: how long the next one is on its way already."""

    writes: int
    flight_seconds: float


@dataclass(frozen=True, slots=True)
class Task:
    """What is being done: an ingest, or the removal of a repository where no location is given."""

    graph: GraphOptions
    name: str
    options: IngestOptions
    location: str = ""
    ref: str = ""


class Mortal(Graph):
    """Calls `strike` at its time; what happens then is its caller's business."""

    def __init__(self, graph: Graph, death: Death, strike: Callable[[], None]) -> None:
        super().__init__(graph._driver, graph.options)
        self._left = death.writes
        self._death, self._strike = death, strike

    async def write(
        self, name: str, params: Mapping[str, Any] | None = None, timeout_seconds: float | None = None
    ) -> Written:
        self._left -= 1
        if self._left != -1:
            return await super().write(name, params, timeout_seconds)
        writing = asyncio.ensure_future(super().write(name, params, timeout_seconds))
        await asyncio.sleep(self._death.flight_seconds)
        self._strike()
        return await writing


def killed(task: Task, death: Death) -> bool:
    """Do it in a process that dies on the way; False when it was done before its time came."""
    process = FORKS.Process(target=_run, args=(task, death))
    process.start()
    process.join(_DIES_WITHIN)
    if process.exitcode is None:
        process.kill()
        process.join()
        raise AssertionError(f"neither done nor dead after {_DIES_WITHIN:g} s")
    assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
    return process.exitcode != 0


async def do(graph: Graph, task: Task) -> None:
    """What the task says, over a graph that may be mortal."""
    if task.location:
        await ingest(graph, task.location, task.ref, task.name, task.options, lambda what, done, total: None)
    else:
        await remove(graph, task.name)


def _run(task: Task, death: Death) -> None:
    async def doomed() -> None:
        async with connect(task.graph) as graph:
            await do(Mortal(graph, death, lambda: os.kill(os.getpid(), signal.SIGKILL)), task)

    asyncio.run(doomed())
