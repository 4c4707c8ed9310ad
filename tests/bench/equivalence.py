"""`make bench-equivalence`: incremental equals rebuild, over a thousand random histories with kills and over the
last commits of two real repositories.

May be stopped at any time and goes on where it was: what is done is in `.bench/equivalence.json` (`--state`).
Examples come in batches of ten, each from a seed of its own; a batch that finds an inequality is counted, its
seed and its steps are kept under `failures`, and the next batch goes on. The real repositories come from
`--mirrors FOLDER` (`owner+name/repo` in it, bare) or from GitHub.
"""

import argparse
import asyncio
import json
import time
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path

from kg.graph import GraphOptions
from tests.bench.result import write_result
from tests.equivalence.machine import FellingMachine, KillingMachine
from tests.equivalence.running import First, first_server, open_town, run_examples
from tests.server import managed_server

SEED, BATCH = 20_261_130, 10
NEO4J_DIES = 25
"""In one batch of so many Neo4j is killed too, not only the process that ingests: it takes seconds to be up again."""
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
    failures: list[dict[str, object]] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=1000)
    parser.add_argument("--state", type=Path, default=Path(".bench") / "equivalence.json")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    chosen = parser.parse_args()
    state = _load(chosen.state)
    deadline = time.monotonic() + chosen.seconds
    with managed_server() as second, first_server() as first, asyncio.Runner() as runner:
        while state.examples < chosen.examples and time.monotonic() < deadline:
            _run_batch(state, runner, first, second)
            _keep(state, chosen.state)
    figures = asdict(state)
    write_result("equivalence", figures | {"seconds": round(state.seconds)})


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


def _load(path: Path) -> State:
    return State(**json.loads(path.read_text("utf-8"))) if path.exists() else State()


def _keep(state: State, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(asdict(state), indent=2), "utf-8")
    part.replace(path)


if __name__ == "__main__":
    main()
