"""`kg work` as a whole: a repository, a folder and tier 2 in one process, and an end that leaves nothing undone."""

import asyncio
import os
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil
import pytest

from kg.graph import Graph, GraphOptions
from kg.publish.snapshots import list_snapshots
from kg.publish.standing import standing
from kg.records import open_records
from kg.records.holds import list_holds
from kg.schema.snapshot import SnapshotState
from tests.cli.test_jobs import commands, working
from tests.publish.remote import Remote

GOOD = 'def rate():\n    """The zebra surcharge."""\n    return 1\n'
LOUD = "".join(
    f'def zebra_surcharge_{number}():\n    """Zebra surcharge: the zebra surcharge."""\n    return 1\n\n\n'
    for number in range(12)
)
"""It does not touch the answer, so tier 1 does not ask; but it stands before it."""
QUESTIONS = """
[[question]]
text = "zebra surcharge"
expects = ["shop:python:tax.rate"]
"""


@pytest.mark.timeout(240)
async def test_what_made_answers_worse_is_taken_back_and_nothing_else(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """The worker brings a commit that is found before the answer, judges, and takes it back; then it brings a
    folder that is connected meanwhile, while the commit is held and no poll brings it again."""
    remote = Remote(tmp_path / "remote" / "shop.git")
    good = remote.push({"tax.py": GOOD})
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "tax.md").write_text("# Tax\n\n`tax.rate` gives it.\n")
    environment = _environment(graph_options, tmp_path)
    kg = commands(environment)
    _done(kg("ingest", remote.url))
    _done(kg("gates", "--run"))
    bad = remote.push({"loud.py": LOUD})
    _done(kg("ingest", "--queue", remote.url))
    with working(environment, tmp_path) as worker:
        await _until(lambda: _held(tmp_path, bad))
        await _until(lambda: _stands(graph, "shop", good))
        _done(kg("sources", "connect", f"folder:{notes}"))
        await _until(lambda: _stands(graph, "notes"))
        assert await _stands(graph, "shop", good)
        children = worker.children(recursive=True)
    _, alive = psutil.wait_procs(children, 10)
    assert alive == []
    assert (tmp_path / "stdout").read_text() == ""
    said = (tmp_path / "stderr").read_text()
    assert "rolled back: recall@10 0" in said and "Traceback" not in said
    assert all(one.state is not SnapshotState.CANDIDATE for one in await list_snapshots(graph))


def _environment(graph: GraphOptions, folder: Path) -> dict[str, str]:
    """It looks and polls every second; questions are asked of words alone."""
    (folder / "questions.toml").write_text(QUESTIONS)
    return os.environ | {
        "NEO4J_URI": graph.uri,
        "NEO4J_PASSWORD": graph.password,
        "KG_HOME": str(folder / "home"),
        "KG_EMBEDDER": "hashing",
        "KG_PARSE_WORKERS": "1",
        "KG_POLL_SECONDS": "1",
        "KG_GATE_LOOK_SECONDS": "1",
        "KG_QUESTIONS_FILE": str(folder / "questions.toml"),
    }


def _done(command: "subprocess.CompletedProcess[str]") -> None:
    assert command.returncode == 0, command.stderr


async def _until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(90):
        while True:
            if await true():
                return
            await asyncio.sleep(0.2)


async def _stands(graph: Graph, repo: str, commit: str = "") -> bool:
    """At this commit, or at any."""
    found = (await standing(graph, repo)).commit
    return found == commit if commit else bool(found)


async def _held(folder: Path, commit: str) -> bool:
    async with open_records(f"sqlite:///{folder}/home/records.db") as records:
        holds = await list_holds(records)
    assert all((hold.repo, hold.commit, hold.by) == ("shop", commit, "tier 2") for hold in holds)
    return bool(holds)
