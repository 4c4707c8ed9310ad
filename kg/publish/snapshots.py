"""Candidates and the pointer: open, publish, abandon, list.

A snapshot number is never used twice. Opening a candidate first takes back what abandoned snapshots
left; publishing moves the pointer, the commits and the ingest report in one small transaction. All
writes carry the fence of the lease.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict

from kg.errors import GraphError
from kg.graph import Graph, Row
from kg.graph.fence import write_fenced
from kg.publish.follow import follow_pointer, read_pointer, ready
from kg.publish.gate_options import EVERYBODY, Canary
from kg.publish.truncate import truncate
from kg.publish.window import Entry
from kg.schema.snapshot import Candidate, Report, Snapshot, SnapshotState, Watermark

GRACE_SECONDS = 2.0
"""After a rollback, readers that began before it may finish before what they read is truncated."""


async def active(graph: Graph) -> int:
    """The number of the snapshot that readers see; 0 before the first publish."""
    return int((await read_pointer(graph))["seq"])


async def list_snapshots(graph: Graph) -> list[Snapshot]:
    """Every snapshot that is known, newest first."""
    return [entry.snapshot for entry in await list_entries(graph)]


async def list_entries(graph: Graph) -> list[Entry]:
    rows = await graph.read("publish_list_snapshots")
    ages = ("age_seconds", "retired_seconds", "shown")
    return [Entry(_snapshot(row), *(row[name] for name in ages)) for row in rows]


async def open_candidate(graph: Graph, fence: int, grace_seconds: float = GRACE_SECONDS) -> Candidate:
    """A new candidate on the active snapshot; what abandoned ones left is completed or taken back."""
    pointer = await read_pointer(graph)
    await follow_pointer(graph, fence, pointer)
    await asyncio.sleep(max(0.0, grace_seconds - pointer["since_rollback_ms"] / 1000))
    if pointer["issued"] > pointer["seq"]:  # else no snapshot was opened since: nothing can be left
        await truncate(graph, fence, pointer["seq"])
    row = (await write_fenced(graph, "publish_open_candidate", fence, {})).rows[0]
    return Candidate(row["seq"], row["base"], fence)


async def publish(
    graph: Graph,
    candidate: Candidate,
    watermark: Watermark,
    report: Report,
    canary: Canary = EVERYBODY,
) -> None:
    """Make the candidate the active snapshot, with the commit that a repository now stands at."""
    commits = [kept for kept in await _commits(graph, candidate) if kept.repo != watermark.repo]
    row = {**asdict(watermark), **asdict(report)}
    del row["published_at"]  # the moment is the pointer's
    await _move_pointer(graph, candidate, [*commits, watermark], [row], canary)


async def publish_without(graph: Graph, candidate: Candidate, repo: str) -> None:
    """Make the candidate the active snapshot, in which a repository is no more."""
    commits = [kept for kept in await _commits(graph, candidate) if kept.repo != repo]
    await _move_pointer(graph, candidate, commits, [], EVERYBODY)


async def abandon(graph: Graph, candidate: Candidate) -> None:
    """Give a candidate up: the graph is as it was."""
    await truncate(graph, candidate.fence, candidate.seq - 1)


async def _move_pointer(
    graph: Graph,
    candidate: Candidate,
    commits: Sequence[Watermark],
    reports: Sequence[Row],
    canary: Canary,
) -> None:
    ordered = sorted(commits, key=lambda watermark: watermark.repo)
    await ready(graph, candidate.fence, candidate.base, candidate.seq)
    await write_fenced(
        graph,
        "publish_move_pointer",
        candidate.fence,
        {
            "seq": candidate.seq,
            "base": candidate.base,
            "repos": [watermark.repo for watermark in ordered],
            "refs": [watermark.ref for watermark in ordered],
            "commits": [watermark.commit for watermark in ordered],
            "committed_at": [watermark.committed_at for watermark in ordered],
            "brought_at": [watermark.published_at for watermark in ordered],
            "reports": list(reports),
            "trial_percent": canary.percent,
            "trial_ms": int(canary.seconds * 1000),
        },
    )


async def _commits(graph: Graph, candidate: Candidate) -> tuple[Watermark, ...]:
    for snapshot in await list_snapshots(graph):
        if snapshot.seq == candidate.seq:
            return snapshot.watermarks
    raise GraphError(f"publish: candidate {candidate.seq} is no longer in the graph; run the ingest again")


def _snapshot(row: Row) -> Snapshot:
    lists = [row[name] for name in ("repos", "refs", "commits", "committed_at", "brought_at")]
    commits = zip(*lists, strict=True)
    return Snapshot(
        row["seq"],
        SnapshotState(row["state"]),
        row["active"],
        row["created_at"],
        row["published_at"],
        tuple(Watermark(*commit) for commit in commits),
        row["pinned"],
    )
