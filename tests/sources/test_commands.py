"""`kg sources` and `kg schema drift`, as a person uses them."""

import json
import os
import sqlite3
from pathlib import Path

from kg.graph import Graph, GraphOptions
from tests.cli.test_jobs import commands
from tests.ingest.repository import make_repository
from tests.shop import bring


async def test_a_source_is_connected_paused_and_closed(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """A login in a URL is refused, and a closed source says how it is opened again."""
    kg = commands(environment(graph_options, tmp_path))
    folder = tmp_path / "runbooks"
    folder.mkdir()
    made = kg("sources", "connect", f"folder:{folder}", "--json")
    assert json.loads(made.stdout).get("repo") == "runbooks", made.stdout
    assert kg("sources", "pause", "runbooks").returncode == 0
    (listed,) = json.loads(kg("sources", "list", "--json").stdout)
    assert (listed["state"], listed["provider"], listed["url"]) == ("paused", "folder", f"folder:{folder}")
    refused = kg("sources", "connect", "nacos+http://kg:hunter2@config.example/nacos")
    assert refused.returncode == 2 and "hunter2" not in refused.stderr + refused.stdout
    assert kg("sources", "close", "runbooks").returncode == 0
    again = kg("sources", "resume", "runbooks")
    assert again.returncode == 2 and "kg sources connect folder:" in again.stderr


async def test_drift_is_told_and_checked(graph: Graph, graph_options: GraphOptions, tmp_path: Path) -> None:
    """By the name of a variable; `--check` ends with 1 only where something differs."""
    sql = "CREATE TABLE orders (id BIGINT PRIMARY KEY);\n"
    await bring(
        graph, make_repository(tmp_path / "o", {"db/migration/V1__a.sql": sql}), tmp_path, name="orders"
    )
    live = tmp_path / "live.db"
    with sqlite3.connect(live) as database:
        database.execute(sql)
    kg = commands({**environment(graph_options, tmp_path), "LIVE": f"sqlite:///{live}"})
    same = kg("schema", "drift", "--repo", "orders", "--url", "env:LIVE", "--check")
    assert (same.returncode, same.stdout.strip()) == (0, "1 tables compared, 0 differences"), same.stderr
    with sqlite3.connect(live) as database:
        database.execute("ALTER TABLE orders ADD COLUMN patched INTEGER")
    other = kg("schema", "drift", "--repo", "orders", "--url", "env:LIVE", "--check", "--json")
    assert other.returncode == 1
    assert json.loads(other.stdout)["differences"][0]["what"] == "column patched"


def environment(graph: GraphOptions, home: Path) -> dict[str, str]:
    named = {"NEO4J_URI": graph.uri, "NEO4J_USER": graph.user, "NEO4J_PASSWORD": graph.password}
    return {**os.environ, **named, "KG_HOME": str(home / "home")}
