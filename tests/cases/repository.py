"""A case's input as a git repository, and what ingest makes of it."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.graph import Graph
from kg.ingest.options import IngestOptions
from kg.ingest.parse.pool import ParseOptions
from kg.ingest.stubs.find import StubOptions
from kg.publish.export import export
from kg.publish.reconcile import Outcome, ingest
from kg.records.indexes import IndexFolder
from kg.schema.details import ARTIFACT_DETAILS, EDGE_DETAILS, details_in
from kg.schema.facts import Artifact, Edge
from kg.schema.vocabulary import Kind
from tests.cases.adapter import Stored

CASES = Path(__file__).parents[3] / "shared" / "cases"
"""The cases lie beside the project; where they are not, their tests are skipped with a clear word."""

_WHO = ("-c", "user.name=case", "-c", "user.email=case@example.com", "-c", "commit.gpgsign=false")


def case_folder(number: str) -> Path:
    return next(CASES.glob(f"{number}-*"))


def as_repository(case: Path, target: Path) -> Path:
    """Copy `input`, run its `make.sh`, and commit everything, ignored files included."""
    repository = target / case.name
    shutil.copytree(case / "input", repository)
    script = repository / "make.sh"
    if script.exists():
        subprocess.run(["sh", str(script)], check=True, capture_output=True, timeout=120)
        script.unlink()
    _git(repository, "init", "--quiet", "--initial-branch=main")
    _git(repository, "add", "--all", "--force")
    _git(repository, *_WHO, "commit", "--quiet", "-m", case.name)
    return repository


def rewrite(repository: Path, path: str, old: str, new: str) -> None:
    """Change the text of one file, and commit that."""
    file = repository / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    _git(repository, *_WHO, "commit", "--quiet", "--all", "-m", f"{old} is {new}")


def _git(repository: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(repository), *arguments], check=True, capture_output=True, timeout=120)


@dataclass(frozen=True)
class Ingested:
    """What a case's input became: the published graph, and what was left out, with why."""

    stored: Stored
    outcome: Outcome

    def file(self, path: str) -> Artifact:
        return next(a for a in self.stored.artifacts if a.kind == Kind.FILE and a.path == path)

    @property
    def texts(self) -> str:
        """Everything that is kept of every artifact."""
        return "\n".join(repr(artifact) for artifact in self.stored.artifacts)


async def ingest_case(graph: Graph, number: str, folder: Path) -> Ingested:
    """The whole way: a git repository of the case's input, ingested, published, exported."""
    return await ingest_again(graph, as_repository(case_folder(number), folder), folder)


async def ingest_again(graph: Graph, repository: Path, folder: Path) -> Ingested:
    """The head of a repository, ingested, published, exported."""
    cache = folder / "cache"
    options = IngestOptions(
        cache, ParseOptions(cache, workers=1), StubOptions.inside(cache), IndexFolder(cache / "scip", 1 << 20)
    )
    outcome = await ingest(graph, str(repository), "", "", options, lambda what, done, total: None)
    return Ingested(await stored(graph, outcome.snapshot), outcome)


async def stored(graph: Graph, seq: int) -> Stored:
    """What a snapshot holds."""
    lines = [json.loads(line) async for line in export(graph, seq)]
    return Stored(_artifacts(lines), _edges(lines))


def _artifacts(lines: list[dict[str, Any]]) -> tuple[Artifact, ...]:
    return tuple(Artifact(**_tuples(line, ARTIFACT_DETAILS)) for line in lines if "uid" in line)


def _edges(lines: list[dict[str, Any]]) -> tuple[Edge, ...]:
    return tuple(Edge(**_tuples(line, EDGE_DETAILS)) for line in lines if "uid" not in line)


def _tuples(line: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    plain = {name: tuple(v) if isinstance(v, list) else v for name, v in line.items() if name not in names}
    return {**plain, "details": details_in(line, names)}
