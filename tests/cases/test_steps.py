"""The cases that are histories: after each commit, and each crash, the graph is what the commit alone gives."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kg.graph import Graph, GraphOptions
from kg.publish.export import export
from kg.publish.snapshots import active
from kg.schema.vocabulary import EdgeType, Kind
from tests.cases.adapter import Stored, judge
from tests.cases.repository import CASES, as_repository, case_folder, stored
from tests.empty import empty
from tests.ingest.repository import commit as commit_all
from tests.shop import bring, history

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the outside cases do not lie beside this checkout"
)

WORK = "h.Svc#go()", "h.Dep#work()"
HUB = "hub.Hub#log(String)"


async def lines(graph: Graph) -> list[str]:
    return [line async for line in export(graph, await active(graph))]


def calls(found: Stored, source: str, target: str) -> int:
    """How many CALLS lead from one name to another, as `judge` reads names."""
    sources, targets = ({a.uid for a in found.named(name)} for name in (source, target))
    return sum(e.type == EdgeType.CALLS and e.source in sources and e.target in targets for e in found.edges)


async def test_a_deleted_callee(graph: Graph, tmp_path: Path) -> None:
    """Case 29: the callee changes, goes and comes back; the caller never changes. The call is there, there,
    open, and there again, and every step is what the commit alone gives."""
    repository = tmp_path / "h"
    _run("sh", str(case_folder("29") / "input" / "make.sh"), str(repository))
    commits = history(repository)
    step_by_step = []
    for number, commit in enumerate(commits, 1):
        outcome = await bring(graph, repository, tmp_path, commit, "h")
        step_by_step.append(await lines(graph))
        found = await stored(graph, outcome.snapshot)
        assert calls(found, *WORK) == (number != 3)
        assert bool(found.named("h.Dep")) == (number != 3)
    assert not (await stored(graph, 3)).named("h.Dep"), "nor is it there when snapshot 3 is asked for later"
    assert not judge(case_folder("29"), await stored(graph, 4)).wrong
    for commit, expected in zip(commits, step_by_step, strict=True):
        await empty(graph)
        await bring(graph, repository, tmp_path / commit, commit, "h")
        assert await lines(graph) == expected


async def test_an_ignore_rule_changes(graph: Graph, tmp_path: Path) -> None:
    """Case 32: a rule that leaves a folder out takes its artifacts away though no file changed, and they
    are back when the rule goes."""
    repository = as_repository(case_folder("32"), tmp_path)
    before = await bring(graph, repository, tmp_path)
    whole = await lines(graph)
    commit_all(repository, {".kgignore": "legacy/\n"})
    after = await bring(graph, repository, tmp_path)
    verdict = judge(case_folder("32"), await stored(graph, after.snapshot))
    assert not verdict.wrong, verdict.wrong
    assert not [a for a in (await stored(graph, after.snapshot)).artifacts if a.path.startswith("legacy/")]
    (repository / ".kgignore").unlink()
    commit_all(repository, {})
    back = await bring(graph, repository, tmp_path)
    assert before.snapshot < after.snapshot < back.snapshot and await lines(graph) == whole


@pytest.mark.timeout(900)
async def test_a_hub_under_parallel_ingests_and_a_kill(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """Case 37: one ingest is killed in the middle of writing, then two bring the same thousand callers at
    once: one hub, a thousand calls, nothing lost or doubled, and readers saw nothing before it was whole.
    The case's two repositories are two folders of one here: a call into another repository stays open."""
    repository = tmp_path / "input"
    shutil.copytree(case_folder("37") / "input", repository)
    _run(sys.executable, str(repository / "make.py"))
    _run("git", "init", "--quiet", "-b", "main", str(repository))
    commit_all(repository, {})
    killed = _ingest(repository, graph_options, tmp_path)
    assert killed.stderr is not None
    assert any(line.startswith("writing") for line in killed.stderr), "it ended before it wrote"
    killed.kill()
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL and await active(graph) == 0
    both = [_ingest(repository, graph_options, tmp_path) for _ in range(2)]
    said = await asyncio.gather(*(asyncio.to_thread(one.communicate) for one in both))
    assert [one.returncode for one in both] == [0, 0], said
    found = await stored(graph, await active(graph))
    assert len([a for a in found.named(HUB) if a.kind == Kind.METHOD]) == 1
    hub = found.named(HUB)[0].uid
    assert sum(e.type == EdgeType.CALLS and e.target == hub for e in found.edges) == 1000
    assert len({json.dumps(line) for line in await lines(graph)}) == len(await lines(graph))
    parallel = await lines(graph)
    await empty(graph)
    await bring(graph, repository, tmp_path / "serial", name="hubs")
    assert await lines(graph) == parallel


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=120)


def _ingest(repository: Path, options: GraphOptions, home: Path) -> "subprocess.Popen[str]":
    environment = os.environ | {
        "NEO4J_URI": options.uri,
        "NEO4J_PASSWORD": options.password,
        "KG_HOME": str(home / "home"),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "kg", "ingest", str(repository), "--name", "hubs"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
