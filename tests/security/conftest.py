"""A managed Neo4j of its own for these tests: they read the bytes of its data folder."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.graph import GraphOptions
from kg.ingest.parse.denied import NOTHING, honour
from kg.local import LocalOptions
from kg.local.server import start_server, stop_server
from tests.server import throw_away


@pytest.fixture(autouse=True)
def nothing_denied() -> Iterator[None]:
    """What a test denies ends with it."""
    yield
    honour(NOTHING)


def quiet(what: str, done: int, total: int) -> None:
    """Nobody looks."""


@pytest.fixture
def local(tmp_path: Path) -> Iterator[tuple[LocalOptions, GraphOptions]]:
    """The options of a server that runs, and how to reach it; stopped at the end, if a test has not."""
    options = throw_away(tmp_path / "home", 512)
    try:
        yield options, asyncio.run(start_server(options, quiet)).graph
    finally:
        asyncio.run(stop_server(options))
