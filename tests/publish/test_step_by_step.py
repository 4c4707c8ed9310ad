"""Commits one after the other: what a change takes away is gone, and what comes back has its edges again."""

import asyncio
import json
from pathlib import Path

from kg.graph import Graph
from kg.publish.snapshots import active
from tests.empty import empty
from tests.ingest.repository import commit, make_repository
from tests.publish.world import active_lines
from tests.shop import bring, history

SERVICE = "package h;\nclass Service { void go() { new Tax().rate(); } }\n"
TAX = "package h;\nclass Tax { void rate() { } }\n"
CALLERS = 300


async def uids(graph: Graph) -> set[str]:
    return {line["uid"] for line in map(json.loads, await active_lines(graph)) if "uid" in line}


async def calls(graph: Graph) -> list[tuple[str, str]]:
    found = map(json.loads, await active_lines(graph))
    return [(e["source"], e["target"]) for e in found if e.get("type") == "CALLS"]


async def test_a_callee_that_goes_and_comes_back_has_its_callers_again(graph: Graph, tmp_path: Path) -> None:
    """The caller's file never changes: its call is there, then open, then there again; and each step is what
    that commit alone gives."""
    repository = make_repository(tmp_path / "shop", {"Service.java": SERVICE, "Tax.java": TAX})
    commit(repository, {"Tax.java": "/** of the state */\n" + TAX})
    (repository / "Tax.java").unlink()
    commit(repository, {})
    commit(repository, {"Tax.java": TAX})
    seen, steps = [], []
    for each in history(repository):
        await bring(graph, repository, tmp_path, each)
        seen.append(len(await calls(graph)))
        steps.append(await active_lines(graph))
    assert seen == [1, 1, 0, 1]
    for each, expected in zip(history(repository), steps, strict=True):
        await empty(graph)
        await bring(graph, repository, tmp_path / "new" / each, each)
        assert await active_lines(graph) == expected


async def test_what_a_rule_leaves_out_is_gone_though_no_file_changed(graph: Graph, tmp_path: Path) -> None:
    """And it is back when the rule is taken away."""
    files = {"legacy/old.py": "def old():\n    return 1\n", "new.py": "from legacy.old import old\n\nold()\n"}
    repository = make_repository(tmp_path / "shop", files)
    await bring(graph, repository, tmp_path)
    whole = await active_lines(graph)
    commit(repository, {".kgignore": "legacy/\n"})
    await bring(graph, repository, tmp_path)
    assert {uid for uid in await uids(graph) if "legacy" in uid} == set()
    (repository / ".kgignore").unlink()
    commit(repository, {})
    await bring(graph, repository, tmp_path)
    assert await active_lines(graph) == whole


async def test_a_repository_whose_files_all_go_and_come_back(graph: Graph, tmp_path: Path) -> None:
    """With every file left out only the repository itself is there, once; then everything is there again."""
    repository = make_repository(tmp_path / "shop", {"Service.java": SERVICE, "Tax.java": TAX})
    await bring(graph, repository, tmp_path)
    whole = await active_lines(graph)
    commit(repository, {".kgignore": "*\n"})
    await bring(graph, repository, tmp_path)
    assert len(await active_lines(graph)) == 1
    (repository / ".kgignore").unlink()
    commit(repository, {})
    await bring(graph, repository, tmp_path)
    assert await active_lines(graph) == whole


async def test_two_ingests_of_one_commit_at_once_double_nothing(graph: Graph, tmp_path: Path) -> None:
    """A hub with hundreds of callers, brought by two at the same time: one hub, each call once; the second
    finds it done."""
    files = {"Hub.java": "package hub;\npublic class Hub { public static void log(String s) { } }\n"}
    for number in range(CALLERS):
        body = f'package c;\nclass C{number} {{ void m() {{ hub.Hub.log("x"); }} }}\n'
        files[f"c/C{number}.java"] = body
    repository = make_repository(tmp_path / "shop", files)
    await asyncio.gather(*(bring(graph, repository, tmp_path / str(each)) for each in range(2)))
    found = await calls(graph)
    assert len(found) == len(set(found)) == CALLERS
    lines = await active_lines(graph)
    assert len(lines) == len(set(lines))
    assert await active(graph) <= 2
