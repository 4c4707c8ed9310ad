"""`make bench-ingest`: four public repositories, each into an empty store, the median of three.

Neo4j is up, as `kg up` leaves it, and has taken each of them in twice: the JVM compiles for that long. The
first time is not counted but reported (`cold_…`; petclinic is the very first after the start).
`wall_s` is the whole `kg ingest` process with the labels for Browser; `published_s` is from the source to
the moved pointer, and `loc_per_s` is over that. CPU and memory are of the process and its workers;
Neo4j's own CPU is apart. No jar of a dependency is on the machine. `loc` counts the physical lines of the
files that were parsed. PYTHONDONTWRITEBYTECODE is not passed on: as on a user's machine, Python compiles
kg at its first start, not at every one and in every worker. The repositories come from `--mirrors FOLDER`
(`owner+name/repo` in it, bare) or from GitHub.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from kg.graph import GraphOptions
from kg.local.server import start_server, stop_server
from tests.bench.count import count_graph, empty_store
from tests.bench.result import write_result
from tests.server import listener, throw_away

REPOSITORIES = {
    "petclinic": "spring-projects/spring-petclinic",
    "httpx": "encode/httpx",
    "mall": "macrozheng/mall",
    "nacos": "alibaba/nacos",
}


@dataclass(frozen=True, slots=True)
class Run:
    wall_s: float
    published_s: float
    cpu_s: float
    server_cpu_s: float
    peak_mb: int
    total_peak_mb: int
    counts: dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirrors", default=os.environ.get("KG_BENCH_MIRRORS", ""))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    names = chosen.only.split(",") if chosen.only else list(REPOSITORIES)
    repos = _measure(names, chosen.mirrors, chosen.runs)
    write_result("ingest" if not chosen.only else "ingest-part", {"repos": repos})


def _measure(names: list[str], mirrors: str, runs: int) -> dict[str, dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="kg-bench-", ignore_cleanup_errors=True) as folder:
        options = throw_away(Path(folder), heap_mb=2048)
        server = asyncio.run(start_server(options, lambda what, done, total: None)).graph
        try:
            process = psutil.Process(listener(options.bolt_port))
            took = {name: [_run(name, _location(name, mirrors), server, process)] for name in names}
            for name in names:
                _run(name, _location(name, mirrors), server, process)
            for name, found in took.items():
                found += [_run(name, _location(name, mirrors), server, process) for _ in range(runs)]
        finally:
            asyncio.run(stop_server(options))
    return {name: _figures(*found) for name, found in took.items()}


def _figures(cold: Run, *found: Run) -> dict[str, Any]:
    middle = sorted(found, key=lambda run: run.published_s)[len(found) // 2]
    loc = middle.counts["loc"]
    return {
        "wall_s": round(middle.wall_s, 2),
        "published_s": round(middle.published_s, 2),
        "cpu_s": round(statistics.median(run.cpu_s for run in found), 2),
        "server_cpu_s": round(statistics.median(run.server_cpu_s for run in found), 2),
        "peak_mb": max(run.peak_mb for run in found),
        "total_peak_mb": max(run.total_peak_mb for run in found),
        "loc": loc,
        "loc_per_s": round(loc / middle.published_s),
        "nodes": middle.counts["nodes"],
        "edges": middle.counts["edges"],
        "all_published_s": [round(run.published_s, 2) for run in found],
        "cold_published_s": round(cold.published_s, 2),
        "cold_wall_s": round(cold.wall_s, 2),
        "cold_server_cpu_s": round(cold.server_cpu_s, 2),
    }


def _location(name: str, mirrors: str) -> str:
    repository = REPOSITORIES[name]
    if mirrors:
        return str(Path(mirrors) / repository.replace("/", "+") / "repo")
    return f"https://github.com/{repository}.git"


def _run(name: str, location: str, server: GraphOptions, process: psutil.Process) -> Run:
    asyncio.run(empty_store(server))
    with tempfile.TemporaryDirectory(prefix="kg-bench-", ignore_cleanup_errors=True) as folder:
        before = sum(process.cpu_times()[:2])
        wall, published, cpu, peak, total = _ingest(name, location, server, Path(folder))
        server_cpu = sum(process.cpu_times()[:2]) - before
    return Run(wall, published, cpu, server_cpu, peak, total, asyncio.run(count_graph(server)))


def _ingest(
    name: str, location: str, graph: GraphOptions, folder: Path
) -> tuple[float, float, float, int, int]:
    """Wall seconds of all and until published, CPU seconds, the largest process and all in MB."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = kept | {
        "NEO4J_URI": graph.uri,
        "NEO4J_PASSWORD": graph.password,
        "KG_HOME": str(folder / "home"),
        "KG_MAVEN_REPOSITORY": str(folder / "m2"),
        "KG_GRADLE_CACHE": str(folder / "gradle"),
    }
    command = [sys.executable, "-m", "kg", "ingest", location, "--name", name, "--json"]
    started = time.perf_counter()
    child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    total = 0
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            break
        total = max(total, _resident(child.pid))
        time.sleep(0.25)
    wall = time.perf_counter() - started
    assert child.stdout is not None
    said = child.stdout.read()
    if status:
        raise SystemExit(f"kg ingest {location} failed: {said.decode()[-2000:]}")
    published = json.loads(said)[0]["published_seconds"]
    return wall, published, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, total // 2**20


def _resident(pid: int) -> int:
    """Bytes that the process and its children hold now."""
    try:
        process = psutil.Process(pid)
        return sum(one.memory_info().rss for one in [process, *process.children(recursive=True)])
    except psutil.NoSuchProcess:
        return 0


if __name__ == "__main__":
    main()
