"""The managed Neo4j, for real: started, found again, refused, stopped. One start for all of them."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.errors import GraphError, GraphUnavailable, LocalError
from kg.local import LocalOptions, process, quiet
from kg.local.server import NAME, Ready, server_version, start_server, stop_server
from kg.local.services import Service, start_service, stop_service
from tests.server import throw_away


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalOptions]:
    options = throw_away(tmp_path_factory.mktemp("own"))
    yield options
    asyncio.run(stop_server(options))


@pytest.fixture(scope="module")
def ready(options: LocalOptions) -> Ready:
    return asyncio.run(start_server(options, quiet))


async def test_start_twice(options: LocalOptions, ready: Ready) -> None:
    """A second start finds the first one's server and changes nothing."""
    before = process.running(options.run, NAME)
    again = await start_server(options, quiet)
    assert (ready.started, again.started) == (True, False)
    assert process.running(options.run, NAME) == before
    assert again.version.startswith("2026.")


async def test_wrong_password(ready: Ready) -> None:
    """A wrong password is one line that names the settings to look at."""
    with pytest.raises(GraphError, match="NEO4J_PASSWORD") as caught:
        await server_version(replace(ready.graph, password="wrong-password"))
    assert "\n" not in str(caught.value)
    assert "wrong-password" not in str(caught.value)


async def test_port_of_the_first(options: LocalOptions, ready: Ready, tmp_path: Path) -> None:
    """A second installation on the same port is told which setting moves it."""
    second = replace(options, home=tmp_path)
    with pytest.raises(LocalError, match="KG_NEO4J_BOLT_PORT"):
        await start_server(second, quiet)


async def test_browser(options: LocalOptions, ready: Ready) -> None:
    """Neo4j Browser is served by the same server."""
    reader, writer = await asyncio.open_connection("127.0.0.1", options.http_port)
    writer.write(b"GET /browser/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    page = await reader.read()
    writer.close()
    assert page.startswith(b"HTTP/1.1 200")
    assert b"Neo4j Browser" in page


async def test_service(options: LocalOptions, ready: Ready) -> None:
    """The worker runs behind, is started once, and is stopped."""
    env = {
        "KG_HOME": str(options.home),
        "KG_NEO4J_BOLT_PORT": str(options.bolt_port),
        "KG_EMBEDDER": "hashing",
    }
    service = Service("worker", "work", env)
    assert await start_service(options, service)
    assert not await start_service(options, service)
    assert await stop_service(options, "worker")
    assert not await stop_service(options, "worker")


async def test_service_that_ends(options: LocalOptions, ready: Ready) -> None:
    """A service that ends at its start is an error that shows the end of its log."""
    env = {"KG_HOME": str(options.home), "KG_API_PORT": "eighty"}
    with pytest.raises(LocalError, match=r"(?s)the worker ended.*KG_API_PORT"):
        await start_service(options, Service("worker", "work", env))


def _kg(options: LocalOptions, *words: str) -> str:
    env = {
        "KG_HOME": str(options.home),
        "KG_JARS": str(options.jars),
        "KG_NEO4J_BOLT_PORT": str(options.bolt_port),
        "KG_NEO4J_HTTP_PORT": str(options.http_port),
        "KG_EMBEDDER": "hashing",
        "NEO4J_URI": "",
    }
    return subprocess.run(
        [sys.executable, "-m", "kg", *words], env=os.environ | env, capture_output=True, text=True, check=True
    ).stdout


def test_commands(options: LocalOptions, ready: Ready) -> None:
    """`kg up` finds what runs, `status` and `doctor` see it, `down` stops all of it and says so."""
    _kg(options, "up", "--no-serve")
    told = json.loads(_kg(options, "status", "--json"))
    assert (told["bolt"], told["worker"]) == (options.uri, "stopped")
    assert told["neo4j"].startswith("runs")
    findings = json.loads(_kg(options, "doctor", "--json"))
    assert {finding["what"] for finding in findings if finding["good"]} >= {"java", "jars", "ports", "neo4j"}
    assert json.loads(_kg(options, "down", "--json")) == {"stopped": ["neo4j"]}
    assert json.loads(_kg(options, "down", "--json")) == {"stopped": []}


async def test_start_again(options: LocalOptions, ready: Ready) -> None:
    """A stopped server is gone, and starts again with the same password; a lost password is said."""
    with pytest.raises(GraphUnavailable, match="kg up"):
        await server_version(ready.graph)
    kept = options.password_file.read_text()
    options.password_file.unlink()
    with pytest.raises(LocalError, match="kg reset"):
        await start_server(options, quiet)
    options.password_file.write_text(kept)
    assert (await start_server(options, quiet)).started
