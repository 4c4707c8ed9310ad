"""`kg scip`: what it refuses before it asks anybody, and what it lists."""

import json
import os
import subprocess
import sys
from pathlib import Path

from kg.graph import Graph, GraphOptions
from tests.ingest.repository import make_repository, run_git
from tests.ingest.scip.encoding import index
from tests.publish.test_scip import FILES, SAID
from tests.shop import bring

COMMIT = "a" * 40


def kg(home: Path, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "kg", "scip", *words]
    env = os.environ | {"KG_HOME": str(home)} | more
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)


def test_what_is_no_index_is_one_clear_line(tmp_path: Path) -> None:
    """A missing file, a text, an index of nothing, half a commit id: exit code 12, nothing is kept."""
    (tmp_path / "text.scip").write_text("text")
    (tmp_path / "empty.scip").write_bytes(index({}))
    for name, commit, said in (
        ("missing.scip", COMMIT, "cannot be read"),
        ("text.scip", COMMIT, "is no SCIP index"),
        ("empty.scip", COMMIT, "speaks of no source file"),
        ("empty.scip", "aaaa", "no full commit id"),
    ):
        done = kg(tmp_path, "add", str(tmp_path / name), "--repo", "shop", "--commit", commit)
        assert (done.returncode, done.stderr.startswith("error: scip:")) == (12, True)
        assert said in done.stderr
    assert json.loads(kg(tmp_path, "list", "--json").stdout) == []


def test_indexes_are_listed_and_removed(tmp_path: Path) -> None:
    """By repository and commit; what is not there is told."""
    place = tmp_path / "scip" / "group%2Fshop" / COMMIT
    place.mkdir(parents=True)
    (place / "1234.scip").write_bytes(b"12345")
    row = {"repo": "group/shop", "commit": COMMIT, "name": "1234", "bytes": 5}
    assert json.loads(kg(tmp_path, "list", "--json").stdout) == [row]
    assert kg(tmp_path, "remove", "group/shop", COMMIT).stdout.startswith("removed")
    assert kg(tmp_path, "remove", "group/shop", COMMIT).returncode == 8


async def test_an_index_of_the_commit_in_the_graph_is_used_at_once(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """The commit is ingested again; an index of another commit is refused by name and changes nothing; that
    of a repository nobody ingested waits."""
    shop = make_repository(tmp_path / "shop", FILES)
    commit = run_git(shop, "rev-parse", "HEAD")
    await bring(graph, shop, tmp_path / "cache")
    (tmp_path / "index.scip").write_bytes(SAID)
    server = {"NEO4J_URI": graph_options.uri, "NEO4J_PASSWORD": graph_options.password}

    def add(repo: str, at: str) -> "subprocess.CompletedProcess[str]":
        words = ("add", str(tmp_path / "index.scip"), "--repo", repo, "--commit", at, "--json")
        return kg(tmp_path, *words, **server)

    refused = add("shop", COMMIT)
    assert refused.returncode == 12 and commit in refused.stderr and COMMIT in refused.stderr
    done = json.loads(add("shop", commit).stdout)
    assert done["ingest"]["counts"] | {"created": 0, "closed": 0} == done["ingest"]["counts"]
    assert done["ingest"]["unchanged"] is False
    assert json.loads(add("other", commit).stdout)["ingest"] is None
