"""What one repository is taken back to: an earlier commit of it, and holds on every commit since.

In: the repository, and how far: a snapshot's number, a commit, or nothing for the commit before. Out: the commit
to bring again. Light: whoever brings it is `take_back_repository`, or a job of the worker.
"""

import re
from collections.abc import Container

from kg.errors import NotFound, SnapshotGone
from kg.graph import Graph
from kg.publish.snapshots import active, list_entries
from kg.publish.standing import Standing, standing
from kg.publish.window import published
from kg.records import Records
from kg.records.audit import note
from kg.records.holds import Hold, hold, list_holds, release
from kg.schema.snapshot import Watermark

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SHORTEST = 7
"""Digits by which a commit can be named; fewer are the number of a snapshot."""
History = dict[int, Watermark]
"""The commit of one repository in each kept snapshot, newest first."""


async def hold_since(
    graph: Graph, records: Records, repo: str, to: str, by: str, reason: str
) -> tuple[Watermark, tuple[Hold, ...]]:
    """The earlier commit, and the holds that are new; NotFound for a repository that is not there, SnapshotGone
    when no kept snapshot says what was before."""
    before = await standing(graph, repo)
    if not before.commit:
        raise NotFound(f"publish: there is no repository {repo} in the graph; `kg snapshots` lists them")
    history = await _history(graph, repo)
    mark = earlier(history, before, to, {one.commit for one in await list_holds(records) if one.repo == repo})
    since = [Hold(repo, one.ref, one.commit, reason, by) for one in after(history, mark)]
    await note(records, by, "rollback", f"{repo} to {mark.commit}", reason)
    return mark, await hold(records, since)


async def let_come_again(records: Records, holds: tuple[Hold, ...]) -> None:
    """Nothing came of it: what was held for it is not."""
    for one in holds:
        await release(records, one.repo, one.commit)


def earlier(history: History, before: Standing, to: str, held: Container[str] = ()) -> Watermark:
    """The commit to go back to: of a snapshot by its number, by its own first digits, or the one before that is
    not `held`: what was taken back once is no place to go back to."""
    other = {seq: mark for seq, mark in history.items() if mark.commit != before.commit}
    if not to:
        found = [mark for mark in other.values() if mark.commit not in held]
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
