"""Calls that a repository's own test suite executes. In: a checkout, a folder for the environment.
Out: who called whom, each as (file, first line). See `record_calls` for what counts as a call.

Needs `uv` and a network; the environment and the answer are kept, so a second run costs nothing.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PYTHON = "3.12"
"""The first with `sys.monitoring`."""


@dataclass(frozen=True, slots=True)
class Suite:
    """A repository and how its tests are run."""

    name: str
    repository: str
    commit: str
    package: str
    """The folder whose functions count as called."""
    requirements: tuple[str, ...]
    arguments: tuple[str, ...] = ("tests",)


@dataclass(frozen=True, slots=True)
class Place:
    """A function by its first line, or a line of code inside one."""

    path: str
    line: int
    form: str
    """`at` the first line of a function or class; `inside` at that line; `module`."""


@dataclass(frozen=True, slots=True)
class Executed:
    """One call that happened."""

    caller: Place
    site: int
    callee: Place


def executed_calls(suite: Suite, checkout: Path, folder: Path) -> list[Executed]:
    """Every call from code of the checkout into code of the checkout."""
    answer = folder / "calls.json"
    if not answer.exists():
        _run_tests(suite, checkout, folder, answer)
    rows = json.loads(answer.read_text(encoding="utf-8"))
    return [_executed(*row) for row in rows]


def _executed(caller: str, site: int, path: str, line: int) -> Executed:
    place, start, form = caller.rsplit(":", 2)
    return Executed(Place(place, int(start), form), site, Place(path, line, "at"))


def _run_tests(suite: Suite, checkout: Path, folder: Path, answer: Path) -> None:
    environment = environment_of(folder / "venv", PYTHON, suite.requirements, checkout)
    variables = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parent),
        "KG_CALLS_ROOT": str(checkout),
        "KG_CALLS_OUT": str(answer),
    }
    command = [str(environment), "-m", "pytest", "-q", "--tb=no", "-p", "record_calls"]
    # Dependencies newer than the suite warn; tests that need a network fail: what ran still counts.
    command += ["-p", "no:cacheprovider", "-W", "ignore::DeprecationWarning"]
    command += suite.arguments
    subprocess.run(command, cwd=checkout, env=variables, check=False, stdout=sys.stderr, timeout=900)


def environment_of(folder: Path, python: str, requirements: tuple[str, ...], where: Path) -> Path:
    """The interpreter of a virtual environment with these requirements; made once."""
    interpreter = folder / "bin" / "python"
    done = folder / "complete"
    if not done.exists():
        subprocess.run(["uv", "venv", "--quiet", "--clear", "--python", python, str(folder)], check=True)
        install = ["uv", "pip", "install", "--quiet", "--python", str(interpreter), *requirements]
        subprocess.run(install, cwd=where, check=True)
        done.touch()
    return interpreter
