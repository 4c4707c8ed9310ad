"""One file of nacos is edited: CPU seconds until the commit is tied together again, and what it costs in memory.

`one_file_s` is the whole resolve stage of `kg ingest` in a warm process, with the facts of all files at
hand: what was kept is opened, the changed file and those that look at it are resolved, settings and mentions
are tied, and the rows of all files are assembled. Bodies of files at even distances are edited; the rows are
those of a full run, or the measurement stops. `interface_…` is the same with a method renamed. Memory is
the peak of a process that reads and resolves all Java files, beyond what it had before, over their lines.
"""

import asyncio
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kg.ingest.collector import paused_collector
from kg.ingest.options import IngestOptions
from kg.ingest.parse.java import parse_java
from kg.ingest.parse.pool import ParseOptions
from kg.ingest.parse.unit import Unit
from kg.ingest.pipeline import Parsed, open_source, parse_commit, tie
from kg.ingest.source.blobs import Blobs
from kg.ingest.stubs.find import StubOptions
from kg.records.indexes import IndexFolder
from kg.schema.facts import Facts
from tests.bench.callgraph.store import Store

_EDITED = 15
_COMPARED = 5
_METHOD = re.compile(r"^    (?:public |protected )[\w<>\[\], ?]+ (\w+)\([^()]*\)[^;{}]*\{\n", re.M)


@dataclass(frozen=True, slots=True)
class _Edited:
    seconds: float
    resolved: int


def measure(store: Store) -> dict[str, Any]:
    location = str(store.repository("alibaba/nacos"))
    with paused_collector():
        parsed = asyncio.run(_parsed(location, store))
        bodies = _edit_each(parsed, lambda found: f"{found[0]}        Object kg = new Object();\n")
        names = _edit_each(parsed, lambda found: found[0].replace(f" {found[1]}(", f" {found[1]}Renamed(", 1))
    return {
        "speed": {
            "one_file_s": round(statistics.median(one.seconds for one in bodies), 3),
            "one_file_worst_s": round(max(one.seconds for one in bodies), 3),
            "one_file_resolved_files": max(one.resolved for one in bodies),
            "interface_s": round(statistics.median(one.seconds for one in names), 3),
            "interface_resolved_files": statistics.median(one.resolved for one in names),
            "mb_per_mloc": _memory(location, store),
            "mb_per_mloc_kafka": _memory(str(store.repository("apache/kafka")), store),
        }
    }


async def _parsed(location: str, store: Store) -> Parsed:
    folder = store.place("incremental", "facts").parent
    options = IngestOptions(
        folder, ParseOptions(folder / "facts"), StubOptions.inside(folder), IndexFolder(folder / "indexes", 0)
    )
    source = await open_source(location, "", folder, "nacos")
    return await parse_commit(source, options, lambda what, done, total: None)


def _edit_each(parsed: Parsed, change: Callable[[re.Match[str]], str]) -> list[_Edited]:
    """Each edit by itself, on top of the commit as it is."""
    whole = replace(parsed, known={})
    before = replace(parsed, known=tie(whole).known)
    found = []
    with Blobs(parsed.source.git_dir) as blobs:
        editable = [
            one for one in parsed.files if one.file.path.endswith(".java") and "/main/" in one.file.path
        ]
        for one in editable[:: len(editable) // (2 * _EDITED)]:
            text = blobs.read(one.file.blob).decode()
            if len(found) < _EDITED and _METHOD.search(text):
                after = _with(before, one, _METHOD.sub(change, text, count=1))
                found.append(_tied(after, compare=len(found) < _COMPARED))
    return found


def _with(parsed: Parsed, one: Facts, text: str) -> Parsed:
    unit = Unit(parsed.source.repo, one.file.path, f"edited {one.file.blob}", text, "utf-8", "java")
    edited = parse_java(unit)
    return replace(parsed, files=tuple(edited if each is one else each for each in parsed.files))


def _tied(parsed: Parsed, compare: bool) -> _Edited:
    started = time.process_time()
    tied = tie(parsed)
    seconds = time.process_time() - started
    if compare and tied.rows != tie(replace(parsed, known={})).rows:
        raise SystemExit("resolved again, the rows differ from those of a full run")
    return _Edited(seconds, tied.resolved)


def _memory(location: str, store: Store) -> int:
    """In a process of its own; MB for each million lines."""
    cache = store.place("incremental", "facts")
    command = [sys.executable, "-m", "tests.bench.callgraph.memory", location, str(cache)]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, cwd=Path.cwd()).stdout)
    return round(said["mb"] / said["lines"] * 1e6)
