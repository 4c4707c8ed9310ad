"""`make bench-links`: links around the code against what readers said, to docs/benchmarks/links.json.

Precision: of the sampled edges of a kind that readers judged, the share that is right; what kg itself calls a
candidate is counted apart, since it says that it may be wrong. Recall: of all occurrences that readers found in
whole files, the share that kg has. Agreement: how often two readers said the same of one edge.
Keys: `KIND.{precision,recall,labelled,…}`, `agreement`, `mybatis.{statements,linked}`, and those of the parts.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.callgraph.store import Store
from tests.bench.links.judge import agreement, judged_kind
from tests.bench.links.repositories import Known, read_all
from tests.bench.links.sample import KINDS
from tests.bench.page import FOLDER
from tests.bench.result import write_result

PARTS: tuple[str, ...] = ("mybatis", "postmortems", "secrets")
"""Modules of this package with `measure(store) -> figures`; `links` are the samples themselves."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="parts, separated by commas: links, " + ", ".join(PARTS))
    parser.add_argument("--cache", type=Path, default=Path(".bench"), help="where fetched artifacts are kept")
    parser.add_argument("--mirrors", type=Path, help="folder of bare mirrors, `owner+name/repo`")
    chosen = parser.parse_args()
    wanted = chosen.only.split(",") if chosen.only else ["links", *PARTS]
    store = Store(chosen.cache.resolve(), chosen.mirrors)
    figures = _before()
    for part in wanted:
        sys.stderr.write(f"{part} …\n")
        if part == "links":
            figures |= measured(read_all(store))
        else:
            figures |= importlib.import_module(f"tests.bench.links.{part}").measure(store)
        write_result("links", figures)


def measured(repositories: Sequence[Known]) -> dict[str, Any]:
    return {
        **{kind: judged_kind(repositories, kind) for kind in KINDS},
        "agreement": agreement(),
    }


def _before() -> dict[str, Any]:
    file = FOLDER / "links.json"
    figures = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {key: value for key, value in figures.items() if key not in ("date", "commit", "cores")}


if __name__ == "__main__":
    main()
