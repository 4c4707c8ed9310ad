"""Incremental equals rebuild: 20 examples of up to 8 steps at every run, many more in `make bench-equivalence`."""

import asyncio

import pytest

from kg.graph import GraphOptions
from tests.equivalence.machine import FellingMachine, Machine
from tests.equivalence.running import First, open_town, run_examples

EXAMPLES, WITH_KILLS, SEED = 18, 2, 6


@pytest.mark.timeout(900)
def test_the_graph_is_what_a_rebuild_would_be(graph_options: GraphOptions, first: First) -> None:
    """After every step of every example, whoever is killed meanwhile."""
    with asyncio.Runner() as runner, open_town(runner, first, graph_options) as town:
        steps: list[int] = []
        run_examples(Machine, town, runner, EXAMPLES, SEED, steps)
        run_examples(FellingMachine, town, runner, WITH_KILLS, SEED, steps)
    assert len(steps) >= EXAMPLES + WITH_KILLS and sum(steps) > EXAMPLES
    assert town.kills >= WITH_KILLS
