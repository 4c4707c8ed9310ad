"""The places of a public Go repository that mean a function of it, by scip-go. Made once and kept.

In: a repository and a commit. The index is made by scip-go through the ordinary go command, and read by
the program beside this file. Out: `Truth`. Files that the index does not have (of other systems, of
build tags nobody set) are judged by nobody.
"""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.bench.callgraph.store import Store

_INDEXER = "github.com/scip-code/scip-go/cmd/scip-go@v0.2.9"
_PROGRAM = Path(__file__).parent

Place = tuple[str, int, str, int]
"""Path and line of the site, path and line of the definition."""


@dataclass(frozen=True, slots=True)
class Truth:
    files: frozenset[str]
    calls: frozenset[Place]
    handed_on: frozenset[Place]
    """Functions that are named and not called."""


def truth_of(store: Store, repository: str, commit: str) -> Truth:
    answer = store.place("go", "truth", f"{repository.replace('/', '+')}@{commit[:12]}.json")
    if not answer.exists():
        folder = store.checkout(repository, commit)
        index = answer.with_suffix(".scip")
        _run(folder, str(_indexer(store)), "index", "-o", str(index))
        written = _run(_PROGRAM, "go", "run", ".", str(folder), str(index))
        answer.write_text(written, encoding="utf-8")
    return _read(json.loads(answer.read_text(encoding="utf-8")))


def _indexer(store: Store) -> Path:
    program = store.place("go", "bin", "scip-go")
    if not program.exists():
        _run(_PROGRAM, "go", "install", _INDEXER, GOBIN=str(program.parent))
    return program


def _run(folder: Path, *command: str, **settings: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **settings}, check=True, capture_output=True, text=True
    )
    return done.stdout


def _read(answer: dict[str, list[dict[str, object]]]) -> Truth:
    def places(called: bool) -> frozenset[Place]:
        return frozenset(
            (str(r["path"]), int(str(r["line"])), str(r["target_path"]), int(str(r["target_line"])))
            for r in answer["references"]
            if r["called"] is called
        )

    return Truth(frozenset(map(str, answer["files"])), places(True), places(False))
