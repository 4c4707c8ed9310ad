"""Incremental equals rebuild: 20 examples of up to 8 steps at every run, many more in `make bench-equivalence`."""

import asyncio
from random import Random

import pytest

from kg.graph import GraphOptions
from tests.equivalence.machine import KillingMachine, Machine
from tests.equivalence.running import First, fell, open_town, run_examples

EXAMPLES, WITH_KILLS, SEED = 18, 2, 6


@pytest.mark.timeout(900)
def test_the_graph_is_what_a_rebuild_would_be(graph_options: GraphOptions, first: First) -> None:
    """After every step of every example, whoever is killed meanwhile: the process that ingests in the last two,
    Neo4j after them (where it is this run's own)."""
    steps: list[int] = []
    with asyncio.Runner() as runner, open_town(runner, first, graph_options) as town:
        run_examples(Machine, town, runner, EXAMPLES, SEED, steps)
        run_examples(KillingMachine, town, runner, WITH_KILLS, SEED, steps)
        assert town.kills >= WITH_KILLS
        if first.local is not None:
            before = town.kills
            runner.run(fell(town, Random(SEED)))
            assert town.kills == before + 1
    assert len(steps) >= EXAMPLES + WITH_KILLS and sum(steps) > EXAMPLES
