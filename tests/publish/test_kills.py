"""Five kill -9s of a worker while commits are pushed (`make bench-kills` has fifty, and of Neo4j too)."""

from pathlib import Path

import pytest

from kg.graph import GraphOptions
from kg.records import open_records
from tests.publish.siege import Siege

SEED = 20_261_130


@pytest.mark.timeout(900)
async def test_a_worker_that_is_killed_five_times_loses_and_doubles_nothing(
    graph_options: GraphOptions, tmp_path: Path
) -> None:
    """Every job ends once, every commit arrives, no snapshot is published in vain, and the graph is what a
    rebuild gives."""
    siege = Siege(graph_options, tmp_path, SEED)
    await siege.begin()
    async with open_records(siege.sql) as records:
        try:
            for _ in range(5):
                siege.start_worker()
                await siege.push(records)
                await siege.random_moment(records)
                siege.kill_worker()
            siege.start_worker()
            await siege.settle(records, 400)
        finally:
            siege.stop_worker()
        assert await siege.faults(records) == []
