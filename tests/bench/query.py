"""`make bench-query`: how long a search takes, and what its vector search finds.

100,000 made-up artifacts (`--size`), a fifth of them old versions, one method with 10,000 callers,
10,000 methods of one name, 10 of 20 scopes visible, 1,000 mixed questions. Measured: the statement with
its rows read, and the reranker; the vector of the question apart. The narrow profile and the bare vector
search take turns, so that both see the same machine. Another size than the first is reported under its
own key. The server is `KG_TEST_NEO4J_URI`'s, or one of its own.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from kg.graph import Graph, GraphOptions, connect
from kg.local.server import start_server, stop_server
from kg.retrieve.candidates import Recalled
from kg.retrieve.evidence import hits_of
from kg.retrieve.intent import intent_of
from kg.retrieve.recall import NARROW, Asked, RecallOptions, recall_hybrid
from kg.retrieve.rerank import Weights, rerank
from kg.schema.access import Scope
from kg.schema.ids import scope_token
from kg.schema.question import Channel, Filters
from tests.bench.load import MODEL, load, loaded
from tests.bench.questions import Asking, questions
from tests.bench.result import FOLDER, write_result
from tests.bench.synthetic import REPOS, SEQ, Floats, generate
from tests.bench.synthetic import Graph as Made
from tests.empty import empty
from tests.retrieve.planted import run
from tests.server import throw_away

SIZE = 100_000
WARM_UP = 150
RECALL_QUESTIONS = 200
SCOPE = Scope(tuple(scope_token(n) for n in range(1, REPOS + 1, 2)))
BARE = """CYPHER 25
MATCH (a:Artifact)
  SEARCH a IN (
    VECTOR INDEX artifact_vector_a FOR $p.vector
    WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
    LIMIT 40
  ) SCORE AS score
RETURN a.vid AS vid, score"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--questions", type=int, default=1000)
    chosen = parser.parse_args()
    with _server() as options:
        figures = asyncio.run(_measure(options, chosen.size, chosen.questions))
    write_result("query", _merged(figures, chosen.size))


async def _measure(options: GraphOptions, size: int, count: int) -> dict[str, Any]:
    made, words, centres = generate(size)
    async with connect(options) as graph:
        took: dict[str, Any] = {}
        if await loaded(graph) != size:
            start = time.perf_counter()
            await empty(graph)
            await load(graph, made, size)
            took = {"load_s": round(time.perf_counter() - start)}
        asked = questions(made, words, centres, count)
        for one in asked[:WARM_UP]:
            await _timed(graph, one, NARROW)
            await _timed(graph, one, RecallOptions())
            await _bare(graph, one)
        return {
            "artifacts": size,
            "questions": count,
            **took,
            **await _narrow(graph, asked),
            "default": await _default(graph, asked),
            "recall_at_10": await _recall(graph, made, asked[:RECALL_QUESTIONS]),
        }


async def _narrow(graph: Graph, asked: Sequence[Asking]) -> dict[str, Any]:
    """The narrow profile beside the bare vector search."""
    taken, bare, rows = [], [], Counter[str]()
    for one in asked:
        bare.append(await _bare(graph, one))
        milliseconds, found = await _timed(graph, one, NARROW)
        taken.append(milliseconds)
        rows.update(channel for candidate in found.candidates for channel, _ in candidate.channels)
    mean = {channel.value: round(rows[channel] / len(asked), 1) for channel in Channel}
    if not all(mean.values()):
        raise SystemExit(f"a channel brought nothing: {mean}")
    figures = _percentiles(taken)
    middle = round(float(np.percentile(bare, 50)), 1)
    return {
        **figures,
        "bare_search_p50_ms": middle,
        "ratio_p50": round(figures["p50_ms"] / middle, 2),
        "rows": mean,
    }


async def _default(graph: Graph, asked: Sequence[Asking]) -> dict[str, Any]:
    taken, candidates = [], []
    for one in asked:
        milliseconds, found = await _timed(graph, one, RecallOptions())
        taken.append(milliseconds)
        candidates.append(len(found.candidates))
    return {**_percentiles(taken), "candidates": round(float(np.mean(candidates)))}


async def _timed(graph: Graph, one: Asking, options: RecallOptions) -> tuple[float, Recalled]:
    """Everything after the vector: intent, statement, reranker, excerpts."""
    start = time.perf_counter()
    intent = intent_of(one.text)
    asked = Asked(one.vector, MODEL, "none")
    found = await recall_hybrid(graph, intent, asked, SCOPE, SEQ, Filters(), options, 60.0)
    hits_of(intent, rerank(intent, found, Weights()), 10)
    return (time.perf_counter() - start) * 1000, found


async def _bare(graph: Graph, one: Asking) -> float:
    params = {"vector": one.vector, "scopes": list(SCOPE.tokens), "seq": SEQ}
    start = time.perf_counter()
    await run(graph, BARE, params)
    return (time.perf_counter() - start) * 1000


async def _recall(graph: Graph, made: Made, asked: Sequence[Asking]) -> float:
    """The first ten of the dense channel against the exact ten nearest visible versions."""
    visible = [i for i, node in enumerate(made.nodes) if _visible(node.properties)]
    vids = [made.nodes[i].properties["vid"] for i in visible]
    vectors: Floats = made.vectors[visible]
    shares = []
    for one in asked:
        _, found = await _timed(graph, one, NARROW)
        near = vectors @ np.array(one.vector, np.float32)
        exact = {vids[i] for i in np.argpartition(-near, 10)[:10]}
        dense = {c.place.vid for c in found.candidates if dict(c.channels).get(Channel.DENSE, 99) <= 10}
        shares.append(len(exact & dense) / 10)
    return round(float(np.mean(shares)), 4)


def _visible(node: dict[str, Any]) -> bool:
    return node["scope"] in SCOPE.tokens and node["valid_from"] <= SEQ < node["valid_to"]


def _percentiles(taken: Sequence[float]) -> dict[str, float]:
    return {f"p{p}_ms": round(float(np.percentile(taken, p)), 1) for p in (50, 95, 99)}


def _merged(figures: dict[str, Any], size: int) -> dict[str, Any]:
    """The figures of the usual size stand at the top, those of another under `n<size>`."""
    path = FOLDER / "query.json"
    before = json.loads(path.read_text()) if path.exists() else {}
    if size != SIZE:
        return {**before, f"n{size // 1000}k": figures}
    return {**{key: value for key, value in before.items() if key.startswith("n")}, **figures}


@contextmanager
def _server() -> Iterator[GraphOptions]:
    uri = os.environ.get("KG_TEST_NEO4J_URI")
    if uri:
        yield GraphOptions(uri, password=os.environ.get("KG_TEST_NEO4J_PASSWORD", ""))
        return
    with tempfile.TemporaryDirectory(prefix="kg-bench-", ignore_cleanup_errors=True) as folder:
        options = replace(throw_away(Path(folder)), heap_mb=3000, page_cache_mb=2000, transaction_max_mb=1500)
        try:
            yield asyncio.run(start_server(options, _tell)).graph
        finally:
            asyncio.run(stop_server(options))


def _tell(what: str, done: int, total: int) -> None:
    if done == total:
        sys.stderr.write(f"{what} {done}/{total}\n")


if __name__ == "__main__":
    main()
