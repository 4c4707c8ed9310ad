"""The commands as a person types them: what they print, and how they end."""

import json
import os
import subprocess
import sys
from pathlib import Path

from kg.graph import Graph, GraphOptions
from kg.records import open_records
from kg.records.heads import saw_head
from tests.ingest.repository import make_repository
from tests.shop import shop


def kg(
    options: GraphOptions, home: Path, *words: str, **environment: str
) -> "subprocess.CompletedProcess[str]":
    known = {"NEO4J_URI": options.uri, "NEO4J_PASSWORD": options.password, "KG_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "kg", *words],
        env=os.environ | known | {"KG_EMBEDDER": "hashing"} | environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


async def test_ingest_search_and_calls(graph: Graph, graph_options: GraphOptions, tmp_path: Path) -> None:
    """A repository goes in, is found by words, and its calls are printed as path:line."""
    done = kg(graph_options, tmp_path, "ingest", str(shop()["orders"]))
    assert done.returncode == 0, done.stderr
    found = kg(graph_options, tmp_path, "search", "double refund", "--kind", "postmortem")
    assert "postmortems/2026-03-14-double-refund.md" in found.stdout
    assert "note: vectors" in found.stderr
    called = kg(graph_options, tmp_path, "callers", "RefundPolicy.fee", "--json")
    assert json.loads(called.stdout)[0]["links"][0]["place"]["name"] == "quote"
    assert kg(graph_options, tmp_path, "ingest", str(shop()["orders"])).stdout.startswith(
        "orders: already at"
    )
    assert len(json.loads(kg(graph_options, tmp_path, "snapshots", "--json").stdout)) == 1


async def test_an_answer_says_what_is_behind(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """On the error stream, of the repository that stands elsewhere at its host; not of an earlier snapshot, and
    `kg status` is not needed for it."""
    for name in ("orders", "pricing"):
        assert kg(graph_options, tmp_path, "ingest", str(shop()[name])).returncode == 0
    asked = ("callers", "RefundPolicy.fee", "--json")
    before = kg(graph_options, tmp_path, *asked)
    assert "behind" not in before.stderr
    async with open_records(f"sqlite:///{tmp_path / 'records.db'}") as records:
        await saw_head(records, "orders", "main", "f" * 40)
    after = kg(graph_options, tmp_path, *asked)
    assert after.stdout == before.stdout
    (note,) = [line for line in after.stderr.splitlines() if "behind" in line]
    assert note.startswith("note: orders ") and "behind ffffffffff" in note
    assert "behind" not in kg(graph_options, tmp_path, *asked, "--snapshot", "2").stderr


async def test_what_was_left_out_is_told(graph: Graph, graph_options: GraphOptions, tmp_path: Path) -> None:
    """`kg problems` names the paths that an ingest left out, with the reason."""
    files = {
        "a.py": "def f():\n    pass\n",
        "node_modules/b/c.py": "x = 1\n",
        ".kgignore": "old/\n",
        "old/d.py": "y = 1\n",
    }
    assert kg(graph_options, tmp_path, "ingest", str(make_repository(tmp_path / "r", files))).returncode == 0
    told = kg(graph_options, tmp_path, "problems").stdout
    assert "node_modules/" in told
    assert "old/d.py: .kgignore" in told
    assert kg(graph_options, tmp_path, "problems", "--repo", "nope").returncode == 8


async def test_a_wrong_filter_is_an_error(graph: Graph, graph_options: GraphOptions, tmp_path: Path) -> None:
    """A kind or repository that does not exist is said, and is not `nothing found`."""
    kg(graph_options, tmp_path, "ingest", str(shop()["pricing"]))
    kind = kg(graph_options, tmp_path, "search", "refund", "--kind", "Nope")
    assert (kind.returncode, "kinds are Repository" in kind.stderr) == (2, True)
    repo = kg(graph_options, tmp_path, "search", "refund", "--repo", "nope")
    assert (repo.returncode, "no repository is called nope" in repo.stderr) == (8, True)


def test_credentials_are_never_printed(graph_options: GraphOptions, tmp_path: Path) -> None:
    """Neither a token in a URL's query nor a login in NEO4J_URI is shown."""
    cloned = kg(graph_options, tmp_path, "ingest", "http://127.0.0.1:1/x.git?private_token=SekretUrl_9")
    assert cloned.returncode == 3
    assert "SekretUrl_9" not in cloned.stdout + cloned.stderr
    for uri in ("bolt://u:SekretB@127.0.0.1:7690", "nonsense"):
        asked = kg(graph_options, tmp_path, "search", "x", NEO4J_URI=uri)
        assert (asked.returncode, "SekretB" in asked.stderr, "a fault of kg" in asked.stderr) == (
            2,
            False,
            False,
        )


def test_an_empty_text_is_no_repository(graph_options: GraphOptions, tmp_path: Path) -> None:
    """`kg ingest "$UNSET"` does not take the current folder."""
    assert kg(graph_options, tmp_path, "ingest", "").returncode == 3
