"""`kg history`, `blame` and `cochange` on a repository with a past, as a person asks."""

import json
from pathlib import Path

from kg.graph import Graph, GraphOptions
from tests.cli.test_commands import kg
from tests.shop import shop


async def test_the_past_of_an_artifact_is_told(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """When the lease went from 15 to 8 seconds, and who decided it."""
    assert kg(graph_options, tmp_path, "ingest", str(shop()["orders"])).returncode == 0
    told = kg(graph_options, tmp_path, "history", "payment.lease-seconds")
    assert told.returncode == 0, told.stderr
    newest = told.stdout.splitlines()[1]
    assert "2026-05-11" in newest and "Jonas Weber" in newest and newest.endswith("15 → 8")
    found = json.loads(kg(graph_options, tmp_path, "history", "RefundService.refund", "--json").stdout)
    subjects = [change["commit"]["subject"] for change in found[0]["history"]["changes"]]
    assert subjects[-1] == "Refund orders for a flat fee" and len(subjects) > 1
    assert "Mina Park" in kg(graph_options, tmp_path, "blame", "RefundService.refund").stdout
    assert "application.yml" in kg(graph_options, tmp_path, "cochange", "RefundService").stdout
    assert kg(graph_options, tmp_path, "history", "nothing_like_it").returncode == 8
