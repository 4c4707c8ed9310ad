"""The stages from a commit to the rows of the graph, in order, a line each.

The only file of `kg.ingest` that knows them all. What is written and published comes after it, in
`kg.publish.reconcile`. Knows no Neo4j.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.ingest.assemble import OpenEdges, assemble, assemble_again, without_twins
from kg.ingest.declared import with_declared
from kg.ingest.delta import Sealed, seal_all
from kg.ingest.enrich.index_text import DEFAULT_AVERAGE, filler_count, search_text
from kg.ingest.entries import with_entries
from kg.ingest.known import load_known, save_known
from kg.ingest.options import IngestOptions
from kg.ingest.parse.again import lasting, parse_again
from kg.ingest.resolve.around import resolve_around
from kg.ingest.resolve.kept import Kept, Known
from kg.ingest.resolve.kept_mentions import KeptMentions
from kg.ingest.resolve.languages import resolve_calls
from kg.ingest.resolve.mentions.again import mentions_again
from kg.ingest.resolve.world import Around
from kg.ingest.scip.read import Compiled, read_indexes
from kg.ingest.scip.upgrade import upgrade
from kg.ingest.source.discover import Discovery, discover
from kg.ingest.source.git import Source, open_source
from kg.ingest.stubs.find import find_stubs
from kg.ingest.stubs.stub import StubSet
from kg.ingest.told import told
from kg.ingest.warm import Warm, size_of
from kg.schema.facts import Artifact, Facts, Resolution, Rows
from kg.schema.ids import Uid

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many are done, of how many."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A commit as its files say it, before anything is tied together."""

    source: Source
    discovery: Discovery
    files: tuple[Facts, ...]
    around: Around
    """Settings, tables, contracts, …: what no single file owns, and who leads to it."""
    stubs: StubSet
    """Signatures of what the code depends on."""
    known: Mapping[str, Known]
    """What is kept of earlier resolutions of this repository."""
    compiled: Compiled
    """What compilers say of the same commit: the SCIP indexes that are kept of it."""
    settings: str
    """A digest of what the ingest was told besides the commit."""
    facts: Mapping[bytes, Facts]
    """What each file says by itself, by its key; `files` is what is made of that."""
    warm: Warm
    """What the last ingest left."""


@dataclass(frozen=True, slots=True)
class TiedRows:
    """A commit tied together: its rows, and what is kept for the next one."""

    rows: tuple[Rows, ...]
    known: Mapping[str, Known]
    resolved: int
    """Files that were resolved now: those that changed, and those that rest on what changed."""
    opened: Mapping[Kept, Resolution]
    mentions: KeptMentions
    open_edges: OpenEdges


async def parse_commit(source: Source, options: IngestOptions, progress: Progress) -> Parsed:
    """source → parse: the facts of every file of the commit, what stands around its code, and the stubs
    of its dependencies."""
    settings = await told(source, options)
    discovery = await discover(source, options.discover)
    warm = options.warm.of(source.repo)
    facts, stubs = await asyncio.gather(
        parse_again(
            source.git_dir,
            source.repo,
            discovery.entries,
            options.parse,
            lambda done, total: progress("reading files", done, total),
            warm.facts,
        ),
        find_stubs(source.git_dir, discovery, options.stubs),
    )
    own = without_twins(with_entries(with_declared([*facts.values()], discovery.settings)))
    compiled = await read_indexes(options.indexes, source.repo, source.commit, own)
    known = warm.known or await asyncio.to_thread(load_known, options.cache_dir, source.repo)
    around = await asyncio.to_thread(resolve_around, source.repo, own)
    return Parsed(source, discovery, own, around, stubs, known, compiled, settings, facts, warm)


def tie(parsed: Parsed) -> TiedRows:
    """resolve: every origin's rows, the repository's own last. Pure."""
    files = parsed.files
    calls = resolve_calls(files, parsed.stubs.texts, parsed.known, parsed.warm.opened)
    around = parsed.around
    mentions = mentions_again(files, around, parsed.warm.mentions)
    exact = upgrade(files, calls.resolutions, parsed.compiled.lookup)
    resolutions = (*exact, Resolution(around.edges), mentions.resolution)
    rows, open_edges = assemble_again(
        parsed.source.repo, files, around.artifacts, resolutions, parsed.warm.open_edges
    )
    return TiedRows(rows, calls.known, calls.resolved, calls.opened, mentions, open_edges)


def seal_rows(parsed: Parsed, tied: TiedRows) -> tuple[Sealed, ...]:
    """Every origin's rows with their hashes. Pure."""
    return seal_all(tied.rows, parsed.warm.sealed)


async def remember(parsed: Parsed, tied: TiedRows, sealed: Sequence[Sealed], options: IngestOptions) -> None:
    """Keep what the next ingest of this repository need not make again: in memory, and on disk what each
    file's resolution rests on."""
    warm = Warm(
        lasting(parsed.facts.items()),
        tied.known,
        tied.opened,
        {one.rows.origin: one for one in sealed},
        tied.mentions,
        tied.open_edges,
        size_of(parsed.discovery.entries),
    )
    options.warm.keep(parsed.source.repo, warm)
    if tied.resolved or tied.known.keys() != parsed.known.keys():
        await asyncio.to_thread(save_known, options.cache_dir, parsed.source.repo, tied.known)


def artifacts_of(parsed: Parsed) -> tuple[tuple[Artifact, ...], Mapping[Uid, str]]:
    """Every artifact of the commit with its index text, before anything is tied together. Pure."""
    rows = assemble(parsed.source.repo, parsed.files, parsed.around.artifacts, ())
    return tuple(artifact for one in rows for artifact in one.artifacts), texts_of(rows)


def texts_of(rows: Sequence[Rows]) -> Mapping[Uid, str]:
    """enrich: the index text of every artifact of these rows, made when it is asked for."""
    artifacts = {artifact.uid: artifact for one in rows for artifact in one.artifacts}
    return IndexTexts(artifacts, filler_count(DEFAULT_AVERAGE))


@dataclass(frozen=True, slots=True)
class IndexTexts(Mapping[Uid, str]):
    """Index texts by uid. Made one by one while batches are packed, so that the server, which writes
    the batch before, does not wait for the last text of a repository."""

    artifacts: Mapping[Uid, Artifact]
    filler: int

    def __getitem__(self, uid: Uid) -> str:
        return search_text(self.artifacts[uid], self.filler)

    def __iter__(self) -> Iterator[Uid]:
        return iter(self.artifacts)

    def __len__(self) -> int:
        return len(self.artifacts)


__all__ = [
    "IngestOptions",
    "Parsed",
    "Progress",
    "TiedRows",
    "artifacts_of",
    "open_source",
    "parse_commit",
    "remember",
    "seal_rows",
    "texts_of",
    "tie",
]
