"""Made-up secrets in some thirty formats are nowhere after an ingest, and what is harmless is still there."""

from pathlib import Path

import pytest

from kg.graph import GraphOptions, connect
from kg.graph.migrate import migrate_before_load
from kg.local import LocalOptions
from kg.local.server import stop_server
from tests.llm.endpoint import served
from tests.security.canaries import FILES, KEPT, MARK, numbers, planted
from tests.security.installation import Installation, exported, logged
from tests.security.scan import found_in

QUESTIONS = ["what is the database password?", "which token deploys?", "Authorization Bearer", "admin", "key"]
ENCODED = ("Q0FOQVJZLWs4cy1zZWNyZXQtMQ", "Q0FOQVJZMzg")
"""Two canaries in base64, as a Secret of Kubernetes holds them."""


@pytest.mark.timeout(600)
async def test_no_planted_secret_is_anywhere(
    local: tuple[LocalOptions, GraphOptions], tmp_path: Path
) -> None:
    """Not in the export, the store, the transaction logs, the indexes, the caches, the records, the logs, the
    requests to the model, nor in any answer."""
    options, graph_options = local
    repository = planted(tmp_path)
    with served() as endpoint, logged(options.home):
        installation = Installation(options.home, endpoint)
        async with connect(graph_options) as graph:
            await migrate_before_load(graph)
            outcome = await installation.ingest(graph, str(repository))
            assert outcome.report.files > len(FILES) - 5
            questions = [
                word for text in (*QUESTIONS, "CANARY1-s3cr3t", "CANARY58hunter2") for word in [text]
            ]
            await installation.ask(graph, questions)
            export = await exported(graph)
        await stop_server(options)
        assert numbers(export) == []
        assert not [word for word in ENCODED if word in export]
        assert numbers(installation.sent) == []
        answered = "".join(installation.answers)
        assert numbers(answered) == []
        assert found_in(options.home, [MARK, *ENCODED]) == []
    assert [word for word in KEPT if word not in export] == [], "what is harmless stays"


def test_a_scan_sees_what_it_is_for(tmp_path: Path) -> None:
    """The search in bytes finds a text as it is, in UTF-16, and in a column of SQLite."""
    import sqlite3

    (tmp_path / "store").write_bytes("x CANARY y".encode("utf-16-le"))
    connection = sqlite3.connect(tmp_path / "records.db")
    connection.execute("CREATE TABLE t (a)")
    connection.execute("INSERT INTO t VALUES ('canary')")
    connection.commit()
    connection.close()
    assert found_in(tmp_path, [MARK]) == ["records.db", "store"]
