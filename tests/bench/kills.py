"""Fifty kill -9s at random points while commits are pushed: `make bench-kills`.

A Neo4j of its own, a real `kg work`, three real git remotes. Most kills are of the worker, each tenth of Neo4j. Then all
has to be calm: each job ended once, nothing is doubled or lost, the graph is what a rebuild gives. Writes
docs/benchmarks/kills.json. KG_BENCH_KILLS (50) and KG_BENCH_SEED (of the clock) are taken from the environment; the seed
is printed, so that a run that failed can be run again.
"""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

from kg.local import LocalOptions
from kg.local.server import start_server, stop_server
from kg.records import Records, open_records
from kg.records.jobs import list_jobs
from tests.bench.result import write_result
from tests.publish.siege import Siege
from tests.server import listener, throw_away

KILLS = int(os.environ.get("KG_BENCH_KILLS", "50"))
SEED = int(os.environ.get("KG_BENCH_SEED", "") or time.time())
NEO4J_EACH = 10
SETTLE_SECONDS = 1_200.0


async def besiege(siege: Siege, server: LocalOptions, records: Records) -> int:
    """The kills; how many of them were of Neo4j."""
    of_neo4j = 0
    siege.start_worker()
    for number in range(1, KILLS + 1):
        await siege.push(records)
        await siege.random_moment(records)
        if number % NEO4J_EACH:
            siege.kill_worker()
            siege.start_worker()
        else:
            kill_neo4j(server)
            siege.kills += 1
            of_neo4j += 1
            await start_server(server, silent)
        say(f"kill {number} of {KILLS}")
    await siege.settle(records, SETTLE_SECONDS)
    return of_neo4j


def kill_neo4j(server: LocalOptions) -> None:
    """Returns when it is dead: one that is dying is still found running."""
    process = psutil.Process(listener(server.bolt_port))
    process.kill()
    process.wait(60)


async def measure(folder: Path) -> dict[str, Any]:
    server = throw_away(folder / "neo4j")
    started = time.monotonic()
    try:
        siege = Siege((await start_server(server, silent)).graph, folder, SEED)
        await siege.begin()
        async with open_records(siege.sql) as records:
            try:
                of_neo4j = await besiege(siege, server, records)
            finally:
                siege.stop_worker()
            jobs = await list_jobs(records, 100_000)
            faults = await siege.faults(records)
    finally:
        await stop_server(server)
    for fault in faults:
        say(fault)
    return {
        "kills": siege.kills,
        "kills_of_neo4j": of_neo4j,
        "kill_failures": len(faults),
        "jobs": len(jobs),
        "attempts": sum(job.attempt for job in jobs),
        "seed": SEED,
        "seconds": round(time.monotonic() - started),
    }


def silent(what: str, done: int, total: int) -> None:
    """Shows no progress."""


def say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def main() -> int:
    say(f"seed {SEED}")
    with tempfile.TemporaryDirectory(prefix="kg-kills-", ignore_cleanup_errors=True) as folder:
        figures = asyncio.run(measure(Path(folder)))
    write_result("kills", figures)
    return 1 if figures["kill_failures"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
