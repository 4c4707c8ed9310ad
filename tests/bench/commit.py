"""`make bench-commit`: a one-file commit, from the hook's delivery until a reader sees the changed method.

The graph holds both repositories with all their vectors and histories, on a warm server: the server and the
worker have come to rest before. `kg work` runs in a process of its
own and is asked as the API asks it: a delivery is kept, it finds it, the job is queued, the remote is fetched,
the gates are passed, the pointer moves. The first commits of each repository, which load and compile, are not
counted. Bodies and signatures of methods change, one file a commit; each waits until the one before has its
labels and vectors. A reader in another process asks the pointer and reads the method, every 10 ms.

`visible_s` is the median, `worst_s` the slowest; `worker_cpu_s` and `server_cpu_s` are the processor time that both
processes used meanwhile (medians), which a busy machine changes less. `vectors_s` runs from visible until each method of a commit
that changes up to 50 has its vector. `growth_ratio` is the larger of both repositories', with ten times the
artifacts beside them. `webhook` is how long the API takes to answer a hook, `tier1_ms` the median of the gates, and their slowest.
`--mirrors FOLDER` holds `owner+name/repo`, bare; without it they come from GitHub. `--quick` leaves growth out.
"""

import argparse
import asyncio
import json
import logging
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from kg.config import load
from kg.graph import Graph, connect
from kg.local.server import start_server, stop_server
from kg.publish.reconcile import ingest
from kg.records import open_records
from tests.bench.changes import Change, changes, places
from tests.bench.grow import grow, size_of
from tests.bench.hub import CALLERS, hub_change, hub_files
from tests.bench.late import many_methods, plant_vectors
from tests.bench.reader import Reader, reading
from tests.bench.remote import Remote
from tests.bench.result import write_result
from tests.bench.webhook import webhook_figures
from tests.bench.working import Worker, working
from tests.retrieve.planted import run
from tests.server import listener, throw_away

REPOSITORIES = {"netbox": "netbox-community/netbox", "nacos": "alibaba/nacos"}
UNCOUNTED, BODIES, SIGNATURES = 3, 8, 3
HUB = "hub"
TIMES = 10
QUIET_SECONDS, QUIET_SHARE = 3.0, 0.1
log = logging.getLogger("bench")


@dataclass(frozen=True, slots=True)
class Bench:
    """What every measurement needs."""

    graph: Graph
    worker: Worker
    reader: Reader
    remotes: dict[str, Remote]
    server: psutil.Process

    def server_cpu(self) -> float:
        return sum(self.server.cpu_times()[:2])

    async def settled(self) -> None:
        """What was written at once is no longer being merged into its indexes, and the worker has filled what
        the first loads left to it: that is no part of a commit."""
        while True:
            server, worker = self.server_cpu(), self.worker.cpu_seconds()
            await asyncio.sleep(QUIET_SECONDS)
            used = max(self.server_cpu() - server, self.worker.cpu_seconds() - worker)
            if used < QUIET_SECONDS * QUIET_SHARE:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirrors", default=os.environ.get("KG_BENCH_MIRRORS", ""))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default=",".join(REPOSITORIES))
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    log.setLevel(logging.INFO)
    names = chosen.only.split(",")
    figures = asyncio.run(_measure(names, chosen.mirrors, chosen.quick))
    whole = not chosen.quick and names == list(REPOSITORIES)
    write_result("commit" if whole else "commit-part", figures)


async def _measure(names: list[str], mirrors: str, quick: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="kg-bench-", ignore_cleanup_errors=True) as folder:
        async with _bench(Path(folder), names, mirrors) as (bench, hooks):
            figures: dict[str, Any] = {"load_before": round(os.getloadavg()[0], 1)}
            await bench.settled()
            for name in names:
                figures[name] = await _commits(bench, name, "a")
            figures[HUB] = await _hub(bench)
            for name in names:
                figures[name] |= await _vectors(bench, name)
            log.info("so far: %s", json.dumps(figures))
            if not quick:
                before = {name: figures[name]["visible_s"] for name in names}
                figures |= await _grown(bench, before)
            figures |= await _tier1_ms(bench.graph)
        figures["webhook"] = hooks
        return figures


@asynccontextmanager
async def _bench(
    folder: Path, names: list[str], mirrors: str
) -> AsyncIterator[tuple[Bench, dict[str, float]]]:
    """Everything is there, and was taken in once. The hooks' figures are taken last, of an API alone."""
    local = throw_away(folder, heap_mb=3072)
    server = (await start_server(local, lambda what, done, total: None)).graph
    process = psutil.Process(listener(local.bolt_port))
    environment = {
        "KG_HOME": str(folder),
        "KG_MAVEN_REPOSITORY": str(folder / "m2"),
        "KG_GRADLE_CACHE": str(folder / "gradle"),
        "NEO4J_URI": server.uri,
        "NEO4J_PASSWORD": server.password,
    }
    hooks: dict[str, float] = {}
    try:
        remotes = {
            name: Remote.of(_source(REPOSITORIES[name], mirrors), folder / f"{name}.git") for name in names
        }
        remotes[HUB] = Remote.empty(folder / "hub.git")
        remotes[HUB].commit(hub_files())
        settings = load({}, environment)
        async with connect(server) as graph, open_records(settings.records_url) as records:
            for name, remote in remotes.items():
                await ingest(graph, remote.url, "", name, settings.ingest_options(), lambda *told: None)
            await plant_vectors(graph, records)
            async with working(graph, records, environment) as worker, reading(server) as reader:
                for name, remote in remotes.items():
                    await worker.know(name, remote.url)
                yield Bench(graph, worker, reader, remotes, process), hooks
            hooks.update(await webhook_figures(environment))
    finally:
        await stop_server(local)


def _source(repository: str, mirrors: str) -> str:
    if mirrors:
        return str(Path(mirrors) / repository.replace("/", "+") / "repo")
    return f"https://github.com/{repository}.git"


@dataclass(frozen=True, slots=True)
class Seen:
    """From the delivery of one commit until the reader saw it."""

    kind: str
    seconds: float
    worker_cpu: float
    server_cpu: float


async def _visible(bench: Bench, change: Change) -> Seen:
    """One commit; everything that comes behind it is awaited too."""
    bench.remotes[change.repo].commit({change.path: change.text})
    worker, server = bench.worker.cpu_seconds(), bench.server_cpu()
    asked = await _asked(bench, change)
    seconds = await bench.reader.seen() - asked
    seen = Seen(change.kind, seconds, bench.worker.cpu_seconds() - worker, bench.server_cpu() - server)
    await bench.worker.filled()
    await bench.worker.rest(change.repo)
    return seen


async def _asked(bench: Bench, change: Change) -> float:
    """When it was asked for; the reader looks for it from before that on."""
    await bench.reader.watch(change)
    asked = time.monotonic()
    await bench.worker.ask(change.repo)
    return asked


async def _commits(bench: Bench, name: str, mark: str) -> dict[str, Any]:
    found = await places(bench.graph, name)
    wanted = changes(name, bench.remotes[name], found, UNCOUNTED + BODIES, SIGNATURES, mark)
    took = [await _visible(bench, change) for change in wanted][UNCOUNTED:]
    return {
        **_spread(took),
        "bodies_s": [round(one.seconds, 2) for one in took if one.kind == "body"],
        "signatures_s": [round(one.seconds, 2) for one in took if one.kind == "signature"],
    }


async def _hub(bench: Bench) -> dict[str, Any]:
    took = [await _visible(bench, hub_change(HUB, number)) for number in range(UNCOUNTED + 4)][UNCOUNTED:]
    return {"callers": CALLERS, **_spread(took)}


async def _vectors(bench: Bench, name: str) -> dict[str, float]:
    change, methods = many_methods(name, bench.remotes[name], await places(bench.graph, name))
    await _asked(bench, change)
    visible = await bench.reader.seen()
    filled = await bench.worker.filled()
    await bench.worker.rest(name)
    return {"vectors_s": round(filled - visible, 2), "vectors_methods": methods}


async def _grown(bench: Bench, before: dict[str, float]) -> dict[str, Any]:
    """The same with ten times the graph."""
    artifacts = await size_of(bench.graph)
    await grow(bench.graph, artifacts * (TIMES - 1))
    await bench.settled()
    grown = {name: await _commits(bench, name, "b") for name in before}
    return {
        "growth_ratio": round(max(grown[name]["visible_s"] / before[name] for name in before), 2),
        "grown": {"artifacts_before": artifacts, "artifacts": await size_of(bench.graph), **grown},
    }


async def _tier1_ms(graph: Graph) -> dict[str, float]:
    """The gates of all these commits, warm-ups among them; those of the first loads come before the first commit."""
    rows = await run(
        graph,
        "MATCH (v:Verdict {tier: $p.tier}) WHERE v.seq > $p.loads RETURN percentileCont(v.seconds, 0.5) AS usual, max(v.seconds) AS worst",
        {"tier": 1, "loads": len(REPOSITORIES) + 1},
    )
    usual, worst = (rows[0][name] or 0.0 for name in ("usual", "worst"))
    return {"tier1_ms": round(usual * 1000, 1), "tier1_worst_ms": round(worst * 1000, 1)}


def _spread(took: list[Seen]) -> dict[str, float]:
    return {
        "visible_s": round(statistics.median(one.seconds for one in took), 2),
        "worst_s": round(max(one.seconds for one in took), 2),
        "worker_cpu_s": round(statistics.median(one.worker_cpu for one in took), 2),
        "server_cpu_s": round(statistics.median(one.server_cpu for one in took), 2),
    }


if __name__ == "__main__":
    main()
