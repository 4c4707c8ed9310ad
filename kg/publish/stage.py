"""Writes a repository's rows into a candidate: a known one as a delta, a new one as a load.

In: a candidate and what the commit says. Out: counts. Of a known repository only the origins whose
digest differs are read back and compared. A new one has nothing to compare: its nodes are written
while its calls are still being tied together, and the indexes are built while its edges are written.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from kg.graph import Graph
from kg.graph.migrate import await_online, start_migrate
from kg.ingest.delta import Sealed, Version, delta, differing, distinct_edges, root_edges, seal_known
from kg.ingest.options import IngestOptions
from kg.ingest.pipeline import Parsed, TiedRows, artifacts_of, remember, seal_rows, texts_of, tie
from kg.ingest.resolve.services.owners import Ownership
from kg.ingest.write import Counts, stage, stage_edges, stage_nodes, stored_rows
from kg.publish.links import link
from kg.schema.facts import content_hash
from kg.schema.ids import ScopeToken, repository_uid, uid_of
from kg.schema.snapshot import Candidate

Progress = Callable[[str, int, int], None]


class Wanted:
    """The rows that a commit asks for, which another thread makes meanwhile; sealed for whom compares."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self._tying = asyncio.create_task(asyncio.to_thread(tie, parsed))
        self._sealing: list[asyncio.Task[tuple[Sealed, ...]]] = []

    async def tied(self) -> TiedRows:
        return await self._tying

    async def sealed(self) -> tuple[Sealed, ...]:
        """Made once, for the first who asks."""
        tied = await self._tying
        if not self._sealing:
            self._sealing.append(asyncio.create_task(asyncio.to_thread(seal_rows, self.parsed, tied)))
        return await self._sealing[0]

    async def keep(self, options: IngestOptions) -> None:
        """What the next ingest need not make again."""
        sealed = await self.sealed() if self._sealing else ()
        await remember(self.parsed, await self._tying, sealed, options)

    async def settle(self) -> None:
        """Nothing is being made any more."""
        await asyncio.gather(self._tying, *self._sealing, return_exceptions=True)


async def update(
    graph: Graph,
    candidate: Candidate,
    scope: ScopeToken,
    repo: str,
    sealed: Sequence[Sealed],
    digests: Mapping[str, str],
    ownership: Ownership,
    progress: Progress,
) -> Counts:
    """Write what differs from the candidate's base."""
    repository = repository_uid(repo)
    changed = differing(sealed, digests, repository)
    stored = await stored_rows(graph, repo, candidate.base, changed.origins)
    change = delta(changed, stored, repository)
    texts = await asyncio.to_thread(texts_of, changed.rows)
    told = _told("writing", progress)
    counts = await stage(graph, candidate, repo, scope, change, texts, told, ownership)
    touched = [version.artifact.uid for version in change.created] + [uid_of(old) for old in change.closed]
    return counts + await link(graph, candidate, touched)


async def load(
    graph: Graph,
    candidate: Candidate,
    scope: ScopeToken,
    wanted: Wanted,
    ownership: Ownership,
    progress: Progress,
) -> Counts:
    """Write a repository that the candidate's base does not hold."""
    repo = wanted.parsed.source.repo
    artifacts, texts = await asyncio.to_thread(artifacts_of, wanted.parsed)
    versions = {artifact.uid: Version(artifact, content_hash(artifact)) for artifact in artifacts}
    told = _told("writing artifacts", progress)
    nodes, ids = await stage_nodes(
        graph, candidate, repo, scope, [*versions.values()], texts, told, ownership
    )
    rows = (await wanted.tied()).rows
    await start_migrate(graph)
    edges = [*distinct_edges(edge for one in rows for edge in one.edges).values()]
    edges += root_edges([seal_known(one, versions) for one in rows], repository_uid(repo))
    counts = nodes + await stage_edges(graph, candidate, edges, ids, _told("writing edges", progress))
    await await_online(graph)  # the statements of links name indexes
    return counts + await link(graph, candidate, versions)


def _told(what: str, progress: Progress) -> Callable[[int, int], None]:
    return lambda done, total: progress(what, done, total)
