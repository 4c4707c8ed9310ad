"""A plain word that no rule knows as a secret is purged: it is nowhere, stays away, and all else is as it was."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from kg.graph import GraphOptions, connect
from kg.graph.migrate import migrate_before_load
from kg.local import LocalOptions
from kg.local.server import start_server, stop_server
from kg.purge.honour import honour_denials
from kg.purge.purge import Place, Receipt, Wanted, purge
from kg.purge.stores import FILES, TABLES
from kg.records import open_records
from kg.records.audit import list_audit
from kg.records.denials import list_receipts
from kg.records.store import tables
from tests.empty import empty
from tests.llm.endpoint import served
from tests.security.canaries import commit, planted
from tests.security.conftest import quiet
from tests.security.installation import Installation, exported, logged
from tests.security.scan import found_in

WORD = "VelvetTurnipCANARY"
VAULT = {
    "src/main/java/shop/Till.java": (
        "package shop;\n\n/** Opens with VelvetTurnipCANARY. */\nclass Till {\n"
        '  String open() { return Drawer.pull("VelvetTurnipCANARY"); }\n  void close() { open(); }\n}\n\n'
        "class Drawer {\n  static String pull(String word) { return word; }\n}\n"
    ),
    "docs/till.md": "# Till\n\n`Till#open` takes VelvetTurnipCANARY.\n\n# VelvetTurnipCANARY\n\nAgain.\n",
    "config/app.yml": "till:\n  word: VelvetTurnipCANARY\n  size: 10\n",
    "docs/VelvetTurnipCANARY.md": "# Other\n\nThings.\n",
}


@pytest.mark.timeout(900)  # three starts of a server, two of them cold
async def test_a_purged_word_is_nowhere_and_stays_away(
    local: tuple[LocalOptions, GraphOptions], tmp_path: Path
) -> None:
    """Store files, logs of transactions, indexes, caches, records and logs hold it no more; the next ingest does
    not bring it back; the rest equals an ingest that never saw it; the receipt does not hold it either."""
    options, graph_options = local
    repository = planted(tmp_path, VAULT, f"Open with {WORD}", "")
    (repository / "docs/till.md").write_text(VAULT["docs/till.md"] + "\nMore.\n", encoding="utf-8")
    commit(repository, "More")
    with served() as endpoint, logged(options.home):
        installation = Installation(options.home, endpoint)
        async with connect(graph_options) as graph:
            await migrate_before_load(graph)
            await installation.ingest(graph, f"file://{repository}")
            assert WORD in await exported(graph), "no rule knows it"
        (options.home / "logs" / "kg.log").write_text(f"a line about {WORD}\n", encoding="utf-8")
        receipt = await _purged(options, graph_options, installation)
        assert receipt.found["graph: nodes"] > 3 and receipt.found["logs/kg.log"] == 1
        await stop_server(options)
        assert found_in(options.home, [WORD]) == []
        assert not list(options.home.glob("cache/mirrors/*.git")), "the mirror held it"
        await _comes_back_without(options, installation, repository)
        await stop_server(options)
        assert found_in(options.home, [WORD]) == []
    assert _unknown(options.home) == [], "every file of an installation is known to the purge"


async def _purged(options: LocalOptions, graph: GraphOptions, installation: Installation) -> Receipt:
    place = Place(options.home, options.home / "secrets" / "denials", graph, options)
    async with open_records(installation.records_url) as records:
        receipt = await purge(Wanted(texts=(WORD,)), place, records, "a test", quiet)
        assert await list_receipts(records) == [asdict(receipt)]
        (line,) = await list_audit(records, 10)
        assert (line.what, line.about) == ("purge", ", ".join(receipt.what))
    assert WORD not in repr(receipt)
    return receipt


async def _comes_back_without(options: LocalOptions, installation: Installation, repository: Path) -> None:
    """What is left is what an ingest that masks the word makes of the same commit."""
    ready = await start_server(options, quiet)
    await honour_denials(installation.records_url, options.home / "secrets" / "denials")
    async with connect(ready.graph) as graph:
        left = await exported(graph)
        assert WORD not in left and "REDACTED" in left and "Till#close" in left
        await installation.ask(graph, ["till", WORD])
        again = await installation.ingest(graph, f"file://{repository}")
        brought = await exported(graph)
        assert WORD not in brought and again.snapshot >= 1
        await empty(graph)
        await installation.ingest(graph, f"file://{repository}")
        assert await exported(graph) == brought
        assert sorted(_comparable(left)) == sorted(_comparable(brought))
    assert all(WORD not in answer.replace("\\", "") for answer in installation.answers)


def _comparable(export: str) -> list[str]:
    """Without the file whose own path holds the word, which is not read any more, and without digests of
    rows, which only say that an ingest must look."""
    lines = [json.loads(line) for line in export.splitlines() if "docs/REDACTED" not in line]
    return [json.dumps({key: value for key, value in line.items() if key != "digest"}) for line in lines]


def _unknown(home: Path) -> list[str]:
    known = {path for store in FILES for path in home.glob(store.place)}
    known |= {
        path for store in FILES if store.place.endswith("/**") for path in home.glob(store.place + "/*")
    }
    return sorted(
        str(path.relative_to(home)) for path in home.rglob("*") if path.is_file() and path not in known
    )


def test_every_table_is_known_to_the_purge() -> None:
    """Whoever adds a table of records says what a purge does with it."""
    assert sorted(tables.tables) == sorted(store.place for store in TABLES)
