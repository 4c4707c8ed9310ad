"""`kg pin`, `--snapshot`, `kg rollback`, `kg holds`, `kg release`, `kg vacuum`, as a person types them."""

import json
from pathlib import Path

from kg.graph import Graph, GraphOptions
from tests.cli.test_commands import kg
from tests.publish.test_versions import PAY, changed
from tests.publish.world import Method, commit, load
from tests.shell import run


async def test_a_pinned_snapshot_is_read_after_later_ones(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """By its name or number; a rollback past it is refused with what to do, and then holds what it took."""

    def told(*words: str) -> "tuple[int, str]":
        done = kg(graph_options, tmp_path, *words)
        return done.returncode, done.stdout + done.stderr

    await load(graph, "shop", PAY)
    await run(graph, "MERGE (r:Registration {repo: 'shop'}) SET r.scope = 's00001'")
    await commit(graph, "shop", changed("tax.py", levy=Method("later")))
    await commit(graph, "shop", changed("tax.py", levy=Method("latest")))
    assert told("pin", "release-2", "2", "--reason", "v2") == (0, "snapshot 2 is kept as release-2\n")
    assert '"text":"latest"' in told("export")[1]
    for name in ("2", "release-2"):
        assert '"text":"later"' in told("export", "--snapshot", name)[1]
    assert '"levy"' not in told("export", "--snapshot", "1")[1]
    assert told("callers", "levy", "--snapshot", "release-2")[0] == 0
    assert told("callers", "levy", "--snapshot", "1")[0] == 8
    assert told("callers", "levy", "--snapshot", "9")[0] == 6
    assert "shop  c3 of main, committed 2026-01-01T00:00:00, published 2" in told("status")[1]
    differs = told("diff", "release-2", "1")[1]
    assert "- Method levy" in differs and "~ Method" not in differs
    assert told("diff", "2")[1].startswith("~ ") and told("diff", "3")[1] == "no difference\n"
    assert "+ Method levy" in told("diff", "1", "2", "--flow", "levy")[1]
    refused = told("rollback", "1")
    assert refused[0] == 6 and "kg unpin release-2" in refused[1]
    assert "held: shop c3" in told("rollback", "--reason", "wrong")[1]
    assert "wrong" in told("holds")[1]
    assert told("release", "shop") == (0, "released: shop c3 (main)\n")
    assert told("release", "shop")[0] == 8
    lines = told("audit")[1]
    assert [word for word in ("pin", "rollback", "release") if word not in lines] == []
    assert told("vacuum") == (0, "0 snapshots retired, 0 versions and edges removed\n")
    assert json.loads(told("pins", "--json")[1])["pins"][0]["pinned"] == "release-2"
