"""`kg work` in a process of its own, as a hook finds it: asked through a delivery, as the API leaves one.

In: where everything is. Out: a `Worker` that can be asked for the head of a repository, and says when nothing
is left to do: the job has ended, labels and vectors have followed. Tests may hold Cypher.
"""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count

import psutil

from kg.graph import Graph
from kg.ingest.enrich.vector_text import EMBEDDABLE
from kg.records import Records
from kg.records.deliveries import Delivery, keep
from kg.records.jobs import JobState, last_job
from kg.records.moment import now
from kg.records.projects import Project, connect
from tests.retrieve.planted import run

LONGEST_SECONDS = 600.0
WAITING = """
MATCH (p:Pointer {name: 'active'}) MATCH (a:Artifact)
WHERE a.valid_from <= p.seq AND a.valid_to > p.seq AND a.kind IN $p.kinds AND a.embedding_key IS NULL
AND NOT (a.kind = 'Method' AND coalesce(a.complexity, 0) = 0)
AND NOT (a.kind = 'Config' AND coalesce(a.form, '') <> 'key')
"""
_FOLLOWED = "MATCH (p:Pointer {name: 'active'}) RETURN p.low = p.high AS followed"
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Worker:
    """The process, from the side of who asks."""

    graph: Graph
    records: Records
    process: psutil.Process

    def cpu_seconds(self) -> float:
        """What the process has used so far, without its children."""
        return sum(self.process.cpu_times()[:2])

    async def know(self, repo: str, url: str) -> None:
        """Connect a project."""
        await connect(self.records, Project(repo, url))

    async def ask(self, repo: str) -> None:
        """What the API does with a hook: keep it. The worker finds it within 100 ms."""
        body = json.dumps({"repo": repo})
        await keep(self.records, Delivery(f"bench-{next(_numbers)}", "kg", "reconcile", repo, body, now()))

    async def rest(self, repo: str) -> None:
        """Until the last job of a repository has ended, and labels have followed."""
        end = time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < end:
            job = await last_job(self.records, repo)
            if job is not None and job.state in (JobState.DEAD, JobState.FAILED):
                raise SystemExit(f"the job of {repo} is {job.state}: {job.reason}")
            ended = job is not None and job.state is JobState.DONE
            if ended and (await run(self.graph, _FOLLOWED, {}))[0]["followed"]:
                return
            await asyncio.sleep(0.05)
        raise SystemExit(f"{repo} was not brought up to date in time")

    async def filled(self) -> float:
        """When the last version of the active snapshot had its vector, on the machine's monotonic clock."""
        end = time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < end:
            rows = await run(self.graph, f"{WAITING} RETURN count(a) AS waiting", {"kinds": list(EMBEDDABLE)})
            if not rows[0]["waiting"]:
                return time.monotonic()
            await asyncio.sleep(0.1)
        raise SystemExit("vectors were not filled in time")


@asynccontextmanager
async def working(graph: Graph, records: Records, environment: Mapping[str, str]) -> AsyncIterator[Worker]:
    """A worker that has just begun."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kg", "work", env={**os.environ, **environment}
    )
    try:
        yield Worker(graph, records, psutil.Process(child.pid))
    finally:
        if child.returncode is None:
            child.send_signal(signal.SIGTERM)
        await child.wait()
