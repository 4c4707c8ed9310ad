"""`make bench-callgraph`: each part against external truth, written to docs/benchmarks/callgraph.json.

`python -m tests.bench.callgraph --only java,go` measures some parts again and keeps the figures of the
others. A part is a module with `measure(truth) -> figures`, merged at the top of the file. Artifacts and
truth come through the ordinary package clients into `--cache FOLDER`, are never committed, and are
made by the scripts in `tests/truth`.
"""

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Any

from tests.bench.callgraph.store import Store
from tests.bench.page import FOLDER
from tests.bench.result import write_result

PARTS: tuple[str, ...] = (
    "java",
    "petclinic",
    "pycg",
    "executed",
    "python",
    "golang",
    "typescript",
    "calibration",
    "definitions",
    "kotlin",
    "incremental",
    "candidates",
)
"""Modules of this package, in the order they run."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="parts, separated by commas: " + ", ".join(PARTS))
    parser.add_argument("--cache", type=Path, default=Path(".bench"), help="where fetched artifacts are kept")
    parser.add_argument("--mirrors", type=Path, help="folder of bare mirrors, `owner+name/repo`")
    chosen = parser.parse_args()
    wanted = chosen.only.split(",") if chosen.only else list(PARTS)
    store = Store(chosen.cache.resolve(), chosen.mirrors)
    figures = _before()
    for part in wanted:
        sys.stderr.write(f"{part} …\n")
        measured: dict[str, Any] = importlib.import_module(f"tests.bench.callgraph.{part}").measure(store)
        figures = _merged(figures, measured)
        write_result("callgraph", figures)


def _before() -> dict[str, Any]:
    file = FOLDER / "callgraph.json"
    figures = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {key: value for key, value in figures.items() if key not in ("date", "commit", "cores")}


def _merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """`new` over `old`, key by key, so that two parts may fill one group (`speed`)."""
    merged = dict(old)
    for key, value in new.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both else value
    return merged


if __name__ == "__main__":
    main()
