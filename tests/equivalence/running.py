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
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from kg.graph import GraphOptions, connect
from kg.local import LocalOptions
from kg.local.server import start_server, stop_server
from tests.equivalence.dying import Death
from tests.equivalence.machine import Machine, machine_of
from tests.equivalence.town import Town
from tests.server import throw_away

STEPS = 8
HEAP_MB = 512
_SURVIVED = 3
"""Ingests in a row that outlive their number of writes: a commit that changes little makes fewer."""


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
        town = Town(graphs[0], graphs[1], Path(folder), first.local)
        stack.push_async_callback(town.close)
        try:
            yield town
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


async def sweep(town: Town, random: Random) -> int:
    """An ingest is killed before its first write, the next one before its second, and so on, until ingests are done
    before their time comes; each is completed and compared. Gives the number of writes that were reached."""
    await town.begin()
    writes = survived = 0
    while survived < _SURVIVED:
        kills = town.kills
        town.change("shop", random.choice(("edit", "move", "rename", "swap")), random)
        await town.kill_worker("shop", "main", Death(writes, 0.0))
        await town.check()
        await town.bring("shop")
        await town.check()
        survived = 0 if town.kills > kills else survived + 1
        writes += 1
    await town.rebuild()
    return writes - survived


async def fell(town: Town, random: Random) -> None:
    """Neo4j dies under an ingest, in the middle of its writes, and is started again; the next ingest completes it."""
    await town.begin()
    town.change("shop", "edit", random)
    await town.kill_server("shop", Death(4, 0.002))
    await town.check()
    await town.bring("shop")
    await town.check()
    await town.rebuild()


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
