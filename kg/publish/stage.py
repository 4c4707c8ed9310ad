"""Writes a repository's rows into a candidate: a known one as a delta, a new one as a load.

In: a candidate and what the commit says. Out: counts. Of a known repository only the origins whose
digest differs are read back and compared. A new one has nothing to compare: its nodes are written
while its calls are still being tied together, and the indexes are built while its edges are written.
"""

import asyncio
from collections.abc import Callable, Mapping

from kg.graph import Graph
from kg.graph.migrate import await_online, start_migrate
from kg.ingest.delta import Version, delta, differing, distinct_edges, root_edges, seal_known
from kg.ingest.pipeline import Parsed, TiedRows, artifacts_of, texts_of
from kg.ingest.resolve.services.owners import Ownership
from kg.ingest.write import Counts, stage, stage_edges, stage_nodes, stored_rows
from kg.publish.links import link
from kg.schema.facts import Rows, content_hash
from kg.schema.ids import ScopeToken, repository_uid, uid_of
from kg.schema.snapshot import Candidate

Progress = Callable[[str, int, int], None]
Tying = asyncio.Task[TiedRows]
"""The rows of the commit, which another thread makes meanwhile."""


async def update(
    graph: Graph,
    candidate: Candidate,
    scope: ScopeToken,
    repo: str,
    rows: tuple[Rows, ...],
    digests: Mapping[str, str],
    ownership: Ownership,
    progress: Progress,
) -> Counts:
    """Write what differs from the candidate's base."""
    repository = repository_uid(repo)
    changed = differing(rows, digests, repository)
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
    parsed: Parsed,
    tying: Tying,
    ownership: Ownership,
    progress: Progress,
) -> Counts:
    """Write a repository that the candidate's base does not hold."""
    repo = parsed.source.repo
    artifacts, texts = await asyncio.to_thread(artifacts_of, parsed)
    versions = {artifact.uid: Version(artifact, content_hash(artifact)) for artifact in artifacts}
    told = _told("writing artifacts", progress)
    nodes, ids = await stage_nodes(
        graph, candidate, repo, scope, [*versions.values()], texts, told, ownership
    )
    rows = (await tying).rows
    await start_migrate(graph)
    edges = [*distinct_edges(edge for one in rows for edge in one.edges).values()]
    edges += root_edges([seal_known(one, versions) for one in rows], repository_uid(repo))
    counts = nodes + await stage_edges(graph, candidate, edges, ids, _told("writing edges", progress))
    await await_online(graph)  # the statements of links name indexes
    return counts + await link(graph, candidate, versions)


def _told(what: str, progress: Progress) -> Callable[[int, int], None]:
    return lambda done, total: progress(what, done, total)
