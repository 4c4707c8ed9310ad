"""Runs a machine over two servers, a number of examples from one seed.

In: both servers, a seed. Out: how many steps each example had. An inequality is raised as it is found:
Hypothesis tells the steps, and the seed brings them again. Nothing is made smaller: a step costs a second.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from kg.graph import GraphOptions, connect
from kg.local import LocalOptions
from kg.local.server import start_server, stop_server
from tests.equivalence.machine import Machine, machine_of
from tests.equivalence.town import Town
from tests.server import throw_away

STEPS = 8
HEAP_MB = 512


@dataclass(frozen=True, slots=True)
class First:
    """The server of the graph that follows commits; `local` where it may be killed."""

    graph: GraphOptions
    local: LocalOptions | None


@contextmanager
def first_server() -> Iterator[First]:
    """One of its own, stopped and thrown away at the end."""
    with TemporaryDirectory(prefix="kg-first-", ignore_cleanup_errors=True) as folder:
        options = throw_away(Path(folder), HEAP_MB)
        try:
            yield First(asyncio.run(start_server(options, lambda what, done, total: None)).graph, options)
        finally:
            asyncio.run(stop_server(options))


@contextmanager
def open_town(runner: asyncio.Runner, first: First, second: GraphOptions) -> Iterator[Town]:
    """A town over two servers, for any number of examples."""
    gc.disable()  # else each ingest ends by looking through all that was ever imported, for 0.1 s
    with TemporaryDirectory(prefix="kg-equal-") as folder:
        stack = AsyncExitStack()
        graphs = [runner.run(stack.enter_async_context(connect(each))) for each in (first.graph, second)]
        try:
            yield Town(graphs[0], graphs[1], Path(folder), first.local)
        finally:
            runner.run(stack.aclose())
            gc.enable()


def run_examples(
    kind: type[Machine], town: Town, runner: asyncio.Runner, examples: int, number: int, done: list[int]
) -> None:
    """`done` gets the steps of each example that was found equal."""

    def ended(steps: int) -> None:
        done.append(steps)
        gc.collect()

    machine = machine_of(kind, town, runner.run, ended)
    run_state_machine_as_test(seed(number)(machine), settings=_settings(examples))


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
