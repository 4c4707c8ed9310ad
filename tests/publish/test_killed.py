"""Neo4j, or the ingest itself, is killed in the middle of an ingest: the next run completes it."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.errors import KgError
from kg.graph import Graph, GraphOptions, connect
from kg.local import LocalOptions
from kg.local.server import start_server, stop_server
from kg.publish.export import export_hash
from kg.publish.snapshots import active
from tests.empty import empty
from tests.publish.large import large_repository
from tests.server import listener, throw_away
from tests.shop import bring

Repository = tuple[Path, str, str]


@pytest.fixture(scope="module")
def own_server() -> Iterator[LocalOptions]:
    """A server of this module's own, since it is killed."""
    with tempfile.TemporaryDirectory(prefix="kg-killed-", ignore_cleanup_errors=True) as folder:
        options = throw_away(Path(folder))
        try:
            yield options
        finally:
            asyncio.run(stop_server(options))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return large_repository(tmp_path_factory.mktemp("large") / "large")


def silent(what: str, done: int, total: int) -> None:
    """Shows no progress."""


async def up(options: LocalOptions) -> GraphOptions:
    return (await start_server(options, silent)).graph


async def hash_of(graph: Graph) -> str:
    return await export_hash(graph, await active(graph))


@pytest.mark.timeout(600)
async def test_a_killed_neo4j_or_ingest_loses_and_doubles_nothing(
    own_server: LocalOptions, repository: Repository, tmp_path: Path
) -> None:
    """kill -9 of Neo4j, then of the ingest, in the middle of writing a commit: readers keep the old
    snapshot, and the next run gives the graph that an undisturbed one gives."""
    folder, first, second = repository
    options = await up(own_server)
    async with connect(options) as graph:
        await bring(graph, folder, tmp_path, second)
        undisturbed = await hash_of(graph)
        await empty(graph)
        await bring(graph, folder, tmp_path, first)
        before = await hash_of(graph)
    await _neo4j_dies(own_server, options, repository, tmp_path)
    async with connect(await up(own_server)) as graph:
        assert await hash_of(graph) == before
        _ingest_dies(options, repository, tmp_path)
        assert await hash_of(graph) == before
        await bring(graph, folder, tmp_path, second)
        assert await hash_of(graph) == undisturbed


async def _neo4j_dies(
    server: LocalOptions, options: GraphOptions, repository: Repository, cache: Path
) -> None:
    """The server's process is killed as soon as the ingest writes."""
    child = _start(options, repository, cache)
    _await_writing(child)
    os.kill(listener(server.bolt_port), signal.SIGKILL)
    _, said = await asyncio.to_thread(child.communicate)
    assert child.returncode == KgError.exit_code or child.returncode == 4, said
    assert "Traceback" not in said


def _ingest_dies(options: GraphOptions, repository: Repository, cache: Path) -> None:
    """The ingest's process is killed as soon as it writes."""
    child = _start(options, repository, cache)
    _await_writing(child)
    child.kill()
    child.communicate()
    assert child.returncode == -signal.SIGKILL


def _start(options: GraphOptions, repository: Repository, cache: Path) -> "subprocess.Popen[str]":
    folder, _, second = repository
    environment = os.environ | {
        "NEO4J_URI": options.uri,
        "NEO4J_PASSWORD": options.password,
        "KG_HOME": str(cache / "home"),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "kg", "ingest", str(folder), "--branch", second],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _await_writing(child: "subprocess.Popen[str]") -> None:
    """Returns when the ingest says that it writes; fails when it ends before."""
    assert child.stderr is not None
    deadline = time.monotonic() + 120
    for line in child.stderr:
        if line.startswith("writing"):
            return
        assert time.monotonic() < deadline
    raise AssertionError(f"the ingest ended before it wrote: {child.wait()}")
