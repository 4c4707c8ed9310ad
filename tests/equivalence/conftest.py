"""A server of these tests' own, since it is killed; graphs that are made from nothing are in the run's server.

`KG_TEST_NEO4J_SECOND_URI` (with `KG_TEST_NEO4J_PASSWORD`) names one that is already up and may be emptied;
it is not killed.
"""

import os
from collections.abc import Iterator

import pytest

from kg.graph import GraphOptions
from tests.equivalence.running import First, first_server


@pytest.fixture(scope="session")
def first() -> Iterator[First]:
    uri = os.environ.get("KG_TEST_NEO4J_SECOND_URI")
    if uri:
        yield First(GraphOptions(uri, password=os.environ.get("KG_TEST_NEO4J_PASSWORD", "")), None)
        return
    with first_server() as started:
        yield started
