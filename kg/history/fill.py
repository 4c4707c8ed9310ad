"""Fills the history of the active snapshot, behind its publishing: who changed each version last, and what
past commits said.

In: the graph and where mirrors are. Out: derived properties (`changed_at`, `changed_in`, `changes`,
`history_text`), Commit nodes and CHANGED_IN. It may be stopped anywhere and goes on at the next call: what is
done is on the versions (`history_key`). Like vectors it needs no lease. Nothing here is content.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from kg.errors import NotFound
from kg.graph import Graph, Row
from kg.history.mirror import Mirror, find_mirror
from kg.history.past import Past, Wanted, pasts
from kg.observe import log
from kg.schema.ids import ScopeToken
from kg.schema.snapshot import Coverage

RECIPE = "1"
"""Changes when what is filled does: everything is filled again then."""
BATCH = 1_000

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Called after each batch: versions done, of how many."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What one call did."""

    seq: int
    versions: int = 0
    absent: tuple[str, ...] = ()
    """Repositories whose git objects are not on this machine."""


async def remember(graph: Graph, cache_dir: Path, seq: int, progress: Progress) -> Filled:
    """Everything that waits in a snapshot."""
    done = 0
    absent: list[str] = []
    for row in await graph.read("history_list_repositories", {"seq": seq}):
        wanted = await _waiting(graph, row["repo"], seq)
        if not wanted:
            continue
        try:
            mirror = await find_mirror(row["repo"], row["url"], row["commit"], cache_dir)
        except NotFound:
            absent.append(row["repo"])
            continue
        done += await _fill(graph, mirror, wanted, progress)
    if absent:
        log.warning("history: the git objects of %s are not on this machine", ", ".join(absent))
    return Filled(seq, done, tuple(absent))


async def history_coverage(graph: Graph, seq: int, scopes: Sequence[ScopeToken]) -> Coverage:
    """How much of what is visible has its history."""
    params = {"scopes": list(scopes), "seq": seq, "recipe": RECIPE}
    (row,) = await graph.read("history_count", params)
    return Coverage(row["covered"], row["wanted"])


async def _waiting(graph: Graph, repo: str, seq: int) -> list[Wanted]:
    rows = await graph.read("history_pick", {"repo": repo, "seq": seq, "recipe": RECIPE})
    return [Wanted(row["vid"], row["path"], tuple((p, s, e) for p, s, e in row["spans"])) for row in rows]


async def _fill(graph: Graph, mirror: Mirror, wanted: Sequence[Wanted], progress: Progress) -> int:
    stop = threading.Event()
    stream = pasts(mirror, wanted, stop.is_set)
    try:
        return await _store(graph, mirror.repo, stream, len(wanted), progress)
    finally:
        stop.set()  # the thread reads no further when the worker is told to end


async def _store(graph: Graph, repo: str, stream: Iterator[Past], of: int, progress: Progress) -> int:
    done = 0
    while batch := await asyncio.to_thread(_taken, stream, BATCH):
        commits = {past.commit.sha: _commit(past) for past in batch if past.commit}
        rows = [
            {"vid": p.vid, "sha": p.commit.sha if p.commit else "", "properties": _derived(p)} for p in batch
        ]
        params = {"repo": repo, "commits": list(commits.values()), "rows": rows}
        await graph.write("history_store", params)
        done += len(batch)
        progress(done, of)
    return done


def _taken(stream: Iterator[T], size: int) -> list[T]:
    return list(islice(stream, size))


def _derived(past: Past) -> Row:
    """What is empty is not stored."""
    found: dict[str, Any] = {"history_key": RECIPE}
    if past.commit:
        found |= {"changed_at": past.commit.at, "changed_in": past.commit.sha, "changes": past.changes}
    if past.terms:
        found["history_text"] = past.terms
    return found


def _commit(past: Past) -> Row:
    commit = past.commit
    assert commit is not None
    told = {
        "sha": commit.sha,
        "author": commit.author,
        "committed_at": commit.at,
        "subject": commit.subject,
        "merge_request": commit.merge_request,
    }
    return {name: value for name, value in told.items() if value}
