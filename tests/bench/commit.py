"""`make bench-commit`: a one-file commit, from the ask for it until a reader sees the changed method.

The graph holds both repositories with all their vectors, on a warm server; the asking process lives as long
as a worker does, and its first commits, which load and compile, are not counted. Bodies and signatures of
methods change, one file a commit, pushed to a remote that is fetched anew each time. A reader in a process of
its own asks the pointer and reads the method, every 10 ms. `visible_s` is the median, `worst_s` the slowest.
`growth_ratio` is the larger of both repositories' with ten times the artifacts beside them. `vectors_s` runs
from visible until every method of a commit that changes up to 50 has its vector, filled by `kg work`.
`--mirrors FOLDER` holds `owner+name/repo`, bare; without it they come from GitHub. `--quick` leaves growth
and vectors out.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.config import load
from kg.graph import Graph, connect
from kg.ingest.options import IngestOptions
from kg.ingest.stay_warm import stay_warm
from kg.local.server import start_server, stop_server
from kg.publish.reconcile import ingest
from tests.bench.changes import Change, changes, places
from tests.bench.grow import grow, size_of
from tests.bench.hub import CALLERS, hub_change, hub_files
from tests.bench.late import plant_vectors, vectors_seconds, working
from tests.bench.reader import Reader, reading
from tests.bench.remote import Remote
from tests.bench.result import write_result
from tests.server import throw_away

REPOSITORIES = {"netbox": "netbox-community/netbox", "nacos": "alibaba/nacos"}
UNCOUNTED, BODIES, SIGNATURES = 3, 9, 3
HUB = "hub"
TIMES = 10


@dataclass(frozen=True, slots=True)
class Bench:
    """What every measurement needs."""

    graph: Graph
    options: IngestOptions
    reader: Reader
    remotes: dict[str, Remote]
    environment: dict[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirrors", default=os.environ.get("KG_BENCH_MIRRORS", ""))
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    figures = asyncio.run(_measure(chosen.mirrors, chosen.quick))
    write_result("commit" if not chosen.quick else "commit-part", figures)


async def _measure(mirrors: str, quick: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="kg-bench-", ignore_cleanup_errors=True) as folder:
        async with _bench(Path(folder), mirrors) as bench:
            figures: dict[str, Any] = {}
            for name in REPOSITORIES:
                figures[name] = await _commits(bench, name, "a")
            figures[HUB] = await _hub(bench)
            if not quick:
                for name in REPOSITORIES:
                    figures[name]["vectors_s"] = await _vectors(bench, name)
                figures |= await _grown(bench, {name: figures[name]["visible_s"] for name in REPOSITORIES})
            return figures


@asynccontextmanager
async def _bench(folder: Path, mirrors: str) -> AsyncIterator[Bench]:
    local = throw_away(folder, heap_mb=3072)
    server = (await start_server(local, lambda what, done, total: None)).graph
    environment = {
        "KG_HOME": str(folder),
        "KG_MAVEN_REPOSITORY": str(folder / "m2"),
        "KG_GRADLE_CACHE": str(folder / "gradle"),
        "NEO4J_URI": server.uri,
        "NEO4J_PASSWORD": server.password,
    }
    try:
        remotes = {
            name: Remote.of(_source(where, mirrors), folder / f"{name}.git")
            for name, where in REPOSITORIES.items()
        }
        remotes[HUB] = Remote.empty(folder / "hub.git")
        remotes[HUB].commit(hub_files())
        settings = load({}, environment)
        async with (
            connect(server) as graph,
            reading(server) as reader,
            stay_warm(settings.ingest_options(), settings.warm_mb) as options,
        ):
            bench = Bench(graph, options, reader, remotes, environment)
            for name in remotes:
                await _ask(bench, name)
            await plant_vectors(graph)
            yield bench
    finally:
        await stop_server(local)


def _source(repository: str, mirrors: str) -> str:
    if mirrors:
        return str(Path(mirrors) / repository.replace("/", "+") / "repo")
    return f"https://github.com/{repository}.git"


async def _ask(bench: Bench, name: str) -> None:
    """Ask for the head of a remote to be ingested."""
    await ingest(bench.graph, bench.remotes[name].url, "", name, bench.options, lambda *told: None)


async def _visible(bench: Bench, change: Change) -> float:
    """Seconds from the ask until the reader saw it; the next commit waits until all is done."""
    bench.remotes[change.repo].commit({change.path: change.text})
    await bench.reader.watch(change)
    started = time.monotonic()
    await _ask(bench, change.repo)
    return await bench.reader.seen() - started


async def _commits(bench: Bench, name: str, mark: str) -> dict[str, Any]:
    found = await places(bench.graph, name)
    wanted = changes(name, bench.remotes[name], found, UNCOUNTED + BODIES, SIGNATURES, mark)
    took = [(change.kind, await _visible(bench, change)) for change in wanted][UNCOUNTED:]
    return {
        **_spread([seconds for _, seconds in took]),
        "bodies_s": [round(seconds, 2) for kind, seconds in took if kind == "body"],
        "signatures_s": [round(seconds, 2) for kind, seconds in took if kind == "signature"],
    }


async def _hub(bench: Bench) -> dict[str, Any]:
    took = [await _visible(bench, hub_change(HUB, number)) for number in range(UNCOUNTED + 3)][UNCOUNTED:]
    return {"callers": CALLERS, **_spread(took)}


async def _vectors(bench: Bench, name: str) -> float:
    async with working(bench.environment):
        return await vectors_seconds(
            bench.graph,
            bench.remotes[name],
            await places(bench.graph, name),
            lambda: _ask(bench, name),
        )


async def _grown(bench: Bench, before: dict[str, float]) -> dict[str, Any]:
    """The same with ten times the graph."""
    artifacts = await size_of(bench.graph)
    await grow(bench.graph, artifacts * (TIMES - 1))
    grown = {name: await _commits(bench, name, "b") for name in before}
    return {
        "growth_ratio": round(max(grown[name]["visible_s"] / before[name] for name in before), 2),
        "grown": {"artifacts_before": artifacts, "artifacts": await size_of(bench.graph), **grown},
    }


def _spread(took: list[float]) -> dict[str, float]:
    return {"visible_s": round(statistics.median(took), 2), "worst_s": round(max(took), 2)}


if __name__ == "__main__":
    main()
