"""Reads the files of a commit in several processes, in a fixed order, through a cache.

In: where the objects are, the repository's key and the entries. Out: one Facts an entry, in their
order, whatever happens: a file that takes too long, needs too much memory or kills its process is a
File with a problem, and nobody else's loss. The one file of `parse` that waits (`async`): it talks to
its processes (see `worker`). Knows no language.
"""

import asyncio
import gc
import os
import pickle
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from kg.ingest.parse.cache import FactsCache, facts_key, open_cache
from kg.ingest.parse.child import Child, Processes, answer, kill, send
from kg.ingest.parse.denied import in_force
from kg.ingest.parse.file import failed_file
from kg.ingest.parse.worker import CACHEABLE, READY, Job, Task
from kg.schema.facts import Facts

_GRACE_SECONDS = 5.0
"""Beyond a file's own limit, before its process is killed: code in C cannot be interrupted."""
_CHUNK_BYTES = 192 * 1024
_CHUNK_FILES = 64
_READ_FILES = 100
"""Taken out of the cache at a time: all at once they need as much memory as what comes of them."""
_LATE, _ENDED = "took longer than", "ended its parser"
_AHEAD = 2
"""Chunks that a process has been given at a time."""

Progress = Callable[[int, int], None]
"""Told how many files are done, of how many."""


class FileEntry(Protocol):
    """What is asked of an entry (`kg.ingest.source.discover.Entry` is one)."""

    @property
    def path(self) -> str: ...
    @property
    def blob(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def file_only(self) -> str: ...
    @property
    def doc_type(self) -> str: ...


def _cores() -> int:
    with suppress(AttributeError):  # macOS has no affinity
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class ParseOptions:
    cache_dir: Path
    workers: int = field(default_factory=lambda: min(8, _cores()))
    file_seconds: float = 10.0
    memory_mb: int = 1000
    """Of address space, each process."""
    processes: Processes = field(default_factory=Processes)


@dataclass(slots=True)
class _Run:
    """What the processes of one run share."""

    job: Job
    chunks: deque[list[int]]
    entries: Sequence[FileEntry]
    cache: FactsCache
    processes: Processes
    done: dict[int, Facts] = field(default_factory=dict)
    fresh: list[tuple[bytes, bytes]] = field(default_factory=list)
    """Rows the cache has not kept yet."""
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    keeping: list[asyncio.Task[None]] = field(default_factory=list)
    """The cache is written beside the reading."""


async def parse_all(
    source_git_dir: str,
    repo: str,
    entries: Sequence[FileEntry],
    options: ParseOptions,
    progress: Progress | None = None,
) -> list[Facts]:
    """One Facts an entry, in the order of the entries."""
    stream = parse_stream(source_git_dir, repo, entries, options, progress)
    async with aclosing(stream):
        return [facts async for facts in stream]


async def parse_stream(
    source_git_dir: str,
    repo: str,
    entries: Sequence[FileEntry],
    options: ParseOptions,
    progress: Progress | None = None,
) -> AsyncGenerator[Facts, None]:
    """The same, each as soon as those before it are there. Close it (`aclosing`) to stop early."""
    cache = await asyncio.to_thread(open_cache, options.cache_dir)
    try:
        job = Job(source_git_dir, repo, options.file_seconds, options.memory_mb, in_force())
        keys = [key_of(repo, entry) for entry in entries]
        there = await asyncio.to_thread(cache.there, keys)
        todo = [index for index, key in enumerate(keys) if key not in there]
        run = _Run(job, deque(_chunks(entries, todo)), entries, cache, options.processes)
        workers = [asyncio.create_task(_work(run)) for _ in range(min(options.workers, len(run.chunks)))]
        try:
            known: dict[bytes, bytes] = {}
            for index, key in enumerate(keys):
                if key in there and key not in known:
                    known = await asyncio.to_thread(cache.find, keys[index : index + _READ_FILES])
                    if key not in known:  # it left the cache meanwhile
                        there.discard(key)
                        run.chunks.append([index])
                        workers.append(asyncio.create_task(_work(run)))
                facts = _loads(known.pop(key)) if key in there else await _take(run, index, workers)
                if progress:
                    progress(index + 1, len(entries))
                yield facts
            await asyncio.gather(*workers)
        finally:
            await _end(workers)
            await asyncio.gather(*run.keeping, return_exceptions=True)
    finally:
        await asyncio.to_thread(cache.close)


def _chunks(entries: Sequence[FileEntry], todo: Sequence[int]) -> list[list[int]]:
    """Runs of files of about the same size of text: what a process is given at a time."""
    chunks: list[list[int]] = []
    size = _CHUNK_BYTES
    for index in todo:
        if size >= _CHUNK_BYTES or len(chunks[-1]) >= _CHUNK_FILES:
            chunks.append([])
            size = 0
        chunks[-1].append(index)
        size += 0 if entries[index].file_only else entries[index].size
    return chunks


async def _take(run: _Run, index: int, workers: Sequence[asyncio.Task[None]]) -> Facts:
    """The facts of one entry as soon as a process has sent them."""
    while index not in run.done:
        run.moved.clear()
        for worker in workers:
            if worker.done() and worker.exception():
                worker.result()
        await run.moved.wait()
    return run.done.pop(index)


async def _end(workers: Sequence[asyncio.Task[None]]) -> None:
    for worker in workers:
        worker.cancel()
    await asyncio.gather(*workers, return_exceptions=True)


async def _work(run: _Run) -> None:
    """Feed one process after the other until no chunk is left; each has its next chunk before it has
    done the last, so that it never waits for its parent."""
    child: Child | None = None
    given: deque[deque[int]] = deque()
    try:
        while given or run.chunks:
            if child is None:
                child = await run.processes.take(run.job)
                for chunk in given:
                    await _give(run, child, chunk)
            while len(given) < _AHEAD and run.chunks:
                given.append(deque(run.chunks.popleft()))
                await _give(run, child, given[-1])
            if not given:  # another process took the last chunk while this one started
                break
            child = await _receive(run, child, given[0])
            if not given[0]:
                given.popleft()
                run.keeping.append(asyncio.create_task(_keep(run)))
        if child is not None:
            done, child = child, None
            await run.processes.leave(done)
    finally:
        run.moved.set()
        if child is not None:
            await kill(child)


async def _give(run: _Run, child: Child, chunk: Iterable[int]) -> None:
    await send(child, [_task(run.entries[index]) for index in chunk])


async def _receive(run: _Run, child: Child, rest: deque[int]) -> Child | None:
    """Take the answers for a chunk; when the process is lost, the file it was at is, and no other."""
    while rest:
        entry = run.entries[rest[0]]
        reason = ""
        try:
            async with asyncio.timeout(run.job.file_seconds + _GRACE_SECONDS):
                answered = await answer(child)
        except TimeoutError:
            reason = f"{_LATE} {run.job.file_seconds:g} s to read: kept as a File only"
        except (asyncio.IncompleteReadError, ConnectionError):
            reason = f"{_ENDED} (too much memory, or a fault in it): kept as a File only"
        if reason:
            await kill(child)
            _finish(run, rest.popleft(), failed_file(run.job.repo, entry.path, entry.blob, reason))
            return None
        if answered[:1] == CACHEABLE:
            run.fresh.append((key_of(run.job.repo, entry), answered[1:]))
        _finish(run, rest.popleft(), _loads(answered[1:]))
    return await _still_there(child)


async def _still_there(child: Child) -> Child | None:
    """The process, unless it retires after this chunk."""
    with suppress(asyncio.IncompleteReadError, ConnectionError, TimeoutError):
        async with asyncio.timeout(_GRACE_SECONDS):
            if await answer(child) == READY:
                return child
    await kill(child)
    return None


def _finish(run: _Run, index: int, facts: Facts) -> None:
    run.done[index] = facts
    run.moved.set()


async def _keep(run: _Run) -> None:
    rows, run.fresh = run.fresh, []
    await asyncio.to_thread(run.cache.keep, rows)


def was_lost(facts: Facts) -> bool:
    """Whether the process that read it had to be ended, or ended by itself: another run may fare better."""
    return any(_LATE in problem or _ENDED in problem for problem in facts.file.problems)


def _task(entry: FileEntry) -> Task:
    return Task(entry.path, entry.blob, entry.file_only, entry.doc_type)


def key_of(repo: str, entry: FileEntry) -> bytes:
    """What decides what a file says; equal keys, equal facts."""
    return facts_key(repo, entry.path, entry.blob, entry.file_only, entry.doc_type, in_force().digest)


def _loads(body: bytes) -> Facts:
    """The facts in a pickle of our own; without the collector, which would walk all earlier ones."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        facts: Facts = pickle.loads(body)  # noqa: S301 - from our own worker or our own cache
        return facts
    finally:
        if was_enabled:
            gc.enable()
