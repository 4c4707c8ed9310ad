"""`kg ingest --queue`, `kg work` and `kg jobs`, as a person uses them together."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from kg.graph import Graph, GraphOptions
from kg.publish.snapshots import active
from kg.publish.standing import standing
from kg.records import open_records
from kg.records.jobs import Job, JobState, list_jobs
from tests.publish.remote import Remote

Kg = Callable[..., "subprocess.CompletedProcess[str]"]


def commands(environment: dict[str, str]) -> Kg:
    def kg(*words: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "kg", *words]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=120, check=False
        )

    return kg


@contextmanager
def working(environment: dict[str, str], out: Path) -> Iterator[psutil.Process]:
    """`kg work`, its two streams in files, ended as `kg down` ends it."""
    with (out / "stdout").open("w") as stdout, (out / "stderr").open("w") as stderr:
        worker = subprocess.Popen(
            [sys.executable, "-m", "kg", "work"], env=environment, stdout=stdout, stderr=stderr
        )
        try:
            yield psutil.Process(worker.pid)
            worker.terminate()
            assert worker.wait(60) == 0, (out / "stderr").read_text()
        finally:
            worker.kill()
            worker.wait()


async def test_a_repository_is_asked_for_and_kept_up_to_date(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """The worker brings what was asked for, then what is pushed later, by itself; it prints nothing, listens
    nowhere, and says in `kg jobs` what it did."""
    remote = Remote(tmp_path / "remote" / "shop.git")
    first = remote.push({"pay.py": "def charge():\n    return 1\n"})
    server = {"NEO4J_URI": graph_options.uri, "NEO4J_PASSWORD": graph_options.password}
    mine = {"KG_HOME": str(tmp_path / "home"), "KG_EMBEDDER": "hashing", "KG_POLL_SECONDS": "1"}
    environment = os.environ | server | mine | {"KG_PARSE_WORKERS": "1"}
    kg, url = commands(environment), f"sqlite:///{tmp_path}/home/records.db"
    assert kg("ingest", "--queue", remote.url).stdout == "shop: job 1 is waiting\n"
    assert kg("ingest", "--queue", remote.url).stdout == "shop: job 1 is waiting\n"
    with working(environment, tmp_path) as worker:
        await _brought(url, first)
        assert (await standing(graph, "shop")).commit == first
        second = remote.push({"pay.py": "def charge():\n    return 2\n"})
        job = await _brought(url, second)
        assert [one for one in worker.net_connections() if one.status == psutil.CONN_LISTEN] == []
    assert (job.asked_by, job.before, job.snapshot) == ("poll", first, await active(graph))
    assert (tmp_path / "stdout").read_text() == ""
    assert (tmp_path / "stderr").read_text() == ""
    assert "done" in kg("jobs").stdout
    assert f"after       {second}" in kg("jobs", "show", str(job.id)).stdout


def test_jobs_are_managed_without_a_graph(tmp_path: Path) -> None:
    """Asking, looking, cancelling, retrying and ordering need the records only; what cannot be is refused."""
    kg = commands(os.environ | {"KG_HOME": str(tmp_path / "home"), "NEO4J_URI": "bolt://127.0.0.1:9"})
    folder = tmp_path / "orders"
    folder.mkdir()
    assert kg("ingest", "--queue", str(folder)).stdout == "orders: job 1 is waiting\n"
    assert kg("jobs", "priority", "1", "2").stdout == "job 1 has priority 2\n"
    assert kg("jobs", "cancel", "1").stdout == "job 1 is cancelled\n"
    refused = kg("jobs", "cancel", "1", "--json")
    assert (refused.returncode, json.loads(refused.stdout)["error"]["code"]) == (14, "JOB")
    assert kg("jobs", "retry", "1").stdout == "job 1 waits, attempt 2\n"
    (row,) = json.loads(kg("jobs", "list", "--state", "waiting", "--json").stdout)
    assert (row["repo"], row["priority"], row["attempt"]) == ("orders", 1, 2)
    assert kg("jobs", "list", "--state", "tired").returncode == 2
    forced = kg("ingest", "--queue", "--force", str(folder))
    assert forced.returncode == 2 and "--force" in forced.stderr
    secret = kg("ingest", "--queue", "https://ada:not-real@git.example/shop.git")
    assert secret.returncode == 2 and "not-real" not in secret.stderr


async def _brought(url: str, commit: str) -> Job:
    """The job that brought this commit, once it is done."""
    async with open_records(url) as records, asyncio.timeout(180):
        while True:
            jobs = await list_jobs(records, 100)
            assert [job.reason for job in jobs if job.state is JobState.DEAD] == []
            for job in jobs:
                if (job.after, job.state) == (commit, JobState.DONE):
                    return job
            await asyncio.sleep(0.2)
