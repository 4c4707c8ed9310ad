"""From a repository to a published snapshot.

In: a path or URL and a ref. Out: an `Outcome`. The stages before the lease never touch the graph;
under the lease a candidate is opened, only origins whose digest differs are read back and compared,
and readers see nothing until the pointer moves. Stopped anywhere, the next run starts from the same
published snapshot and ends at the same graph.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from kg.graph import Graph
from kg.graph.migrate import migrate, migrate_before_load
from kg.ingest.delta import delta, differing
from kg.ingest.pipeline import IngestOptions, Parsed, open_source, parse_commit, rows_of, texts_of
from kg.ingest.source.git import Source
from kg.ingest.write import Counts, stage, stored_digests, stored_rows
from kg.publish.follow import follow
from kg.publish.lease import hold_lease, this_process
from kg.publish.registration import register
from kg.publish.remove import remove as remove_repository
from kg.publish.snapshots import abandon, active, list_snapshots, open_candidate, publish
from kg.schema.facts import Rows
from kg.schema.ids import repository_uid
from kg.schema.snapshot import Candidate, Report, Watermark

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many are done, of how many."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one ingest did."""

    repo: str
    commit: str
    snapshot: int
    """The snapshot that holds it: a new one, or the active one where nothing had changed."""
    unchanged: bool
    report: Report
    counts: Counts
    notes: tuple[str, ...]
    seconds: float


async def ingest(
    graph: Graph, location: str, ref: str, name: str, options: IngestOptions, progress: Progress
) -> Outcome:
    """Bring one repository up to date and publish it; raises KgError with what to do."""
    started = time.perf_counter()
    source = await open_source(location, ref, options.cache_dir, name)
    parsed = await parse_commit(source, options, progress)
    progress("tying together", 0, 1)
    rows = await asyncio.to_thread(rows_of, parsed)
    progress("tying together", 1, 1)
    await _prepare(graph)
    async with hold_lease(
        graph, this_process(f"kg ingest {source.repo}"), waiting=_waiting(progress)
    ) as fence:
        snapshot, counts = await _write(graph, fence, parsed, rows, progress)
    return Outcome(
        repo=source.repo,
        commit=source.commit,
        snapshot=snapshot,
        unchanged=counts == Counts(),
        report=_report(parsed, rows, counts),
        counts=counts,
        notes=(*source.notes, *parsed.discovery.notes),
        seconds=time.perf_counter() - started,
    )


async def _write(
    graph: Graph, fence: int, parsed: Parsed, rows: tuple[Rows, ...], progress: Progress
) -> tuple[int, Counts]:
    """Compare, stage, publish, follow; gives the snapshot that readers see then."""
    source = parsed.source
    scope = await register(graph, fence, source.repo, source.url, source.ref)
    candidate = await open_candidate(graph, fence)
    try:
        repository = repository_uid(source.repo)
        digests = await stored_digests(graph, source.repo, candidate.base)
        changed = differing(rows, digests, repository)
        stored = await stored_rows(graph, source.repo, candidate.base, changed.origins)
        change = delta(changed.rows, stored, repository)
        texts = await asyncio.to_thread(texts_of, changed.rows)
        counts = await stage(
            graph,
            candidate,
            source.repo,
            scope,
            change,
            texts,
            lambda done, total: progress("writing", done, total),
        )
        if counts == Counts() and await _stands_at(graph, candidate, source):
            await abandon(graph, candidate)
            return candidate.base, counts
        await migrate(graph)
        await publish(graph, candidate, _watermark(source), _report(parsed, rows, counts))
    except BaseException:
        await asyncio.shield(abandon(graph, candidate))
        raise
    await follow(graph, fence)
    return candidate.seq, counts


async def remove(graph: Graph, repo: str) -> int:
    """Publish a snapshot without a repository; its number. NotFound when it is not in the graph."""
    await _prepare(graph)
    async with hold_lease(graph, this_process(f"kg remove {repo}")) as fence:
        return await remove_repository(graph, fence, repo)


async def _prepare(graph: Graph) -> None:
    """Constraints before a first load, its indexes after the data: several times cheaper."""
    if await active(graph) == 0:
        await migrate_before_load(graph)
    else:
        await migrate(graph)


async def _stands_at(graph: Graph, candidate: Candidate, source: Source) -> bool:
    """Whether the active snapshot holds this very commit."""
    for snapshot in await list_snapshots(graph):
        if snapshot.seq == candidate.base:
            return source.commit in [mark.commit for mark in snapshot.watermarks if mark.repo == source.repo]
    return False


def _watermark(source: Source) -> Watermark:
    return Watermark(source.repo, source.ref, source.commit, source.committed_at)


def _report(parsed: Parsed, rows: tuple[Rows, ...], counts: Counts) -> Report:
    files = [facts.file for facts in parsed.files]
    return Report(
        files=len(files),
        lines=sum(file.lines for file in files),
        nodes=sum(len(one.artifacts) for one in rows),
        edges=sum(len(one.edges) for one in rows),
        missed=counts.missed,
        problems=sum(1 for file in files if file.problems),
        skipped=tuple(f"{one.path}: {one.reason} ({one.count})" for one in parsed.discovery.skipped),
    )


def _waiting(progress: Progress) -> Callable[[str], None]:
    return lambda holder: progress(f"waiting for {holder}", 0, 1)
