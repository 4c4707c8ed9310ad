"""The shop's repositories, made once per run, and ways to ingest them (or any other)."""

import subprocess
import tempfile
from functools import cache
from pathlib import Path

from kg.graph import Graph
from kg.ingest.options import IngestOptions
from kg.ingest.parse.pool import ParseOptions
from kg.ingest.stubs.find import StubOptions
from kg.publish.reconcile import Outcome, ingest
from kg.records.indexes import IndexFolder
from tests.corpus.shop.make import make_shop


@cache
def shop() -> dict[str, Path]:
    """Paths of the git repositories `orders` and `pricing`, read-only for tests."""
    return make_shop(Path(tempfile.mkdtemp(prefix="kg-shop-")))


def history(repository: Path) -> list[str]:
    """Commit ids, oldest first."""
    command = ["git", "-C", str(repository), "rev-list", "--reverse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def ingest_options(cache: Path) -> IngestOptions:
    """Everything in one folder, one process; nobody reads meanwhile, so no reader is given time."""
    indexes = IndexFolder(cache / "scip", 1 << 20)
    parse = ParseOptions(cache, workers=1)
    return IngestOptions(cache, parse, StubOptions.inside(cache), indexes, settle_seconds=0.0)


async def bring(graph: Graph, location: Path | str, cache: Path, ref: str = "", name: str = "") -> Outcome:
    """Ingest a repository at a commit (its HEAD when none is named) without showing progress."""
    options = ingest_options(cache)
    return await ingest(graph, str(location), ref, name, options, lambda what, done, total: None)
