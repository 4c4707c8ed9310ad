"""`kg gates`, `kg verify`, `kg impact`, `kg ingest --force` and `kg audit`, as who runs an installation uses them."""

import asyncio
from pathlib import Path

import pytest
import typer

from kg.errors import GateFailed, NotFound, SettingsError
from kg.graph import Graph, GraphOptions, connect
from tests.cli.typed import Commands
from tests.history.repository import Past
from tests.shell import run

MANY = "".join(f"def f{number}():\n    return {number}\n" for number in range(300))
"""Enough that losing most of it fails a gate."""
PAY = "from many import f1\ndef pay():\n    return f1()\n"
QUESTION = '[[question]]\ntext = "pay"\nexpects = ["shop:python:pay.pay"]\n'


@pytest.fixture
def kg(graph: Graph, graph_options: GraphOptions, tmp_path: Path) -> Commands:
    (tmp_path / "questions.toml").write_text(QUESTION)
    return Commands(
        home=tmp_path / "home",
        neo4j_uri=graph_options.uri,
        neo4j_password=graph_options.password,
        questions_file=tmp_path / "questions.toml",
    )


def test_who_runs_it_judges_forces_mends_and_finds_it_in_the_audit_record(
    kg: Commands, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """A gate keeps a commit out until it is forced; answers are judged and approved; what differs from git is written
    again. Each leaves its line."""
    past = Past(tmp_path / "shop", {"many.py": MANY, "pay.py": PAY})
    kg("ingest", str(past.folder), "--name", "shop")
    (reached,) = kg("impact", "f1", "--json")["impact"]["reached"]
    assert reached["place"]["name"] == "pay"
    with pytest.raises(SettingsError, match="give names"):
        kg("impact", "f1", "--commit", past.sha("first"))
    past.commit("less", {"many.py": "def f1():\n    return 1\n"})
    of_commit = kg("impact", "--repo", "shop", "--commit", past.sha("less"), "--json")
    assert of_commit["impact"]["changed"]
    with pytest.raises(GateFailed, match="share of artifacts"):
        kg("ingest", str(past.folder), "--name", "shop")
    kg("ingest", str(past.folder), "--name", "shop", "--force")
    shown = kg("gates", "--run", "--json")
    (seq,) = (one for one in shown if any(v["tier"] == 2 for v in shown[one]))
    assert any(v["forced"] for v in shown[seq])
    assert kg("gates", "--approve", seq, "--json")[seq][-1]["approved_by"]
    assert [one["right"] for one in kg("verify", "--json")] == [True]
    asyncio.run(_spoil(graph_options))
    with pytest.raises((typer.Exit, SystemExit)):
        kg("verify")
    kg("verify", "--repair")
    assert [one["right"] for one in kg("verify", "--json")] == [True]
    assert [one["what"] for one in kg("audit", "--json")] == ["repair", "approve", "force"]


def test_what_is_removed_does_not_come_back_by_itself(kg: Commands, tmp_path: Path) -> None:
    """A project that is kept up to date is paused first; one that the graph does not hold goes on."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    kg("ingest", "--queue", str(past.folder), "--name", "shop")
    with pytest.raises(NotFound):
        kg("remove", "shop")
    assert [one["state"] for one in kg("sources", "list", "--json")] == ["connected"]
    kg("ingest", str(past.folder), "--name", "shop")
    told = kg("remove", "shop")
    assert "is out of the graph since snapshot 2" in told and "`kg sources resume shop`" in told
    assert [one["state"] for one in kg("sources", "list", "--json")] == ["paused"]


async def _spoil(options: GraphOptions) -> None:
    """Somebody deletes an edge behind kg's back."""
    async with connect(options) as graph:
        await run(graph, "MATCH (:Artifact {name: 'pay'})-[e:CALLS]->(:Artifact) DELETE e")
