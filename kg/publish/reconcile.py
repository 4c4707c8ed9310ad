"""From a repository to a published snapshot.

In: a path or URL and a ref. Out: an `Outcome`. The stages before the lease never touch the graph;
under the lease a candidate is opened, only origins whose digest differs are read back and compared,
and readers see nothing until the pointer moves. Stopped anywhere, the next run starts from the same
published snapshot and ends at the same graph.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from kg.errors import KgError
from kg.graph import Graph
from kg.graph.migrate import migrate, migrate_before_load
from kg.ingest.assemble import REPOSITORY_ORIGIN
from kg.ingest.collector import paused_collector
from kg.ingest.delta import differing
from kg.ingest.options import IngestOptions
from kg.ingest.pipeline import Parsed, TiedRows, open_source, parse_commit
from kg.ingest.resolve.services.owners import ownership
from kg.ingest.source.git import Source
from kg.ingest.stubs.stub import StubSet
from kg.ingest.write import Counts, holds, stored_digests
from kg.publish.follow import settle_and_follow
from kg.publish.gate_options import DEFAULT_GATES, GateOptions
from kg.publish.gates import pass_gates
from kg.publish.lease import hold_lease, this_process
from kg.publish.owners import own
from kg.publish.registration import register, registered_url
from kg.publish.remove import remove as remove_repository
from kg.publish.snapshots import abandon, active, list_snapshots, open_candidate, publish
from kg.publish.stage import Wanted, load, update
from kg.publish.standing import Standing, check_standing
from kg.schema.facts import Rows
from kg.schema.ids import repository_uid
from kg.schema.snapshot import Candidate, Report, Watermark

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many are done, of how many."""
Check = Callable[[Graph], Awaitable[None]]
"""Raises under the lease when what was read must not be published any more."""
_NAMED = 5
"""Missing dependencies that a note names."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one ingest did."""

    repo: str
    commit: str
    snapshot: int
    """The snapshot that holds it: a new one, or the active one where nothing had changed."""
    unchanged: bool
    report: Report
    resolved: int
    """Files whose calls were resolved: those that changed, and those that rest on what changed."""
    counts: Counts
    notes: tuple[str, ...]
    published_seconds: float
    """Until readers saw it; labels for Neo4j Browser follow after that."""
    seconds: float


async def ingest(
    graph: Graph,
    location: str,
    ref: str,
    name: str,
    options: IngestOptions,
    progress: Progress,
    gates: GateOptions = DEFAULT_GATES,
) -> Outcome:
    """Bring one repository up to date and publish it; raises KgError with what to do."""
    with paused_collector():
        source = await open_source(location, ref, options.cache_dir, name)
        return await _ingest(graph, source, options, progress, _anywhere, gates)


async def ingest_from(
    graph: Graph,
    source: Source,
    before: Standing,
    options: IngestOptions,
    progress: Progress,
    gates: GateOptions = DEFAULT_GATES,
    also: Check | None = None,
) -> Outcome:
    """Publish this commit, unless the repository left `before` meanwhile: then Overtaken, and nothing is
    written. `also` is asked under the lease too."""

    async def check(under: Graph) -> None:
        await check_standing(under, source.repo, before)
        if also is not None:
            await also(under)

    with paused_collector():
        return await _ingest(graph, source, options, progress, check, gates)


async def ingest_again(
    graph: Graph,
    mark: Watermark,
    options: IngestOptions,
    progress: Progress,
    gates: GateOptions = DEFAULT_GATES,
    url: str = "",
) -> Outcome:
    """Bring the commit that a repository stands at once more: what is known beside it has changed. Overtaken when
    it stands at another one meanwhile. `url`: with its login, where it needs one."""
    source = await open_source(
        url or await registered_url(graph, mark.repo), mark.commit, options.cache_dir, mark.repo
    )
    check = partial(check_standing, repo=mark.repo, expected=Standing(commit=mark.commit))
    with paused_collector():
        return await _ingest(graph, replace(source, ref=mark.ref), options, progress, check, gates)


async def _anywhere(graph: Graph) -> None:
    """A person names the commit: it counts from wherever the repository stands."""


async def _ingest(
    graph: Graph,
    source: Source,
    options: IngestOptions,
    progress: Progress,
    check: Check,
    gates: GateOptions,
) -> Outcome:
    started = time.perf_counter()
    parsed, is_there = await asyncio.gather(
        parse_commit(source, options, progress), _prepared_for(graph, source)
    )
    progress("tying together", 0, 1)
    wanted = Wanted(parsed)
    try:
        written = await _unchanged(graph, wanted) if is_there else None
        if written is None:
            async with hold_lease(
                graph, this_process(f"kg ingest {source.repo}"), waiting=_waiting(progress)
            ) as fence:
                await check(graph)
                written = await _write(graph, fence, wanted, progress, gates, options.settle_seconds)
    finally:
        await wanted.settle()
    await wanted.keep(options)
    return _outcome(parsed, await wanted.tied(), written, started)


async def _unchanged(graph: Graph, wanted: Wanted) -> "_Written | None":
    """The active snapshot, when it holds this very commit with these very rows: then nothing is to be
    done, and no snapshot number is used up. Should another publish meanwhile, it is seen next time."""
    source = wanted.parsed.source
    seq = await active(graph)
    if seq == 0 or not await _stands_at(graph, seq, source):
        return None
    sealed = await wanted.sealed()
    digests = await stored_digests(graph, source.repo, seq)
    if not set(differing(sealed, digests, repository_uid(source.repo)).origins) <= {REPOSITORY_ORIGIN}:
        return None
    report = _report(wanted.parsed, (await wanted.tied()).rows, Counts())
    return _Written(seq, Counts(), report, time.perf_counter())


def _missing(stubs: StubSet) -> Iterator[str]:
    """What the code is not typed by; said, because it costs edges."""
    count = len(stubs.missing)
    if count:
        named = ", ".join(stubs.missing[:_NAMED]) + (", …" if count > _NAMED else "")
        yield (
            f"signatures of {len(stubs.stubs)} dependencies are known, {count} have no jar on this machine"
            f" ({named}): build the project once, or `kg stubs add JAR`"
        )


def _outcome(parsed: Parsed, tied: TiedRows, written: "_Written", started: float) -> Outcome:
    source = parsed.source
    return Outcome(
        repo=source.repo,
        commit=source.commit,
        snapshot=written.snapshot,
        unchanged=written.counts == Counts(),
        report=written.report,
        resolved=tied.resolved,
        counts=written.counts,
        notes=(*source.notes, *parsed.discovery.notes, *_missing(parsed.stubs), *parsed.compiled.notes),
        published_seconds=written.published_at - started,
        seconds=time.perf_counter() - started,
    )


@dataclass(frozen=True, slots=True)
class _Written:
    snapshot: int
    counts: Counts
    report: Report
    published_at: float


async def _write(
    graph: Graph, fence: int, wanted: Wanted, progress: Progress, gates: GateOptions, settle_seconds: float
) -> _Written:
    """Stage, pass the gates, publish, follow; gives the snapshot that readers see then."""
    parsed = wanted.parsed
    source = parsed.source
    scope = await register(graph, fence, source.repo, source.url, source.ref)
    owned = ownership(parsed.files)
    candidate = await open_candidate(graph, fence)
    try:
        digests = await stored_digests(graph, source.repo, candidate.base)
        if digests or await holds(graph, source.repo):
            sealed = await wanted.sealed()
            counts = await update(graph, candidate, scope, source.repo, sealed, digests, owned, progress)
        else:
            counts = await load(graph, candidate, scope, wanted, owned, progress)
            await migrate(graph)
        await own(graph, fence, source.repo, owned)
        rows = (await wanted.tied()).rows
        report = _report(parsed, rows, counts)
        if counts == Counts() and await _stands_at(graph, candidate.base, source):
            await abandon(graph, candidate)
            return _Written(candidate.base, counts, report, time.perf_counter())
        await pass_gates(graph, candidate, source.repo, report, gates)
        await publish(graph, candidate, _watermark(source), report, gates.canary)
    except BaseException:
        await asyncio.shield(_abandon(graph, candidate))
        raise
    published_at = time.perf_counter()
    await settle_and_follow(graph, fence, settle_seconds if counts.closed or counts.ended else 0.0)
    return _Written(candidate.seq, counts, report, published_at)


async def _abandon(graph: Graph, candidate: Candidate) -> None:
    """Take the candidate back now where that is possible; else the next one does it."""
    with suppress(KgError):
        await abandon(graph, candidate)


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


async def _prepared_for(graph: Graph, source: Source) -> bool:
    """Whether the active snapshot of a graph that is ready holds this commit already. Should that change while
    files are read, it is seen under the lease."""
    await _prepare(graph)
    seq = await active(graph)
    return seq != 0 and await _stands_at(graph, seq, source)


async def _stands_at(graph: Graph, seq: int, source: Source) -> bool:
    """Whether a snapshot holds this very commit."""
    for snapshot in await list_snapshots(graph):
        if snapshot.seq == seq:
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
        stubs=parsed.stubs.digest,
        settings=parsed.settings,
    )


def _waiting(progress: Progress) -> Callable[[str], None]:
    return lambda holder: progress(f"waiting for {holder}", 0, 1)
