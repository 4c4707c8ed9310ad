"""Takes back one repository: its earlier commit is published as a new snapshot, and nobody else is touched.

In: the repository, and how far: a snapshot's number, a commit, or nothing for the commit before. Out: what the ingest did.
The earlier commit is ingested from the mirror, as any commit is: what was read of its files is cached, contracts
with other repositories are matched anew, and the way is the one that is tested most. What came after it is held
first, so that no poll brings it straight back.
"""

import re
from dataclasses import replace

from kg.errors import KgError, NotFound, SnapshotGone
from kg.graph import Graph
from kg.ingest.options import IngestOptions
from kg.ingest.pipeline import open_source
from kg.publish.credentials import location
from kg.publish.project import Stores, find_place
from kg.publish.reconcile import Outcome, Progress, ingest_from
from kg.publish.snapshots import active, list_entries
from kg.publish.standing import Standing, standing
from kg.publish.window import published
from kg.records.audit import note
from kg.records.holds import Hold, hold, release
from kg.schema.snapshot import Watermark

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SHORTEST = 7
"""Digits by which a commit can be named; fewer are the number of a snapshot."""
History = dict[int, Watermark]
"""The commit of one repository in each kept snapshot, newest first."""


async def take_back_repository(
    stores: Stores, repo: str, to: str, by: str, reason: str, options: IngestOptions, progress: Progress
) -> Outcome:
    """Publish the earlier commit; NotFound for a repository that is not there, SnapshotGone when no kept
    snapshot says what was before."""
    before = await standing(stores.graph, repo)
    if not before.commit:
        raise NotFound(f"publish: there is no repository {repo} in the graph; `kg snapshots` lists them")
    history = await _history(stores.graph, repo)
    mark = earlier(history, before, to)
    held = await hold(
        stores.records,
        [Hold(repo, one.ref, one.commit, reason, by) for one in after(history, mark)],
    )
    try:
        outcome = await _bring(stores, mark, before, options, progress)
    except KgError:  # nothing was published
        for one in held:
            await release(stores.records, one.repo, one.commit)
        raise
    await note(stores.records, by, "rollback", f"{repo} to {mark.commit}", reason)
    return outcome


def earlier(history: History, before: Standing, to: str) -> Watermark:
    """The commit to go back to: of a snapshot by its number, by its own first digits, or the one before."""
    other = {seq: mark for seq, mark in history.items() if mark.commit != before.commit}
    if not to:
        found = [*other.values()]
    elif len(to) < _SHORTEST:
        found = [other[int(to)]] if to.isdecimal() and int(to) in other else []
    else:
        found = [mark for mark in other.values() if mark.commit.startswith(to)]
    if found:
        return found[0]
    repo = next(iter(history.values())).repo
    if _COMMIT.fullmatch(to):
        return Watermark(repo, before.ref, to, "")
    raise SnapshotGone(
        f"publish: no kept snapshot holds another commit of {repo}{to and f' by {to}'}; give a full commit id"
    )


def after(history: History, mark: Watermark) -> list[Watermark]:
    """What is held: every commit since the earlier one; of a commit that is in no snapshot, what stands."""
    marks = [*history.values()]
    commits = [one.commit for one in marks]
    newer = marks[: commits.index(mark.commit)] if mark.commit in commits else marks[:1]
    return [one for one in newer if one.commit != mark.commit]


async def _history(graph: Graph, repo: str) -> History:
    entries = published(await list_entries(graph), await active(graph))
    return {
        entry.snapshot.seq: mark
        for entry in entries
        for mark in entry.snapshot.watermarks
        if mark.repo == repo
    }


async def _bring(
    stores: Stores, mark: Watermark, before: Standing, options: IngestOptions, progress: Progress
) -> Outcome:
    place = await find_place(stores, mark.repo, before)
    source = await open_source(location(place), mark.commit, options.cache_dir, mark.repo)
    return await ingest_from(
        stores.graph, replace(source, ref=mark.ref or before.ref), before, options, progress
    )
