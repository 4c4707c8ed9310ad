"""A hundred reads while another process publishes and rolls back; a thousand in `make bench-equivalence`."""

from pathlib import Path
from random import Random

import pytest

from kg.graph import Graph
from tests.equivalence.reading import read_while_publishing

ROUNDS, READERS = 6, 2


@pytest.mark.timeout(600)
async def test_every_answer_is_of_one_snapshot_while_others_publish(graph: Graph, tmp_path: Path) -> None:
    """Searches, callers, callees, documents, members and flows answer as they do when nothing happens."""
    readers = await read_while_publishing(graph, tmp_path, ROUNDS, READERS, Random(6))
    assert readers.failures == []
    assert readers.mixed == []
    assert readers.queries >= 100
