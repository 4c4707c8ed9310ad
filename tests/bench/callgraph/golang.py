"""`go.*`: call sites against scip-go's index; `speed.go_loc_per_cpu_s` over the same repositories.

A site is a line and the definition that is called there. Precision is over all that is said of files the
index has: a function that is handed on and not called (`how: inferred`) is right when the index has it
there. Recall is over the calls of the index. What is in UNSEEN was measured when the
resolver was done: nothing was made to fit it.
"""

import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.go import resolve_go
from kg.schema.facts import Facts, Resolution
from kg.schema.vocabulary import EdgeType, How
from tests.bench.callgraph.store import Store
from tests.truth.go.references import Place, Truth, truth_of

REPOSITORIES = {
    "gin": ("gin-gonic/gin", "dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9"),
    "goldmark": ("yuin/goldmark", "6ed00da2d6d53d831827e54ee5d334f4544693b9"),
}
UNSEEN = {
    "raft": ("hashicorp/raft", "1837036daf50bd973bcb0f3fc536b2d451cebf5d"),
    "fzf": ("junegunn/fzf", "956562daaa82ddf55ea8f7aeab56883377b742c6"),
    "cobra": ("spf13/cobra", "adbc8813901bba65827259daa8e22ff94ec1f30e"),
    "caddy": ("caddyserver/caddy", "0cf03d32f7d99cf160d5375e8a40fbe3d910d515"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """What we say of one site."""

    place: Place
    how: How
    confidence: float


def measure(store: Store) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    lines, seconds = 0, 0.0
    for name, (repository, commit) in {**REPOSITORIES, **UNSEEN}.items():
        started = time.process_time()
        files = read(store.checkout(repository, commit))
        resolution = resolve_go(files)
        seconds += time.process_time() - started
        lines += sum(each.file.lines for each in files)
        figures[name] = score(truth_of(store, repository, commit), sites(files, resolution))
    return {"go": figures, "speed": {"go_loc_per_cpu_s": round(lines / seconds)}}


def read(folder: Path) -> list[Facts]:
    """The Go files and modules of a checkout, as an ingest reads them."""
    listed = subprocess.run(
        ["git", "-C", str(folder), "ls-files", "*.go", "*go.mod", "*go.work"],
        check=True,
        capture_output=True,
        text=True,
    )
    paths = [path for path in listed.stdout.splitlines() if "vendor/" not in path]
    return [parse_file("bench", path, "", (folder / path).read_bytes()) for path in sorted(paths)]


def sites(files: Iterable[Facts], resolution: Resolution) -> list[Said]:
    """Every site of every CALLS edge, by line and definition."""
    paths = {artifact.uid: artifact.path for each in files for artifact in each.artifacts}
    starts = {edge.target: edge.start_line for each in files for edge in each.edges}
    return [
        Said(
            (paths[edge.source], starts[edge.source] + site, paths[edge.target], starts[edge.target]),
            edge.how,
            edge.confidence,
        )
        for edge in resolution.edges
        if edge.type is EdgeType.CALLS
        for site in edge.sites
    ]


def score(truth: Truth, said: list[Said]) -> dict[str, Any]:
    judged = [each for each in said if each.place[0] in truth.files and each.place[2] in truth.files]
    right = truth.calls | truth.handed_on
    found = {each.place for each in judged}
    exact = [each for each in judged if each.how is How.EXACT]
    return {
        "precision": round(_share([each.place in right for each in judged]), 4),
        "recall": round(len(truth.calls & found) / len(truth.calls), 4),
        "sites": len(truth.calls),
        "exact_right": round(_share([each.place in right for each in exact]), 4),
        "exact_share": round(len(truth.calls & {each.place for each in exact}) / len(truth.calls), 4),
        "handed_on_recall": round(_share([place in found for place in truth.handed_on]), 4),
    }


def _share(found: list[bool]) -> float:
    return sum(found) / len(found) if found else 1.0
