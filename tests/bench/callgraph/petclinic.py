"""spring-petclinic: its 73 calls of its own methods, site by site, against the committed table of its class
files. All its files are read, tests too; calls in src/main count.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kg.ingest.parse.java import parse_java
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.java import resolve_java
from kg.schema.facts import Facts
from kg.schema.vocabulary import EdgeType, Form
from tests.bench.callgraph.store import Store

REPOSITORY = "spring-projects/spring-petclinic"
_TRUTH = Path(__file__).parents[2] / "truth" / "java" / "petclinic.tsv"
_COMMIT = "edf4db2"
_MAIN = "src/main/java/"

Site = tuple[str, int, str, str]
"""File, line, declaring class, method."""


def measure(store: Store) -> dict[str, Any]:
    truth, given = true_sites(), given_sites(store.repository(REPOSITORY))
    right = len(truth & given)
    return {
        "petclinic": {
            "precision": round(right / len(given), 4),
            "recall": round(right / len(truth), 4),
            "sites": len(truth),
        }
    }


def true_sites() -> set[Site]:
    rows = [line.split("\t") for line in _TRUTH.read_text("utf-8").splitlines() if line[0] != "#"]
    return {(path, int(line), owner, name) for path, line, owner, name in rows}


def given_sites(repository: Path) -> set[Site]:
    """Our call sites in src/main; constructors and method references are not in the table."""
    files = list(_read(repository))
    artifacts = {artifact.uid: artifact for facts in files for artifact in facts.artifacts}
    starts = {edge.target: edge.start_line for facts in files for edge in facts.edges}
    found: set[Site] = set()
    for edge in resolve_java(files).edges:
        caller, target = artifacts[edge.source], artifacts[edge.target]
        if edge.type is not EdgeType.CALLS or target.form == Form.CONSTRUCTOR:
            continue
        owner, _, method = target.qualified_name.partition("#")
        name = method.partition("(")[0]
        written = {int(site.partition(":")[0]) for site in caller.call_sites if f" {name}/" in site}
        for row in written.intersection(edge.sites) if caller.path.startswith(_MAIN) else ():
            path, line = caller.path.removeprefix(_MAIN), starts[edge.source] + row
            found.add((path, line, owner.rpartition(".")[2], name))
    return found


def _read(repository: Path) -> Iterator[Facts]:
    for path in _git(repository, "ls-tree", "-r", "--name-only", _COMMIT).splitlines():
        if path.endswith(".java"):
            text = _git(repository, "show", f"{_COMMIT}:{path}")
            yield parse_java(Unit("petclinic", path, "", text, "utf-8", "java"))


def _git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(["git", f"--git-dir={repository}", *arguments], check=True, capture_output=True)
    return done.stdout.decode()
