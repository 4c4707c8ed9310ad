"""What README.md shows is what happens: its query, its answer and its program are run on the shop."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import typer

from kg.cli.app import app
from kg.graph import Graph
from tests.api.serving import serving
from tests.shop import bring, shop

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert found, f"README.md shows no {language}"
    return found[1]


def test_commands_and_targets_that_are_shown_exist() -> None:
    """Every `kg …` and `make …` of the README is a command and a target."""
    group = typer.main.get_command(app)
    commands = set(group.commands)  # type: ignore[attr-defined]
    shown = set(re.findall(r"(?:^    (?:\$ )?|`)kg ([a-z]+)\b", README, re.MULTILINE))
    assert shown - commands == set()
    makefile = (Path(__file__).parent.parent / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    assert set(re.findall(r"(?:^    |`)make ([a-z]+)\b", README, re.MULTILINE)) - targets == set()


async def test_the_graphql_example_gives_the_answer_that_is_shown(graph: Graph, tmp_path: Path) -> None:
    """Query and answer are the shop's."""
    await bring(graph, shop()["orders"], tmp_path)
    async with serving(graph) as client:
        assert await client.data(block("graphql")) == json.loads(block("json"))


async def test_the_graphrag_example_runs(graph: Graph, tmp_path: Path) -> None:
    """Copied into a file it prints three hits, each with its place first."""
    await bring(graph, shop()["pricing"], tmp_path)
    environment = os.environ | {
        "NEO4J_URI": graph.options.uri,
        "NEO4J_PASSWORD": graph.options.password,
        "PYTHONPATH": str(Path(__file__).parent.parent),
    }
    command = [sys.executable, "-c", block("python")]
    done = await asyncio.to_thread(
        subprocess.run, command, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "pricing/fees.py" in done.stdout
