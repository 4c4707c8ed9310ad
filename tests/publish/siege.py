"""A worker under siege: killed again and again at random points while commits are pushed.

In: a graph that may be emptied, a folder, a seed. `push` commits to real remotes and asks as hooks do (once, twice, or
not at all: then the poll has to find it); `kill_worker` is kill -9 of a real `kg work`. `settle` waits until all is
calm, and `faults` says what is wrong then: a job that ended twice or not at all, a commit that is missing, a snapshot
that changes nothing, a graph that a rebuild would not give. All that is random comes from the seed.
"""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from kg.errors import KgError
from kg.graph import GraphOptions, connect
from kg.publish.export import export_hash
from kg.publish.snapshots import active, list_snapshots
from kg.publish.standing import standing
from kg.records import Records, open_records
from kg.records.jobs import Ask, Job, JobState, ask, list_jobs
from kg.records.projects import Project
from kg.records.projects import connect as connect_project
from kg.schema.snapshot import Snapshot, SnapshotState
from tests.empty import empty
from tests.publish.remote import Remote
from tests.shop import bring

OPEN = (JobState.WAITING, JobState.RUNNING, JobState.FAILED, JobState.INTERRUPTED)
MODULES = 12
_LOG = """
CREATE TABLE ended (job INTEGER, attempt INTEGER, state TEXT);
CREATE TRIGGER job_ends AFTER UPDATE OF state ON job
WHEN NEW.state IN ('done', 'dead', 'cancelled') AND OLD.state <> NEW.state
BEGIN INSERT INTO ended VALUES (NEW.id, NEW.attempt, NEW.state); END;
"""
"""Written down by the database itself, whoever ends a job."""


class Siege:
    """Three remotes, one worker, and what is known of both."""

    def __init__(self, graph: GraphOptions, folder: Path, seed: int) -> None:
        self.graph = graph
        self.folder = folder
        self.random = random.Random(seed)
        self.remotes = {name: Remote(folder / "remotes" / f"{name}.git") for name in ("orders", "tax", "web")}
        self.sql = f"sqlite:///{folder}/home/records.db"
        self.worker: subprocess.Popen[bytes] | None = None
        self.kills = 0
        self._numbers = iter(range(1, 1_000_000))

    async def begin(self) -> None:
        """Every project is connected and asked for."""
        async with connect(self.graph) as graph, open_records(self.sql) as records:
            await empty(graph)
            for name, remote in self.remotes.items():
                remote.push({f"{name}/m{number}.py": self._module(number) for number in range(MODULES)})
                await connect_project(records, Project(name, remote.url))
                await ask(records, Ask(name, asked_by="hook"))
        with sqlite3.connect(self.folder / "home" / "records.db") as database:
            database.executescript(_LOG)

    async def push(self, records: Records) -> None:
        """A commit to one or two remotes; its hook comes once, twice, or is lost."""
        for name in self.random.sample(sorted(self.remotes), self.random.choice((1, 1, 2))):
            commit = self.remotes[name].push(self._change(name))
            for _ in range(self.random.choice((0, 1, 1, 1, 2))):
                await ask(records, Ask(name, after=commit, asked_by="hook"))

    def start_worker(self) -> None:
        """`kg work`; returns when it says that it is ready."""
        ready = self.folder / "home" / "run" / "worker.ready"
        ready.unlink(missing_ok=True)
        with (self.folder / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                [sys.executable, "-m", "kg", "work"], env=self._environment(), stdout=log, stderr=log
            )
        deadline = time.monotonic() + 240
        while not ready.exists():
            assert self.worker.poll() is None and time.monotonic() < deadline, self._log()
            time.sleep(0.05)

    async def random_moment(self, records: Records) -> None:
        """Anywhere; half of the time while a job is at work."""
        looks = 400 if self.random.random() < 0.5 else 0
        for _ in range(looks):
            if await list_jobs(records, 1, [JobState.RUNNING]):
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(self.random.uniform(0.0, 2.0))

    def kill_worker(self) -> None:
        assert self.worker is not None
        self.worker.kill()
        self.worker.wait()
        self.kills += 1

    def stop_worker(self) -> None:
        if self.worker is not None and self.worker.poll() is None:
            self.worker.send_signal(signal.SIGTERM)
            try:
                self.worker.wait(60)
            finally:
                self.worker.kill()

    async def settle(self, records: Records, seconds: float) -> None:
        """Until every head is in the graph and no job is open; fails with what is not."""
        deadline = time.monotonic() + seconds
        while unsettled := await self._unsettled(records):
            assert time.monotonic() < deadline, f"{unsettled}\n{self._log()}"
            await asyncio.sleep(0.5)

    async def faults(self, records: Records) -> list[str]:
        """What is wrong with the jobs and the graph; nothing of it may be left to chance by now."""
        jobs = await list_jobs(records, 100_000)
        found = [
            *self._endings(jobs),
            *(f"job {job.id} died: {job.reason}" for job in jobs if job.state == "dead"),
        ]
        async with connect(self.graph) as graph:
            found += _doubled(await list_snapshots(graph))
            stands = await export_hash(graph, await active(graph))
            await empty(graph)
            for name, remote in self.remotes.items():
                await bring(graph, remote.url, self.folder / "rebuild", name=name)
            if stands != await export_hash(graph, await active(graph)):
                found.append("the graph is not what a rebuild gives")
        return found

    async def _unsettled(self, records: Records) -> str:
        try:
            async with connect(self.graph) as graph:
                for name, remote in self.remotes.items():
                    if (await standing(graph, name)).commit != remote.head():
                        return f"{name} is not at its head"
        except KgError as error:
            return str(error)
        jobs = await list_jobs(records, 1, OPEN)
        return f"job {jobs[0].id} is {jobs[0].state}: {jobs[0].reason}" if jobs else ""

    def _endings(self, jobs: list[Job]) -> Iterator[str]:
        """Each job ended once, as the database saw it."""
        with sqlite3.connect(self.folder / "home" / "records.db") as database:
            ends = Counter(row[0] for row in database.execute("SELECT job FROM ended"))
        for job in jobs:
            if ends[job.id] != 1:
                yield f"job {job.id} ended {ends[job.id]} times and is {job.state}"

    def _change(self, name: str) -> dict[str, str]:
        """Some modules of a repository written anew, one now and then taken away or brought."""
        numbers = self.random.sample(range(MODULES), self.random.randint(1, 3))
        return {
            f"{name}/m{number}.py": ""
            if self._has(name, number) and self.random.random() < 0.15
            else self._module(number)
            for number in numbers
        }

    def _has(self, name: str, number: int) -> bool:
        return self.remotes[name].has(f"{name}/m{number}.py")

    def _module(self, number: int) -> str:
        """Functions that call each other, across modules; never the same text twice."""
        other = (number + 1) % MODULES
        lines = [f"from .m{other} import work0", f'"""Version {next(self._numbers)}."""']
        for place in range(8):
            called = f"work{place + 1}" if place < 7 else "work0"
            lines += [f"def work{place}():", f"    return {called}() + {self.random.randint(0, 9_999)}", ""]
        return "\n".join(lines)

    def _environment(self) -> dict[str, str]:
        return os.environ | {
            "KG_HOME": str(self.folder / "home"),
            "NEO4J_URI": self.graph.uri,
            "NEO4J_PASSWORD": self.graph.password,
            "KG_EMBEDDER": "hashing",
            "KG_PARSE_WORKERS": "1",
            "KG_POLL_SECONDS": "3",
        }

    def _log(self) -> str:
        log = self.folder / "worker.log"
        return log.read_text()[-4_000:] if log.exists() else ""


def _doubled(snapshots: list[Snapshot]) -> Iterator[str]:
    """A published snapshot that holds the same commits as the one before it was published in vain."""
    published = [one for one in snapshots if one.state is SnapshotState.PUBLISHED]
    for newer, older in pairwise(published):
        if newer.watermarks == older.watermarks:
            yield f"snapshot {newer.seq} changes nothing"
