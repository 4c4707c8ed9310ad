"""`make bench-equivalence`: incremental equals rebuild, over a thousand random histories with kills and over the
last 300 commits of two real repositories; a kill before each write of an ingest; and a thousand reads while others
publish.

May be stopped at any time and goes on where it was: what is done is in `.bench/equivalence.json` (`--state`).
Examples come in batches of ten, each from a seed of its own; a batch that finds an inequality is counted, its
seed and its steps are kept under `failures`, and the next batch goes on. Real commits come in strides of 25, each
ending with a comparison. The repositories come from `--mirrors FOLDER` (`owner+name/repo` in it, bare);
without it they are left out.

Several may run side by side, each with a state and a `--seed` of its own (hundreds apart); `--sum STATE...` runs
nothing and writes the figures of all of them together. `--parts` names what is run: examples, real, queries.
"""

import argparse
import asyncio
import json
import os
import signal
import time
import traceback
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from kg.graph import GraphOptions, connect
from kg.graph.migrate import migrate
from tests.bench.result import write_result
from tests.empty import empty
from tests.equivalence.machine import FellingMachine, KillingMachine
from tests.equivalence.reading import read_while_publishing
from tests.equivalence.real import STRIDE, RealHistory, last_commits, strides
from tests.equivalence.running import First, first_server, open_town, run_examples, sweep
from tests.server import managed_server

SEED, BATCH = 20_261_130, 10
NEO4J_DIES = 25
"""In one batch of so many Neo4j is killed too, not only the process that ingests: it takes seconds to be up again."""
REAL = {"nacos": "alibaba/nacos", "netbox": "netbox-community/netbox"}
ROUNDS, READERS, QUERIES = 20, 4, 1000
STATE = Path(".bench") / "equivalence.json"
_SHOWN = 4_000


@dataclass(slots=True)
class State:
    """What is done."""

    seed: int = SEED
    """Of the first batch; each has the next number."""
    batches: int = 0
    examples: int = 0
    steps: int = 0
    unequal: int = 0
    kills: int = 0
    kill_failures: int = 0
    seconds: float = 0.0
    """That the examples took."""
    failures: list[dict[str, object]] = field(default_factory=list)
    real_done: dict[str, int] = field(default_factory=dict)
    """Commits, by repository."""
    real_commits: int = 0
    real_compared: int = 0
    real_unequal: int = 0
    boundaries: int = 0
    """Writes of an ingest, before each of which one was killed."""
    queries: int = 0
    query_failures: int = 0
    mixed: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=1000)
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--queries", type=int, default=QUERIES)
    parser.add_argument("--mirrors", default=os.environ.get("KG_BENCH_MIRRORS", ""))
    parser.add_argument("--state", type=Path, default=STATE)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first batch of a new state")
    parser.add_argument("--parts", default="queries,examples,real", help="what is run")
    parser.add_argument("--sum", type=Path, nargs="+", help="states whose figures are written together")
    chosen = parser.parse_args()
    if chosen.sum:
        _write([_load(path, SEED) for path in chosen.sum])
        return
    for number in (signal.SIGTERM, signal.SIGINT):  # also where the shell had it ignored: in the background
        signal.signal(number, signal.default_int_handler)
    state = _load(chosen.state, chosen.seed)
    deadline = time.monotonic() + chosen.seconds
    with managed_server() as second, first_server() as first:
        if "queries" in chosen.parts:
            _ask_all(state, chosen, first, deadline)
        if "examples" in chosen.parts:
            _run_all(state, chosen, first, second, deadline)
        if "real" in chosen.parts:
            for name in REAL if chosen.mirrors else ():
                asyncio.run(_follow(state, name, chosen, (first.graph, second), deadline))
    if chosen.state == STATE:
        _write([state])


def _ask_all(state: State, chosen: argparse.Namespace, first: First, deadline: float) -> None:
    while state.queries < chosen.queries and time.monotonic() < deadline:
        asyncio.run(_read(state, first.graph))
        _keep(state, chosen.state)


def _run_all(
    state: State, chosen: argparse.Namespace, first: First, second: GraphOptions, deadline: float
) -> None:
    with asyncio.Runner() as runner:
        if not state.boundaries:
            _sweep(state, runner, first, second)
            _keep(state, chosen.state)
        while state.examples < chosen.examples and time.monotonic() < deadline:
            _run_batch(state, runner, first, second)
            _keep(state, chosen.state)


def _write(states: Sequence[State]) -> None:
    """The figures of all of them; the seeds as the first of each and how many follow it."""
    figures: dict[str, Any] = {"seed": [[state.seed, state.batches] for state in states if state.batches]}
    for name in ("examples", "steps", "unequal", "kills", "kill_failures", "seconds"):
        figures[name] = round(sum(getattr(state, name) for state in states))
    for name in ("real_commits", "real_compared", "real_unequal", "queries", "query_failures", "mixed"):
        figures[name] = sum(getattr(state, name) for state in states)
    figures["real_done"] = {name: done for state in states for name, done in state.real_done.items()}
    figures["boundaries"] = max(state.boundaries for state in states)
    write_result("equivalence", figures)


async def _read(state: State, options: GraphOptions) -> None:
    with TemporaryDirectory(prefix="kg-read-") as folder:
        async with connect(options) as graph:
            await empty(graph)
            await migrate(graph)
            random = Random(state.seed + state.queries)
            readers = await read_while_publishing(graph, Path(folder), ROUNDS, READERS, random)
    state.queries += readers.queries
    state.query_failures += len(readers.failures)
    state.mixed += len(readers.mixed)


def _sweep(state: State, runner: asyncio.Runner, first: First, second: GraphOptions) -> None:
    with open_town(runner, first, second) as town:
        state.boundaries = runner.run(sweep(town, Random(state.seed)))
        state.kills += town.kills


def _run_batch(state: State, runner: asyncio.Runner, first: First, second: GraphOptions) -> None:
    number = state.seed + state.batches
    kind = FellingMachine if state.batches % NEO4J_DIES == NEO4J_DIES - 1 else KillingMachine
    started = time.monotonic()
    done: list[int] = []
    with open_town(runner, first, second) as town:
        try:
            run_examples(kind, town, runner, BATCH, number, done)
        except Exception as error:
            state.unequal += 1
            state.kill_failures += town.killed
            said = "".join(traceback.format_exception(error))[-_SHOWN:]
            state.failures.append({"seed": number, "machine": kind.__name__, "said": said})
        state.kills += town.kills
    state.batches += 1
    state.examples += len(done)
    state.steps += sum(done)
    state.seconds += time.monotonic() - started


async def _follow(
    state: State,
    name: str,
    chosen: argparse.Namespace,
    servers: tuple[GraphOptions, GraphOptions],
    deadline: float,
) -> None:
    """The strides of a real repository that are not done yet."""
    location = Path(chosen.mirrors) / REAL[name].replace("/", "+") / "repo"
    commits = last_commits(location, chosen.commits + 1)
    todo = [*strides(commits[1:])][state.real_done.get(name, 0) // STRIDE :]
    before = commits[state.real_done.get(name, 0)]
    with TemporaryDirectory(prefix="kg-real-") as folder:
        async with AsyncExitStack() as stack:
            graphs = [await stack.enter_async_context(connect(options)) for options in servers]
            real = RealHistory(graphs[0], graphs[1], location, name, Path(folder))
            if todo and time.monotonic() < deadline:
                await real.begin(before)
            for part in todo:
                if time.monotonic() >= deadline:
                    return
                strode = await real.stride(part)
                state.real_done[name] = state.real_done.get(name, 0) + strode.commits
                state.real_commits += strode.commits
                state.real_compared += 1
                state.real_unequal += not strode.equal
                if not strode.equal:
                    state.failures.append({"repository": name, "commit": strode.commit})
                _keep(state, chosen.state)


def _load(path: Path, seed: int) -> State:
    return State(**json.loads(path.read_text("utf-8"))) if path.exists() else State(seed)


def _keep(state: State, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(asdict(state), indent=2), "utf-8")
    part.replace(path)


if __name__ == "__main__":
    main()
